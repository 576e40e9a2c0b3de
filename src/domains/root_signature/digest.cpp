#include "domains/root_signature/digest.h"

#include <algorithm>
#include <bit>

#include "base/little_endian.h"

namespace d3d12fuzz::root_signature {
namespace {

constexpr std::size_t kBlock = 64;  // bytes

/// One block of MD5 (RFC 1321).
void digest_block(std::array<std::uint32_t, 4>& state, std::span<const std::uint8_t> block) {
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
    const std::uint32_t sum = a + mixed + sines[i] + load_word(block, 4 * word);
    a = d;
    d = c;
    c = b;
    b += std::rotl(sum, rotations[i / 16][i % 4]);
  }
  state = {state[0] + a, state[1] + b, state[2] + c, state[3] + d};
}

}  // namespace

std::array<std::uint32_t, 4> container_digest(std::span<const std::uint8_t> bytes) {
  constexpr std::uint8_t end_mark = 0x80;
  std::array<std::uint32_t, 4> state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  // Both lengths of the padding are modulo 2^32.
  const auto bit_count = static_cast<std::uint32_t>(8 * bytes.size());
  const auto last_word = static_cast<std::uint32_t>(2 * bytes.size() | 1);
  for (; bytes.size() >= kBlock; bytes = bytes.subspan(kBlock)) digest_block(state, bytes.first(kBlock));
  // The bit count stands in front of the tail, where MD5 has it behind.
  std::array<std::uint8_t, kBlock> block{};
  const bool fits = bytes.size() < kBlock - 8;
  const std::size_t tail = fits ? 4 : 0;
  std::copy(bytes.begin(), bytes.end(), block.begin() + tail);
  block[tail + bytes.size()] = end_mark;
  if (!fits) {
    digest_block(state, block);
    block = {};
  }
  store_word(block, 0, bit_count);
  store_word(block, kBlock - 4, last_word);
  digest_block(state, block);
  return state;
}

}  // namespace d3d12fuzz::root_signature
