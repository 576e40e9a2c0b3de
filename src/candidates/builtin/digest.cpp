#include "candidates/builtin/digest.h"

#include <bit>
#include <cstddef>

namespace d3d12fuzz::builtin {
namespace {

constexpr std::size_t kBlock = 16;       // words
constexpr std::size_t kRoomOfTail = 14;  // words of a last block that are not taken by the two lengths

// floor(2^32 * |sin(i + 1)|)
constexpr std::array<std::uint32_t, 64> kSines = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};
constexpr std::array<std::array<int, 4>, 4> kRotations = {
    {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}};

// The compression function of MD5.
void mix(Digest& state, const std::uint32_t* block) {
  auto [a, b, c, d] = state;
  for (std::uint32_t i = 0; i < 64; ++i) {
    std::uint32_t chosen = 0;
    std::uint32_t word = 0;
    switch (i / 16) {
      case 0:
        chosen = d ^ (b & (c ^ d));
        word = i;
        break;
      case 1:
        chosen = c ^ (d & (b ^ c));
        word = 5 * i + 1;
        break;
      case 2:
        chosen = b ^ c ^ d;
        word = 3 * i + 5;
        break;
      default:
        chosen = c ^ (b | ~d);
        word = 7 * i;
        break;
    }
    const std::uint32_t sum = a + chosen + kSines[i] + block[word % kBlock];
    a = d;
    d = c;
    c = b;
    b += std::rotl(sum, kRotations[i / 16][i % 4]);
  }
  state = {state[0] + a, state[1] + b, state[2] + c, state[3] + d};
}

}  // namespace

Digest container_digest(std::span<const std::uint32_t> words, Fault fault) {
  Digest state = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476};
  const std::size_t tail_at = words.size() / kBlock * kBlock;
  for (std::size_t i = 0; i < tail_at; i += kBlock) mix(state, words.data() + i);

  const std::span<const std::uint32_t> tail = words.subspan(tail_at);
  const auto bits = static_cast<std::uint32_t>(words.size() * 32);
  std::uint32_t first_length = bits;
  std::uint32_t last_length = bits / 4 | 1;
  const bool fits = tail.size() < kRoomOfTail;
  bool lengths_at_end = false;
  if (fault == Fault::blob_digest_plain_md5) {
    lengths_at_end = true;
    last_length = 0;
  }
  if (fault == Fault::blob_digest_long_tail && !fits) lengths_at_end = true;

  constexpr std::uint32_t kEndMark = 0x80;
  std::array<std::uint32_t, kBlock> block{};
  std::size_t at = fits && !lengths_at_end ? 1 : 0;  // the first length stands before a tail that leaves room for it
  for (const std::uint32_t word : tail) block[at++] = word;
  block[at] = kEndMark;
  if (!fits) {
    mix(state, block.data());
    block = {};
  }
  block[lengths_at_end ? kRoomOfTail : 0] = first_length;
  block[kBlock - 1] = last_length;
  mix(state, block.data());
  return state;
}

}  // namespace d3d12fuzz::builtin
