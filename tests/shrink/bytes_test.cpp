// What is left of serialized root signatures when they are made small: the fewest edits of the smallest root signature.

#include <gtest/gtest.h>

#include "candidates/in_process.h"
#include "domains/root_signature_blob/domain.h"
#include "domains/root_signature_blob/text.h"
#include "domains/typed_domain.h"
#include "shrink/collector.h"
#include "support/serialized_case.h"

namespace d3d12fuzz {
namespace {

using namespace root_signature_blob;
using test::set;

/// Takes whatever it is handed, at both stages.
d3d12fuzz_candidate takes_everything() {
  return {.version = D3D12FUZZ_CANDIDATE_VERSION,
          .root_signature_blob = [](void*, const d3d12fuzz_root_signature_blob_input*,
                                    d3d12fuzz_root_signature_blob_result* result) {
            result->progress->stages[D3D12FUZZ_STAGE_DESERIALIZE].status = D3D12FUZZ_STATUS_ACCEPTED;
            result->progress->stages[D3D12FUZZ_STAGE_CREATE].status = D3D12FUZZ_STATUS_ACCEPTED;
          }};
}

std::string text_of(const Finding& finding) {
  return to_text(TypedDomain<RootSignatureBlobCase>::value_of(*case_from_tree(domain(), finding.tree)));
}

/// What a case shrinks to while a rule is not enforced at deserialize.
std::string smallest(const RootSignatureBlobCase& start, std::string_view id) {
  InProcessCandidate candidate(takes_everything(), {.name = "credulous"});
  Examiner examiner(domain(), candidate);
  CollectorOptions options;
  options.reference.name = "model";
  Collector collector(examiner, options);
  const std::unique_ptr<Case> value = case_from_tree(domain(), to_tree(start));
  for (const Signature& signature : examiner.examine(*value).signatures(domain())) {
    if (signature.subject != id || signature.stage != Stage::deserialize) continue;
    const std::optional<Finding> finding = collector.shrink_case(*value, signature, std::nullopt);
    if (!finding) break;
    EXPECT_TRUE(finding->minimal) << id;
    EXPECT_EQ(finding->signature.subject, id);
    return text_of(*finding);
  }
  ADD_FAILURE() << id << " is not shown";
  return {};
}

/// A root signature of everything with an edit between others that break nothing.
RootSignatureBlobCase with(const Edit& edit) {
  RootSignatureBlobCase value = test::serialized(
      "V=1.1 F=0x1 T[PIXEL](R(CBV,1,1,7,A,0x4),R(SRV,8,16,0,A,0x0)); K(3,4,0,ALL); T[ALL](R(UAV,2,6,0,A,0x0)); "
      "D(SRV,13,0,ALL,0x8); S(4,0,ALL); S(5,0,VERTEX)",
      {MovePayload{.parameter = ElementIndex{1}, .gap = Extent{8}}, edit,
       ExtraPart{.size = Extent{12}, .place = PartPlace::front}});
  test::signature_in(value).digest = DigestForm::stale;
  value.deserializer = Deserializer::legacy;
  value.placement = root_signature::ArrayPlacement::read_only;
  return value;
}

std::string edited(std::string_view signature, std::string_view edit) {
  return "// root signature version 1.0\n" + std::string(signature) + "\n// serialized; then\n//   " +
         std::string(edit) + "\n";
}

TEST(ShrinkBytes, leaves_one_edit_of_the_smallest_root_signature) {
  EXPECT_EQ(smallest(with(set(Word::magic, 7)), "DT-088"), "// 0 bytes\n");
  EXPECT_EQ(smallest(with(set(Word::part_count, 0x40000001)), "DT-090"),
            edited("RootFlags(0)", "part_count becomes 10"));
  EXPECT_EQ(smallest(with(set(Word::part_size, Relation::end_plus, 4)), "DT-090"),
            edited("RootFlags(0)", "part_count shrinks by 2"));
  EXPECT_EQ(smallest(with(set(Word::part_name, 0x31535452)), "DT-091"),
            edited("RootFlags(0)", "part_name of part 0 becomes 0"));
  EXPECT_EQ(smallest(with(set(Word::version, 7)), "DT-094"), edited("RootFlags(0)", "version becomes 0"));
  EXPECT_EQ(smallest(with(set(Word::num_parameters, 0x55555556)), "DT-096"),
            edited("RootFlags(0)", "num_parameters becomes 1"));
  EXPECT_EQ(smallest(with(set(Word::parameters_offset, 0xFFFFFFF0)), "DT-097"),
            edited("DescriptorTable()", "parameters_offset becomes 45"));
  EXPECT_EQ(smallest(with(set(Word::num_descriptor_ranges, 0x2AAAAAAB, 2)), "DT-098"),
            edited("DescriptorTable()", "num_descriptor_ranges of parameter 0 becomes 1"));
  EXPECT_EQ(smallest(with(set(Word::parameter_type, 9, 1)), "DT-034"),
            edited("DescriptorTable()", "parameter_type of parameter 0 becomes 5"));
}

}  // namespace
}  // namespace d3d12fuzz
