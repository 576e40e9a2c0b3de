#include "domains/root_signature_blob/assemble.h"

#include <algorithm>
#include <array>

#include "base/little_endian.h"
#include "domains/root_signature/digest.h"
#include "domains/root_signature/serialized.h"
#include "domains/root_signature/serialized_layout.h"

namespace d3d12fuzz::root_signature_blob {
namespace {

using namespace root_signature;

using Bytes = std::vector<std::uint8_t>;

// Of the RTS0 part, from the start of its data.
constexpr std::size_t kNumParameters = 4;
constexpr std::size_t kParametersOffset = 8;
constexpr std::size_t kNumStaticSamplers = 12;
constexpr std::size_t kStaticSamplersOffset = 16;
constexpr std::size_t kFlags = 20;

std::uint32_t payload_size(Version version, const RootParameter& parameter) {
  struct Size {
    Version version;
    std::size_t operator()(const DescriptorTable& table) const {
      return layout::kTable + table.descriptor_ranges.size() * layout::range_size(version);
    }
    std::size_t operator()(const RootConstants&) const { return layout::kConstants; }
    std::size_t operator()(const RootDescriptor&) const { return layout::descriptor_size(version); }
    std::size_t operator()(const UnknownParameter&) const { return 0; }
  };
  return static_cast<std::uint32_t>(std::visit(Size{version}, parameter));
}

std::uint8_t byte_of(Fill fill) { return fill == Fill::zero ? 0x00 : 0xFF; }

/// Edits a container. Knows where everything was put, whatever the words say that were overwritten. Words beyond the
/// end, where one was cut off, are written nowhere and read as 0.
class Assembler {
 public:
  explicit Assembler(const SerializedSignature& value)
      : value_(value), bytes_(write_serialized(signature_of(value))), parts_{layout::kPartOffsetsAt + 4} {
    data_size_ = static_cast<std::uint32_t>(bytes_.size()) - data_at();
    std::copy_n(bytes_.begin() + layout::kDigestAt, digest_before_.size(), digest_before_.begin());
    std::uint32_t payload = layout::kHeader + layout::kParameter * static_cast<std::uint32_t>(value.parameters.size());
    for (const RootParameter& parameter : value.parameters) {
      payloads_.push_back({payload, payload_size(value.version, parameter)});
      payload += payloads_.back().size;
    }
  }

  Bytes run() {
    for (const Edit& edit : value_.edits) {
      const std::size_t size = bytes_.size();
      std::visit([&](const auto& alternative) { make(alternative); }, edit);
      if (bytes_.size() != size && value_.total_size == TotalSizeForm::refreshed) {
        put(layout::kTotalSizeAt, static_cast<std::uint32_t>(bytes_.size()));
      }
    }
    set_digest();
    return std::move(bytes_);
  }

 private:
  struct Payload {
    std::uint32_t at;  ///< from the start of the data
    std::uint32_t size;
  };

  std::uint32_t data_at() const { return parts_[root_] + layout::kPartHeader; }

  std::uint32_t get(std::size_t at) const {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 4 && at + i < bytes_.size(); ++i) word |= std::uint32_t{bytes_[at + i]} << (8 * i);
    return word;
  }

  void put(std::size_t at, std::uint32_t word) {
    for (std::size_t i = 0; i < 4 && at + i < bytes_.size(); ++i) {
      bytes_[at + i] = static_cast<std::uint8_t>(word >> (8 * i));
    }
  }

  void add(std::size_t at, std::uint32_t more) { put(at, get(at) + more); }

  std::size_t offset_at(std::size_t part) const { return layout::kPartOffsetsAt + 4 * part; }

  void insert_bytes(std::size_t at, const Bytes& added) {
    const std::size_t there = std::min(at, bytes_.size());
    bytes_.insert(bytes_.begin() + static_cast<std::ptrdiff_t>(there), added.begin(), added.end());
  }

  /// A part lies elsewhere now, and its offset says so.
  void move_part(std::size_t part, std::uint32_t by) {
    parts_[part] += by;
    add(offset_at(part), by);
  }

  void move_parts_behind(std::uint32_t at, std::uint32_t by) {
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (parts_[i] >= at) move_part(i, by);
    }
  }

  /// Adds bytes at the end of the RTS0 part. \return their offset in its data
  std::uint32_t extend_part(const Bytes& added) {
    const std::uint32_t offset = data_size_;
    insert_bytes(data_at() + data_size_, added);
    move_parts_behind(data_at() + data_size_, static_cast<std::uint32_t>(added.size()));
    data_size_ += static_cast<std::uint32_t>(added.size());
    add(parts_[root_] + 4, static_cast<std::uint32_t>(added.size()));
    return offset;
  }

  /// Bytes from a place in the container, as far as they are there.
  Bytes copy(std::size_t at, std::size_t size) const {
    const std::size_t begin = std::min(at, bytes_.size());
    const std::size_t end = std::min(at + size, bytes_.size());
    Bytes taken(bytes_.begin() + static_cast<std::ptrdiff_t>(begin), bytes_.begin() + static_cast<std::ptrdiff_t>(end));
    taken.resize(size);
    return taken;
  }

  /// Adds a part, header and all, and its offset in the table.
  void add_part(const Bytes& part, PartPlace place) {
    const std::size_t index = place == PartPlace::front ? 0 : parts_.size();
    insert_bytes(offset_at(index), Bytes(4));
    parts_.insert(parts_.begin() + static_cast<std::ptrdiff_t>(index), 0);
    if (place == PartPlace::front) ++root_;
    const auto at = static_cast<std::uint32_t>(place == PartPlace::front ? offset_at(parts_.size()) : bytes_.size());
    insert_bytes(at, part);
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (i != index) move_part(i, 4 + (place == PartPlace::front ? static_cast<std::uint32_t>(part.size()) : 0));
    }
    parts_[index] = at;
    put(offset_at(index), at);
    add(layout::kPartCountAt, 1);
  }

  std::uint32_t parameter_at(ElementIndex index) const {
    return data_at() + layout::kHeader + layout::kParameter * raw(index);
  }

  std::uint32_t payload_at(ElementIndex index) const { return data_at() + payloads_[raw(index)].at; }

  std::size_t address(const SetWord& edit) const {
    switch (edit.word) {
      case Word::magic:
        return 0;
      case Word::container_version:
        return layout::kContainerVersionAt;
      case Word::total_size:
        return layout::kTotalSizeAt;
      case Word::part_count:
        return layout::kPartCountAt;
      case Word::part_offset:
        return offset_at(raw(edit.index));
      case Word::part_name:
        return parts_[raw(edit.index)];
      case Word::part_size:
        return parts_[raw(edit.index)] + 4;
      case Word::version:
        return data_at();
      case Word::num_parameters:
        return data_at() + kNumParameters;
      case Word::parameters_offset:
        return data_at() + kParametersOffset;
      case Word::num_static_samplers:
        return data_at() + kNumStaticSamplers;
      case Word::static_samplers_offset:
        return data_at() + kStaticSamplersOffset;
      case Word::parameter_type:
        return parameter_at(edit.index);
      case Word::payload_offset:
        return parameter_at(edit.index) + 8;
      case Word::num_descriptor_ranges:
        return payload_at(edit.index);
      case Word::descriptor_ranges_offset:
        return payload_at(edit.index) + 4;
    }
    return 0;
  }

  /// How many things of a size fit between an offset in the data and its end.
  std::uint32_t room(std::uint32_t offset, std::uint32_t size) const {
    return offset > data_size_ ? 0 : (data_size_ - offset) / size;
  }

  /// The largest number that a word with an end may have where all else is as it is; of offsets the end itself.
  std::uint32_t end_of(const SetWord& edit) const {
    const auto size = static_cast<std::uint32_t>(bytes_.size());
    switch (edit.word) {
      case Word::total_size:
      case Word::part_offset:
        return size;
      case Word::part_count:
        return size < layout::kPartOffsetsAt ? 0 : (size - layout::kPartOffsetsAt) / 4;
      case Word::part_size:
        return size - std::min(size, parts_[raw(edit.index)] + layout::kPartHeader);
      case Word::num_parameters:
        return room(get(data_at() + kParametersOffset), layout::kParameter);
      case Word::num_static_samplers:
        return room(get(data_at() + kStaticSamplersOffset), layout::sampler_size(value_.version));
      case Word::num_descriptor_ranges:
        return room(get(payload_at(edit.index) + 4), layout::range_size(value_.version));
      case Word::parameters_offset:
      case Word::static_samplers_offset:
      case Word::payload_offset:
      case Word::descriptor_ranges_offset:
        return data_size_;
      case Word::magic:
      case Word::container_version:
      case Word::part_name:
      case Word::version:
      case Word::parameter_type:
        return 0;
    }
    return 0;
  }

  void make(const SetWord& edit) {
    const std::size_t at = address(edit);
    const std::uint32_t number = raw(edit.number);
    switch (edit.relation) {
      case Relation::number:
        return put(at, number);
      case Relation::stored_plus:
        return put(at, get(at) + number);
      case Relation::stored_minus:
        return put(at, get(at) - number);
      case Relation::end_plus:
        return put(at, end_of(edit) + number);
      case Relation::end_minus:
        return put(at, end_of(edit) - number);
    }
  }

  void make(const MovePayload& edit) {
    Payload& payload = payloads_[raw(edit.parameter)];
    Bytes added(raw(edit.gap));
    const Bytes moved = copy(data_at() + payload.at, payload.size);
    added.insert(added.end(), moved.begin(), moved.end());
    const std::uint32_t before = payload.at;
    payload.at = extend_part(added) + raw(edit.gap);
    put(parameter_at(edit.parameter) + 8, payload.at);
    if (std::holds_alternative<DescriptorTable>(value_.parameters[raw(edit.parameter)])) {
      add(payload_at(edit.parameter) + 4, payload.at - before);  // its ranges went with it
    }
  }

  void make(const SharePayload& edit) {
    Payload& payload = payloads_[raw(edit.parameter)];
    payload.at = payloads_[raw(edit.other)].at + raw(edit.distance);
    put(parameter_at(edit.parameter) + 8, payload.at);
  }

  void make(const ExtraPart& edit) {
    Bytes part(layout::kPartHeader + raw(edit.size), byte_of(edit.fill));
    store_word(part, 0, raw(edit.name));
    store_word(part, 4, raw(edit.size));
    add_part(part, edit.place);
  }

  void make(const DuplicateRts0& edit) {
    Bytes part = copy(parts_[root_], layout::kPartHeader + data_size_);
    if (part.size() >= layout::kPartHeader + layout::kHeader) {
      store_word(part, layout::kPartHeader + kFlags, raw(edit.flags));
    }
    add_part(part, edit.place);
  }

  void make(const TruncatePart& edit) {
    const std::uint32_t count = std::min(raw(edit.bytes), data_size_);
    const std::size_t end = std::min<std::size_t>(data_at() + data_size_, bytes_.size());
    const std::size_t begin = std::min<std::size_t>(data_at() + data_size_ - count, end);
    bytes_.erase(bytes_.begin() + static_cast<std::ptrdiff_t>(begin),
                 bytes_.begin() + static_cast<std::ptrdiff_t>(end));
    move_parts_behind(data_at() + data_size_, 0u - count);
    data_size_ -= count;
    add(parts_[root_] + 4, 0u - count);
  }

  void make(const Truncate& edit) {
    bytes_.resize(bytes_.size() - std::min<std::size_t>(raw(edit.bytes), bytes_.size()));
  }

  void make(const AppendBytes& edit) { bytes_.resize(bytes_.size() + raw(edit.bytes), byte_of(edit.fill)); }

  void set_digest() {
    if (bytes_.size() < layout::kDigestedFrom) return;
    const auto at = bytes_.begin() + layout::kDigestAt;
    switch (value_.digest) {
      case DigestForm::refreshed: {
        const auto digest = container_digest(std::span(bytes_).subspan(layout::kDigestedFrom));
        for (std::size_t i = 0; i < digest.size(); ++i) put(layout::kDigestAt + 4 * i, digest[i]);
        return;
      }
      case DigestForm::stale:
        std::copy(digest_before_.begin(), digest_before_.end(), at);
        return;
      case DigestForm::zero:
        std::fill_n(at, digest_before_.size(), std::uint8_t{0});
        return;
    }
  }

  const SerializedSignature& value_;
  Bytes bytes_;
  std::vector<std::uint32_t> parts_;  ///< where the headers of the parts are, in the order of the table of offsets
  std::size_t root_ = 0;              ///< which of them has the root signature
  std::uint32_t data_size_ = 0;       ///< of that part
  std::vector<Payload> payloads_;     ///< of each parameter
  std::array<std::uint8_t, 16> digest_before_{};
};

}  // namespace

root_signature::RootSignatureCase signature_of(const SerializedSignature& value) {
  RootSignatureCase signature;
  signature.version = value.version;
  signature.flags = value.flags;
  signature.parameters = value.parameters;
  signature.static_samplers = value.static_samplers;
  return signature;
}

std::vector<std::uint8_t> assemble(const Content& content) {
  if (const auto* signature = std::get_if<SerializedSignature>(&content)) return Assembler(*signature).run();
  Bytes bytes;
  for (const root_signature_blob::Byte byte : std::get<RawBytes>(content).bytes) bytes.push_back(raw(byte));
  return bytes;
}

}  // namespace d3d12fuzz::root_signature_blob
