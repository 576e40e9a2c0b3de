// Records and greetings as the harness reads them, whatever a worker sent.

#include "candidates/wire/frame.h"

#include <gtest/gtest.h>

#include "base/choice_source.h"
#include "base/error.h"

namespace d3d12fuzz {
namespace {

constexpr std::size_t kSizes = 72;

/// An outcome record of case 3 with two outputs, of 5 bytes and of none.
wire::Buffer sound_outcome() {
  wire::Buffer buffer;
  const std::uint32_t numbers[] = {kSizes + 8 + 8, 3, 6, 2};
  std::byte* const at = buffer.extend(numbers[0]);
  std::memset(at, 0, numbers[0]);
  std::memcpy(at, numbers, sizeof(numbers));
  wire::store(at + 16, std::uint32_t{2});  // the stage that runs
  wire::store(at + kSizes, std::uint32_t{5});
  std::memcpy(at + kSizes + 8, "bytes", 5);
  return buffer;
}

std::optional<wire::OutcomeRecord> read(const wire::Buffer& buffer, std::uint32_t case_number = 3) {
  return wire::OutcomeRecord::read(buffer.bytes(), case_number);
}

TEST(OutcomeRecord, gives_back_what_was_sent) {
  const wire::Buffer buffer = sound_outcome();
  std::optional<wire::OutcomeRecord> record = read(buffer);
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->size(), buffer.size());
  EXPECT_EQ(record->conduct(), 6u);
  EXPECT_EQ(record->progress().running_stage, 2u);
  char bytes[8];
  ASSERT_TRUE(record->take(bytes, sizeof(bytes)));
  EXPECT_EQ(std::string(bytes, 8), "bytes\xA5\xA5\xA5");
  EXPECT_FALSE(record->at_end());
  ASSERT_TRUE(record->skip());
  EXPECT_TRUE(record->at_end());
  EXPECT_FALSE(record->skip());
  EXPECT_FALSE(record->take(bytes, sizeof(bytes)));
}

TEST(OutcomeRecord, an_output_larger_than_its_place_is_not_taken) {
  const wire::Buffer buffer = sound_outcome();
  std::optional<wire::OutcomeRecord> record = read(buffer);
  char bytes[4] = "abc";
  EXPECT_FALSE(record->take(bytes, sizeof(bytes)));
  EXPECT_STREQ(bytes, "abc");
}

TEST(OutcomeRecord, of_another_case_or_cut_off_is_none) {
  const wire::Buffer buffer = sound_outcome();
  EXPECT_FALSE(read(buffer, 2).has_value());
  for (std::size_t size = 0; size < buffer.size(); ++size) {
    EXPECT_FALSE(wire::OutcomeRecord::read(buffer.bytes().first(size), 3).has_value()) << size;
  }
}

TEST(OutcomeRecord, whose_numbers_do_not_add_up_is_none) {
  const auto with = [](std::size_t at, std::uint32_t value) {
    wire::Buffer buffer = sound_outcome();
    wire::store(buffer.data() + at, value);
    return read(buffer).has_value();
  };
  EXPECT_TRUE(with(8, 0xFFFFFFFF));  // conduct is anything
  EXPECT_FALSE(with(0, 0));
  EXPECT_FALSE(with(0, kSizes + 8));
  EXPECT_FALSE(with(0, kSizes + 12));
  EXPECT_FALSE(with(0, 0xFFFFFFF8));
  EXPECT_FALSE(with(12, 0));
  EXPECT_FALSE(with(12, 0xFFFFFFFF));
  EXPECT_FALSE(with(kSizes, 9));
  EXPECT_FALSE(with(kSizes, 0));
  EXPECT_FALSE(with(kSizes, 0xFFFFFFFF));
  EXPECT_FALSE(with(kSizes + 4, 1));
}

// Nothing outside of the record is read: a sanitizer watches.
TEST(OutcomeRecord, of_any_bytes_is_read_or_none) {
  ChoiceSource choices(2, 1);
  int read_back = 0;
  constexpr int records = 100'000;
  for (int i = 0; i < records; ++i) {
    const wire::Buffer sound = sound_outcome();
    std::vector<std::byte> bytes(sound.bytes().begin(), sound.bytes().end());
    for (std::uint32_t left = choices.between(1, 3); left > 0; --left) {
      bytes[choices.below(static_cast<std::uint32_t>(bytes.size()))] = static_cast<std::byte>(choices.below(256));
    }
    std::optional<wire::OutcomeRecord> record = wire::OutcomeRecord::read(bytes, 3);
    if (!record) continue;
    ++read_back;
    std::byte room[16];
    while (!record->at_end() && record->take(room, sizeof(room))) continue;
  }
  // Most bytes are those of the progress and of the outputs.
  EXPECT_GT(read_back, records / 10);
  EXPECT_LT(read_back, records * 9 / 10);
}

TEST(Welcome, of_any_bytes_is_read_or_refused) {
  std::vector<std::byte> sound(56);
  std::memcpy(sound.data(), "d3d12fuz", 8);
  const std::uint32_t numbers[] = {D3D12FUZZ_PROTOCOL_VERSION, D3D12FUZZ_CANDIDATE_VERSION, 8, 0x01020304};
  std::memcpy(sound.data() + 8, numbers, sizeof(numbers));
  EXPECT_EQ(wire::read_welcome(sound).implementation_version, "");
  for (std::size_t size = 0; size < sound.size(); ++size) {
    EXPECT_THROW(wire::read_welcome(std::span<const std::byte>(sound).first(size)), InputError) << size;
  }
  ChoiceSource choices(3, 1);
  int refused = 0;
  constexpr int greetings = 10'000;
  for (int i = 0; i < greetings; ++i) {
    std::vector<std::byte> bytes = sound;
    bytes[choices.below(56)] = static_cast<std::byte>(choices.between(1, 255));
    try {
      wire::read_welcome(bytes);
    } catch (const InputError&) {
      ++refused;
    }
  }
  // Of the 56 bytes, 24 are fixed, and any size of a text but 0 runs beyond the end or into the next one.
  EXPECT_GT(refused, greetings / 3);
  EXPECT_LT(refused, greetings);
}

TEST(LastWord, has_its_text_behind_its_numbers) {
  std::vector<std::byte> payload(64);
  wire::store(payload.data(), std::uint32_t{4});
  wire::store(payload.data() + 8, std::uint32_t{11});
  payload.push_back(std::byte{'x'});
  const std::optional<wire::LastWord> word = wire::read_last_word(payload);
  ASSERT_TRUE(word.has_value());
  EXPECT_EQ(word->case_number, 4u);
  EXPECT_EQ(word->code, 11u);
  EXPECT_EQ(word->text, "x");
  EXPECT_FALSE(wire::read_last_word(std::span<const std::byte>(payload).first(63)).has_value());
}

}  // namespace
}  // namespace d3d12fuzz
