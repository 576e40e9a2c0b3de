#include "candidates/command/container.h"

#include <cstring>

#include "candidates/builtin/call.h"

namespace d3d12fuzz::command {
namespace {

using namespace builtin;
using root_signature::Version;
using testing::ElementsAre;

using Bytes = std::vector<std::uint8_t>;

/// The container of a root signature, as the built-in candidate writes it.
Bytes container(Signature signature) { return ask(signature, {.observe_blob = 1}).blob; }

d3d12fuzz_described_static_sampler sampler_of(std::uint32_t version) {
  d3d12fuzz_described_static_sampler sampler = sampler_at(2, 1, 5);
  if (version != k1_2) return sampler;
  sampler.border_color = D3D12_STATIC_BORDER_COLOR_OPAQUE_BLACK_UINT;
  sampler.flags = D3D12_SAMPLER_FLAG_UINT_BORDER_COLOR;
  return sampler;
}

/// One of everything.
Signature everything(std::uint32_t version) {
  Signature signature(version, 0x3);
  signature.table({{kSrvRange, 4, 3, 2, version == k1_0 ? 0u : 8u, kEnd}, {kUavRange, kEnd, 1, 0, 0, 7}}, 5);
  signature.constants(9, 4, 6, 1);
  signature.descriptor(kUav, 11, 3, 7, version == k1_0 ? 0 : 4);
  return signature.sampler(sampler_of(version));
}

ContainerReading read(const Bytes& bytes, Description& out) {
  out.counts = out.offer();
  return read_container(std::as_bytes(std::span(bytes)), out.counts);
}

std::string_view fault_of(const Bytes& bytes) {
  Description ignored;
  return read(bytes, ignored).fault;
}

void put(Bytes& bytes, std::size_t offset, std::uint32_t word) {
  ASSERT_LE(offset + sizeof(word), bytes.size());
  std::memcpy(bytes.data() + offset, &word, sizeof(word));
}

Bytes with(Bytes bytes, std::size_t offset, std::uint32_t word) {
  put(bytes, offset, word);
  return bytes;
}

constexpr std::size_t kSize = 24;
constexpr std::size_t kParts = 28;
constexpr std::size_t kPartOffset = 32;
constexpr std::size_t kFourCc = 36;
constexpr std::size_t kPartSize = 40;
constexpr std::size_t kData = 44;

TEST(Container, gives_every_field_of_each_version) {
  for (const std::uint32_t version : {k1_0, k1_1, k1_2}) {
    SCOPED_TRACE(version);
    Description out;
    const ContainerReading reading = read(container(everything(version)), out);
    ASSERT_EQ(reading.fault, "");
    EXPECT_EQ(static_cast<std::uint32_t>(reading.version), version);
    EXPECT_EQ(out.counts.flags, 0x3u);
    EXPECT_EQ(out.counts.num_parameters, 3u);
    EXPECT_EQ(out.counts.num_ranges, 2u);
    EXPECT_EQ(out.counts.num_static_samplers, 1u);

    const bool flags = version != k1_0;
    const auto& table = out.parameters[0];
    EXPECT_THAT(std::vector({table.parameter_type, table.shader_visibility, table.num_ranges}), ElementsAre(0, 5, 2));
    const auto& constants = out.parameters[1];
    EXPECT_THAT(std::vector({constants.parameter_type, constants.shader_visibility, constants.shader_register,
                             constants.register_space, constants.num_32bit_values, constants.flags}),
                ElementsAre(1, 1, 4, 6, 9, 0));
    const auto& descriptor = out.parameters[2];
    EXPECT_THAT(std::vector({descriptor.parameter_type, descriptor.shader_visibility, descriptor.shader_register,
                             descriptor.register_space, descriptor.num_32bit_values, descriptor.flags}),
                ElementsAre(4, 7, 11, 3, 0, flags ? 4 : 0));

    const auto words = [](const d3d12fuzz_described_range& range) {
      return std::vector({range.range_type, range.num_descriptors, range.base_shader_register, range.register_space,
                          range.flags, range.offset_in_descriptors_from_table_start});
    };
    EXPECT_THAT(words(out.ranges[0]), ElementsAre(kSrvRange, 4, 3, 2, flags ? 8 : 0, kEnd));
    EXPECT_THAT(words(out.ranges[1]), ElementsAre(kUavRange, kEnd, 1, 0, 0, 7));

    const d3d12fuzz_described_static_sampler sampler = sampler_of(version);
    EXPECT_EQ(std::memcmp(&out.samplers[0], &sampler, sizeof(sampler)), 0);
  }
}

TEST(Container, may_hold_other_parts_and_a_wrong_digest) {
  const Bytes plain = container(Signature(k1_1, 0x1));
  // A part of no bytes in front: its header stands where the only part's stood.
  Bytes bytes(plain.begin(), plain.begin() + kFourCc);
  bytes.insert(bytes.end(), {48, 0, 0, 0, 'P', 'R', 'I', 'V', 0, 0, 0, 0});
  bytes.insert(bytes.end(), plain.begin() + kFourCc, plain.end());
  put(bytes, kSize, static_cast<std::uint32_t>(bytes.size()));
  put(bytes, kParts, 2);
  put(bytes, kPartOffset, 40);
  put(bytes, 4, 0);
  Description out;
  EXPECT_EQ(read(bytes, out).fault, "");
  EXPECT_EQ(out.counts.flags, 0x1u);
}

TEST(Container, is_refused_where_it_is_cut_off) {
  const Bytes whole = container(everything(k1_1));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(fault_of(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))), "") << size;
  }
}

TEST(Container, is_refused_if_its_header_is_none) {
  const Bytes whole = container(Signature(k1_1));
  EXPECT_EQ(fault_of({}), "it is too short for a header");
  EXPECT_EQ(fault_of(with(whole, 0, 0x43425845)), "it does not begin with DXBC");
  EXPECT_EQ(fault_of(with(whole, 20, 2)), "its format version is not 1");
  EXPECT_EQ(fault_of(with(whole, 20, 0x10001)), "");
  EXPECT_EQ(fault_of(with(whole, kSize, 69)), "it is shorter than it states");
  EXPECT_EQ(fault_of(with(whole, kParts, 0x40000001)), "its table of parts lies outside of it");
  EXPECT_EQ(fault_of(with(whole, kPartOffset, 0xFFFFFFFC)), "a part lies outside of it");
  EXPECT_EQ(fault_of(with(whole, kPartSize, 0xFFFFFFFF)), "a part lies outside of it");
}

TEST(Container, is_refused_without_exactly_one_root_signature) {
  const Bytes whole = container(Signature(k1_1));
  EXPECT_EQ(fault_of(with(whole, kParts, 0)), "it has no RTS0 part");
  EXPECT_EQ(fault_of(with(whole, kFourCc, 0x30535453)), "it has no RTS0 part");
  Bytes two = whole;
  two.insert(two.begin() + kFourCc, {40, 0, 0, 0});
  put(two, kPartOffset, 40);
  put(two, kParts, 2);
  EXPECT_EQ(fault_of(two), "it has more than one RTS0 part");
}

TEST(Container, is_refused_if_its_root_signature_leaves_the_part) {
  const Bytes whole = container(everything(k1_1));
  const auto fault = [&](std::size_t offset, std::uint32_t word) {
    return fault_of(with(whole, kData + offset, word));
  };
  EXPECT_EQ(fault(0, 0), "its RTS0 part has a version that does not exist");
  EXPECT_EQ(fault(0, 4), "its RTS0 part has a version that does not exist");
  EXPECT_EQ(fault(4, 0x15555556), "its root parameters lie outside of the RTS0 part");
  EXPECT_EQ(fault(8, 0xFFFFFFF4), "its root parameters lie outside of the RTS0 part");
  EXPECT_EQ(fault(12, 0x4EC4EC5), "its static samplers lie outside of the RTS0 part");
  EXPECT_EQ(fault(16, 0xFFFFFFF4), "its static samplers lie outside of the RTS0 part");
  EXPECT_EQ(fault(24, 5), "it has a root parameter of a type that does not exist");
  EXPECT_EQ(fault(24 + 8, 0xFFFFFFFC), "what belongs to a root parameter lies outside of the RTS0 part");
  EXPECT_EQ(fault(36 + 8, 0xFFFFFFFC), "what belongs to a root parameter lies outside of the RTS0 part");
  constexpr std::size_t table = 24 + 3 * 12;
  EXPECT_EQ(fault(table, 0xAAAAAAB), "its descriptor ranges lie outside of the RTS0 part");
  EXPECT_EQ(fault(table + 4, 0xFFFFFFF4), "its descriptor ranges lie outside of the RTS0 part");
  EXPECT_EQ(fault_of(with(whole, kPartSize, 20)), "its RTS0 part is too short for a header");
}

TEST(Container, needs_no_place_for_what_it_has_none_of) {
  const Bytes whole = container(Signature(k1_1));
  EXPECT_EQ(fault_of(with(with(whole, kData + 8, 0xFFFFFFFF), kData + 16, 0xFFFFFFFF)), "");
}

TEST(Container, writes_no_more_than_there_is_room_for) {
  const Bytes whole = container(everything(k1_1));
  Description out;
  out.counts = out.offer();
  out.counts.parameter_capacity = 2;
  out.counts.range_capacity = 1;
  out.counts.static_sampler_capacity = 0;
  out.parameters[2].parameter_type = 77;
  out.ranges[1].range_type = 77;
  out.samplers[0].filter = 77;
  EXPECT_EQ(read_container(std::as_bytes(std::span(whole)), out.counts).fault, "");
  EXPECT_EQ(out.counts.num_parameters, 3u);
  EXPECT_EQ(out.counts.num_static_samplers, 1u);
  EXPECT_EQ(out.parameters[1].num_32bit_values, 9u);
  EXPECT_EQ(out.parameters[2].parameter_type, 77u);
  EXPECT_EQ(out.ranges[0].num_descriptors, 4u);
  EXPECT_EQ(out.ranges[1].range_type, 77u);
  EXPECT_EQ(out.samplers[0].filter, 77u);
}

}  // namespace
}  // namespace d3d12fuzz::command
