#include "candidates/wire/frame.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"

namespace d3d12fuzz::wire {
namespace {

constexpr char kMagic[] = {'d', '3', 'd', '1', '2', 'f', 'u', 'z'};
constexpr std::size_t kHelloSize = 24;
constexpr std::size_t kWelcomeSize = 40;
constexpr std::size_t kCaseHeaderSize = 16;
constexpr std::size_t kOutcomeHeaderSize = 72;
constexpr std::size_t kLastWordSize = 64;

static_assert(sizeof(MemoryImage::Block) == 16 && sizeof(MemoryImage::Pointer) == 16);
static_assert(static_cast<std::uint32_t>(MemoryImage::Placement::input) == D3D12FUZZ_BLOCK_INPUT);
static_assert(static_cast<std::uint32_t>(MemoryImage::Placement::guarded) == D3D12FUZZ_BLOCK_GUARDED);
static_assert(static_cast<std::uint32_t>(MemoryImage::Placement::read_only) == D3D12FUZZ_BLOCK_READ_ONLY);
static_assert(static_cast<std::uint32_t>(MemoryImage::Placement::nowhere) == D3D12FUZZ_BLOCK_NOWHERE);
static_assert(static_cast<std::uint32_t>(MemoryImage::Placement::output) == D3D12FUZZ_BLOCK_OUTPUT);
static_assert(MemoryImage::kOutside == D3D12FUZZ_PROGRESS);

/// Takes a text and its size off the front.
std::string take_text(std::span<const std::byte>& bytes) {
  const std::size_t size = bytes.size() < 4 ? 0 : load<std::uint32_t>(bytes.data());
  if (bytes.size() < 4 || size > bytes.size() - 4) throw InputError("the worker's greeting is cut off");
  const std::string text(reinterpret_cast<const char*>(bytes.data() + 4), size);
  bytes = bytes.subspan(4 + size);
  return text;
}

void expect(std::string_view what, std::uint32_t found, std::uint32_t expected) {
  if (found == expected) return;
  throw InputError("the worker has " + std::string(what) + " " + std::to_string(found) + "; expected " +
                   std::to_string(expected));
}

}  // namespace

void write_header(const FrameHeader& header, std::byte* to) { store(to, header); }

FrameHeader read_header(const std::byte* from) { return load<FrameHeader>(from); }

void append_hello(std::uint32_t case_milliseconds, Buffer& out) {
  std::byte* const at = out.extend(kFrameHeaderSize + kHelloSize);
  write_header({.type = D3D12FUZZ_FRAME_HELLO, .size = kHelloSize}, at);
  std::byte* const payload = at + kFrameHeaderSize;
  std::memcpy(payload, kMagic, sizeof(kMagic));
  store(payload + 8, D3D12FUZZ_PROTOCOL_VERSION);
  store(payload + 12, D3D12FUZZ_CANDIDATE_VERSION);
  store(payload + 16, case_milliseconds);
  store(payload + 20, std::uint32_t{0});
}

Welcome read_welcome(std::span<const std::byte> payload) {
  if (payload.size() < kWelcomeSize || std::memcmp(payload.data(), kMagic, sizeof(kMagic)) != 0) {
    throw InputError("what answers is no worker of d3d12fuzz");
  }
  const auto number = [&](std::size_t at) { return load<std::uint32_t>(payload.data() + at); };
  expect("version of the protocol", number(8), D3D12FUZZ_PROTOCOL_VERSION);
  expect("version of d3d12fuzz_candidate.h", number(12), D3D12FUZZ_CANDIDATE_VERSION);
  expect("pointer size", number(16), sizeof(void*));
  expect("byte order", number(20), 0x01020304u);
  Welcome welcome;
  welcome.capabilities = number(24);
  welcome.tolerances = number(28);
  welcome.functions = load<std::uint64_t>(payload.data() + 32);
  std::span<const std::byte> rest = payload.subspan(kWelcomeSize);
  welcome.implementation_version = take_text(rest);
  welcome.build_id = take_text(rest);
  welcome.path = take_text(rest);
  welcome.device = take_text(rest);
  return welcome;
}

std::size_t case_record_size(const MemoryImage& image) {
  return kCaseHeaderSize + image.blocks().size_bytes() + image.pointers().size_bytes() + image.data().size();
}

void write_case_record(std::uint32_t function, const MemoryImage& image, std::byte* to) {
  store(to, static_cast<std::uint32_t>(case_record_size(image)));
  store(to + 4, function);
  store(to + 8, static_cast<std::uint32_t>(image.blocks().size()));
  store(to + 12, static_cast<std::uint32_t>(image.pointers().size()));
  to += kCaseHeaderSize;
  const auto append = [&](std::span<const std::byte> bytes) {
    if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
    to += bytes.size();
  };
  append(std::as_bytes(image.blocks()));
  append(std::as_bytes(image.pointers()));
  append(image.data());
}

std::optional<OutcomeRecord> OutcomeRecord::read(std::span<const std::byte> bytes, std::uint32_t case_number) {
  if (bytes.size() < kOutcomeHeaderSize) return std::nullopt;
  OutcomeRecord record;
  record.record_ = bytes.data();
  record.size_ = load<std::uint32_t>(bytes.data());
  record.num_outputs_ = load<std::uint32_t>(bytes.data() + 12);
  if (load<std::uint32_t>(bytes.data() + 4) != case_number) return std::nullopt;
  if (record.size_ % 8 != 0 || record.size_ > bytes.size() || record.size_ < kOutcomeHeaderSize) return std::nullopt;
  const std::size_t room = record.size_ - kOutcomeHeaderSize;
  const std::size_t table = padded(std::size_t{4} * record.num_outputs_, 8);
  if (table > room) return std::nullopt;
  std::size_t used = table;
  for (std::uint32_t i = 0; i < record.num_outputs_; ++i) {
    const std::size_t size = padded(load<std::uint32_t>(record.record_ + kOutcomeHeaderSize + 4 * i), 8);
    if (size > room - used) return std::nullopt;
    used += size;
  }
  if (used != room) return std::nullopt;
  record.data_ = record.record_ + kOutcomeHeaderSize + table;
  return record;
}

bool OutcomeRecord::take(void* to, std::size_t size) {
  if (at_end()) return false;
  const std::size_t used = load<std::uint32_t>(record_ + kOutcomeHeaderSize + 4 * next_);
  if (used > size) return false;
  // A block of no size has no place to go to.
  if (size > 0) {
    std::memcpy(to, data_, used);
    std::memset(static_cast<std::byte*>(to) + used, D3D12FUZZ_FILL, size - used);
  }
  data_ += padded(used, 8);
  ++next_;
  return true;
}

bool OutcomeRecord::skip() {
  if (at_end()) return false;
  data_ += padded(load<std::uint32_t>(record_ + kOutcomeHeaderSize + 4 * next_), 8);
  ++next_;
  return true;
}

std::optional<LastWord> read_last_word(std::span<const std::byte> payload) {
  if (payload.size() < kLastWordSize) return std::nullopt;
  LastWord word;
  word.case_number = load<std::uint32_t>(payload.data());
  word.death = load<std::uint32_t>(payload.data() + 4);
  word.code = load<std::uint32_t>(payload.data() + 8);
  word.progress = load<d3d12fuzz_progress>(payload.data() + 12);
  const std::span<const std::byte> text = payload.subspan(kLastWordSize);
  word.text.assign(reinterpret_cast<const char*>(text.data()), text.size());
  return word;
}

}  // namespace d3d12fuzz::wire
