// The serialized container: layout, sizes and digests of root_signature_blob.md.

#include <gtest/gtest.h>

#include <string>

#include "candidates/builtin/call.h"

namespace d3d12fuzz::builtin {
namespace {

Answer serialize(Signature& signature, Fault fault = Fault::none) {
  return ask(signature, {.observe_blob = 1, .fault = fault});
}

std::string digest_of(const Answer& answer) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 4; i < 20 && i < answer.blob.size(); ++i) {
    out += kHex[answer.blob[i] >> 4];
    out += kHex[answer.blob[i] & 15];
  }
  return out;
}

std::uint32_t word_at(const Answer& answer, std::size_t byte) {
  std::uint32_t out = 0;
  std::memcpy(&out, answer.blob.data() + byte, sizeof(out));
  return out;
}

void expect_blob(Signature signature, std::size_t size, const char* digest) {
  const Answer answer = serialize(signature);
  EXPECT_EQ(answer.result.blob_size, size);
  EXPECT_EQ(digest_of(answer), digest) << "of " << size << " bytes";
}

Signature table_of_three(std::uint32_t version, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return Signature(version).table(
      {{kCbvRange, 1, 1, 7, a, kEnd}, {kSrvRange, 8, 16, 0, b, kEnd}, {kUavRange, kEnd, 3, 0, c, 44}});
}

TEST(BuiltinBlob, has_size_and_digest_of_the_test_vectors) {
  expect_blob(Signature(k1_0), 68, "1dfc4ad63577c25d4acbda9efaa7d86b");
  expect_blob(Signature(k1_1), 68, "cb82187939dbc18393dc7e325b086331");
  expect_blob(Signature(k1_0, 0x1), 68, "2ed6bb0546364dc7a50714de3d27990d");
  expect_blob(Signature(k1_1, 0x20), 68, "e81a54caaabc1d791912a6e8c7847a69");
  expect_blob(Signature(k1_0).descriptor(kCbv, 3), 88, "7e08c58d0dbfb95ce35a462ee0e09162");
  expect_blob(Signature(k1_1).descriptor(kCbv, 3), 92, "ade4f3663c5838993347af4e73ab4079");
  expect_blob(Signature(k1_0, 0x2).descriptor(kSrv, 13), 88, "e0e500bcd32fffff05d4c285e5b51da6");
  expect_blob(Signature(k1_0).descriptor(kUav, 6), 88, "2cc573f8eacbf569f4c96baf548bcf2c");
  expect_blob(Signature(k1_1)
                  .descriptor(kCbv, 4, 1, D3D12_SHADER_VISIBILITY_VERTEX)
                  .descriptor(kSrv, 13, 0, 0, 0x8)
                  .descriptor(kUav, 6, 0, 0, 0x4),
              140, "bedbde8d59a2febcbbbf356b24dee123");
  expect_blob(Signature(k1_0).constants(3, 4).constants(4, 5, 3), 116, "905501bc45a3a4a95068447e8152e02b");
  expect_blob(table_of_three(k1_0, 0, 0, 0), 148, "63e5920f3f99664783e20423dcd8f014");
  expect_blob(table_of_three(k1_1, 0, 0, 0), 160, "ac029373967fb39dc8eed91acb085d7a");
  expect_blob(table_of_three(k1_1, 0x1, 0x3, 0x8), 160, "8ffa7fe7d552b5fad4156e58266c184c");
  expect_blob(Signature(k1_0).sampler(sampler_at(4)), 120, "ffb876280daa5a934a342d5d7c1402e0");
  expect_blob(Signature(k1_1).sampler(sampler_at(4)), 120, "4579b0521e0a7c99e9b9efe4d4e27803");
}

TEST(BuiltinBlob, of_the_sample_of_version_1_2_is_that_of_the_test_vector) {
  d3d12fuzz_described_static_sampler first{};
  first.address_u = 1;
  first.address_v = 3;
  first.address_w = 1;
  first.shader_visibility = D3D12_SHADER_VISIBILITY_PIXEL;
  d3d12fuzz_described_static_sampler second{};
  second.filter = 1;
  second.address_u = 1;
  second.address_v = 1;
  second.address_w = 4;
  second.mip_lod_bias = bits(1.0f);
  second.border_color = 3;
  second.max_lod = bits(10.0f);
  second.register_space = 3;
  second.flags = 0x1;
  expect_blob(Signature(k1_2, 0x400)
                  .descriptor(kUav, 2, 1, D3D12_SHADER_VISIBILITY_VERTEX)
                  .descriptor(kSrv, 4, 3, 0, 0x8)
                  .descriptor(kCbv, 6, 5, D3D12_SHADER_VISIBILITY_PIXEL, 0x8)
                  .constants(2, 10, 9, D3D12_SHADER_VISIBILITY_GEOMETRY)
                  .table({{kCbvRange, 2, 1, 10, 0x8, 3}, {kUavRange, 2, 1, 10, 0x3, 3}})
                  .sampler(first)
                  .sampler(second),
              344, "2c2940f01b4356078053a9a1d4f707c6");
}

TEST(BuiltinBlob, packs_header_parameters_payloads_and_samplers) {
  Signature table = table_of_three(k1_1, 0x1, 0x3, 0x8);
  const Answer answer = serialize(table);
  constexpr std::size_t data = 44;
  EXPECT_EQ(word_at(answer, 0), 0x43425844u);
  EXPECT_EQ(word_at(answer, 24), 160u);
  EXPECT_EQ(word_at(answer, 28), 1u);
  EXPECT_EQ(word_at(answer, 32), 36u);
  EXPECT_EQ(word_at(answer, 40), 0x74u);
  EXPECT_EQ(word_at(answer, data + 8), 24u);
  EXPECT_EQ(word_at(answer, data + 16), 0x74u) << "the offset of no samplers is the end of the part";
  EXPECT_EQ(word_at(answer, data + 24 + 8), 0x24u);
  EXPECT_EQ(word_at(answer, data + 0x24 + 4), 0x2Cu);
  EXPECT_EQ(word_at(answer, data + 0x2C + 16), 0x1u) << "flags come before the offset";
  EXPECT_EQ(word_at(answer, data + 0x2C + 20), kEnd) << "append is stored as it is";
}

TEST(BuiltinBlob, has_flags_of_samplers_in_version_1_2_alone) {
  for (const std::uint32_t version : {k1_0, k1_1, k1_2}) {
    Signature signature = Signature(version).sampler(sampler_at(0));
    EXPECT_EQ(serialize(signature).result.blob_size, version == k1_2 ? 124u : 120u);
  }
}

TEST(BuiltinBlob, is_given_as_far_as_there_is_room_with_its_whole_size) {
  Signature empty(k1_0);
  d3d12fuzz_progress progress{};
  std::uint8_t room[9] = {};
  room[8] = 0xEE;
  d3d12fuzz_root_signature_result result = {.progress = &progress, .blob_capacity = 8, .blob = room};
  const d3d12fuzz_root_signature_input input = {
      .desc = empty.desc(), .legacy_version = 1, .observe_blob = 1, .resource_binding_tier = 3};
  const d3d12fuzz_candidate candidate = make_builtin(Fault::none);
  candidate.root_signature(candidate.context, &input, &result);
  candidate.destroy(candidate.context);
  EXPECT_EQ(result.blob_size, 68u);
  EXPECT_EQ(std::string(room, room + 4), "DXBC");
  EXPECT_EQ(room[8], 0xEE);
}

TEST(BuiltinBlob, is_observed_only_where_it_is_wanted) {
  Signature empty(k1_0);
  EXPECT_EQ(ask(empty).result.observed & D3D12FUZZ_OBSERVED_BLOB, 0u);
  EXPECT_NE(serialize(empty).result.observed & D3D12FUZZ_OBSERVED_BLOB, 0u);
}

// r of section 5: what does not fill a block of 64 bytes and leaves no room for the length.
TEST(BuiltinBlob, has_a_wrong_digest_with_each_fault_of_digests) {
  Signature empty(k1_0);
  const std::string digest = digest_of(serialize(empty));
  EXPECT_NE(digest_of(serialize(empty, Fault::blob_digest_plain_md5)), digest);
  EXPECT_NE(digest_of(serialize(empty, Fault::blob_digest_covers_header)), digest);
  EXPECT_EQ(digest_of(serialize(empty, Fault::blob_digest_long_tail)), digest);
  Signature long_tail = Signature(k1_0).constants(1, 0).sampler(sampler_at(0));
  EXPECT_NE(digest_of(serialize(long_tail, Fault::blob_digest_long_tail)), digest_of(serialize(long_tail)));
}

TEST(BuiltinSerializer, of_old_takes_version_1_alone) {
  Signature empty(k1_0);
  for (const std::uint32_t version : {0u, 1u, 2u, 3u, 99u}) {
    const Answer answer =
        ask(empty, {.serializer = D3D12FUZZ_SERIALIZER_LEGACY, .legacy_version = version, .observe_blob = 1});
    EXPECT_EQ(answer.serialized(), version == 1) << version;
    EXPECT_NE(answer.result.observed & D3D12FUZZ_OBSERVED_OUT_POINTERS, 0u);
    EXPECT_EQ(answer.result.blob_written, 0u);
    EXPECT_EQ(answer.result.error_blob_set, 0u);
  }
}

}  // namespace
}  // namespace d3d12fuzz::builtin
