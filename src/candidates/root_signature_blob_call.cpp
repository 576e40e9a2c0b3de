#include "candidates/root_signature_blob_call.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "candidates/conduct_bits.h"
#include "candidates/root_signature_description.h"
#include "domains/root_signature/lower.h"
#include "domains/root_signature_blob/assemble.h"
#include "domains/root_signature_blob/observables.h"
#include "domains/typed_domain.h"

namespace d3d12fuzz {
namespace {

using namespace root_signature_blob;

class RootSignatureBlobCall final : public DomainCall {
 public:
  std::uint32_t function() const override { return D3D12FUZZ_FUNCTION_ROOT_SIGNATURE_BLOB; }

  void write(const Case& value, MemoryImage& out) override {
    const RootSignatureBlobCase& blob_case = TypedDomain<RootSignatureBlobCase>::value_of(value);
    const std::vector<std::uint8_t> bytes = assemble(blob_case.content);
    out.clear();
    out.add(sizeof(d3d12fuzz_root_signature_blob_input), MemoryImage::Placement::input);
    out.add_output(sizeof(Result), sizeof(Result));
    write_input(blob_case, bytes, out);
    write_result(bytes.size(), out);
  }

  bool read(const Case& value, wire::OutcomeRecord record, Outcome& out) override {
    out.clear();
    const std::size_t size = assemble(TypedDomain<RootSignatureBlobCase>::value_of(value).content).size();
    Result result;
    if (!take_result(size, record, result)) return false;
    out.conduct = conduct_of(record.conduct());
    read_progress(record.progress(), out);
    if ((result.observed & D3D12FUZZ_OBSERVED_BLOB) != 0) {
      read_blob({blob_.data(), blob_capacity(size)}, result.blob_size, static_cast<std::uint16_t>(Field::blob_size),
                out);
    }
    read_descriptions(result.observed, {&result.description_1_0, &result.description_1_1, &result.description_1_2},
                      static_cast<std::uint16_t>(Field::description_1_0), out);
    return true;
  }

 private:
  using Result = d3d12fuzz_root_signature_blob_result;
  using BlockId = MemoryImage::BlockId;
  static constexpr BlockId kInput = 0;
  static constexpr BlockId kResult = 1;

  static void write_input(const RootSignatureBlobCase& value, const std::vector<std::uint8_t>& bytes,
                          MemoryImage& out) {
    out.put(kInput,
            d3d12fuzz_root_signature_blob_input{.blob = nullptr,
                                                .blob_size = bytes.size(),
                                                .deserializer = raw(value.deserializer),
                                                .platform = raw(value.target.platform),
                                                .resource_binding_tier = raw(value.target.resource_binding_tier),
                                                .reserved = 0});
    if (bytes.empty()) return;
    const BlockId blob = out.add(bytes.size(), root_signature::placement_of(value.placement));
    std::memcpy(out.bytes(blob), bytes.data(), bytes.size());
    out.point(kInput, offsetof(d3d12fuzz_root_signature_blob_input, blob), blob);
  }

  static void write_result(std::size_t size, MemoryImage& out) {
    const Sizes sizes = sizes_of(size);
    const d3d12fuzz_description description = DescriptionBuffers::room(sizes);
    out.put(kResult, Result{.blob_capacity = static_cast<std::uint32_t>(blob_capacity(size)),
                            .description_1_0 = description,
                            .description_1_1 = description,
                            .description_1_2 = description});
    out.point(kResult, offsetof(Result, progress), MemoryImage::kOutside);
    out.point(kResult, offsetof(Result, blob), out.add_output(blob_capacity(size)));
    DescriptionBuffers::offer(sizes, kResult, offsetof(Result, description_1_0), out);
  }

  /// Takes the blocks in the order in which write_result offered them.
  bool take_result(std::size_t size, wire::OutcomeRecord& record, Result& result) {
    if (!record.take(&result, sizeof(result))) return false;
    grow(blob_, blob_capacity(size));
    const bool has_blob = (result.observed & D3D12FUZZ_OBSERVED_BLOB) != 0;
    if (has_blob ? !record.take(blob_.data(), blob_capacity(size)) : !record.skip()) return false;
    return descriptions_.take(sizes_of(size), result.observed, record,
                              {&result.description_1_0, &result.description_1_1, &result.description_1_2}) &&
           record.at_end();
  }

  /// What so many bytes can be expected to describe. What is shared may be described more often: the rest is not looked
  /// at then.
  static Sizes sizes_of(std::size_t size) {
    constexpr std::size_t most = 128;
    return {.parameters = std::min(size / 12, most),
            .ranges = 2 * std::min(size / 20, most),
            .static_samplers = std::min(size / 52, most)};
  }

  /// Room for the same bytes in canonical order, and for some of what they share.
  static std::size_t blob_capacity(std::size_t size) { return 256 + 2 * size; }

  DescriptionBuffers descriptions_;
  std::vector<std::uint8_t> blob_;
};

}  // namespace

std::unique_ptr<DomainCall> make_root_signature_blob_call() { return std::make_unique<RootSignatureBlobCall>(); }

}  // namespace d3d12fuzz
