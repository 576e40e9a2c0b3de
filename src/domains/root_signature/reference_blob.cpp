// The serialized form that the reference model expects: container, RTS0 part and digest, in canonical order.

#include <array>

#include "domains/root_signature/observables.h"
#include "domains/root_signature/reference_rules.h"

namespace d3d12fuzz::root_signature {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t kMagic = 0x43425844;     // "DXBC"
constexpr std::uint32_t kPartName = 0x30535452;  // "RTS0"
constexpr std::size_t kContainerWords = 11;      // up to the data of the part
constexpr std::size_t kHeaderWords = 6;          // of that data

std::uint32_t bytes(std::size_t words) { return static_cast<std::uint32_t>(4 * words); }

/// Words of a parameter's payload: the ranges of a table follow it.
void append_payload(Version version, const RootParameter& parameter, std::size_t at, Words& data) {
  const bool flags = version != Version::v1_0;
  if (const auto* table = std::get_if<DescriptorTable>(&parameter)) {
    data.push_back(static_cast<std::uint32_t>(table->descriptor_ranges.size()));
    data.push_back(bytes(at + 2));
    for (const DescriptorRange& range : table->descriptor_ranges) {
      data.push_back(raw(range.range_type));
      data.push_back(raw(range.num_descriptors));
      data.push_back(raw(range.base_shader_register));
      data.push_back(raw(range.register_space));
      if (flags) data.push_back(raw(range.flags));
      data.push_back(raw(range.offset_in_descriptors_from_table_start));
    }
  } else if (const auto* constants = std::get_if<RootConstants>(&parameter)) {
    data.push_back(raw(constants->shader_register));
    data.push_back(raw(constants->register_space));
    data.push_back(raw(constants->num_32bit_values));
  } else if (const auto* descriptor = std::get_if<RootDescriptor>(&parameter)) {
    data.push_back(raw(descriptor->shader_register));
    data.push_back(raw(descriptor->register_space));
    if (flags) data.push_back(raw(descriptor->flags));
  }
}

void append_sampler(Version version, const StaticSampler& sampler, Words& data) {
  for (const std::uint32_t word :
       {raw(sampler.filter), raw(sampler.address_u), raw(sampler.address_v), raw(sampler.address_w),
        raw(sampler.mip_lod_bias), raw(sampler.max_anisotropy), raw(sampler.comparison_func), raw(sampler.border_color),
        raw(sampler.min_lod), raw(sampler.max_lod), raw(sampler.shader_register), raw(sampler.register_space),
        raw(sampler.shader_visibility)}) {
    data.push_back(word);
  }
  if (version == Version::v1_2) data.push_back(raw(sampler.flags));
}

/// The data of the RTS0 part: header, parameters, payloads, static samplers. Offsets count from its start.
Words part_data(const RootSignatureCase& value) {
  Words data = {raw(value.version),
                static_cast<std::uint32_t>(value.parameters.size()),
                bytes(kHeaderWords),
                static_cast<std::uint32_t>(value.static_samplers.size()),
                0,
                raw(value.flags)};
  data.resize(kHeaderWords + 3 * value.parameters.size());
  for (std::size_t p = 0; p < value.parameters.size(); ++p) {
    std::uint32_t* entry = data.data() + kHeaderWords + 3 * p;
    entry[0] = type_of(value.parameters[p]);
    entry[1] = raw(visibility_of(value.parameters[p]));
    entry[2] = bytes(data.size());
    append_payload(value.version, value.parameters[p], data.size(), data);
  }
  data[4] = bytes(data.size());
  for (const StaticSampler& sampler : value.static_samplers) append_sampler(value.version, sampler, data);
  return data;
}

/// One block of MD5 (RFC 1321).
void digest_block(std::array<std::uint32_t, 4>& state, const std::uint32_t* block) {
  // floor(2^32 * abs(sin(i + 1)))
  static constexpr std::uint32_t sines[64] = {
      0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
      0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
      0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
      0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
      0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
      0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
      0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
      0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
  static constexpr int rotations[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  auto [a, b, c, d] = state;
  for (unsigned i = 0; i < 64; ++i) {
    std::uint32_t mixed = 0;
    unsigned word = 0;
    switch (i / 16) {
      case 0:
        mixed = (b & c) | (~b & d);
        word = i;
        break;
      case 1:
        mixed = (d & b) | (~d & c);
        word = (5 * i + 1) % 16;
        break;
      case 2:
        mixed = b ^ c ^ d;
        word = (3 * i + 5) % 16;
        break;
      default:
        mixed = c ^ (b | ~d);
        word = 7 * i % 16;
    }
    const std::uint32_t sum = a + mixed + sines[i] + block[word];
    a = d;
    d = c;
    c = b;
    b += std::rotl(sum, rotations[i / 16][i % 4]);
  }
  state = {state[0] + a, state[1] + b, state[2] + c, state[3] + d};
}

/// The container's digest over all words behind it: MD5 but for the padding, which has the bit count in front of the
/// tail.
std::array<std::uint32_t, 4> digest(std::span<const std::uint32_t> words) {
  constexpr std::size_t block_words = 16;
  constexpr std::uint32_t end_mark = 0x80;
  std::array<std::uint32_t, 4> state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  const std::uint32_t bit_count = 8 * bytes(words.size());
  const std::uint32_t last_word = 2 * bytes(words.size()) | 1;
  while (words.size() >= block_words) {
    digest_block(state, words.data());
    words = words.subspan(block_words);
  }
  std::array<std::uint32_t, block_words> block{};
  if (words.size() < 14) {
    block[0] = bit_count;
    std::copy(words.begin(), words.end(), block.begin() + 1);
    block[words.size() + 1] = end_mark;
  } else {
    std::copy(words.begin(), words.end(), block.begin());
    block[words.size()] = end_mark;
    digest_block(state, block.data());
    block = {bit_count};
  }
  block[block_words - 1] = last_word;
  digest_block(state, block.data());
  return state;
}

}  // namespace

void expect_blob(const RootSignatureCase& value, Expectation& out) {
  const Words data = part_data(value);
  const std::uint32_t total = bytes(kContainerWords + data.size());
  Words blob = {kMagic, 0, 0, 0, 0, 1, total, 1, bytes(9), kPartName, bytes(data.size())};
  blob.insert(blob.end(), data.begin(), data.end());
  const std::array<std::uint32_t, 4> sum = digest(std::span(blob).subspan(5));
  std::copy(sum.begin(), sum.end(), blob.begin() + 1);

  expect(out, key(Field::blob_size), total);
  for (std::size_t i = 0; i < blob.size(); ++i) {
    if (i < 1 || i > sum.size()) expect(out, key(Field::blob_word, i), blob[i]);
  }
  for (std::size_t i = 0; i < sum.size(); ++i) expect(out, key(Field::blob_digest, i), sum[i]);
}

}  // namespace d3d12fuzz::root_signature
