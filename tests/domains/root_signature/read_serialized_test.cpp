#include "domains/root_signature/read_serialized.h"

#include <string>

#include "base/little_endian.h"
#include "domains/root_signature/digest.h"
#include "domains/root_signature/generate.h"
#include "domains/root_signature/serialized.h"
#include "support/long_run.h"
#include "support/notation.h"

namespace d3d12fuzz::root_signature {
namespace {

using test::notation;
using Bytes = std::vector<std::uint8_t>;
using Ids = std::vector<std::string>;

constexpr std::size_t kData = 44;  // of the RTS0 part, in what the writer writes

Bytes written(std::string_view text) { return write_serialized(notation(text)); }

Bytes with(Bytes bytes, std::size_t at, std::uint32_t word) {
  store_word(bytes, at, word);
  return bytes;
}

Bytes cut(Bytes bytes, std::size_t size) {
  bytes.resize(size);
  return bytes;
}

/// A container of one part of that size, of zeros.
Bytes container(std::uint32_t part_size, std::uint32_t version) {
  Bytes bytes = cut(written("V=1.0"), kData + part_size);
  store_word(bytes, 24, static_cast<std::uint32_t>(bytes.size()));
  store_word(bytes, 40, part_size);
  if (part_size >= 4) store_word(bytes, kData, version);
  return bytes;
}

Ids ids(const RuleSet& rules) {
  Ids all;
  rules.for_each([&](RuleId id) { all.emplace_back(rule(id).id); });
  return all;
}

/// "DT-096 at 52", one for each refusal.
Ids refusals(const Bytes& bytes) {
  Ids all;
  for (const SerializedRefusal& refusal : read_serialized(bytes).refusals) {
    std::string text;
    for (const std::string& id : ids(refusal.rules)) text += id + " ";
    all.push_back(text + "at " + std::to_string(refusal.at));
  }
  return all;
}

/// The rules that came up; the digest is left out, which hardly any of these bytes has.
Ids touched(const Bytes& bytes) {
  Ids all = ids(read_serialized(bytes).touched);
  std::erase(all, "DT-092");
  return all;
}

/// What the serialized form has of a case.
RootSignatureCase serialized_part(const RootSignatureCase& value) {
  RootSignatureCase part;
  part.version = value.version;
  part.flags = value.flags;
  part.parameters = value.parameters;
  part.static_samplers = value.static_samplers;
  return part;
}

RootSignatureCase drawn(std::uint64_t index) {
  RootSignatureCase value;
  ChoiceSource choices(11, index);
  generate(choices, value);
  return value;
}

const std::string_view kSample =
    "V=1.2 F=0x400 D(UAV,2,1,VERTEX,0x0); D(SRV,4,3,ALL,0x8); D(CBV,6,5,PIXEL,0x8); K(2,10,9,GEOMETRY); "
    "T[ALL](R(CBV,2,1,10,3,0x8),R(UAV,2,1,10,3,0x3)); "
    "S(0,0,PIXEL,Filter=0,U=1,V=3,W=1,Bias=0,MaxAnisotropy=0,Cmp=0,Border=0,MinLOD=0,MaxLOD=0); "
    "S(0,3,ALL,Filter=1,U=1,V=1,W=4,Bias=1.0,MaxAnisotropy=0,Cmp=0,Border=3,MinLOD=0,MaxLOD=10.0,Flags=0x1)";

TEST(ReadSerialized, gives_back_what_was_written) {
  const std::uint64_t cases = test::long_run() ? 100000 : 2000;
  for (std::uint64_t i = 0; i < cases; ++i) {
    const RootSignatureCase value = drawn(i);
    const Bytes bytes = write_serialized(value);
    const SerializedReading reading = read_serialized(bytes);
    ASSERT_TRUE(reading.signature) << i;
    EXPECT_EQ(*reading.signature, serialized_part(value)) << i;
    EXPECT_EQ(write_serialized(*reading.signature), bytes) << i;
    EXPECT_FALSE(reading.touched.contains("DT-092"_rule)) << i;
  }
}

TEST(ReadSerialized, finds_everything_where_the_landmarks_are) {
  const Bytes table = written("V=1.1 T[ALL](R(CBV,1,1,7,A,0x0),R(SRV,8,16,0,A,0x0),R(UAV,U,3,0,44,0x0))");
  EXPECT_EQ(table.size(), 160u);
  EXPECT_EQ(load_word(table, 40), 0x74u);          // size of the part
  EXPECT_EQ(load_word(table, kData + 8), 0x18u);   // parameters
  EXPECT_EQ(load_word(table, kData + 32), 0x24u);  // payload
  EXPECT_EQ(load_word(table, kData + 40), 0x2Cu);  // ranges
  EXPECT_EQ(load_word(table, kData + 16), 0x74u);  // static samplers
  const Bytes sample = written(kSample);
  EXPECT_EQ(sample.size(), 344u);
  EXPECT_EQ(load_word(sample, 40), 0x12Cu);
  for (std::size_t p = 0; p < 5; ++p) EXPECT_EQ(load_word(sample, kData + 0x18 + 12 * p + 8), 0x54u + 12 * p);
  EXPECT_EQ(load_word(sample, kData + 0x88), 0x8Cu);
  EXPECT_EQ(load_word(sample, kData + 16), 0xBCu);
  EXPECT_EQ(load_word(sample, kData + 20), 0x400u);
  EXPECT_EQ(refusals(sample), Ids{});
  EXPECT_EQ(touched(sample), Ids{"DT-095"});
}

TEST(ReadSerialized, refuses_what_is_no_container) {
  EXPECT_EQ(refusals({}), Ids{"DT-088 at 0"});
  const Bytes empty = written("V=1.0");
  EXPECT_EQ(refusals(cut(empty, 31)), Ids{"DT-088 at 31"});
  EXPECT_EQ(refusals(with(cut(empty, 32), 28, 0)), Ids{"DT-091 at 28"});
  EXPECT_EQ(refusals(with(empty, 0, 0x44425844)), Ids{"DT-088 at 0"});
  EXPECT_EQ(refusals(with(empty, 20, 2)), Ids{"DT-088 at 20"});
  EXPECT_EQ(refusals(with(empty, 20, 0)), Ids{"DT-088 at 20"});
}

TEST(ReadSerialized, refuses_parts_that_leave_the_container) {
  const Bytes empty = written("V=1.0");
  EXPECT_EQ(refusals(with(empty, 28, 0x10000000)), Ids{"DT-090 at 28"});
  EXPECT_EQ(refusals(with(empty, 28, 0x40000001)), Ids{"DT-090 at 28"});  // times 4 wraps to 4
  EXPECT_EQ(refusals(with(empty, 28, 10)), Ids{"DT-090 at 28"});          // 9 fit
  EXPECT_EQ(refusals(with(empty, 32, 61)), Ids{"DT-090 at 32"});
  EXPECT_EQ(refusals(with(empty, 32, 60)), Ids{"DT-091 at 28"});
  EXPECT_EQ(refusals(with(empty, 32, 0xFFFFFFFC)), Ids{"DT-090 at 32"});
  EXPECT_EQ(refusals(with(empty, 40, 25)), Ids{"DT-090 at 40"});
  EXPECT_EQ(refusals(with(empty, 40, 0xFFFFFFFF)), Ids{"DT-090 at 40"});
  EXPECT_EQ(refusals(with(empty, 36, 0x31535452)), Ids{"DT-091 at 28"});
}

TEST(ReadSerialized, refuses_a_short_header_and_unknown_versions) {
  EXPECT_EQ(refusals(container(24, 1)), Ids{});
  EXPECT_EQ(refusals(container(23, 1)), Ids{"DT-094 at 40"});
  EXPECT_EQ(refusals(container(0, 1)), Ids{"DT-094 at 40"});
  EXPECT_EQ(refusals(container(24, 3)), Ids{});
  EXPECT_EQ(refusals(container(24, 0)), Ids{"DT-094 at 44"});
  EXPECT_EQ(refusals(container(24, 4)), Ids{"DT-094 at 44"});
}

TEST(ReadSerialized, refuses_unknown_values_and_reads_on) {
  const Bytes table = written("V=1.0 T[ALL](R(SRV,1,0,0,0))");
  EXPECT_EQ(refusals(with(table, kData + 20, 0xFFF)), Ids{});
  EXPECT_EQ(refusals(with(table, kData + 20, 0x1000)), Ids{"DT-056 at 64"});
  EXPECT_EQ(refusals(with(table, kData + 28, 7)), Ids{});
  EXPECT_EQ(refusals(with(table, kData + 28, 8)), Ids{"DT-032 at 72"});
  EXPECT_EQ(refusals(with(table, kData + 44, 3)), Ids{});
  EXPECT_EQ(refusals(with(table, kData + 44, 4)), Ids{"DT-001 at 88"});
  EXPECT_EQ(refusals(with(table, kData + 24, 4)), Ids{});
  EXPECT_EQ(refusals(with(table, kData + 24, 5)), Ids{"DT-034 at 68"});
  const SerializedReading both = read_serialized(with(with(table, kData + 20, 0x1000), kData + 44, 4));
  EXPECT_EQ(both.refusals.size(), 2u);
  ASSERT_TRUE(both.signature);
  EXPECT_EQ(raw(both.signature->flags), 0x1000u);
  EXPECT_EQ(touched(with(table, kData + 20, 0x80000000)), Ids{"DT-057"});
}

TEST(ReadSerialized, refuses_arrays_that_leave_the_part) {
  const Bytes one = written("V=1.0 D(CBV,0,0,ALL)");  // 44 bytes of data
  EXPECT_EQ(refusals(with(one, kData + 8, 32)),
            Ids{"DT-034 at 76"});  // one entry fits; it begins with a payload offset
  EXPECT_EQ(refusals(with(one, kData + 8, 33)), Ids{"DT-096 at 52"});
  EXPECT_EQ(refusals(with(one, kData + 8, 44)), Ids{"DT-096 at 52"});
  EXPECT_EQ(refusals(with(one, kData + 8, 45)), Ids{"DT-096 DT-097 at 52"});
  EXPECT_EQ(refusals(with(one, kData + 8, 0xFFFFFFF0)), Ids{"DT-096 DT-097 at 52"});
  EXPECT_EQ(refusals(with(one, kData + 32, 36)), Ids{});
  EXPECT_EQ(refusals(with(one, kData + 32, 37)), Ids{"DT-096 at 76"});
  EXPECT_EQ(refusals(with(one, kData + 32, 0xFFFFFFF0)), Ids{"DT-096 DT-097 at 76"});
  const Bytes table = written("V=1.0 T[ALL](R(SRV,1,0,0,0))");  // 64 bytes of data
  EXPECT_EQ(refusals(with(table, kData + 36, 2)), Ids{"DT-096 DT-098 at 84"});
  EXPECT_EQ(refusals(with(table, kData + 40, 45)), Ids{"DT-096 DT-098 at 84"});
  EXPECT_EQ(refusals(with(table, kData + 40, 65)), Ids{"DT-096 DT-097 DT-098 at 84"});
  const Bytes sampler = written("V=1.0 S(0,0,ALL)");  // 76 bytes of data
  EXPECT_EQ(refusals(sampler), Ids{});
  EXPECT_EQ(refusals(with(sampler, kData + 12, 2)), Ids{"DT-096 at 60"});
  EXPECT_EQ(refusals(with(sampler, kData + 16, 25)), Ids{"DT-096 at 60"});
  EXPECT_EQ(refusals(with(sampler, kData, 3)), Ids{"DT-096 at 60"});  // 56 bytes in 1.2
}

TEST(ReadSerialized, refuses_counts_whose_products_wrap) {
  for (const std::uint32_t count : {0x55555556u, 0x15555556u, 0x80000000u, 0xFFFFFFFFu}) {
    EXPECT_EQ(refusals(with(written("V=1.0 D(CBV,0,0,ALL)"), kData + 4, count)), Ids{"DT-096 at 52"}) << count;
  }
  EXPECT_EQ(refusals(with(written("V=1.0 T[ALL](R(SRV,1,0,0,0))"), kData + 36, 0x33333334)),
            Ids{"DT-096 DT-098 at 84"});
  EXPECT_EQ(refusals(with(written("V=1.1 T[ALL](R(SRV,1,0,0,0,0x0))"), kData + 36, 0x2AAAAAAB)),
            Ids{"DT-096 DT-098 at 84"});
  EXPECT_EQ(refusals(with(written("V=1.1 S(0,0,ALL)"), kData + 12, 0x13B13B14)), Ids{"DT-096 at 60"});
  EXPECT_EQ(refusals(with(written("V=1.2 S(0,0,ALL,Flags=0x0)"), kData + 12, 0x12492493)), Ids{"DT-096 at 60"});
}

TEST(ReadSerialized, refuses_every_prefix) {
  for (const std::string_view text : {std::string_view("V=1.0"), kSample}) {
    const Bytes whole = written(text);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      EXPECT_FALSE(read_serialized(cut(whole, size)).signature) << size;
      EXPECT_EQ(refusals(cut(whole, size)).size(), 1u) << size;
    }
  }
}

TEST(ReadSerialized, says_what_readers_do_not_agree_on) {
  const Bytes one = written("V=1.0 D(CBV,0,0,ALL)");
  EXPECT_TRUE(read_serialized(one).touched.empty());
  EXPECT_EQ(ids(read_serialized(with(one, 4, 0)).touched), Ids{"DT-092"});
  EXPECT_EQ(touched(with(one, 20, 0x10001)), Ids{"DT-088"});
  EXPECT_EQ(touched(with(one, 24, 87)), Ids{"DT-089"});
  EXPECT_EQ(touched(with(one, 24, 89)), Ids{"DT-089"});
  EXPECT_EQ(touched(with(one, kData + 32, 35)), Ids{"DT-100"});
  EXPECT_EQ(touched(with(one, kData + 16, 45)), Ids{"DT-099"});
  EXPECT_EQ(touched(written("V=1.0 T[ALL]()")), Ids{"DT-099"});
  EXPECT_EQ(touched(written("V=1.0 T[ALL](); T[ALL](R(SRV,1,0,0,0))")), Ids{});
  EXPECT_EQ(refusals(with(one, 24, 89)), Ids{});
}

TEST(ReadSerialized, reads_the_first_of_two_root_signatures) {
  const Bytes first = written("V=1.0 F=0x1");
  const Bytes second = written("V=1.0 F=0x2");
  Bytes both(first.begin(), first.begin() + 36);  // one more offset
  both.resize(40);
  both.insert(both.end(), first.begin() + 36, first.end());
  both.insert(both.end(), second.begin() + 36, second.end());
  store_word(both, 24, static_cast<std::uint32_t>(both.size()));
  store_word(both, 28, 2);
  store_word(both, 32, 40);
  store_word(both, 36, 72);
  EXPECT_EQ(refusals(both), Ids{});
  EXPECT_EQ(touched(both), Ids{"DT-093"});
  EXPECT_EQ(raw(read_serialized(both).signature->flags), 0x1u);
}

TEST(ReadSerialized, holds_no_more_than_a_case) {
  RootSignatureCase value;
  value.parameters.assign(max_elements<RootParameter>, DescriptorTable{});
  std::get<DescriptorTable>(value.parameters.back()).descriptor_ranges.resize(max_elements<DescriptorRange>);
  Bytes bytes = write_serialized(value);
  // All tables have the payload of the last one, and so its ranges.
  const std::uint32_t payload = load_word(bytes, kData + 24 + 12 * 71 + 8);
  for (std::size_t p = 0; p < 72; ++p) store_word(bytes, kData + 24 + 12 * p + 8, payload);
  const SerializedReading shared = read_serialized(bytes);
  ASSERT_TRUE(shared.signature);
  EXPECT_EQ(ranges_of(shared.signature->parameters[0]).size(), 32u);

  value.parameters.emplace_back(RootConstants{});
  const SerializedReading beyond = read_serialized(write_serialized(value));
  EXPECT_FALSE(beyond.signature);
  ASSERT_EQ(beyond.refusals.size(), 1u);
  EXPECT_TRUE(beyond.refusals[0].rules.empty());
  EXPECT_EQ(beyond.refusals[0].at, kData + 4);
  EXPECT_EQ(beyond.refusals[0].found, "73 parameters");
  EXPECT_EQ(beyond.refusals[0].expected, "at most 72, which is what a case holds");
}

}  // namespace
}  // namespace d3d12fuzz::root_signature
