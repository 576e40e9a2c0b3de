/// Hands serialized root signatures to the built-in candidate: what is before them and behind them cannot be read.
#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "candidates/builtin/blob_writer.h"
#include "candidates/builtin/builtin.h"
#include "candidates/builtin/call.h"
#include "candidates/builtin/stored_signature.h"
#include "domains/root_signature/case.h"
#include "support/notation.h"

namespace d3d12fuzz::builtin {

using Bytes = std::vector<std::uint8_t>;

/// A copy of bytes right before a page that cannot be read.
class GuardedBytes {
 public:
  explicit GuardedBytes(std::span<const std::uint8_t> bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t room = (bytes.size() / page + 1) * page;
    size_ = room + page;
    map_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map_ == MAP_FAILED) throw std::bad_alloc();
    std::uint8_t* const end = static_cast<std::uint8_t*>(map_) + room;
    if (mprotect(end, page, PROT_NONE) != 0) throw std::bad_alloc();
    data_ = end - bytes.size();
    std::copy(bytes.begin(), bytes.end(), data_);
    mprotect(map_, room, PROT_READ);
  }
  GuardedBytes(const GuardedBytes&) = delete;
  GuardedBytes& operator=(const GuardedBytes&) = delete;
  ~GuardedBytes() { munmap(map_, size_); }

  const std::uint8_t* data() const { return data_; }

 private:
  void* map_ = nullptr;
  std::size_t size_ = 0;
  std::uint8_t* data_ = nullptr;
};

struct BlobQuestion {
  std::uint32_t deserializer = D3D12FUZZ_DESERIALIZER_VERSIONED;
  std::uint32_t resource_binding_tier = 3;
  Fault fault = Fault::none;
};

struct BlobAnswer {
  d3d12fuzz_progress progress{};
  d3d12fuzz_root_signature_blob_result result{};
  Bytes blob;  ///< what was read, serialized again; empty if that was not observed
  Description at_1_0, at_1_1, at_1_2;

  std::uint32_t status(std::uint32_t stage) const { return progress.stages[stage].status; }
  bool read() const { return status(D3D12FUZZ_STAGE_DESERIALIZE) == D3D12FUZZ_STATUS_ACCEPTED; }
  bool created() const { return status(D3D12FUZZ_STAGE_CREATE) == D3D12FUZZ_STATUS_ACCEPTED; }
};

/// Asks with the blob before a page that cannot be read.
inline BlobAnswer ask_blob(std::span<const std::uint8_t> blob, const BlobQuestion& question = {}) {
  const GuardedBytes guarded(blob);
  BlobAnswer answer;
  Bytes room(8192);
  answer.result = {.progress = &answer.progress,
                   .blob_capacity = static_cast<std::uint32_t>(room.size()),
                   .blob = room.data(),
                   .description_1_0 = answer.at_1_0.offer(),
                   .description_1_1 = answer.at_1_1.offer(),
                   .description_1_2 = answer.at_1_2.offer()};
  const d3d12fuzz_root_signature_blob_input input = {.blob = guarded.data(),
                                                     .blob_size = blob.size(),
                                                     .deserializer = question.deserializer,
                                                     .platform = D3D12FUZZ_PLATFORM_PC,
                                                     .resource_binding_tier = question.resource_binding_tier};
  const d3d12fuzz_candidate candidate = make_builtin(question.fault);
  candidate.root_signature_blob(candidate.context, &input, &answer.result);
  candidate.destroy(candidate.context);
  answer.at_1_0.counts = answer.result.description_1_0;
  answer.at_1_1.counts = answer.result.description_1_1;
  answer.at_1_2.counts = answer.result.description_1_2;
  if ((answer.result.observed & D3D12FUZZ_OBSERVED_BLOB) != 0) {
    room.resize(answer.result.blob_size);
    answer.blob = std::move(room);
  }
  return answer;
}

inline std::uint32_t word_at(std::span<const std::uint8_t> bytes, std::size_t offset) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data() + offset, sizeof(word));
  return word;
}

/// \return the bytes with one word overwritten
inline Bytes with_word(Bytes bytes, std::size_t offset, std::uint32_t word) {
  std::memcpy(bytes.data() + offset, &word, sizeof(word));
  return bytes;
}

/// The serialized form of a case of the catalogue's notation, whatever a serializer says of it.
inline Bytes serialized(std::string_view notation) {
  const root_signature::RootSignatureCase value = test::notation(notation);
  const auto word = [](auto field) { return static_cast<std::uint32_t>(field); };
  StoredSignature stored;
  stored.version = word(value.version);
  stored.flags = word(value.flags);
  for (const root_signature::RootParameter& parameter : value.parameters) {
    d3d12fuzz_described_parameter& made = stored.parameters.emplace_back();
    if (const auto* table = std::get_if<root_signature::DescriptorTable>(&parameter)) {
      made = {.parameter_type = D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE,
              .shader_visibility = word(table->shader_visibility),
              .num_ranges = static_cast<std::uint32_t>(table->descriptor_ranges.size())};
      for (const root_signature::DescriptorRange& range : table->descriptor_ranges) {
        stored.ranges.push_back({word(range.range_type), word(range.num_descriptors), word(range.base_shader_register),
                                 word(range.register_space), word(range.flags),
                                 word(range.offset_in_descriptors_from_table_start)});
      }
    } else if (const auto* constants = std::get_if<root_signature::RootConstants>(&parameter)) {
      made = {.parameter_type = D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS,
              .shader_visibility = word(constants->shader_visibility),
              .shader_register = word(constants->shader_register),
              .register_space = word(constants->register_space),
              .num_32bit_values = word(constants->num_32bit_values)};
    } else if (const auto* descriptor = std::get_if<root_signature::RootDescriptor>(&parameter)) {
      made = {.parameter_type = word(descriptor->descriptor_type),
              .shader_visibility = word(descriptor->shader_visibility),
              .shader_register = word(descriptor->shader_register),
              .register_space = word(descriptor->register_space),
              .flags = word(descriptor->flags)};
    }
  }
  for (const root_signature::StaticSampler& sampler : value.static_samplers) {
    static_assert(sizeof(sampler) == sizeof(d3d12fuzz_described_static_sampler));
    std::memcpy(&stored.static_samplers.emplace_back(), &sampler, sizeof(sampler));
  }
  stored.resolved_offsets.resize(stored.ranges.size());
  BlobWriter writer(Fault::none);
  const std::span<const std::byte> bytes = std::as_bytes(writer.write(stored));
  Bytes out(bytes.size());
  std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

/// A container of the given parts: FourCC and data.
struct Part {
  std::uint32_t four_cc;
  Bytes data;
};
inline constexpr std::uint32_t kRts0 = 0x30535452;

inline Bytes container(const std::vector<Part>& parts) {
  Bytes out;
  const auto append = [&](std::uint32_t word) {
    out.resize(out.size() + sizeof(word));
    std::memcpy(out.data() + out.size() - sizeof(word), &word, sizeof(word));
  };
  const auto count = static_cast<std::uint32_t>(parts.size());
  for (const std::uint32_t word : {0x43425844u, 0u, 0u, 0u, 0u, 1u, 0u, count}) append(word);
  std::uint32_t offset = 32 + 4 * count;
  for (const Part& part : parts) {
    append(offset);
    offset += 8 + static_cast<std::uint32_t>(part.data.size());
  }
  for (const Part& part : parts) {
    append(part.four_cc);
    append(static_cast<std::uint32_t>(part.data.size()));
    out.insert(out.end(), part.data.begin(), part.data.end());
  }
  return with_word(std::move(out), 24, offset);
}

/// The data of RTS0 in a container of that part alone.
inline Bytes data_of(const Bytes& blob) { return {blob.begin() + 44, blob.end()}; }

/// FaultInfo::smallest_case of domain root_signature_blob.
struct BlobCase {
  Bytes blob;
  BlobQuestion question;
};

inline BlobCase blob_case(std::string_view text) {
  std::string signature;
  std::vector<std::string> edits;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string token(text.substr(begin, end - begin));
    const bool edit = token.starts_with("C+") || token.starts_with("D+") || token.starts_with("SIZE=") ||
                      token == "PART" || token == "LEGACY";
    if (edit) {
      edits.push_back(token);
    } else {
      signature += token + " ";
    }
    begin = end + 1;
  }
  BlobCase out{serialized(signature), {}};
  std::size_t data = 44;
  for (const std::string& edit : edits) {
    const std::size_t equals = edit.find('=');
    if (edit == "LEGACY") {
      out.question.deserializer = D3D12FUZZ_DESERIALIZER_LEGACY;
    } else if (edit == "PART") {
      out.blob = container({{0x54524150, {}}, {kRts0, data_of(out.blob)}});
      data = 56;
    } else if (edit.starts_with("SIZE=")) {
      out.blob.resize(std::stoul(edit.substr(5)));
    } else {
      const std::size_t base = edit.starts_with("D+") ? data : 0;
      const std::size_t offset = base + std::stoul(edit.substr(2, equals - 2));
      out.blob = with_word(std::move(out.blob), offset,
                           static_cast<std::uint32_t>(std::stoul(edit.substr(equals + 1), nullptr, 0)));
    }
  }
  return out;
}

}  // namespace d3d12fuzz::builtin
