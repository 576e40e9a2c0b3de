#include "candidates/d3d12/root_signature_blob.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "candidates/d3d12/runner.h"
#include "candidates/in_process.h"
#include "candidates/registry.h"
#include "domains/root_signature_blob/domain.h"
#include "oracle/compare.h"
#include "support/serialized_case.h"

namespace d3d12fuzz {
namespace {

using namespace root_signature_blob;
using test::serialized;
using testing::HasSubstr;
using testing::IsEmpty;

// ---- A library of which all is known

std::int32_t refuse(const void*, std::size_t, const void*, void**) { return static_cast<std::int32_t>(0x80070057); }

/// What the legacy entry point of a library was asked for.
struct Asked {
  std::vector<std::uint8_t> bytes;
};
Asked* asked = nullptr;

const D3D12_ROOT_SIGNATURE_DESC* describe(void*) {
  static const D3D12_ROOT_SIGNATURE_DESC desc = [] {
    D3D12_ROOT_SIGNATURE_DESC made{};
    made.Flags = D3D12_ROOT_SIGNATURE_FLAG_ALLOW_STREAM_OUTPUT;
    return made;
  }();
  return &desc;
}

std::uint32_t release(void*) { return 0; }

std::int32_t make_legacy_deserializer(const void* data, std::size_t size, const void*, void** made) {
  const auto* bytes = static_cast<const std::uint8_t*>(data);
  asked->bytes.assign(bytes, bytes + size);
  static void* methods[8] = {};
  methods[d3d12::kReleaseSlot] = reinterpret_cast<void*>(release);
  methods[d3d12::kLegacyDeserializerGetRootSignatureDescSlot] = reinterpret_cast<void*>(describe);
  static void* const* object = methods;
  *made = &object;
  return 0;
}

Outcome answer(Candidate& candidate, const RootSignatureBlobCase& value) {
  const std::unique_ptr<Case> made = case_from_tree(domain(), to_tree(value));
  const Case* const cases[] = {made.get()};
  Outcome outcomes[1];
  candidate.evaluate(domain(), cases, outcomes);
  return outcomes[0];
}

Outcome answer(const d3d12::LoadedLibrary& library, const RootSignatureBlobCase& value) {
  InProcessCandidate candidate(d3d12::make_candidate(library, d3d12::CallingConvention::sysv_abi), {});
  return answer(candidate, value);
}

RootSignatureBlobCase legacy(std::string_view text) {
  RootSignatureBlobCase value = serialized(text);
  value.deserializer = Deserializer::legacy;
  return value;
}

TEST(BlobOfLibrary, goes_to_the_deserializer_that_the_case_names) {
  Asked what;
  asked = &what;
  const d3d12::LoadedLibrary library = {
      .create_deserializer = reinterpret_cast<void*>(refuse),
      .create_deserializer_legacy = reinterpret_cast<void*>(make_legacy_deserializer)};
  EXPECT_EQ(answer(library, serialized("V=1.0")).at(Stage::deserialize).status, Status::rejected);
  EXPECT_THAT(what.bytes, IsEmpty());
  const Outcome outcome = answer(library, legacy("V=1.0"));
  EXPECT_EQ(what.bytes, *domain().blob(*case_from_tree(domain(), to_tree(legacy("V=1.0")))));
  EXPECT_EQ(outcome.at(Stage::deserialize).status, Status::accepted);
  EXPECT_EQ(outcome.at(Stage::create).status, Status::unsupported);  // no device
  const auto flags = key_of(domain().observable_fields(), "description_1_0.flags");
  ASSERT_EQ(outcome.observables.size(), 3u);
  EXPECT_EQ(outcome.observables[0].key, *flags);
  EXPECT_EQ(outcome.observables[0].value, 0x40u);
}

TEST(BlobOfLibrary, a_deserializer_or_a_platform_that_it_does_not_have_is_not_supported) {
  const d3d12::LoadedLibrary library = {.create_deserializer = reinterpret_cast<void*>(refuse)};
  for (const RootSignatureBlobCase& value : {legacy("V=1.0"), serialized("V=1.0 P=xbox")}) {
    const Outcome outcome = answer(library, value);
    EXPECT_EQ(outcome.at(Stage::deserialize).status, Status::unsupported);
    EXPECT_EQ(outcome.at(Stage::create).status, Status::not_reached);
  }
}

TEST(BlobOfLibrary, what_is_refused_is_not_created) {
  const d3d12::LoadedLibrary library = {.create_deserializer = reinterpret_cast<void*>(refuse)};
  const Outcome outcome = answer(library, serialized("V=1.0"));
  EXPECT_EQ(outcome.at(Stage::deserialize), (StageOutcome{Status::rejected, static_cast<std::int32_t>(0x80070057)}));
  EXPECT_EQ(outcome.at(Stage::create).status, Status::not_reached);
}

TEST(BlobOfLibrary, does_not_go_by_way_of_the_helper) {
  const InProcessCandidate candidate(
      d3d12::make_candidate({}, d3d12::CallingConvention::sysv_abi, D3D_ROOT_SIGNATURE_VERSION_1_1), {});
  EXPECT_FALSE(candidate.supports(domain()));
}

// ---- A real library, where there is one

class InstalledReader : public testing::Test {
 protected:
  void SetUp() override {
    try {
      candidate_ = open_candidate("d3d12", {});
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("cannot be loaded: "));
      GTEST_SKIP() << "libvkd3d-utils.so.1 is not installed";
    }
  }

  std::unique_ptr<Candidate> candidate_;
};

TEST_F(InstalledReader, says_of_sound_bytes_what_the_model_does) {
  std::unique_ptr<Model> model = domain().make_model();
  for (const std::string_view text :
       {"V=1.0", "V=1.1 F=0x1 D(CBV,4,1,VERTEX,0x0); D(SRV,13,0,ALL,0x8)", "V=1.0 K(3,4,0,ALL); K(4,5,3,ALL)",
        "V=1.1 T[PIXEL](R(CBV,1,1,7,A,0x4),R(SRV,8,16,0,A,0x0)); S(4,0,ALL)"}) {
    for (const Deserializer deserializer : {Deserializer::versioned, Deserializer::legacy}) {
      RootSignatureBlobCase value = serialized(text, {ExtraPart{.size = Extent{4}}});
      value.deserializer = deserializer;
      const Outcome outcome = answer(*candidate_, value);
      Expectation expectation;
      model->judge(*case_from_tree(domain(), to_tree(value)), expectation);
      Comparison comparison;
      compare(expectation, outcome, domain().observable_fields(), comparison);
      EXPECT_THAT(comparison.differences, IsEmpty()) << text;
      EXPECT_EQ(outcome.at(Stage::deserialize).status, Status::accepted) << text;
      const bool has_bytes = outcome.observables.front().key.field == 0;
      EXPECT_EQ(has_bytes, deserializer == Deserializer::versioned) << text;
      EXPECT_GT(outcome.observables.size(), 2u);
    }
  }
}

}  // namespace
}  // namespace d3d12fuzz
