#include "candidates/builtin/blob_reader.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "candidates/builtin/blob_layout.h"
#include "candidates/builtin/desc_view.h"
#include "candidates/builtin/field_rules.h"
#include "candidates/builtin/table_layout.h"

namespace d3d12fuzz::builtin {
namespace {

// Offsets in the container.
constexpr std::uint32_t kVersionAt = 20;
constexpr std::uint32_t kTotalSizeAt = 24;
constexpr std::uint32_t kPartCountAt = 28;
constexpr std::uint32_t kPartTableAt = kContainerHeaderSize;

// Offsets in the data of RTS0.
constexpr std::uint32_t kParameterCountAt = 4;
constexpr std::uint32_t kParametersAt = 8;
constexpr std::uint32_t kStaticSamplerCountAt = 12;
constexpr std::uint32_t kStaticSamplersAt = 16;
constexpr std::uint32_t kFlagsAt = 20;

constexpr std::uint32_t k1_0 = D3D_ROOT_SIGNATURE_VERSION_1_0;
constexpr std::uint32_t k1_1 = D3D_ROOT_SIGNATURE_VERSION_1_1;
constexpr std::uint32_t k1_2 = D3D_ROOT_SIGNATURE_VERSION_1_2;

constexpr std::size_t kMaxRanges = 65536;

static_assert(std::endian::native == std::endian::little, "words are copied as they are");

std::uint32_t word_at(const std::byte* bytes, std::uint64_t offset) {
  std::uint32_t word;
  std::memcpy(&word, bytes + offset, sizeof(word));
  return word;
}

// Fault: what arithmetic does to a float that is passed through it.
std::uint32_t normalised(std::uint32_t bits) {
  const volatile float value = std::bit_cast<float>(bits);
  return std::bit_cast<std::uint32_t>(value + 0.0f);
}

}  // namespace

Verdict BlobReader::read(std::span<const std::byte> blob, StoredSignature& out) {
  out.clear();
  Area container{blob.data(), blob.size()};
  if (container.bytes == nullptr || !header_is_legal(container)) return Verdict::rejected;
  if (fault_ == Fault::read_total_size_trusted) container.size = word_at(container.bytes, kTotalSizeAt);

  const std::optional<Area> part = root_signature_part(container);
  if (!part || !bounds_.fit(Piece::root_signature_header, {0, 1, kRootSignatureHeaderSize}, part->size)) {
    return Verdict::rejected;
  }
  out.version = word_at(part->bytes, 0);
  if (out.version == 0 && fault_ == Fault::read_version_0_accepted) out.version = k1_0;
  if (out.version > k1_2 && fault_ == Fault::read_newer_version_accepted) out.version = k1_2;
  if (out.version < k1_0 || out.version > k1_2) return Verdict::rejected;
  if (fault_ != Fault::read_root_flags_dropped) out.flags = word_at(part->bytes, kFlagsAt);

  const auto header = [&](std::uint32_t at) { return word_at(part->bytes, at); };
  const Area data = array_base(container, *part);
  if (!read_parameters(data, header(kParametersAt), header(kParameterCountAt), out) || !read_payloads(data, out)) {
    return Verdict::rejected;
  }
  const Verdict ranges = read_ranges(data, out);
  if (ranges != Verdict::accepted) return ranges;
  return verdict(read_static_samplers(data, header(kStaticSamplersAt), header(kStaticSamplerCountAt), out));
}

// B1 to B4.
bool BlobReader::header_is_legal(const Area& container) const {
  if (!bounds_.fit(Piece::container_header, {0, 1, kContainerHeaderSize}, container.size)) return false;
  if (word_at(container.bytes, 0) != kMagic && fault_ != Fault::read_magic_unchecked) return false;
  const std::uint32_t major = word_at(container.bytes, kVersionAt) & 0xFFFF;
  if (major != kContainerVersion && fault_ != Fault::read_container_version_unchecked) return false;
  return word_at(container.bytes, kTotalSizeAt) <= container.size || fault_ == Fault::read_total_size_trusted;
}

// B5 to B8. All parts must be sound, not only the one that is looked for.
std::optional<BlobReader::Area> BlobReader::root_signature_part(const Area& container) const {
  const std::uint32_t count = word_at(container.bytes, kPartCountAt);
  if (!bounds_.fit(Piece::part_table, {kPartTableAt, count, sizeof(std::uint32_t)}, container.size)) {
    return std::nullopt;
  }
  // A table that was not tested is read only so far.
  const bool until_found =
      fault_ == Fault::read_part_table_unchecked || fault_ == Fault::read_part_table_size_in_32_bits;
  std::optional<Area> found;
  for (std::uint32_t i = 0; i < count && !(until_found && found); ++i) {
    const std::uint32_t offset = word_at(container.bytes, kPartTableAt + sizeof(std::uint32_t) * std::uint64_t{i});
    const std::optional<Area> part = part_at(container, offset);
    if (!part) return std::nullopt;
    const bool wanted =
        word_at(container.bytes, offset) == kRootSignaturePart || fault_ == Fault::read_first_part_taken;
    if (!wanted && fault_ == Fault::read_foreign_part_rejected) return std::nullopt;
    if (wanted && !found) found = part;
  }
  return found;
}

// B6 and B7.
std::optional<BlobReader::Area> BlobReader::part_at(const Area& container, std::uint32_t offset) const {
  if (!bounds_.fit(Piece::part_header, {offset, 1, kPartHeaderSize}, container.size)) return std::nullopt;
  const std::uint64_t data = std::uint64_t{offset} + kPartHeaderSize;
  std::uint64_t size = word_at(container.bytes, offset + std::uint64_t{sizeof(std::uint32_t)});
  if (fault_ == Fault::read_part_size_clamped) size = std::min(size, container.size - data);
  if (!bounds_.fit(Piece::part_data, {data, size, 1}, container.size)) return std::nullopt;
  return Area{container.bytes + data, size};
}

// The data of the part. Two faults count from what the other offsets of the container count from, and from the part.
BlobReader::Area BlobReader::array_base(const Area& container, const Area& data) const {
  if (fault_ == Fault::read_offsets_from_container) return container;
  if (fault_ == Fault::read_offsets_from_part) return {data.bytes - kPartHeaderSize, data.size + kPartHeaderSize};
  return data;
}

bool BlobReader::array_fits(Piece piece, const Extent& extent, std::uint64_t size) const {
  if (fault_ == Fault::read_offset_of_nothing_checked && extent.count == 0 && extent.offset > size) return false;
  return bounds_.fit(piece, extent, size);
}

// B13, and B14 of the type.
bool BlobReader::read_parameters(const Area& data, std::uint32_t offset, std::uint32_t count, StoredSignature& out) {
  payload_offsets_.clear();
  tables_.clear();
  if (fault_ == Fault::read_parameters_in_fixed_place) offset = kRootSignatureHeaderSize;
  if (!array_fits(Piece::parameters, {offset, count, kParameterSize}, data.size)) return false;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::byte* const entry = data.bytes + offset + std::uint64_t{kParameterSize} * i;
    d3d12fuzz_described_parameter parameter{};
    parameter.parameter_type = word_at(entry, 0);
    parameter.shader_visibility = word_at(entry, 4);
    std::uint32_t payload = word_at(entry, 8);
    if (fault_ == Fault::read_visibility_after_payload) std::swap(parameter.shader_visibility, payload);
    if (parameter.parameter_type > kRootUav && fault_ != Fault::read_parameter_type_unchecked) return false;
    if (fault_ == Fault::read_shared_payload_rejected &&
        std::find(payload_offsets_.begin(), payload_offsets_.end(), payload) != payload_offsets_.end()) {
      return false;
    }
    out.parameters.push_back(parameter);
    payload_offsets_.push_back(payload);
  }
  return true;
}

// B15.
bool BlobReader::read_payloads(const Area& data, StoredSignature& out) {
  std::uint32_t next = kRootSignatureHeaderSize + kParameterSize * static_cast<std::uint32_t>(out.parameters.size());
  for (std::size_t i = 0; i < out.parameters.size(); ++i) {
    d3d12fuzz_described_parameter& parameter = out.parameters[i];
    const bool in_sequence = fault_ == Fault::read_payloads_in_sequence;
    if (!read_payload(data, in_sequence ? next : payload_offsets_[i], out.version, parameter)) return false;
    next += payload_size(parameter.parameter_type, out.version) + parameter.num_ranges * range_size(out.version);
  }
  return true;
}

std::uint32_t BlobReader::payload_size(std::uint32_t parameter_type, std::uint32_t version) const {
  if (parameter_type == kTable) return kTableSize;
  if (parameter_type == kConstants) return kConstantsSize;
  return root_descriptor_size(fault_ == Fault::read_root_descriptor_of_1_1 ? k1_1 : version);
}

bool BlobReader::read_payload(const Area& data, std::uint32_t offset, std::uint32_t version,
                              d3d12fuzz_described_parameter& parameter) {
  const std::uint32_t size = payload_size(parameter.parameter_type, version);
  if (!bounds_.fit(Piece::payload, {offset, 1, size}, data.size)) return false;
  const std::byte* const at = data.bytes + offset;
  if (parameter.parameter_type == kTable) {
    parameter.num_ranges = word_at(at, 0);
    const std::uint32_t behind = offset + kTableSize;
    tables_.push_back({parameter.num_ranges, fault_ == Fault::read_ranges_behind_table ? behind : word_at(at, 4)});
    return true;
  }
  parameter.shader_register = word_at(at, 0);
  parameter.register_space = word_at(at, 4);
  if (parameter.parameter_type == kConstants) {
    parameter.num_32bit_values = word_at(at, 8);
    if (fault_ == Fault::read_constants_count_first) {
      parameter = {.parameter_type = kConstants,
                   .shader_visibility = parameter.shader_visibility,
                   .shader_register = word_at(at, 4),
                   .register_space = word_at(at, 8),
                   .num_32bit_values = word_at(at, 0)};
    }
    return true;
  }
  // The second fault reads flags that it has not tested.
  const bool with_flags = version != k1_0 || fault_ == Fault::read_root_descriptor_flags_past_end;
  if (with_flags && fault_ != Fault::read_root_descriptor_flags_dropped) parameter.flags = word_at(at, 8);
  return true;
}

// B16.
Verdict BlobReader::read_ranges(const Area& data, StoredSignature& out) const {
  std::uint32_t layout = out.version;
  if (fault_ == Fault::read_ranges_of_1_0) layout = k1_0;
  if (fault_ == Fault::read_ranges_of_1_1) layout = k1_1;
  const std::uint32_t stride = range_size(layout);
  TableLayout resolved(fault_);
  for (const Table& table : tables_) {
    const Extent all{table.ranges_offset, table.num_ranges, stride};
    if (!array_fits(Piece::ranges, all, data.size)) return Verdict::rejected;
    if (table.num_ranges > kMaxRanges - out.ranges.size() && !bounds_.ranges_are_loose()) return Verdict::unsupported;
    resolved.begin();
    for (std::uint32_t i = 0; i < table.num_ranges; ++i) {
      d3d12fuzz_described_range range =
          read_range(data.bytes + table.ranges_offset + std::uint64_t{stride} * i, layout);
      if (fault_ == Fault::read_append_resolved) {
        std::uint32_t& offset = range.offset_in_descriptors_from_table_start;
        offset = static_cast<std::uint32_t>(resolved.place(range.num_descriptors, offset).value_or(offset));
      }
      out.ranges.push_back(range);
      out.resolved_offsets.push_back(range.offset_in_descriptors_from_table_start);
    }
  }
  return Verdict::accepted;
}

d3d12fuzz_described_range BlobReader::read_range(const std::byte* at, std::uint32_t layout_version) const {
  const bool with_flags = layout_version != k1_0;
  d3d12fuzz_described_range range = {.range_type = word_at(at, 0),
                                     .num_descriptors = word_at(at, 4),
                                     .base_shader_register = word_at(at, 8),
                                     .register_space = word_at(at, 12),
                                     .flags = with_flags ? word_at(at, 16) : 0,
                                     .offset_in_descriptors_from_table_start = word_at(at, with_flags ? 20 : 16)};
  if (with_flags && fault_ == Fault::read_range_flags_after_offset) {
    std::swap(range.flags, range.offset_in_descriptors_from_table_start);
  }
  if (fault_ == Fault::read_range_flags_dropped) range.flags = 0;
  return range;
}

// B18. The words of a described sampler are those of the container, the flags last.
bool BlobReader::read_static_samplers(const Area& data, std::uint32_t offset, std::uint32_t count,
                                      StoredSignature& out) const {
  const std::uint32_t size = static_sampler_size(fault_ == Fault::read_static_samplers_of_1_2 ? k1_2 : out.version);
  const std::uint32_t stride = fault_ == Fault::read_static_samplers_of_1_0 ? static_sampler_size(k1_0) : size;
  if (!array_fits(Piece::static_samplers, {offset, count, stride}, data.size)) return false;
  for (std::uint32_t i = 0; i < count; ++i) {
    d3d12fuzz_described_static_sampler sampler{};
    std::memcpy(&sampler, data.bytes + offset + std::uint64_t{stride} * i, size);
    if (fault_ == Fault::read_static_sampler_floats_normalised) {
      sampler.mip_lod_bias = normalised(sampler.mip_lod_bias);
      sampler.min_lod = normalised(sampler.min_lod);
      sampler.max_lod = normalised(sampler.max_lod);
    }
    if (fault_ == Fault::read_static_sampler_flags_dropped) sampler.flags = 0;
    out.static_samplers.push_back(sampler);
  }
  return true;
}

}  // namespace d3d12fuzz::builtin
