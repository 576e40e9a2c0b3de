#include "candidates/command/container.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace d3d12fuzz::command {
namespace {

using root_signature::Version;

constexpr std::uint64_t kWord = sizeof(std::uint32_t);
constexpr std::uint32_t kMagic = 0x43425844;     // "DXBC"
constexpr std::uint32_t kRootPart = 0x30535452;  // "RTS0"

/// Little-endian words of a part of a file. Offsets and sums have 64 bits, in which no sum of two words wraps.
class Words {
 public:
  explicit Words(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::uint64_t size() const { return bytes_.size(); }
  bool has(std::uint64_t offset, std::uint64_t size) const {
    return offset <= bytes_.size() && size <= bytes_.size() - offset;
  }

  /// Precondition: `has(offset, 4)`.
  std::uint32_t at(std::uint64_t offset) const {
    std::array<std::uint8_t, kWord> word;
    std::memcpy(word.data(), bytes_.data() + offset, word.size());
    return word[0] | word[1] << 8 | word[2] << 16 | static_cast<std::uint32_t>(word[3]) << 24;
  }

  /// Precondition: `has(offset, size)`.
  std::span<const std::byte> part(std::uint64_t offset, std::uint64_t size) const {
    return bytes_.subspan(offset, size);
  }

 private:
  std::span<const std::byte> bytes_;
};

/// Reads the data of an RTS0 part. Functions return what is wrong, or an empty text.
class RootPartReader {
 public:
  RootPartReader(std::span<const std::byte> data, d3d12fuzz_description& out) : data_(data), out_(out) {}

  ContainerReading read() {
    if (!data_.has(0, 24)) return {.fault = "its RTS0 part is too short for a header"};
    version_ = data_.at(0);
    if (version_ < raw(Version::v1_0) || version_ > raw(Version::v1_2)) {
      return {.fault = "its RTS0 part has a version that does not exist"};
    }
    out_.num_parameters = data_.at(4);
    out_.num_ranges = 0;
    out_.num_static_samplers = data_.at(12);
    out_.flags = data_.at(20);
    if (const std::string_view fault = read_parameters(data_.at(8)); !fault.empty()) return {.fault = fault};
    if (const std::string_view fault = read_static_samplers(data_.at(16)); !fault.empty()) return {.fault = fault};
    return {.fault = {}, .version = static_cast<Version>(version_)};
  }

 private:
  bool has_flags() const { return version_ != raw(Version::v1_0); }

  std::string_view read_parameters(std::uint64_t offset) {
    constexpr std::uint64_t stride = 12;
    if (out_.num_parameters == 0) return {};  // then the offset says nothing
    if (!data_.has(offset, out_.num_parameters * stride)) return "its root parameters lie outside of the RTS0 part";
    for (std::uint64_t i = 0; i < out_.num_parameters; ++i, offset += stride) {
      d3d12fuzz_described_parameter parameter = {.parameter_type = data_.at(offset),
                                                 .shader_visibility = data_.at(offset + 4)};
      if (const std::string_view fault = read_payload(data_.at(offset + 8), parameter); !fault.empty()) return fault;
      if (i < out_.parameter_capacity) out_.parameters[i] = parameter;
    }
    return {};
  }

  std::string_view read_payload(std::uint64_t offset, d3d12fuzz_described_parameter& parameter) {
    constexpr std::string_view outside = "what belongs to a root parameter lies outside of the RTS0 part";
    constexpr std::uint32_t table = 0;
    constexpr std::uint32_t constants = 1;
    constexpr std::uint32_t last_descriptor = 4;
    if (parameter.parameter_type == table) {
      if (!data_.has(offset, 2 * kWord)) return outside;
      parameter.num_ranges = data_.at(offset);
      return read_ranges(data_.at(offset + 4), parameter.num_ranges);
    }
    if (parameter.parameter_type > last_descriptor) return "it has a root parameter of a type that does not exist";
    const bool third_word = parameter.parameter_type == constants || has_flags();
    if (!data_.has(offset, (third_word ? 3 : 2) * kWord)) return outside;
    parameter.shader_register = data_.at(offset);
    parameter.register_space = data_.at(offset + 4);
    if (third_word) {
      (parameter.parameter_type == constants ? parameter.num_32bit_values : parameter.flags) = data_.at(offset + 8);
    }
    return {};
  }

  std::string_view read_ranges(std::uint64_t offset, std::uint32_t count) {
    const std::uint64_t stride = (has_flags() ? 6 : 5) * kWord;
    if (count == 0) return {};
    if (!data_.has(offset, count * stride)) return "its descriptor ranges lie outside of the RTS0 part";
    // Tables may share ranges: all counts together may be more than bytes are there, and are not followed.
    for (std::uint64_t i = 0; i < count && out_.num_ranges < out_.range_capacity; ++i, offset += stride) {
      const std::uint64_t behind_space = offset + 16;
      out_.ranges[out_.num_ranges++] = {
          .range_type = data_.at(offset),
          .num_descriptors = data_.at(offset + 4),
          .base_shader_register = data_.at(offset + 8),
          .register_space = data_.at(offset + 12),
          .flags = has_flags() ? data_.at(behind_space) : 0,
          .offset_in_descriptors_from_table_start = data_.at(has_flags() ? behind_space + kWord : behind_space)};
    }
    return {};
  }

  std::string_view read_static_samplers(std::uint64_t offset) {
    const std::uint64_t words = version_ == raw(Version::v1_2) ? 14 : 13;
    const std::uint64_t count = out_.num_static_samplers;
    if (count == 0) return {};
    if (!data_.has(offset, count * words * kWord)) return "its static samplers lie outside of the RTS0 part";
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(count, out_.static_sampler_capacity); ++i) {
      // The words are stored in the order of the struct.
      std::array<std::uint32_t, sizeof(d3d12fuzz_described_static_sampler) / kWord> sampler{};
      for (std::uint64_t word = 0; word < words; ++word) sampler[word] = data_.at(offset + (i * words + word) * kWord);
      std::memcpy(&out_.static_samplers[i], sampler.data(), sizeof(sampler));
    }
    return {};
  }

  Words data_;
  d3d12fuzz_description& out_;
  std::uint32_t version_ = 0;
};

}  // namespace

ContainerReading read_container(std::span<const std::byte> bytes, d3d12fuzz_description& out) {
  const Words file(bytes);
  constexpr std::uint64_t header = 32;
  if (!file.has(0, header)) return {.fault = "it is too short for a header"};
  if (file.at(0) != kMagic) return {.fault = "it does not begin with DXBC"};
  constexpr std::uint32_t major_mask = 0xFFFF;
  if ((file.at(20) & major_mask) != 1) return {.fault = "its format version is not 1"};
  if (file.at(24) > file.size()) return {.fault = "it is shorter than it states"};
  const std::uint64_t parts = file.at(28);
  if (!file.has(header, parts * kWord)) return {.fault = "its table of parts lies outside of it"};
  std::optional<std::span<const std::byte>> root_part;
  for (std::uint64_t i = 0; i < parts; ++i) {
    constexpr std::uint64_t part_header = 8;
    const std::uint64_t offset = file.at(header + i * kWord);
    if (!file.has(offset, part_header) || !file.has(offset + part_header, file.at(offset + 4))) {
      return {.fault = "a part lies outside of it"};
    }
    if (file.at(offset) != kRootPart) continue;
    if (root_part) return {.fault = "it has more than one RTS0 part"};
    root_part = file.part(offset + part_header, file.at(offset + 4));
  }
  if (!root_part) return {.fault = "it has no RTS0 part"};
  return RootPartReader(*root_part, out).read();
}

}  // namespace d3d12fuzz::command
