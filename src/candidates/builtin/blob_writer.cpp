#include "candidates/builtin/blob_writer.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include "candidates/builtin/blob_layout.h"
#include "candidates/builtin/desc_view.h"
#include "candidates/builtin/digest.h"

namespace d3d12fuzz::builtin {
namespace {

// Words of the container.
constexpr std::size_t kDigest = 1;
constexpr std::size_t kHashed = 5;
constexpr std::size_t kTotalSize = 6;
constexpr std::size_t kPartSize = 10;
constexpr std::size_t kData = 11;

// Words of the part's data.
constexpr std::size_t kStaticSamplersOffset = kData + 4;
constexpr std::size_t kParameters = kData + 6;
constexpr std::size_t kParameterWords = 3;

constexpr std::uint32_t bytes(std::size_t words) { return static_cast<std::uint32_t>(words * sizeof(std::uint32_t)); }

}  // namespace

std::span<const std::uint32_t> BlobWriter::write(const StoredSignature& signature) {
  const auto num_parameters = static_cast<std::uint32_t>(signature.parameters.size());
  const auto num_samplers = static_cast<std::uint32_t>(signature.static_samplers.size());
  std::uint32_t version = signature.version;
  if (fault_ == Fault::blob_version_of_1_1) version = std::min<std::uint32_t>(version, D3D_ROOT_SIGNATURE_VERSION_1_1);

  words_.assign({kMagic, 0, 0, 0, 0, kContainerVersion, 0, 1, bytes(kPartSize - 1), kRootSignaturePart, 0});
  words_.insert(words_.end(), {version, num_parameters, bytes(kParameters - kData), num_samplers, 0, signature.flags});
  words_.resize(kParameters + kParameterWords * num_parameters);

  next_range_ = 0;
  std::uint32_t unstated_bytes = 0;
  for (std::size_t i = 0; i < num_parameters; ++i) {
    const d3d12fuzz_described_parameter& parameter = signature.parameters[i];
    const std::uint32_t offset = data_offset();
    write_payload(signature, parameter);
    if (fault_ == Fault::blob_payloads_padded && (data_offset() - offset) % 8 != 0) words_.push_back(0);
    if (fault_ == Fault::blob_size_omits_table_head && parameter.parameter_type == kTable) unstated_bytes += bytes(2);

    // The visibility comes second, other than in D3D12_ROOT_PARAMETER.
    std::uint32_t* const entry = words_.data() + kParameters + kParameterWords * i;
    entry[0] = parameter.parameter_type;
    entry[1] = parameter.shader_visibility;
    entry[2] = offset;
    if (fault_ == Fault::blob_equal_payloads_shared) entry[2] = share_payload(i, offset);
    if (fault_ == Fault::blob_visibility_after_payload) std::swap(entry[1], entry[2]);
  }

  if (num_samplers != 0 || fault_ != Fault::blob_sampler_offset_zero_when_none) {
    words_[kStaticSamplersOffset] = data_offset();
  }
  for (const d3d12fuzz_described_static_sampler& sampler : signature.static_samplers) {
    write_sampler(signature, sampler);
  }
  seal(unstated_bytes);
  return words_;
}

void BlobWriter::write_payload(const StoredSignature& signature, const d3d12fuzz_described_parameter& parameter) {
  if (parameter.parameter_type == kTable) {
    words_.push_back(parameter.num_ranges);
    words_.push_back(data_offset() + bytes(1));
    for (std::uint32_t i = 0; i < parameter.num_ranges; ++i) write_range(signature, next_range_++);
  } else if (parameter.parameter_type == kConstants) {
    if (fault_ == Fault::blob_constants_count_first) words_.push_back(parameter.num_32bit_values);
    words_.insert(words_.end(), {parameter.shader_register, parameter.register_space});
    if (fault_ != Fault::blob_constants_count_first) words_.push_back(parameter.num_32bit_values);
  } else {
    words_.insert(words_.end(), {parameter.shader_register, parameter.register_space});
    if (signature.version != D3D_ROOT_SIGNATURE_VERSION_1_0 && fault_ != Fault::blob_descriptor_without_flags) {
      words_.push_back(parameter.flags);
    }
  }
}

void BlobWriter::write_range(const StoredSignature& signature, std::size_t index) {
  const d3d12fuzz_described_range& range = signature.ranges[index];
  words_.insert(words_.end(),
                {range.range_type, range.num_descriptors, range.base_shader_register, range.register_space});
  std::uint32_t offset = range.offset_in_descriptors_from_table_start;
  if (fault_ == Fault::blob_append_resolved) offset = static_cast<std::uint32_t>(signature.resolved_offsets[index]);
  if (signature.version == D3D_ROOT_SIGNATURE_VERSION_1_0) {
    words_.push_back(offset);
  } else if (fault_ == Fault::blob_flags_after_offset) {
    words_.insert(words_.end(), {offset, range.flags});
  } else {
    words_.insert(words_.end(), {range.flags, offset});
  }
}

// The words of a described sampler are those of the container, the flags last.
void BlobWriter::write_sampler(const StoredSignature& signature, const d3d12fuzz_described_static_sampler& sampler) {
  constexpr std::size_t kWords = sizeof(sampler) / sizeof(std::uint32_t);
  const std::size_t at = words_.size();
  words_.resize(at + kWords);
  std::memcpy(words_.data() + at, &sampler, sizeof(sampler));
  if (signature.version != D3D_ROOT_SIGNATURE_VERSION_1_2 || fault_ == Fault::blob_sampler_without_flags) {
    words_.pop_back();
  }
}

std::uint32_t BlobWriter::data_offset() const { return bytes(words_.size() - kData); }

// Fault: the payload of parameter `index`, which begins at `offset`, goes if an earlier parameter of that type has an
// equal one.
std::uint32_t BlobWriter::share_payload(std::size_t index, std::uint32_t offset) {
  const auto word_at = [this](std::uint32_t at) {
    return words_.begin() + static_cast<std::ptrdiff_t>(kData + at / sizeof(std::uint32_t));
  };
  const auto entry = [this](std::size_t i) { return words_.data() + kParameters + kParameterWords * i; };
  for (std::size_t i = 0; i < index; ++i) {
    const std::uint32_t earlier = entry(i)[2];
    if (entry(i)[0] != entry(index)[0] || !std::equal(word_at(offset), words_.end(), word_at(earlier))) continue;
    words_.erase(word_at(offset), words_.end());
    return earlier;
  }
  return offset;
}

// Sizes and digest, which cover what has been written. `unstated_bytes` is what a fault leaves out of the sizes.
void BlobWriter::seal(std::uint32_t unstated_bytes) {
  words_[kTotalSize] = bytes(words_.size()) - unstated_bytes;
  words_[kPartSize] = data_offset() - unstated_bytes;
  const std::size_t from = fault_ == Fault::blob_digest_covers_header ? 0 : kHashed;
  const Digest digest = container_digest(std::span(words_).subspan(from), fault_);
  std::copy(digest.begin(), digest.end(), words_.begin() + kDigest);
}

}  // namespace d3d12fuzz::builtin
