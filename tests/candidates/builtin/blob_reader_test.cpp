// What is read of serialized root signatures, and what is refused: the rows B1 to B19 of root_signature_blob.md. Every
// blob lies before a page that cannot be read.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "candidates/builtin/blob_call.h"

namespace d3d12fuzz::builtin {
namespace {

constexpr std::uint32_t kData = 44;  // of RTS0 in a container of that part alone

bool reads(const Bytes& blob) { return ask_blob(blob).read(); }
bool creates(const Bytes& blob) { return ask_blob(blob).created(); }
bool reads_case(std::string_view text) { return reads(blob_case(text).blob); }
bool creates_case(std::string_view text) { return creates(blob_case(text).blob); }

/// Data of an empty root signature and whatever stands behind.
Bytes data(std::uint32_t version, std::uint32_t num_parameters, std::uint32_t num_samplers, std::size_t behind) {
  Bytes out(24 + behind);
  out = with_word(std::move(out), 0, version);
  out = with_word(std::move(out), 4, num_parameters);
  out = with_word(std::move(out), 8, 24);
  out = with_word(std::move(out), 12, num_samplers);
  return with_word(std::move(out), 16, 24);
}

Bytes only(Bytes data) { return container({{kRts0, std::move(data)}}); }

constexpr std::string_view kVectors[] = {
    "V=1.0",
    "V=1.1",
    "V=1.0 F=0x1",
    "V=1.1 F=0x20",
    "V=1.0 D(CBV,3,0,ALL)",
    "V=1.1 D(CBV,3,0,ALL,0x0)",
    "V=1.0 F=0x2 D(SRV,13,0,ALL)",
    "V=1.0 D(UAV,6,0,ALL)",
    "V=1.1 D(CBV,4,1,VERTEX,0x0); D(SRV,13,0,ALL,0x8); D(UAV,6,0,ALL,0x4)",
    "V=1.0 K(3,4,0,ALL); K(4,5,3,ALL)",
    "V=1.0 T[ALL](R(CBV,1,1,7,A),R(SRV,8,16,0,A),R(UAV,U,3,0,44))",
    "V=1.1 T[ALL](R(CBV,1,1,7,A,0x0),R(SRV,8,16,0,A,0x0),R(UAV,U,3,0,44,0x0))",
    "V=1.1 T[ALL](R(CBV,1,1,7,A,0x1),R(SRV,8,16,0,A,0x3),R(UAV,U,3,0,44,0x8))",
    "V=1.0 S(4,0,ALL,Border=2)",
    "V=1.1 S(4,0,ALL,Border=2)",
    "V=1.2 F=0x400 D(UAV,2,1,VERTEX,0x0); D(SRV,4,3,ALL,0x8); D(CBV,6,5,PIXEL,0x8); K(2,10,9,GEOMETRY); "
    "T[ALL](R(CBV,2,1,10,3,0x8),R(UAV,2,1,10,3,0x3)); "
    "S(0,0,PIXEL,Filter=0,U=1,V=3,W=1,MaxAnisotropy=0,Cmp=0,Border=0,MaxLOD=0); "
    "S(0,3,ALL,Filter=1,U=1,V=1,W=4,Bias=1.0,MaxAnisotropy=0,Cmp=0,Border=3,MinLOD=0,MaxLOD=10,Flags=0x1)",
};
constexpr std::string_view kDigests[] = {
    "1dfc4ad63577c25d4acbda9efaa7d86b", "cb82187939dbc18393dc7e325b086331", "2ed6bb0546364dc7a50714de3d27990d",
    "e81a54caaabc1d791912a6e8c7847a69", "7e08c58d0dbfb95ce35a462ee0e09162", "ade4f3663c5838993347af4e73ab4079",
    "e0e500bcd32fffff05d4c285e5b51da6", "2cc573f8eacbf569f4c96baf548bcf2c", "bedbde8d59a2febcbbbf356b24dee123",
    "905501bc45a3a4a95068447e8152e02b", "63e5920f3f99664783e20423dcd8f014", "ac029373967fb39dc8eed91acb085d7a",
    "8ffa7fe7d552b5fad4156e58266c184c", "ffb876280daa5a934a342d5d7c1402e0", "4579b0521e0a7c99e9b9efe4d4e27803",
    "2c2940f01b4356078053a9a1d4f707c6",
};
static_assert(std::size(kVectors) == std::size(kDigests));

std::string digest_of(const Bytes& blob) {
  std::string out;
  for (std::size_t i = 4; i < 20; ++i) {
    char hex[3];
    std::snprintf(hex, sizeof(hex), "%02x", blob[i]);
    out += hex;
  }
  return out;
}

TEST(BlobReader, reads_the_test_vectors_so_that_they_are_written_again_byte_for_byte) {
  for (std::size_t i = 0; i < std::size(kVectors); ++i) {
    const Bytes blob = serialized(kVectors[i]);
    EXPECT_EQ(digest_of(blob), kDigests[i]) << kVectors[i];
    const BlobAnswer answer = ask_blob(blob);
    EXPECT_TRUE(answer.created()) << kVectors[i];
    EXPECT_EQ(answer.blob, blob) << kVectors[i];
  }
}

TEST(BlobReader, reads_every_vector_at_odd_addresses) {
  for (const std::string_view vector : kVectors) {
    Bytes blob = serialized(vector);
    for (int more = 1; more <= 3; ++more) {
      blob.push_back(0);
      EXPECT_TRUE(creates(blob)) << vector;
    }
  }
}

// No prefix is a container: what it states of its size is more than there is.
TEST(BlobReader, refuses_every_prefix_of_a_vector) {
  for (const std::string_view vector : kVectors) {
    const Bytes blob = serialized(vector);
    for (std::size_t size = 0; size < blob.size(); ++size) {
      EXPECT_FALSE(reads({blob.begin(), blob.begin() + static_cast<std::ptrdiff_t>(size)})) << vector << " of " << size;
    }
  }
}

// With sizes that are right the end may come anywhere: only what nothing points at may be missing.
TEST(BlobReader, refuses_every_part_that_ends_too_early) {
  for (const std::string_view vector : kVectors) {
    const Bytes whole = data_of(serialized(vector));
    for (std::size_t size = 0; size < whole.size(); ++size) {
      EXPECT_FALSE(reads(only({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)})))
          << vector << ", part of " << size;
    }
  }
}

TEST(BlobReader, refuses_what_is_no_container) {
  const Bytes empty = serialized("V=1.0");
  EXPECT_FALSE(reads({}));
  EXPECT_FALSE(reads(with_word(Bytes(empty.begin(), empty.begin() + 31), 24, 31))) << "B1";
  EXPECT_FALSE(reads_case("V=1.0 C+0=0x44425844")) << "B2";
  for (const std::uint32_t version : {0u, 2u, 0x10000u, 0x10002u}) {
    EXPECT_FALSE(reads(with_word(empty, 20, version))) << "B3, version word " << version;
  }
  EXPECT_TRUE(reads(with_word(empty, 20, 0x50001))) << "the minor version is not looked at";
  EXPECT_FALSE(reads_case("V=1.0 C+24=69")) << "B4";
  EXPECT_TRUE(reads_case("V=1.0 C+24=0")) << "TotalSize may be less than there is";
}

TEST(BlobReader, of_no_address_refuses) {
  d3d12fuzz_progress progress{};
  d3d12fuzz_root_signature_blob_result result = {.progress = &progress};
  for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{68}}) {
    const d3d12fuzz_root_signature_blob_input input = {.blob = nullptr, .blob_size = size};
    const d3d12fuzz_candidate candidate = make_builtin(Fault::none);
    candidate.root_signature_blob(candidate.context, &input, &result);
    candidate.destroy(candidate.context);
    EXPECT_EQ(progress.stages[D3D12FUZZ_STAGE_DESERIALIZE].status, D3D12FUZZ_STATUS_REJECTED);
  }
}

TEST(BlobReader, refuses_parts_that_leave_the_container) {
  for (const char* count : {"10", "0x10000000", "0x40000000", "0x40000001", "0x80000000", "0xFFFFFFFF"}) {
    EXPECT_FALSE(reads_case(std::string("V=1.0 C+28=") + count)) << "B5, PartCount " << count;
  }
  for (const char* offset : {"61", "68", "69", "0x7FFFFFFF", "0xFFFFFFF8", "0xFFFFFFFF"}) {
    EXPECT_FALSE(reads_case(std::string("V=1.0 C+32=") + offset)) << "B6, PartOffset " << offset;
  }
  for (const char* size : {"25", "0x7FFFFFFF", "0xFFFFFFD4", "0xFFFFFFFF"}) {
    EXPECT_FALSE(reads_case(std::string("V=1.0 C+40=") + size)) << "B7, PartSize " << size;
  }
}

TEST(BlobReader, looks_for_the_first_root_signature_among_the_parts) {
  const Bytes first = data_of(serialized("V=1.0 F=0x1"));
  const Bytes second = data_of(serialized("V=1.1 F=0x2"));
  EXPECT_FALSE(reads(container({}))) << "B8";
  EXPECT_FALSE(reads(container({{0x4C495844, first}}))) << "B8";
  EXPECT_TRUE(creates(container({{0x4C495844, Bytes(5)}, {kRts0, first}, {0x54415453, {}}})));
  EXPECT_EQ(ask_blob(container({{kRts0, first}, {kRts0, second}})).at_1_1.counts.flags, 0x1u);
  EXPECT_FALSE(reads(with_word(container({{kRts0, first}, {0x54415453, {}}}), 36, 0xFFFFFFF0)))
      << "the other part leaves the container";
}

TEST(BlobReader, refuses_a_header_that_is_short_or_of_no_version) {
  const Bytes empty = data_of(serialized("V=1.0"));
  for (std::size_t size = 0; size < 24; ++size) {
    EXPECT_FALSE(reads(only({empty.begin(), empty.begin() + static_cast<std::ptrdiff_t>(size)}))) << "B10, " << size;
  }
  for (const std::uint32_t version : {0u, 4u, 0x10001u, 0xFFFFFFFFu}) {
    EXPECT_FALSE(reads(only(with_word(empty, 0, version)))) << "B11, " << version;
  }
}

// The offsets of root_signature_blob.md section 7, and the counts of section 8.
constexpr std::uint32_t kHostile[] = {0x7FFFFFFF, 0x80000000, 0xFFFFFFF0, 0xFFFFFFFC, 0xFFFFFFFF};
constexpr std::uint32_t kWrapCounts[] = {0x15555556, 0x55555556, 0x0CCCCCCD, 0x33333334, 0x0AAAAAAB,
                                         0x2AAAAAAB, 0x04EC4EC5, 0x13B13B14, 0x04924925, 0x12492493};

/// A count or an offset of one array, in a blob with room for exactly what it states.
void expect_bounds(std::string_view text, std::size_t count_at, std::size_t offset_at, std::uint32_t stride) {
  const Bytes blob = serialized(text);
  const auto size = static_cast<std::uint32_t>(blob.size()) - kData;
  ASSERT_TRUE(creates(blob)) << text;
  const std::uint32_t count = count_at == 0 ? 1 : word_at(blob, kData + count_at);
  const std::uint32_t room = size - word_at(blob, kData + offset_at);
  for (const std::uint32_t hostile : kHostile) {
    EXPECT_FALSE(reads(with_word(blob, kData + offset_at, hostile))) << text << ", offset " << hostile;
  }
  for (const std::uint32_t offset : {size - stride * count + 1, size - 1, size, size + 1, size + 4}) {
    EXPECT_FALSE(reads(with_word(blob, kData + offset_at, offset))) << text << ", offset " << offset;
  }
  if (count_at == 0) return;
  EXPECT_FALSE(reads(with_word(blob, kData + count_at, room / stride + 1))) << text;
  for (const std::uint32_t hostile : kHostile) {
    EXPECT_FALSE(reads(with_word(blob, kData + count_at, hostile))) << text << ", count " << hostile;
  }
  for (const std::uint32_t hostile : kWrapCounts) {
    EXPECT_FALSE(reads(with_word(blob, kData + count_at, hostile))) << text << ", count " << hostile;
  }
  EXPECT_TRUE(reads(with_word(with_word(blob, kData + count_at, 0), kData + offset_at, size + 4)))
      << text << ": the offset of nothing is not looked at (DT-099)";
}

TEST(BlobReader, refuses_arrays_and_payloads_that_leave_the_part) {
  expect_bounds("V=1.0 D(CBV,0,0,ALL)", 4, 8, 12);
  expect_bounds("V=1.1 D(CBV,0,0,ALL,0x0)", 4, 8, 12);
  expect_bounds("V=1.0 D(CBV,0,0,ALL)", 0, 32, 8);
  expect_bounds("V=1.1 D(CBV,0,0,ALL,0x0)", 0, 32, 12);
  expect_bounds("V=1.0 K(1,0,0,ALL)", 0, 32, 12);
  expect_bounds("V=1.0 T[ALL](R(SRV,1,0,0,A),R(SRV,1,0,1,A))", 36, 40, 20);
  expect_bounds("V=1.1 T[ALL](R(SRV,1,0,0,A,0x0),R(SRV,1,0,1,A,0x0))", 36, 40, 24);
  expect_bounds("V=1.0 S(0,0,ALL); S(1,0,ALL)", 12, 16, 52);
  expect_bounds("V=1.1 S(0,0,ALL); S(1,0,ALL)", 12, 16, 52);
  expect_bounds("V=1.2 S(0,0,ALL); S(1,0,ALL)", 12, 16, 56);
}

// What is read outside dies at the page behind the blob.
TEST(BlobReader, stays_inside_whatever_any_word_says_and_reads_again_what_it_wrote_again) {
  std::size_t read = 0;
  for (const std::string_view vector : kVectors) {
    const Bytes blob = serialized(vector);
    const auto size = static_cast<std::uint32_t>(blob.size());
    std::vector<std::uint32_t> words = {
        0, 1, 2, 3, 24, 36, size - kData - 1, size - kData, size - kData + 4, size - 1, size, size + 4};
    words.insert(words.end(), std::begin(kHostile), std::end(kHostile));
    words.insert(words.end(), std::begin(kWrapCounts), std::end(kWrapCounts));
    for (std::size_t offset = 20; offset < blob.size(); offset += 4) {
      for (const std::uint32_t word : words) {
        const BlobAnswer answer = ask_blob(with_word(blob, offset, word));
        if (answer.blob.empty()) continue;
        ++read;
        EXPECT_EQ(ask_blob(answer.blob).blob, answer.blob) << vector << ", " << word << " at " << offset;
      }
    }
  }
  EXPECT_GT(read, 1000u);
}

TEST(BlobReader, takes_an_empty_table_wherever_it_points) {
  const Bytes blob = serialized("V=1.0 T[ALL]()");
  EXPECT_TRUE(creates(blob));
  EXPECT_TRUE(creates(with_word(blob, kData + 40, 0xFFFFFFFF)));
}

TEST(BlobReader, refuses_parameters_of_unknown_type_and_leaves_visibility_and_range_type_to_creation) {
  const Bytes descriptor = serialized("V=1.0 D(CBV,0,0,ALL)");
  for (const std::uint32_t type : {5u, 0x10000u, 0xFFFFFFFFu}) {
    EXPECT_FALSE(reads(with_word(descriptor, kData + 24, type))) << "B14, type " << type;
  }
  EXPECT_TRUE(reads_case("V=1.0 D(CBV,0,0,8)"));
  EXPECT_FALSE(creates_case("V=1.0 D(CBV,0,0,8)")) << "B14";
  EXPECT_TRUE(reads_case("V=1.0 T[ALL](R(4,1,0,0,A))"));
  EXPECT_FALSE(creates_case("V=1.0 T[ALL](R(4,1,0,0,A))")) << "B17";
  EXPECT_TRUE(reads_case("V=1.0 F=0x1000"));
  EXPECT_FALSE(creates_case("V=1.0 F=0x1000")) << "B12";
}

TEST(BlobReader, takes_what_is_odd_but_harmless) {
  Bytes trailing = data_of(serialized("V=1.0 D(CBV,3,0,ALL)"));
  trailing.resize(trailing.size() + 7);
  EXPECT_TRUE(creates(only(trailing)));
  EXPECT_TRUE(creates_case("V=1.0 D(CBV,0,0,ALL); D(SRV,0,0,ALL) D+44=48")) << "a shared payload";
  const BlobAnswer header = ask_blob(blob_case("V=1.0 D(CBV,7,7,ALL) D+32=0").blob);
  EXPECT_TRUE(header.created()) << "a payload in the header";
  EXPECT_EQ(header.at_1_0.parameters[0].shader_register, 1u) << "which is the version";
  const BlobAnswer odd = ask_blob(only([] {
    Bytes blob = data(1, 1, 0, 12 + 1 + 8);
    blob = with_word(std::move(blob), 24, D3D12_ROOT_PARAMETER_TYPE_CBV);
    blob = with_word(std::move(blob), 32, 37);
    return with_word(std::move(blob), 37, 0x01020304);
  }()));
  EXPECT_TRUE(odd.created()) << "a payload at an odd offset";
  EXPECT_EQ(odd.at_1_0.parameters[0].shader_register, 0x01020304u);
}

TEST(BlobReader, tells_the_versions_apart_by_their_strides) {
  const Bytes blob = serialized("V=1.1 T[ALL](R(SRV,1,0,0,7,0x1),R(UAV,2,3,4,A,0x2))");
  const BlobAnswer at_1_1 = ask_blob(blob);
  EXPECT_EQ(at_1_1.at_1_1.ranges[1].base_shader_register, 3u);
  EXPECT_EQ(at_1_1.at_1_1.ranges[1].flags, 2u);
  EXPECT_EQ(at_1_1.at_1_1.ranges[0].offset_in_descriptors_from_table_start, 7u);
  const BlobAnswer as_1_0 = ask_blob(with_word(blob, kData, 1));
  EXPECT_TRUE(as_1_0.read());
  EXPECT_EQ(as_1_0.at_1_0.ranges[0].offset_in_descriptors_from_table_start, 1u) << "flags taken for an offset";
  EXPECT_EQ(as_1_0.at_1_0.ranges[1].range_type, 7u) << "an offset taken for a type";
}

TEST(BlobReader, keeps_floats_to_the_bit) {
  const BlobAnswer answer = ask_blob(serialized("V=1.0 S(0,0,ALL,Bias=0x80000000,MinLOD=0x7F800001,MaxLOD=0x1)"));
  EXPECT_TRUE(answer.read());
  EXPECT_EQ(answer.at_1_2.samplers[0].mip_lod_bias, 0x80000000u);
  EXPECT_EQ(answer.at_1_2.samplers[0].min_lod, 0x7F800001u);
  EXPECT_EQ(answer.at_1_2.samplers[0].max_lod, 1u);
  EXPECT_FALSE(answer.created()) << "MinLOD is no number";
}

// Ranges may be shared: 2 KiB of tables that all name the same 3,000 ranges would take 4.9 million.
TEST(BlobReader, does_not_let_shared_ranges_grow_without_limit) {
  constexpr std::uint32_t ranges = 3000;
  const auto blob_of = [](std::uint32_t tables) {
    const std::uint32_t payload = 24 + 12 * tables;
    Bytes blob = data(1, tables, 0, 12 * tables + 8 + 20 * ranges);
    for (std::uint32_t i = 0; i < tables; ++i) blob = with_word(std::move(blob), 24 + 12 * i + 8, payload);
    blob = with_word(std::move(blob), payload, ranges);
    return only(with_word(std::move(blob), payload + 4, payload + 8));
  };
  EXPECT_EQ(ask_blob(blob_of(21)).status(D3D12FUZZ_STAGE_DESERIALIZE), D3D12FUZZ_STATUS_ACCEPTED);
  EXPECT_EQ(ask_blob(blob_of(21)).at_1_0.counts.num_ranges, 63000u);
  EXPECT_EQ(ask_blob(blob_of(22)).status(D3D12FUZZ_STAGE_DESERIALIZE), D3D12FUZZ_STATUS_UNSUPPORTED);
}

TEST(BlobDescriptions, convert_between_the_versions) {
  const BlobAnswer from_1_0 = ask_blob(serialized("V=1.0 T[ALL](R(SRV,U,0,0,A)); D(CBV,0,0,ALL)"));
  EXPECT_EQ(from_1_0.at_1_0.ranges[0].flags, 0u);
  EXPECT_EQ(from_1_0.at_1_1.ranges[0].flags, 0x3u);
  EXPECT_EQ(from_1_0.at_1_2.parameters[1].flags, 0x2u);
  EXPECT_EQ(from_1_0.at_1_1.ranges[0].num_descriptors, kEnd);
  EXPECT_EQ(from_1_0.at_1_1.ranges[0].offset_in_descriptors_from_table_start, kEnd);
  const BlobAnswer from_1_2 = ask_blob(serialized("V=1.2 S(0,0,ALL,Border=3,Flags=0x1)"));
  EXPECT_EQ(from_1_2.at_1_1.samplers[0].flags, 0u);
  EXPECT_EQ(from_1_2.at_1_1.samplers[0].border_color, 3u);
  EXPECT_EQ(from_1_2.at_1_2.samplers[0].flags, 1u);
}

TEST(BlobDescriptions, are_of_version_1_0_alone_from_the_legacy_deserializer) {
  for (const std::string_view vector : kVectors) {
    const BlobAnswer answer = ask_blob(serialized(vector), {.deserializer = D3D12FUZZ_DESERIALIZER_LEGACY});
    EXPECT_TRUE(answer.created()) << vector;
    const bool stored_as_1_0 = vector.starts_with("V=1.0");
    EXPECT_EQ(answer.result.observed, stored_as_1_0 ? D3D12FUZZ_OBSERVED_DESCRIPTION_1_0 | D3D12FUZZ_OBSERVED_BLOB
                                                    : D3D12FUZZ_OBSERVED_DESCRIPTION_1_0)
        << vector;
  }
}

TEST(BlobCandidate, does_not_know_other_deserializers) {
  const BlobAnswer answer = ask_blob(serialized("V=1.0"), {.deserializer = 2});
  EXPECT_EQ(answer.status(D3D12FUZZ_STAGE_DESERIALIZE), D3D12FUZZ_STATUS_UNSUPPORTED);
}

// B19.
TEST(BlobCreation, checks_what_a_serializer_would_have_refused) {
  for (const char* illegal :
       {"V=1.0 K(65,0,0,ALL)", "V=1.0 K(1,0,0,ALL); K(1,0,0,ALL)", "V=1.0 T[ALL](R(SRV,1,0,0,A),R(SAMPLER,1,0,0,A))",
        "V=1.0 T[ALL](R(SRV,0,0,0,A))", "V=1.0 T[ALL](R(SRV,U,0,0,A),R(SRV,1,0,1,A))",
        "V=1.0 T[ALL](R(SRV,2,0xFFFFFFFF,0,A))", "V=1.1 D(CBV,0,0,ALL,0x1)", "V=1.0 S(0,0,ALL); S(0,0,VERTEX)",
        "V=1.2 S(0,0,ALL,Flags=0x4)", "V=1.0 S(0,0,ALL,MaxAnisotropy=17)", "V=1.0 K(1,0,0xFFFFFFF0,ALL)"}) {
    const BlobAnswer answer = ask_blob(serialized(illegal));
    EXPECT_TRUE(answer.read()) << illegal;
    EXPECT_EQ(answer.status(D3D12FUZZ_STAGE_CREATE), D3D12FUZZ_STATUS_REJECTED) << illegal;
  }
}

TEST(BlobCreation, knows_the_tiers) {
  const Bytes unbounded = serialized("V=1.0 T[ALL](R(SRV,U,0,0,A))");
  EXPECT_FALSE(ask_blob(unbounded, {.resource_binding_tier = 1}).created());
  EXPECT_TRUE(ask_blob(unbounded, {.resource_binding_tier = 2}).created());
}

TEST(BlobCreation, has_what_was_read_serialized_again_where_it_is_legal) {
  EXPECT_FALSE(ask_blob(serialized("V=1.0 K(65,0,0,ALL)")).blob.empty()) << "the cost is the device's to judge";
  EXPECT_TRUE(ask_blob(serialized("V=1.0 F=0x1000")).blob.empty());
  EXPECT_EQ(ask_blob(blob_case("V=1.0 D(CBV,0,0,ALL); D(SRV,0,0,ALL) D+44=48").blob).blob,
            serialized("V=1.0 D(CBV,0,0,ALL); D(SRV,0,0,ALL)"))
      << "payloads are not shared any more";
}

}  // namespace
}  // namespace d3d12fuzz::builtin
