#include "candidates/d3d12/runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "base/error.h"
#include "candidates/d3d12/com_interfaces.h"
#include "candidates/in_process.h"
#include "candidates/registry.h"
#include "domains/root_signature/domain.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// ---- A library of which all is known

/// What a COM object begins with.
struct Object {
  void* const* methods;
};

void never_called() { ADD_FAILURE() << "a method that was not expected"; }

/// A table of methods whose entries are all `never_called` but for those given.
std::vector<void*> table(std::initializer_list<std::pair<std::size_t, void*>> methods) {
  std::vector<void*> entries(64, reinterpret_cast<void*>(never_called));
  for (const auto& [slot, method] : methods) entries[slot] = method;
  return entries;
}

std::uint32_t release(void*) { return 0; }
const void* pointer_of_blob(void*) { return "DXBC"; }
std::size_t size_of_blob(void*) { return 4; }

std::int32_t serialize(const void*, void** blob, void** error) {
  static const std::vector<void*> methods =
      table({{d3d12::kReleaseSlot, reinterpret_cast<void*>(release)},
             {d3d12::kBlobGetBufferPointerSlot, reinterpret_cast<void*>(pointer_of_blob)},
             {d3d12::kBlobGetBufferSizeSlot, reinterpret_cast<void*>(size_of_blob)}});
  static Object object = {methods.data()};
  *blob = &object;
  *error = nullptr;
  return 0;
}

std::int32_t serialize_legacy(const void* desc, std::uint32_t, void** blob, void** error) {
  return serialize(desc, blob, error);
}

std::int32_t refuse_to_deserialize(const void*, std::size_t, const void*, void**) {
  return static_cast<std::int32_t>(0x80070057);
}

d3d12::LoadedLibrary library_that_does_not_deserialize() {
  return {.serialize = reinterpret_cast<void*>(serialize),
          .serialize_legacy = reinterpret_cast<void*>(serialize_legacy),
          .create_deserializer = reinterpret_cast<void*>(refuse_to_deserialize)};
}

std::int32_t describe_nothing(void*, std::uint32_t, const D3D12_VERSIONED_ROOT_SIGNATURE_DESC** desc) {
  *desc = nullptr;
  return static_cast<std::int32_t>(0x80004001);
}

std::int32_t make_deserializer(const void*, std::size_t, const void*, void** made) {
  static const std::vector<void*> methods =
      table({{d3d12::kReleaseSlot, reinterpret_cast<void*>(release)},
             {d3d12::kDeserializerGetRootSignatureDescAtVersionSlot, reinterpret_cast<void*>(describe_nothing)}});
  static Object object = {methods.data()};
  *made = &object;
  return 0;
}

std::int32_t say_tier_2(void*, std::uint32_t, void* data, std::uint32_t size) {
  EXPECT_EQ(size, sizeof(D3D12_FEATURE_DATA_D3D12_OPTIONS));
  static_cast<D3D12_FEATURE_DATA_D3D12_OPTIONS*>(data)->ResourceBindingTier = D3D12_RESOURCE_BINDING_TIER_2;
  return 0;
}

std::int32_t make_root_signature(void*, std::uint32_t, const void*, std::size_t, const void*, void** made) {
  static const std::vector<void*> methods = table({{d3d12::kReleaseSlot, reinterpret_cast<void*>(release)}});
  static Object object = {methods.data()};
  *made = &object;
  return 0;
}

std::int32_t make_device(void*, std::uint32_t, const void*, void** made) {
  static const std::vector<void*> methods =
      table({{d3d12::kReleaseSlot, reinterpret_cast<void*>(release)},
             {d3d12::kDeviceCheckFeatureSupportSlot, reinterpret_cast<void*>(say_tier_2)},
             {d3d12::kDeviceCreateRootSignatureSlot, reinterpret_cast<void*>(make_root_signature)}});
  static Object object = {methods.data()};
  *made = &object;
  return 0;
}

d3d12::LoadedLibrary library_with_a_device_of_tier_2() {
  return {.serialize = reinterpret_cast<void*>(serialize),
          .create_deserializer = reinterpret_cast<void*>(make_deserializer),
          .create_device = reinterpret_cast<void*>(make_device)};
}

/// What a candidate makes of a case.
Outcome answer(d3d12fuzz_candidate candidate, std::string_view text) {
  const Domain& domain = root_signature::domain();
  InProcessCandidate in_process(candidate, {});
  const std::unique_ptr<Case> value = case_from_tree(domain, to_tree(test::notation(text)));
  const Case* const cases[] = {value.get()};
  Outcome outcome;
  in_process.evaluate(domain, cases, std::span(&outcome, 1));
  return outcome;
}

std::vector<std::string> paths(const Outcome& outcome) {
  std::vector<std::string> all;
  for (const Observable& seen : outcome.observables) {
    all.push_back(path_of(root_signature::domain().observable_fields()[seen.key.field], seen.key));
  }
  return all;
}

TEST(Helper, a_blob_of_a_converted_desc_is_not_observed_even_if_it_is_refused) {
  const auto helper = [](std::string_view text) {
    const Outcome outcome =
        answer(d3d12::make_candidate(library_that_does_not_deserialize(), d3d12::CallingConvention::sysv_abi,
                                     D3D_ROOT_SIGNATURE_VERSION_1_1),
               text);
    EXPECT_EQ(outcome.at(Stage::serialize).status, Status::accepted);
    EXPECT_EQ(outcome.at(Stage::deserialize).status, Status::rejected);
    EXPECT_EQ(outcome.at(Stage::create).status, Status::not_reached);
    return paths(outcome);
  };
  EXPECT_THAT(helper("V=1.1 B"),
              ElementsAre("serialize.blob_written", "serialize.error_blob_set", "blob.size", "blob.words[0]"));
  EXPECT_THAT(helper("V=1.2 B"), ElementsAre("serialize.blob_written", "serialize.error_blob_set"));
}

TEST(Device, creates_root_signatures_for_its_own_binding_tier_alone) {
  const auto at_create = [](std::string_view text) {
    return answer(d3d12::make_candidate(library_with_a_device_of_tier_2(), d3d12::CallingConvention::sysv_abi), text)
        .at(Stage::create)
        .status;
  };
  EXPECT_EQ(at_create("V=1.0 TIER=2"), Status::accepted);
  EXPECT_EQ(at_create("V=1.0 TIER=1"), Status::unsupported);
  EXPECT_EQ(at_create("V=1.0 TIER=3"), Status::unsupported);
}

TEST(LegacySerializer, that_the_library_does_not_have_is_not_supported) {
  const Outcome outcome = answer(
      d3d12::make_candidate(library_with_a_device_of_tier_2(), d3d12::CallingConvention::sysv_abi), "V=1.0 Z=legacy:1");
  EXPECT_EQ(outcome.at(Stage::serialize).status, Status::unsupported);
}

// ---- A real library, where there is one

/// Debian's vkd3d as a candidate, or null where it is not installed.
std::unique_ptr<Candidate> open_if_installed(const std::string& spec) {
  try {
    // The first case makes the device, which takes long on a machine that has much else to do.
    return open_candidate(spec, {.timeout = std::chrono::minutes(1)});
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot be loaded: "));
    return nullptr;
  }
}

Outcome answer(Candidate& candidate, std::string_view text) {
  const std::unique_ptr<Case> value = case_from_tree(root_signature::domain(), to_tree(test::notation(text)));
  const Case* const cases[] = {value.get()};
  Outcome outcomes[1];
  candidate.evaluate(root_signature::domain(), cases, outcomes);
  return outcomes[0];
}

/// The value that was observed; nothing if there was none.
std::optional<std::uint64_t> value_of(const Outcome& outcome, std::string_view path) {
  const std::optional<ObservableKey> key = key_of(root_signature::domain().observable_fields(), path);
  EXPECT_TRUE(key.has_value()) << path;
  for (const Observable& seen : outcome.observables) {
    if (key && seen.key == *key) return seen.value;
  }
  return std::nullopt;
}

bool observes(const Outcome& outcome, std::string_view what) {
  const std::vector<std::string> all = paths(outcome);
  return std::any_of(all.begin(), all.end(), [&](const std::string& path) { return path.starts_with(what); });
}

constexpr std::int32_t kNotImplemented = static_cast<std::int32_t>(0x80004001);

class InstalledLibrary : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    candidate_ = open_if_installed(GetParam());
    if (!candidate_) GTEST_SKIP() << "libvkd3d-utils.so.1 is not installed";
  }
  Outcome ask(std::string_view text) { return answer(*candidate_, text); }

  std::unique_ptr<Candidate> candidate_;
};

class DownTo1_0 : public InstalledLibrary {};
class DownTo1_1 : public InstalledLibrary {};
class Direct : public InstalledLibrary {};
class Either : public InstalledLibrary {};

constexpr auto name_of_spec = [](const auto& info) { return "spec" + std::to_string(info.index); };
INSTANTIATE_TEST_SUITE_P(Vkd3d, DownTo1_0, testing::Values("d3dx12:libvkd3d-utils.so.1,max=1.0"), name_of_spec);
INSTANTIATE_TEST_SUITE_P(Vkd3d, DownTo1_1, testing::Values("d3dx12"), name_of_spec);
INSTANTIATE_TEST_SUITE_P(Vkd3d, Direct, testing::Values("d3d12"), name_of_spec);
INSTANTIATE_TEST_SUITE_P(Vkd3d, Either, testing::Values("d3d12", "d3dx12"), name_of_spec);

TEST_P(DownTo1_0, is_named_with_its_version) {
  EXPECT_EQ(candidate_->provenance().name, "d3dx12:libvkd3d-utils.so.1,max=1.0");
}

TEST_P(DownTo1_1, is_named_with_its_version) {
  EXPECT_EQ(candidate_->provenance().name, "d3dx12:libvkd3d-utils.so.1,max=1.1");
}

TEST_P(DownTo1_0, accepts_a_desc_of_1_1_and_describes_it_without_flags) {
  const Outcome outcome = ask("V=1.1 D(SRV,3,2,PIXEL,0x8); T[ALL](R(UAV,1,4,5,A,0x2))");
  EXPECT_EQ(outcome.at(Stage::serialize).status, Status::accepted);
  EXPECT_EQ(outcome.at(Stage::deserialize).status, Status::accepted);
  EXPECT_EQ(value_of(outcome, "description_1_0.num_parameters"), 2u);
  EXPECT_EQ(value_of(outcome, "description_1_0.parameters[0].parameter_type"), 3u);
  EXPECT_EQ(value_of(outcome, "description_1_0.parameters[0].shader_register"), 3u);
  EXPECT_EQ(value_of(outcome, "description_1_0.parameters[0].register_space"), 2u);
  EXPECT_EQ(value_of(outcome, "description_1_0.parameters[0].flags"), 0u);
  EXPECT_EQ(value_of(outcome, "description_1_0.parameters[1].descriptor_ranges[0].base_shader_register"), 4u);
  EXPECT_EQ(value_of(outcome, "description_1_0.parameters[1].descriptor_ranges[0].flags"), 0u);
}

TEST_P(DownTo1_0, does_not_observe_what_the_conversion_loses) {
  const Outcome converted = ask("V=1.1 B D(SRV,3,2,PIXEL,0x8)");
  EXPECT_TRUE(observes(converted, "description_1_0."));
  EXPECT_FALSE(observes(converted, "description_1_1."));
  EXPECT_FALSE(observes(converted, "description_1_2."));
  EXPECT_FALSE(observes(converted, "blob."));
  const Outcome as_it_is = ask("V=1.0 B D(SRV,3,2,PIXEL)");
  EXPECT_TRUE(observes(as_it_is, "description_1_0."));
  EXPECT_TRUE(observes(as_it_is, "description_1_1."));
  EXPECT_TRUE(observes(as_it_is, "blob."));
}

TEST_P(DownTo1_1, does_not_observe_what_the_conversion_loses) {
  const Outcome converted = ask("V=1.2 B S(3,2,PIXEL,Flags=0x0); D(SRV,3,2,PIXEL,0x8)");
  EXPECT_EQ(converted.at(Stage::serialize).status, Status::accepted);
  EXPECT_EQ(value_of(converted, "description_1_1.static_samplers[0].shader_register"), 3u);
  EXPECT_EQ(value_of(converted, "description_1_1.parameters[0].flags"), 0x8u);
  EXPECT_TRUE(observes(converted, "description_1_0."));
  EXPECT_FALSE(observes(converted, "description_1_2."));
  EXPECT_FALSE(observes(converted, "blob."));
  EXPECT_TRUE(observes(ask("V=1.1 B D(SRV,3,2,PIXEL,0x8)"), "blob."));
}

TEST_P(DownTo1_1, drops_the_flag_of_integer_border_colors) {
  const Outcome outcome = ask("V=1.2 S(3,2,PIXEL,Border=OPAQUE_BLACK_UINT,Flags=0x1)");
  EXPECT_NE(outcome.at(Stage::serialize).status, Status::unsupported);
}

/// DT-084: the helper refuses them, whatever the runtime would say.
void expect_other_sampler_flags_unsupported(const std::function<Outcome(std::string_view)>& ask) {
  for (const std::string_view flags : {"0x2", "0x3", "0x4", "0x80000000"}) {
    const Outcome outcome =
        ask("V=1.2 S(0,0,ALL,Flags=0x0); S(1,0,ALL,Filter=0x14,U=3,V=3,MaxLOD=0,Flags=" + std::string(flags) + ")");
    EXPECT_EQ(outcome.at(Stage::serialize), (StageOutcome{Status::unsupported, kNotImplemented})) << flags;
    EXPECT_EQ(outcome.at(Stage::deserialize).status, Status::not_reached);
    EXPECT_TRUE(outcome.observables.empty());
  }
}

TEST_P(DownTo1_0, does_not_support_other_sampler_flags) {
  expect_other_sampler_flags_unsupported([this](std::string_view text) { return ask(text); });
}

TEST_P(DownTo1_1, does_not_support_other_sampler_flags) {
  expect_other_sampler_flags_unsupported([this](std::string_view text) { return ask(text); });
}

TEST_P(DownTo1_0, does_not_support_flags_whose_loss_may_hide_a_broken_rule) {
  for (const std::string_view text : {"V=1.1 T[ALL](R(SRV,1,0,0,A,0x0),R(SRV,1,1,0,A,0x10))",  // DT-036
                                      "V=1.1 T[ALL](R(CBV,1,0,0,A,0x6))",                      // DT-037
                                      "V=1.1 T[ALL](R(SRV,1,0,0,A,0x9))",                      // DT-038
                                      "V=1.1 T[ALL](R(SAMPLER,1,0,0,A,0x2))",                  // DT-041
                                      "V=1.1 D(CBV,0,0,ALL,0x0); D(SRV,0,0,ALL,0x1)",          // DT-046
                                      "V=1.1 D(UAV,0,0,ALL,0xC)",                              // DT-046
                                      "V=1.2 S(0,0,ALL,Border=OPAQUE_BLACK,Flags=0x1)",        // DT-075
                                      "V=1.2 T[ALL](R(SRV,1,0,0,A,0x20000)); S(0,0,ALL,Flags=0x0)"}) {
    const Outcome outcome = ask(text);
    EXPECT_EQ(outcome.at(Stage::serialize), (StageOutcome{Status::unsupported, kNotImplemented})) << text;
    EXPECT_TRUE(outcome.observables.empty());
  }
}

TEST_P(DownTo1_0, supports_flags_that_break_no_rule) {
  for (const std::string_view text :
       {"V=1.1 T[ALL](R(SRV,1,0,0,A,0x1),R(UAV,1,0,0,A,0x10000),R(CBV,1,0,0,A,0x8)); T[ALL](R(SAMPLER,1,0,0,A,0x1))",
        "V=1.1 D(CBV,0,0,ALL,0x2); D(SRV,0,0,ALL,0x4); D(UAV,0,0,ALL,0x8); K(1,1,0,ALL)"}) {
    EXPECT_EQ(ask(text).at(Stage::serialize).status, Status::accepted) << text;
  }
}

TEST_P(DownTo1_1, supports_all_flags_of_version_1_1) {
  EXPECT_NE(ask("V=1.1 D(UAV,0,0,ALL,0xC)").at(Stage::serialize).status, Status::unsupported);
  EXPECT_NE(ask("V=1.2 T[ALL](R(SRV,1,0,0,A,0x10))").at(Stage::serialize).status, Status::unsupported);
  EXPECT_EQ(ask("V=1.2 S(0,0,ALL,Border=OPAQUE_BLACK,Flags=0x1)").at(Stage::serialize).status, Status::unsupported);
}

TEST_P(DownTo1_1, does_not_support_the_legacy_serializer) {
  EXPECT_EQ(ask("V=1.0 Z=legacy:1").at(Stage::serialize), (StageOutcome{Status::unsupported, kNotImplemented}));
}

TEST_P(Direct, supports_the_legacy_serializer) {
  EXPECT_EQ(ask("V=1.0 Z=legacy:1 D(CBV,0,0,ALL)").at(Stage::serialize).status, Status::accepted);
}

TEST_P(Direct, does_not_support_a_version_that_the_library_does_not_know) {
  const Outcome outcome = ask("V=1.2 D(CBV,0,0,ALL,0x0)");
  // What comes after vkd3d 1.2 may know it.
  if (outcome.at(Stage::serialize).status == Status::accepted) GTEST_SKIP() << "the library knows version 1.2";
  EXPECT_EQ(outcome.at(Stage::serialize), (StageOutcome{Status::unsupported, kNotImplemented}));
  EXPECT_EQ(outcome.at(Stage::deserialize).status, Status::not_reached);
  EXPECT_EQ(outcome.at(Stage::create).status, Status::not_reached);
  EXPECT_TRUE(outcome.observables.empty());
  EXPECT_FALSE(observes(ask("V=1.1 D(CBV,0,0,ALL,0x0)"), "description_1_2."));
}

TEST_P(Either, does_not_support_another_platform) {
  const Outcome outcome = ask("V=1.0 P=xbox D(CBV,0,0,ALL)");
  EXPECT_EQ(outcome.at(Stage::serialize), (StageOutcome{Status::unsupported, kNotImplemented}));
  EXPECT_TRUE(outcome.observables.empty());
}

TEST_P(Either, does_not_support_a_device_of_another_tier) {
  const Outcome outcome = ask("V=1.0 TIER=1 D(CBV,0,0,ALL)");
  EXPECT_EQ(outcome.at(Stage::serialize).status, Status::accepted);
  EXPECT_EQ(outcome.at(Stage::deserialize).status, Status::accepted);
  EXPECT_EQ(outcome.at(Stage::create).status, Status::unsupported) << "no device, or one of tier 3";
}

TEST_P(Either, takes_no_undefined_cases) { EXPECT_FALSE(candidate_->takes_undefined()); }

}  // namespace
}  // namespace d3d12fuzz
