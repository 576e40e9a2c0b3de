// The candidate's side of the wire: where a call finds its memory, what is noticed of it, and what is refused.

#include "candidates/d3d12fuzz_worker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <locale.h>
#include <signal.h>
#include <unistd.h>

#include <cfenv>
#include <cstring>
#include <functional>
#include <memory>

#include "base/choice_source.h"
#include "candidates/wire/frame.h"
#include "support/address.h"

namespace d3d12fuzz {
namespace {

using test::readable;
using test::writable;
using testing::Each;
using testing::ElementsAre;
using BlockId = MemoryImage::BlockId;
using Placement = MemoryImage::Placement;

/// What a candidate does with its input and its result, whose bytes these tests choose.
using Body = std::function<void(const std::byte* input, std::byte* result)>;

void call_body(void* context, const d3d12fuzz_root_signature_input* input, d3d12fuzz_root_signature_result* result) {
  (*static_cast<Body*>(context))(reinterpret_cast<const std::byte*>(input), reinterpret_cast<std::byte*>(result));
}

/// Calls the body for each, in order.
void call_batch(void* context, std::uint32_t count, const d3d12fuzz_root_signature_input* const* inputs,
                d3d12fuzz_root_signature_result* const* results) {
  for (std::uint32_t i = 0; i < count; ++i) call_body(context, inputs[i], results[i]);
}

/// An input of one pointer for each further block, and a result.
class Image {
 public:
  static constexpr std::size_t kMostBlocks = 400;

  explicit Image(std::size_t result_size = 16, std::size_t result_carried = 0) {
    image_.add(8 * kMostBlocks, Placement::input);
    image_.add_output(result_size, result_carried);
  }

  /// A block that pointer number `id - 2` of the input points to.
  BlockId add(Placement placement, std::string_view bytes) {
    const BlockId id = image_.add(bytes.size(), placement);
    if (!bytes.empty()) std::memcpy(image_.bytes(id), bytes.data(), bytes.size());
    image_.point(0, 8 * (id - 2), id);
    return id;
  }

  /// Likewise, for the candidate to write to.
  BlockId add_output(std::size_t size) {
    const BlockId id = image_.add_output(size);
    image_.point(0, 8 * (id - 2), id);
    return id;
  }

  MemoryImage& memory() { return image_; }

  wire::Buffer record(std::uint32_t function = D3D12FUZZ_FUNCTION_ROOT_SIGNATURE) const {
    wire::Buffer buffer;
    const std::size_t size = wire::case_record_size(image_);
    wire::write_case_record(function, image_, buffer.extend(size));
    return buffer;
  }

 private:
  MemoryImage image_;
};

/// Where a block of an Image stands.
template <class Byte>
Byte* at(const std::byte* input, BlockId block) {
  Byte* address;
  std::memcpy(&address, input + 8 * (block - 2), sizeof(address));
  return address;
}

class Worker {
 public:
  explicit Worker(Body body, bool takes_batches = false)
      : body_(std::move(body)),
        candidate_{.version = D3D12FUZZ_CANDIDATE_VERSION,
                   .context = &body_,
                   .root_signature = call_body,
                   .root_signature_batch = takes_batches ? call_batch : nullptr},
        worker_(d3d12fuzz_worker_create(&candidate_)) {}
  ~Worker() { d3d12fuzz_worker_destroy(worker_); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  d3d12fuzz_worker* get() { return worker_; }

  /// \return whether the record is taken in
  bool load(wire::Buffer& record, d3d12fuzz_progress& progress) {
    return d3d12fuzz_worker_load(worker_, record.data(), record.size(), &progress) == 0;
  }

  /// The outcome of what was taken in as number `i`.
  std::vector<std::byte> outcome(std::uint32_t i = 0, std::uint32_t case_number = 0) {
    wire::Buffer buffer;
    const std::size_t size = d3d12fuzz_worker_outcome_size(worker_, i);
    d3d12fuzz_worker_write_outcome(worker_, i, case_number, buffer.extend(size));
    return {buffer.bytes().begin(), buffer.bytes().end()};
  }

  /// Calls the candidate with one image. \return its outcome
  std::vector<std::byte> call(const Image& image) {
    wire::Buffer record = image.record();
    d3d12fuzz_progress progress;
    EXPECT_TRUE(load(record, progress));
    d3d12fuzz_worker_call(worker_);
    std::vector<std::byte> bytes = outcome();
    d3d12fuzz_worker_clear(worker_);
    return bytes;
  }

 private:
  Body body_;
  d3d12fuzz_candidate candidate_;
  d3d12fuzz_worker* worker_;
};

/// D3D12FUZZ_CONDUCT_* of one call.
std::uint32_t conduct_of_call(const Image& image, Body body) {
  const std::vector<std::byte> outcome = Worker(std::move(body)).call(image);
  return wire::OutcomeRecord::read(outcome, 0).value().conduct();
}

bool ends_at_page(const std::byte* begin, std::size_t size) {
  return reinterpret_cast<std::uintptr_t>(begin + size) % static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) == 0;
}

// ---- Where memory lies

TEST(WorkerMemory, a_guarded_block_ends_where_nothing_can_be_read) {
  Image image;
  const std::string whole_page(static_cast<std::size_t>(sysconf(_SC_PAGESIZE)), 'p');
  const std::string contents[] = {"x", "forty bytes, forty bytes, forty bytes, 40", whole_page,
                                  whole_page + "and one more", std::string(D3D12FUZZ_LARGEST_GUARDED, 'l')};
  std::vector<BlockId> blocks;
  for (const std::string& content : contents) {
    blocks.push_back(image.add(Placement::guarded, content));
    blocks.push_back(image.add(Placement::read_only, content));
  }
  int called = 0;
  Worker([&](const std::byte* input, std::byte*) {
    ++called;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const std::string& content = contents[i / 2];
      const auto* const begin = at<const std::byte>(input, blocks[i]);
      EXPECT_EQ(std::memcmp(begin, content.data(), content.size()), 0);
      EXPECT_TRUE(ends_at_page(begin, content.size()));
      EXPECT_FALSE(readable(begin + content.size()));
      EXPECT_EQ(writable(begin), i % 2 == 0);
    }
  }).call(image);
  EXPECT_EQ(called, 1);
}

TEST(WorkerMemory, a_block_nowhere_can_be_neither_read_nor_written) {
  Image image;
  const BlockId block = image.add(Placement::nowhere, "");
  Worker([&](const std::byte* input, std::byte*) {
    const auto* const begin = at<const std::byte>(input, block);
    EXPECT_NE(begin, nullptr);
    EXPECT_FALSE(readable(begin));
    EXPECT_FALSE(writable(begin));
  }).call(image);
}

TEST(WorkerMemory, blocks_for_which_there_is_no_guarded_page_are_as_any_others) {
  Image image;
  const std::string larger_than_any_slot(D3D12FUZZ_LARGEST_GUARDED + 1, 'l');
  std::vector<BlockId> blocks{image.add(Placement::read_only, larger_than_any_slot)};
  for (int i = 0; i < 300; ++i) blocks.push_back(image.add(Placement::guarded, std::to_string(i)));
  Worker worker([&](const std::byte* input, std::byte*) {
    EXPECT_EQ(std::memcmp(at<const char>(input, blocks[0]), larger_than_any_slot.data(), larger_than_any_slot.size()),
              0);
    for (std::size_t i = 1; i < blocks.size(); ++i) {
      const std::string content = std::to_string(i - 1);
      const auto* const begin = at<const std::byte>(input, blocks[i]);
      EXPECT_EQ(std::memcmp(begin, content.data(), content.size()), 0) << i;
      EXPECT_EQ(ends_at_page(begin, content.size()) && !readable(begin + content.size()), i <= 256 + 16) << i;
    }
  });
  // What was used is free again afterwards.
  for (int i = 0; i < 3; ++i) worker.call(image);
}

TEST(WorkerMemory, pointers_lead_to_blocks_and_to_the_progress) {
  Image image(16, 16);
  const BlockId text = image.add(Placement::input, "text");
  image.memory().point(1, 0, text);
  image.memory().point(1, 8, MemoryImage::kOutside);
  wire::Buffer record = image.record();
  d3d12fuzz_progress progress;
  const char* found = nullptr;
  Worker worker([&](const std::byte* input, std::byte* result) {
    std::memcpy(&found, result, sizeof(found));
    EXPECT_EQ(found, at<const char>(input, text));
    d3d12fuzz_progress* of_case;
    std::memcpy(&of_case, result + 8, sizeof(of_case));
    EXPECT_EQ(of_case, &progress);
    of_case->running_stage = 2;
    of_case->stages[2] = {D3D12FUZZ_STATUS_REJECTED, -5};
  });
  ASSERT_TRUE(worker.load(record, progress));
  d3d12fuzz_worker_call(worker.get());
  EXPECT_EQ(std::memcmp(found, "text", 4), 0);
  const std::vector<std::byte> bytes = worker.outcome(0, 9);
  const auto outcome = wire::OutcomeRecord::read(bytes, 9);
  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->progress().stages[2].hresult, -5);
  EXPECT_EQ(outcome->conduct(), 0u);
}

TEST(WorkerMemory, outputs_hold_what_the_record_has_and_are_filled_behind_that) {
  Image image(24, 8);
  image.memory().put(1, std::uint64_t{0x1122334455667788});
  const BlockId output = image.add_output(100);
  Worker([&](const std::byte* input, std::byte* result) {
    std::uint64_t first;
    std::memcpy(&first, result, sizeof(first));
    EXPECT_EQ(first, 0x1122334455667788u);
    EXPECT_THAT(std::vector<std::byte>(result + 8, result + 24), Each(std::byte{D3D12FUZZ_FILL}));
    const auto* const begin = at<const std::byte>(input, output);
    EXPECT_THAT(std::vector<std::byte>(begin, begin + 100), Each(std::byte{D3D12FUZZ_FILL}));
  }).call(image);
}

TEST(WorkerMemory, an_outcome_gives_outputs_back_without_what_is_filled_still) {
  Image image;
  const BlockId output = image.add_output(1000);
  Worker worker([&](const std::byte* input, std::byte*) { at<char>(input, output)[20] = 'x'; });
  const std::vector<std::byte> bytes = worker.call(image);
  EXPECT_LT(bytes.size(), 200u);
  auto outcome = wire::OutcomeRecord::read(bytes, 0);
  ASSERT_TRUE(outcome.has_value());
  ASSERT_TRUE(outcome->skip());
  std::vector<std::byte> there(1000);
  ASSERT_TRUE(outcome->take(there.data(), there.size()));
  EXPECT_TRUE(outcome->at_end());
  std::vector<std::byte> expected(1000, std::byte{D3D12FUZZ_FILL});
  expected[20] = std::byte{'x'};
  EXPECT_EQ(there, expected);
}

// ---- What is noticed of a call

TEST(WorkerConduct, a_write_just_outside_of_an_output_is_noticed) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{15}, std::size_t{16}, std::size_t{100}}) {
    Image image;
    const BlockId output = image.add_output(size);
    const auto conduct_at = [&](std::ptrdiff_t offset) {
      return conduct_of_call(image, [&](const std::byte* input, std::byte*) { at<char>(input, output)[offset] = 1; });
    };
    const auto end = static_cast<std::ptrdiff_t>(size);
    for (const std::ptrdiff_t outside : {std::ptrdiff_t{-32}, std::ptrdiff_t{-1}, end, end + 31}) {
      EXPECT_EQ(conduct_at(outside), D3D12FUZZ_CONDUCT_WROTE_OUTSIDE) << size << " at " << outside;
    }
    if (size == 0) continue;
    EXPECT_EQ(conduct_at(0), 0u) << size;
    EXPECT_EQ(conduct_at(end - 1), 0u) << size;
  }
}

TEST(WorkerConduct, a_write_into_an_input_is_noticed) {
  for (const Placement placement : {Placement::input, Placement::guarded}) {
    Image image;
    const BlockId block = image.add(placement, "abc");
    const auto write = [&](char value) {
      return conduct_of_call(image, [&](const std::byte* input, std::byte*) { at<char>(input, block)[2] = value; });
    };
    EXPECT_EQ(write('x'), D3D12FUZZ_CONDUCT_WROTE_INPUT);
    // Nobody sees a write that changes nothing.
    EXPECT_EQ(write('c'), 0u);
  }
}

TEST(WorkerConduct, changed_floating_point_control_is_noticed_and_put_right) {
  const int before = std::fegetround();
  ASSERT_NE(before, FE_UPWARD);
  EXPECT_EQ(conduct_of_call(Image(), [](const std::byte*, std::byte*) { std::fesetround(FE_UPWARD); }),
            D3D12FUZZ_CONDUCT_FLOATING_POINT);
  EXPECT_EQ(std::fegetround(), before);
  // Any calculation raises flags.
  EXPECT_EQ(conduct_of_call(Image(), [](const std::byte*, std::byte*) { std::feraiseexcept(FE_INEXACT); }), 0u);
}

/// D3D12FUZZ_CONDUCT_* that is found at the end of a request with one call of the body, and once more.
std::vector<std::uint32_t> found_at_end(Body body) {
  Worker worker(std::move(body));
  worker.call(Image());
  return {d3d12fuzz_worker_check_conduct(worker.get()), d3d12fuzz_worker_check_conduct(worker.get())};
}

TEST(WorkerConduct, a_changed_locale_is_noticed_and_put_right) {
  const std::string before = setlocale(LC_ALL, nullptr);
  EXPECT_THAT(found_at_end([](const std::byte*, std::byte*) { ASSERT_NE(setlocale(LC_ALL, "C.UTF-8"), nullptr); }),
              ElementsAre(D3D12FUZZ_CONDUCT_LOCALE, 0u));
  EXPECT_EQ(setlocale(LC_ALL, nullptr), before);
  const locale_t other = newlocale(LC_ALL_MASK, "C.UTF-8", nullptr);
  EXPECT_THAT(found_at_end([&](const std::byte*, std::byte*) { uselocale(other); }),
              ElementsAre(D3D12FUZZ_CONDUCT_LOCALE, 0u));
  EXPECT_EQ(uselocale(nullptr), LC_GLOBAL_LOCALE);
  freelocale(other);
}

TEST(WorkerConduct, changed_signal_handling_is_noticed_and_put_right) {
  EXPECT_THAT(found_at_end([](const std::byte*, std::byte*) { signal(SIGUSR1, SIG_IGN); }),
              ElementsAre(D3D12FUZZ_CONDUCT_SIGNAL_HANDLERS, 0u));
  EXPECT_THAT(found_at_end([](const std::byte*, std::byte*) {
                sigset_t set;
                sigemptyset(&set);
                sigaddset(&set, SIGTERM);
                sigprocmask(SIG_BLOCK, &set, nullptr);
              }),
              ElementsAre(D3D12FUZZ_CONDUCT_SIGNAL_HANDLERS, 0u));
}

TEST(WorkerConduct, a_closed_descriptor_is_noticed) {
  const int mine = dup(STDERR_FILENO);
  EXPECT_THAT(found_at_end([&](const std::byte*, std::byte*) { close(mine); }),
              ElementsAre(D3D12FUZZ_CONDUCT_DESCRIPTORS, D3D12FUZZ_CONDUCT_DESCRIPTORS));
  EXPECT_THAT(found_at_end([](const std::byte*, std::byte*) { close(dup(STDERR_FILENO)); }), ElementsAre(0u, 0u));
}

// ---- Several cases at once

TEST(WorkerBatch, has_the_outcomes_of_single_calls) {
  const Body body = [](const std::byte* input, std::byte* result) {
    result[0] = *at<const std::byte>(input, 2);
    if (result[0] == std::byte{'b'}) at<char>(input, 3)[-1] = 0;
  };
  const auto image_of = [](std::string_view text) {
    auto image = std::make_unique<Image>();
    image->add(Placement::guarded, text);
    image->add_output(8);
    return image;
  };
  Worker batch(body, true);
  Worker single(body);
  const std::string_view texts[] = {"a", "b", "c"};
  std::vector<wire::Buffer> records;
  for (const std::string_view text : texts) records.push_back(image_of(text)->record());
  std::vector<d3d12fuzz_progress> progress(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) ASSERT_TRUE(batch.load(records[i], progress[i]));
  d3d12fuzz_worker_call(batch.get());
  for (std::uint32_t i = 0; i < records.size(); ++i) {
    EXPECT_EQ(batch.outcome(i), single.call(*image_of(texts[i]))) << texts[i];
  }
}

TEST(WorkerBatch, is_for_candidates_that_have_a_function_for_it) {
  Worker worker([](const std::byte*, std::byte*) {});
  wire::Buffer records[] = {Image().record(), Image().record()};
  d3d12fuzz_progress progress[2];
  EXPECT_TRUE(worker.load(records[0], progress[0]));
  EXPECT_FALSE(worker.load(records[1], progress[1]));
  EXPECT_EQ(d3d12fuzz_worker_takes_batches(worker.get(), D3D12FUZZ_FUNCTION_ROOT_SIGNATURE), 0);
}

// ---- Functions

/// Counts what a function was called with.
template <class Input, class Result>
struct Calls {
  static void one(void* context, const Input*, Result*) { ++static_cast<int*>(context)[0]; }
  static void several(void* context, std::uint32_t count, const Input* const*, Result* const*) {
    static_cast<int*>(context)[1] += static_cast<int>(count);
  }
};

TEST(WorkerFunction, is_the_one_that_the_record_names) {
  using Blob = Calls<d3d12fuzz_root_signature_blob_input, d3d12fuzz_root_signature_blob_result>;
  int calls[2] = {};
  const d3d12fuzz_candidate candidate = {.version = D3D12FUZZ_CANDIDATE_VERSION,
                                         .context = calls,
                                         .root_signature_blob = Blob::one,
                                         .root_signature_blob_batch = Blob::several};
  EXPECT_EQ(d3d12fuzz_candidate_supports(&candidate, D3D12FUZZ_FUNCTION_ROOT_SIGNATURE), 0);
  EXPECT_EQ(d3d12fuzz_candidate_supports(&candidate, D3D12FUZZ_FUNCTION_ROOT_SIGNATURE_BLOB), 1);
  d3d12fuzz_worker* const worker = d3d12fuzz_worker_create(&candidate);
  EXPECT_EQ(d3d12fuzz_worker_takes_batches(worker, D3D12FUZZ_FUNCTION_ROOT_SIGNATURE), 0);
  EXPECT_EQ(d3d12fuzz_worker_takes_batches(worker, D3D12FUZZ_FUNCTION_ROOT_SIGNATURE_BLOB), 1);
  for (const std::uint32_t count : {1, 3}) {
    wire::Buffer records[3];
    d3d12fuzz_progress progress[3];
    for (std::uint32_t i = 0; i < count; ++i) {
      records[i] = Image().record(D3D12FUZZ_FUNCTION_ROOT_SIGNATURE_BLOB);
      EXPECT_EQ(d3d12fuzz_worker_load(worker, records[i].data(), records[i].size(), &progress[i]), 0);
    }
    d3d12fuzz_worker_call(worker);
    d3d12fuzz_worker_clear(worker);
  }
  wire::Buffer other = Image().record(D3D12FUZZ_FUNCTION_ROOT_SIGNATURE);
  d3d12fuzz_progress progress;
  EXPECT_NE(d3d12fuzz_worker_load(worker, other.data(), other.size(), &progress), 0);
  d3d12fuzz_worker_destroy(worker);
  EXPECT_EQ(calls[0], 1);
  EXPECT_EQ(calls[1], 3);
}

// ---- Records that break the protocol

/// A record of some blocks of every placement, as numbers.
std::vector<std::uint32_t> sound_record() {
  Image image(24, 16);
  image.add(Placement::guarded, "guarded");
  image.add(Placement::read_only, "read only");
  image.add(Placement::nowhere, "");
  image.add_output(40);
  image.memory().point(1, 8, MemoryImage::kOutside);
  const wire::Buffer record = image.record();
  std::vector<std::uint32_t> numbers(record.size() / 4);
  std::memcpy(numbers.data(), record.data(), record.size());
  return numbers;
}

/// Whether a worker takes a record in. If so it is called and answers.
bool is_taken(Worker& worker, const std::vector<std::uint32_t>& numbers) {
  wire::Buffer record;
  for (const std::uint32_t number : numbers) wire::store(record.extend(sizeof(number)), number);
  d3d12fuzz_progress progress;
  const bool taken = worker.load(record, progress);
  if (taken) {
    d3d12fuzz_worker_call(worker.get());
    EXPECT_TRUE(wire::OutcomeRecord::read(worker.outcome(), 0).has_value());
  }
  d3d12fuzz_worker_clear(worker.get());
  return taken;
}

// Of the record: size, function, blocks, pointers; of block i from 4 + 4 i: size, carried, placement; of pointer i
// behind the blocks: block, offset, target.
constexpr std::size_t kBlock = 4;
constexpr std::size_t kOutputBlock = kBlock + 4 * 5;
constexpr std::size_t kNowhereBlock = kBlock + 4 * 4;
constexpr std::size_t kPointer = kBlock + 4 * 6;

TEST(WorkerRecord, that_breaks_the_protocol_is_refused) {
  Worker worker([](const std::byte*, std::byte*) {});
  const std::vector<std::uint32_t> sound = sound_record();
  ASSERT_TRUE(is_taken(worker, sound));
  struct Change {
    const char* what;
    std::size_t at;
    std::uint32_t value;
  };
  const auto size = static_cast<std::uint32_t>(4 * sound.size());
  const Change changes[] = {
      {"a size of nothing", 0, 0},
      {"another size", 0, size - 16},
      {"a size that is no multiple of 16", 0, size + 4},
      {"a function that does not exist", 1, D3D12FUZZ_FUNCTION_COUNT},
      {"an input without a result", 2, 1},
      {"more blocks than it has room for", 2, 0xFFFFFFFF},
      {"more pointers than it has room for", 3, 0xFFFFFFFF},
      {"a block more than carried", 2, 7},
      {"a pointer fewer", 3, 4},
      {"an input larger than carried", kBlock, 8 * Image::kMostBlocks + 16},
      {"a block of more than everything", kBlock, 0xFFFFFFFF},
      {"a block that carries more than it has", kBlock + 1, 8 * Image::kMostBlocks + 16},
      {"a placement that does not exist", kBlock + 2, D3D12FUZZ_BLOCK_OUTPUT + 1},
      {"a result that is an input", kBlock + 4 + 2, D3D12FUZZ_BLOCK_INPUT},
      {"something nowhere", kNowhereBlock, 1},
      {"outputs larger than any answer", kOutputBlock, D3D12FUZZ_MAX_PAYLOAD},
      {"a pointer in no block", kPointer, 6},
      {"a pointer to no block", kPointer + 2, 6},
      {"a pointer at no multiple of 8", kPointer + 1, 4},
      {"a pointer behind its block", kPointer + 1, 8 * Image::kMostBlocks},
      {"a pointer in what an output does not carry", kPointer + 4 * 4 + 1, 16},
  };
  for (const Change& change : changes) {
    std::vector<std::uint32_t> numbers = sound;
    numbers[change.at] = change.value;
    EXPECT_FALSE(is_taken(worker, numbers)) << change.what;
  }
  std::vector<std::uint32_t> longer = sound;
  longer.resize(sound.size() + 4);
  EXPECT_FALSE(is_taken(worker, longer)) << "more bytes than said";
  longer[0] = size + 16;
  EXPECT_FALSE(is_taken(worker, longer)) << "more bytes than blocks";
  for (std::size_t words = 0; words < sound.size(); words += 4) {
    EXPECT_FALSE(is_taken(worker, {sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(words)})) << words;
  }
  EXPECT_TRUE(is_taken(worker, sound)) << "as before";
}

TEST(WorkerRecord, of_any_numbers_is_taken_or_refused) {
  Worker worker([](const std::byte*, std::byte*) {});
  const std::vector<std::uint32_t> sound = sound_record();
  const std::size_t tables = kPointer + 4 * 5;
  ChoiceSource choices(1, 1);
  int taken = 0;
  constexpr int records = 100'000;
  for (int i = 0; i < records; ++i) {
    std::vector<std::uint32_t> numbers = sound;
    for (std::uint32_t left = choices.between(1, 3); left > 0; --left) {
      static constexpr std::uint32_t values[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 24, 40, 4096, 0x7FFFFFFF, 0xFFFFFFFF};
      std::uint32_t& number = numbers[choices.below(static_cast<std::uint32_t>(tables))];
      number = choices.one_in(2) ? choices.pick(values) : number + choices.below(33) - 16;
    }
    taken += is_taken(worker, numbers) ? 1 : 0;
  }
  // Neither all nor none: a third number of a block means nothing, and a pointer may stand elsewhere.
  EXPECT_GT(taken, records / 100);
  EXPECT_LT(taken, records / 2);
}

// ---- Serving

struct Served {
  int status;
  std::string bytes;  ///< that the worker sent
};

/// What a worker answers to some bytes, behind which the connection ends.
Served serve(std::string asked, d3d12fuzz_open_candidate_fn open, const char* options = "") {
  struct Stream {
    std::string_view rest;
    std::string sent;
  } stream{.rest = asked, .sent = {}};
  const d3d12fuzz_connection connection = {.context = &stream,
                                           .read =
                                               [](void* context, void* bytes, std::size_t size) {
                                                 auto& from = static_cast<Stream*>(context)->rest;
                                                 if (from.size() < size) return 1;
                                                 if (size > 0) std::memcpy(bytes, from.data(), size);
                                                 from.remove_prefix(size);
                                                 return 0;
                                               },
                                           .write =
                                               [](void* context, const void* bytes, std::size_t size) {
                                                 static_cast<Stream*>(context)->sent.append(
                                                     static_cast<const char*>(bytes), size);
                                                 return 0;
                                               }};
  const int status = d3d12fuzz_worker_serve(&connection, open, options);
  return {status, stream.sent};
}

std::string text_of(const wire::Buffer& buffer) {
  return {reinterpret_cast<const char*>(buffer.data()), buffer.size()};
}

std::string hello() {
  wire::Buffer buffer;
  wire::append_hello(250, buffer);
  return text_of(buffer);
}

std::string frame(const wire::FrameHeader& header, const std::string& payload) {
  std::string bytes(wire::kFrameHeaderSize, '\0');
  wire::write_header(header, reinterpret_cast<std::byte*>(bytes.data()));
  return bytes + payload;
}

std::string numbers(std::initializer_list<std::uint32_t> values) {
  std::string bytes;
  for (const std::uint32_t value : values) bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
  return bytes;
}

std::string refused(const std::string& text) {
  return frame({.type = D3D12FUZZ_FRAME_REFUSED, .size = static_cast<std::uint32_t>(text.size())}, text);
}

int open_plain(std::uint32_t, const char*, d3d12fuzz_candidate* out) {
  *out = {.version = D3D12FUZZ_CANDIDATE_VERSION,
          .capabilities = 1,
          .tolerances = 2,
          .implementation_version = "1.2",
          .path = "/lib",
          .root_signature = [](void*, const d3d12fuzz_root_signature_input*, d3d12fuzz_root_signature_result*) {}};
  return D3D12FUZZ_OPENED;
}

std::string welcome() {
  const std::string payload =
      "d3d12fuz" + numbers({1, 4, 8, 0x01020304, 1, 2, 1, 0, 3}) + "1.2" + numbers({0, 4}) + "/lib" + numbers({0});
  return frame({.type = D3D12FUZZ_FRAME_WELCOME, .size = static_cast<std::uint32_t>(payload.size())}, payload);
}

TEST(WorkerServe, welcomes_who_greets_and_ends_with_the_connection) {
  const Served served = serve(hello(), open_plain);
  EXPECT_EQ(served.bytes, welcome());
  EXPECT_EQ(served.status, 0);
}

TEST(WorkerServe, refuses_who_greets_otherwise) {
  const auto with = [](std::size_t at, char value) {
    std::string bytes = hello();
    bytes[at] = value;
    return serve(bytes, open_plain);
  };
  const std::string strange = refused("the worker was not greeted by d3d12fuzz");
  EXPECT_EQ(with(0, 9).bytes, strange);
  EXPECT_EQ(with(12, 25).bytes, strange);
  EXPECT_EQ(with(16, 'D').bytes, strange);
  EXPECT_EQ(with(24, 2).bytes, refused("the worker knows protocol 1 and interface 4, d3d12fuzz asked for 2 and 4"));
  EXPECT_EQ(with(28, 2).bytes, refused("the worker knows protocol 1 and interface 4, d3d12fuzz asked for 1 and 2"));
  EXPECT_EQ(with(28, 2).status, 1);
  const Served silent = serve("GET /", open_plain);
  EXPECT_EQ(silent.bytes, "");
  EXPECT_EQ(silent.status, 1);
}

TEST(WorkerServe, refuses_if_the_candidate_cannot_be_opened) {
  const auto text_of_refusal = [](d3d12fuzz_open_candidate_fn open) { return serve(hello(), open, "x=1").bytes; };
  EXPECT_EQ(text_of_refusal([](std::uint32_t, const char*, d3d12fuzz_candidate* out) -> int {
              out->version = 2;
              return D3D12FUZZ_OTHER_VERSION;
            }),
            refused("the candidate was built with version 2 of d3d12fuzz_candidate.h; expected version 4"));
  EXPECT_EQ(text_of_refusal([](std::uint32_t, const char*, d3d12fuzz_candidate*) -> int { return D3D12FUZZ_OPENED; }),
            refused("the candidate was built with another version of d3d12fuzz_candidate.h; expected version 4"));
  EXPECT_EQ(text_of_refusal([](std::uint32_t, const char*, d3d12fuzz_candidate* out) -> int {
              out->version = 3;
              return D3D12FUZZ_BAD_OPTIONS;
            }),
            refused("the candidate does not understand its options \"x=1\""));
  EXPECT_EQ(text_of_refusal([](std::uint32_t, const char*, d3d12fuzz_candidate* out) -> int {
              out->version = 3;
              out->error = "no device";
              return D3D12FUZZ_CANNOT_OPEN;
            }),
            refused("no device"));
  EXPECT_EQ(text_of_refusal([](std::uint32_t, const char*, d3d12fuzz_candidate* out) -> int {
              out->version = 3;
              return 77;
            }),
            refused("the candidate cannot be opened: d3d12fuzz_open_candidate returned 77"));
}

TEST(WorkerServe, answers_a_request_with_outcomes_and_says_that_it_is_done) {
  const std::string record = text_of(Image().record());
  const auto size = static_cast<std::uint32_t>(record.size());
  const Served served = serve(
      hello() + frame({.type = D3D12FUZZ_FRAME_CASES, .number = 5, .count = 2, .size = 2 * size}, record + record),
      open_plain);
  EXPECT_EQ(served.status, 0);
  // Size, number, conduct, outputs, progress; the one output has nothing but its fill.
  const auto outcome = [](std::uint32_t number) {
    return numbers({80, number, 0, 1}) + std::string(52, '\0') + numbers({0}) + numbers({0, 0});
  };
  EXPECT_EQ(
      served.bytes,
      welcome() +
          frame({.type = D3D12FUZZ_FRAME_OUTCOMES, .number = 5, .count = 2, .size = 160}, outcome(0) + outcome(1)) +
          frame({.type = D3D12FUZZ_FRAME_DONE, .number = 5, .count = 2, .size = 8}, numbers({0, 0})));
}

TEST(WorkerServe, refuses_a_request_that_it_does_not_understand) {
  const std::string record = text_of(Image().record());
  const auto size = static_cast<std::uint32_t>(record.size());
  const auto answer = [&](const wire::FrameHeader& header, const std::string& payload) {
    const Served served = serve(hello() + frame(header, payload), open_plain);
    EXPECT_EQ(served.status, 1);
    EXPECT_TRUE(served.bytes.starts_with(welcome()));
    return served.bytes.substr(welcome().size());
  };
  const std::string no_frame = refused("the worker was sent a frame that it does not understand");
  EXPECT_EQ(answer({.type = D3D12FUZZ_FRAME_HELLO, .count = 1, .size = size}, record), no_frame);
  EXPECT_EQ(answer({.type = D3D12FUZZ_FRAME_CASES, .count = 0, .size = size}, record), no_frame);
  EXPECT_EQ(answer({.type = D3D12FUZZ_FRAME_CASES, .count = D3D12FUZZ_MAX_CASES + 1, .size = size}, record), no_frame);
  EXPECT_EQ(answer({.type = D3D12FUZZ_FRAME_CASES, .count = 1, .size = D3D12FUZZ_MAX_PAYLOAD + 1}, record), no_frame);
  const std::string no_case = refused("the worker was sent a case that it does not understand, or ran out of memory");
  EXPECT_EQ(answer({.type = D3D12FUZZ_FRAME_CASES, .count = 1}, ""), no_case);
  EXPECT_EQ(answer({.type = D3D12FUZZ_FRAME_CASES, .count = 1, .size = 2 * size}, record + record), no_case);
  EXPECT_EQ(answer({.type = D3D12FUZZ_FRAME_CASES, .count = 2, .size = size}, record), no_case);
  EXPECT_EQ(answer({.type = D3D12FUZZ_FRAME_CASES, .count = 1, .size = 16}, std::string(16, '\xFF')), no_case);
  EXPECT_EQ(answer({.type = D3D12FUZZ_FRAME_CASES, .count = 1, .size = size}, record.substr(1)), "") << "cut off";
}

TEST(WorkerServe, a_last_word_names_its_case_and_goes_behind_the_outcomes_that_are_ready) {
  const std::string record = text_of(Image().record());
  const auto size = static_cast<std::uint32_t>(record.size());
  static int calls;
  calls = 0;
  const auto open = [](std::uint32_t, const char*, d3d12fuzz_candidate* out) -> int {
    open_plain(0, "", out);
    out->root_signature = [](void*, const d3d12fuzz_root_signature_input*, d3d12fuzz_root_signature_result*) {
      if (++calls == 2) d3d12fuzz_worker_last_word(D3D12FUZZ_DEATH_SIGNAL, 11, "lib+0x1\nlib+0x2\n");
    };
    return D3D12FUZZ_OPENED;
  };
  std::string sent = serve(hello() + frame({.type = D3D12FUZZ_FRAME_CASES, .number = 5, .count = 2, .size = 2 * size},
                                           record + record),
                           open)
                         .bytes.substr(welcome().size());
  const wire::FrameHeader first = wire::read_header(reinterpret_cast<const std::byte*>(sent.data()));
  EXPECT_EQ(first.type, std::uint32_t{D3D12FUZZ_FRAME_OUTCOMES});
  EXPECT_EQ(first.count, 1u);
  sent.erase(0, wire::kFrameHeaderSize + first.size);
  const std::string word = numbers({1, D3D12FUZZ_DEATH_SIGNAL, 11}) + std::string(52, '\0') + "lib+0x1\nlib+0x2\n";
  EXPECT_TRUE(sent.starts_with(
      frame({.type = D3D12FUZZ_FRAME_LAST_WORD, .number = 5, .size = static_cast<std::uint32_t>(word.size())}, word)));
}

}  // namespace
}  // namespace d3d12fuzz
