// A worker at the other end of a link that lies: what it sends costs the case that it lies about, and no other.

#include "candidates/remote/remote_candidate.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <thread>

#include "base/error.h"
#include "candidates/d3d12fuzz_worker.h"
#include "candidates/wire/frame.h"
#include "domains/d3d12_types.h"
#include "domains/root_signature/domain.h"
#include "domains/typed_domain.h"
#include "support/notation.h"

namespace d3d12fuzz {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

constexpr std::size_t kHead = wire::kFrameHeaderSize;

/// What a worker sends instead of some bytes. It sends nothing more if `closes`.
struct Sent {
  std::string bytes;
  bool closes = false;
  std::chrono::microseconds between_bytes{0};
};
using Lie = std::function<Sent(std::string bytes)>;

/// A worker in a thread, at the other end of a pair of sockets. It lies when it greets, or in each answer with a case
/// of root flag 0x1.
class LyingWorker {
 public:
  LyingWorker(Lie greeting, Lie answer) : greeting_(std::move(greeting)), answer_(std::move(answer)) {}
  ~LyingWorker() { join(); }

  /// Starts one anew. The link of the last one must be closed.
  std::unique_ptr<remote::Link> connect() {
    join();
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends), 0);
    EXPECT_EQ(fcntl(ends[1], F_SETFL, 0), 0);
    thread_ = std::thread([this, end = ends[1]] { serve(end); });
    return std::make_unique<remote::DescriptorLink>(ends[0], ends[0]);
  }

  /// Greetings and answers that it gave.
  int evaluations() const { return evaluations_; }

 private:
  struct Connection {
    LyingWorker* worker;
    int end;
    bool greeted = false;
  };

  void join() {
    if (thread_.joinable()) thread_.join();
  }

  void serve(int end) {
    Connection context{.worker = this, .end = end};
    the_worker = this;
    const d3d12fuzz_connection connection = {.context = &context, .read = read_all, .write = write_lie};
    d3d12fuzz_worker_serve(&connection, open, "");
    close(end);
  }

  static int open(std::uint32_t, const char*, d3d12fuzz_candidate* out) {
    *out = {.version = D3D12FUZZ_CANDIDATE_VERSION,
            .implementation_version = "7",
            .context = the_worker,
            .root_signature = evaluate};
    return D3D12FUZZ_OPENED;
  }

  static void evaluate(void* context, const d3d12fuzz_root_signature_input* input,
                       d3d12fuzz_root_signature_result* result) {
    auto& worker = *static_cast<LyingWorker*>(context);
    std::uint32_t flags;
    std::memcpy(&flags, &input->desc->Desc_1_0.Flags, sizeof(flags));
    worker.lies_ = worker.lies_ || flags == 1;
    ++worker.evaluations_;
    result->progress->stages[D3D12FUZZ_STAGE_SERIALIZE].status = D3D12FUZZ_STATUS_ACCEPTED;
  }

  static int read_all(void* context, void* bytes, std::size_t size) {
    const int end = static_cast<Connection*>(context)->end;
    for (std::size_t done = 0; done < size;) {
      const ssize_t count = read(end, static_cast<char*>(bytes) + done, size - done);
      if (count <= 0) return 1;
      done += static_cast<std::size_t>(count);
    }
    return 0;
  }

  static int write_lie(void* context, const void* bytes, std::size_t size) {
    auto& connection = *static_cast<Connection*>(context);
    LyingWorker& worker = *connection.worker;
    worker.pending_.append(static_cast<const char*>(bytes), size);
    // A header alone is followed by its payload.
    if (size == kHead) return 0;
    const bool lies = std::exchange(worker.lies_, false);
    const Lie& lie = connection.greeted ? worker.answer_ : worker.greeting_;
    const bool told = lie && (lies || !connection.greeted);
    const Sent sent =
        told ? lie(std::exchange(worker.pending_, {})) : Sent{.bytes = std::exchange(worker.pending_, {})};
    connection.greeted = true;
    for (std::size_t at = 0; at < sent.bytes.size();) {
      const std::size_t most = sent.between_bytes.count() > 0 ? 1 : sent.bytes.size() - at;
      const ssize_t count = send(connection.end, sent.bytes.data() + at, most, MSG_NOSIGNAL);
      if (count <= 0) return 1;
      at += static_cast<std::size_t>(count);
      std::this_thread::sleep_for(sent.between_bytes);
    }
    if (sent.closes) shutdown(connection.end, SHUT_RDWR);
    return sent.closes ? 1 : 0;
  }

  static inline LyingWorker* the_worker = nullptr;

  Lie greeting_;
  Lie answer_;
  std::string pending_;
  bool lies_ = false;
  std::atomic<int> evaluations_ = 0;
  std::thread thread_;
};

std::uint32_t number_at(const std::string& bytes, std::size_t at) {
  return wire::load<std::uint32_t>(reinterpret_cast<const std::byte*>(bytes.data()) + at);
}

/// Changes a number of some bytes.
Sent with_number(std::string bytes, std::size_t at, std::uint32_t value) {
  wire::store(reinterpret_cast<std::byte*>(bytes.data()) + at, value);
  return {.bytes = std::move(bytes)};
}

// An answer is a frame of outcomes, and one that says that it is done.
constexpr std::size_t kDone = kHead + 8;
constexpr std::size_t kTypeAt = 0;
constexpr std::size_t kNumberAt = 4;
constexpr std::size_t kCountAt = 8;
constexpr std::size_t kSizeAt = 12;
constexpr std::size_t kFirstRecord = kHead;
constexpr std::size_t kFirstOutputSize = kFirstRecord + 72;

std::string outcomes_of(const std::string& answer) { return answer.substr(0, answer.size() - kDone); }
std::string done_of(const std::string& answer) { return answer.substr(answer.size() - kDone); }

std::string first_record_of(const std::string& answer) {
  return answer.substr(kFirstRecord, number_at(answer, kFirstRecord));
}

class RemoteCandidateTest : public testing::Test {
 protected:
  /// Evaluates empty cases of these root flags, all at once. \return what each crashed with; "good" for none
  static std::vector<std::string> evaluate(RemoteCandidate& candidate, std::vector<std::uint32_t> flags) {
    std::vector<CaseOf<root_signature::RootSignatureCase>> made(flags.size());
    std::vector<const Case*> cases;
    for (std::size_t i = 0; i < flags.size(); ++i) {
      made[i].value.flags = root_signature::RootSignatureFlags{flags[i]};
      cases.push_back(&made[i]);
    }
    std::vector<Outcome> outcomes(cases.size());
    candidate.evaluate(root_signature::domain(), cases, outcomes);
    std::vector<std::string> told;
    for (const Outcome& outcome : outcomes) {
      const bool good = outcome.at(Stage::serialize) == StageOutcome{Status::accepted, 0} && !outcome.crash;
      told.push_back(good ? "good" : outcome.crash ? outcome.crash->what : "no outcome");
    }
    return told;
  }

  /// Asks for a case that is lied about among others, alone, and right before another one.
  static void expect_at_culprit_only(const std::string& what, Lie answer, std::chrono::milliseconds timeout = 300ms) {
    LyingWorker worker({}, std::move(answer));
    RemoteCandidate candidate("lying", [&](bool) { return worker.connect(); },
                              {.case_timeout = timeout, .hurried_timeout = timeout, .start_timeout = 5s});
    EXPECT_THAT(evaluate(candidate, {0, 0, 1, 0, 0}), ElementsAre("good", "good", what, "good", "good"));
    EXPECT_THAT(evaluate(candidate, {0}), ElementsAre("good"));
    EXPECT_THAT(evaluate(candidate, {1}), ElementsAre(what));
    EXPECT_THAT(evaluate(candidate, {0}), ElementsAre("good"));
    EXPECT_THAT(evaluate(candidate, {0, 1}), ElementsAre("good", what));
    EXPECT_THAT(evaluate(candidate, {1, 0}), ElementsAre(what, "good"));
  }

  static std::string greeting_error(Lie greeting) {
    LyingWorker worker(std::move(greeting), {});
    try {
      RemoteCandidate candidate("lying", [&](bool) { return worker.connect(); }, {.start_timeout = 100ms});
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  }
};

// ---- Greetings

TEST_F(RemoteCandidateTest, knows_what_the_worker_says_of_itself) {
  LyingWorker worker({}, {});
  RemoteCandidate candidate("name", [&](bool) { return worker.connect(); });
  EXPECT_EQ(candidate.provenance().line(), "name, version 7");
  EXPECT_TRUE(candidate.supports(root_signature::domain()));
  EXPECT_EQ(candidate.restarts(), 0u);
}

TEST_F(RemoteCandidateTest, a_bad_greeting_is_one_clear_line) {
  const auto number = [](std::size_t at, std::uint32_t value) {
    return [=](std::string bytes) { return with_number(std::move(bytes), kHead + at, value); };
  };
  EXPECT_EQ(greeting_error([](std::string) { return Sent{}; }),
            "candidate 'lying': no answer within 100 ms to the greeting");
  EXPECT_EQ(greeting_error([](std::string) { return Sent{.closes = true}; }),
            "candidate 'lying': the worker ended before it answered (connection closed)");
  EXPECT_EQ(greeting_error([](std::string) { return Sent{.bytes = "HTTP/1.1 400 Bad Request\r\n"}; }),
            "candidate 'lying': what answers is no worker of d3d12fuzz");
  EXPECT_EQ(greeting_error(number(0, 0)), "candidate 'lying': what answers is no worker of d3d12fuzz");
  EXPECT_EQ(greeting_error(number(8, 2)), "candidate 'lying': the worker has version of the protocol 2; expected 1");
  EXPECT_EQ(greeting_error(number(12, 2)),
            "candidate 'lying': the worker has version of d3d12fuzz_candidate.h 2; expected 4");
  EXPECT_EQ(greeting_error(number(16, 4)), "candidate 'lying': the worker has pointer size 4; expected 8");
  EXPECT_EQ(greeting_error(number(20, 0x04030201)),
            "candidate 'lying': the worker has byte order 67305985; expected 16909060");
  EXPECT_EQ(greeting_error(number(40, 0xFFFFFFFF)), "candidate 'lying': the worker's greeting is cut off");
  EXPECT_EQ(greeting_error([](std::string bytes) {
              bytes.pop_back();
              return Sent{.bytes = bytes, .closes = true};
            }),
            "candidate 'lying': the worker's greeting is cut off");
  EXPECT_EQ(greeting_error([](std::string bytes) { return with_number(std::move(bytes), kSizeAt, 0xFFFFFFFF); }),
            "candidate 'lying': what answers is no worker of d3d12fuzz");
}

TEST_F(RemoteCandidateTest, a_refusal_is_told_in_the_words_of_the_worker_in_one_line) {
  EXPECT_EQ(greeting_error([](std::string) {
              const std::string text = "no\ndevice\x1B";
              std::string bytes(kHead, '\0');
              bytes = with_number(std::move(bytes), kTypeAt, D3D12FUZZ_FRAME_REFUSED).bytes;
              bytes = with_number(std::move(bytes), kSizeAt, static_cast<std::uint32_t>(text.size())).bytes;
              return Sent{.bytes = bytes + text};
            }),
            "candidate 'lying': no?device?");
}

// ---- Answers

TEST_F(RemoteCandidateTest, answers_in_order_over_many_requests) {
  LyingWorker worker({}, {});
  RemoteCandidate candidate("name", [&](bool) { return worker.connect(); }, {.batch_size = 7});
  EXPECT_EQ(evaluate(candidate, std::vector<std::uint32_t>(100, 0)), std::vector<std::string>(100, "good"));
  EXPECT_EQ(worker.evaluations(), 100);
  EXPECT_EQ(candidate.restarts(), 0u);
}

TEST_F(RemoteCandidateTest, an_answer_cut_off_is_the_outcome_of_its_case) {
  expect_at_culprit_only("connection closed", [](const std::string&) { return Sent{.closes = true}; });
  expect_at_culprit_only("connection closed", [](const std::string& answer) {
    return Sent{.bytes = answer.substr(0, kHead / 2), .closes = true};
  });
  expect_at_culprit_only("connection closed", [](const std::string& answer) {
    return Sent{.bytes = answer.substr(0, outcomes_of(answer).size() - 1), .closes = true};
  });
}

TEST_F(RemoteCandidateTest, an_end_behind_the_outcomes_is_that_of_no_case) {
  expect_at_culprit_only("good",
                         [](const std::string& answer) { return Sent{.bytes = outcomes_of(answer), .closes = true}; });
}

TEST_F(RemoteCandidateTest, a_wrong_header_is_the_outcome_of_its_case) {
  for (const auto& [at, value] : {std::pair<std::size_t, std::uint32_t>{kTypeAt, 0},
                                  {kTypeAt, 99},
                                  {kTypeAt, D3D12FUZZ_FRAME_WELCOME},
                                  {kNumberAt, 0},
                                  {kNumberAt, 0xFFFFFFFF},
                                  {kCountAt, 0},
                                  {kCountAt, 1000},
                                  {kSizeAt, 0},
                                  {kSizeAt, D3D12FUZZ_MAX_PAYLOAD + 1},
                                  {kSizeAt, 0xFFFFFFFF}}) {
    SCOPED_TRACE(testing::Message() << at << " is " << value);
    expect_at_culprit_only("malformed reply",
                           [=](std::string answer) { return with_number(std::move(answer), at, value); });
  }
}

TEST_F(RemoteCandidateTest, a_wrong_record_is_the_outcome_of_its_case) {
  for (const auto& [at, value] : {std::pair<std::size_t, std::uint32_t>{kFirstRecord, 0},
                                  {kFirstRecord, 0xFFFFFFF8},
                                  {kFirstRecord + 4, 7},
                                  {kFirstRecord + 12, 0xFFFFFFFF},
                                  {kFirstRecord + 12, 0},
                                  {kFirstOutputSize, 0xFFFFFFFF},
                                  {kFirstOutputSize, 0}}) {
    SCOPED_TRACE(testing::Message() << at << " is " << value);
    expect_at_culprit_only("malformed reply",
                           [=](std::string answer) { return with_number(std::move(answer), at, value); });
  }
}

TEST_F(RemoteCandidateTest, too_many_outcomes_or_too_few_are_the_outcome_of_their_case) {
  expect_at_culprit_only("malformed reply", [](const std::string& answer) { return Sent{.bytes = done_of(answer)}; });
  expect_at_culprit_only("malformed reply", [](const std::string& answer) {
    const std::string record = first_record_of(answer);
    std::string bytes = outcomes_of(answer) + record;
    bytes = with_number(std::move(bytes), kCountAt, number_at(answer, kCountAt) + 1).bytes;
    bytes = with_number(std::move(bytes), kSizeAt, static_cast<std::uint32_t>(bytes.size() - kHead)).bytes;
    return Sent{.bytes = bytes + done_of(answer)};
  });
  expect_at_culprit_only("malformed reply", [](const std::string& answer) {
    std::string bytes = outcomes_of(answer) + std::string(8, '\0');
    bytes = with_number(std::move(bytes), kSizeAt, static_cast<std::uint32_t>(bytes.size() - kHead)).bytes;
    return Sent{.bytes = bytes + done_of(answer)};
  });
}

TEST_F(RemoteCandidateTest, frames_without_outcomes_do_not_go_on_for_ever) {
  expect_at_culprit_only("malformed reply", [](std::string answer) {
    std::string empty = with_number(answer.substr(0, kHead), kCountAt, 0).bytes;
    return Sent{.bytes = with_number(std::move(empty), kSizeAt, 0).bytes};
  });
}

TEST_F(RemoteCandidateTest, a_wrong_end_of_an_answer_is_the_outcome_of_its_case) {
  expect_at_culprit_only("malformed reply", [](const std::string& answer) {
    return Sent{.bytes = outcomes_of(answer) + with_number(done_of(answer), kCountAt, 9).bytes};
  });
  expect_at_culprit_only("malformed reply", [](const std::string& answer) {
    return Sent{.bytes = outcomes_of(answer) + with_number(done_of(answer), kSizeAt, 4).bytes};
  });
}

// Nobody looks for more behind an answer; what is left there is not held against the next case.
TEST_F(RemoteCandidateTest, what_follows_an_answer_is_no_outcome_of_another_case) {
  expect_at_culprit_only("good", [](const std::string& answer) { return Sent{.bytes = answer + done_of(answer)}; });
  expect_at_culprit_only("good", [](const std::string& answer) { return Sent{.bytes = answer + answer}; });
  expect_at_culprit_only("good",
                         [](const std::string& answer) { return Sent{.bytes = answer + std::string(1000, 'x')}; });
}

TEST_F(RemoteCandidateTest, unknown_faults_of_conduct_are_none) {
  expect_at_culprit_only(
      "good", [](std::string answer) { return with_number(std::move(answer), kFirstRecord + 8, 0xFFFFFF00); });
}

TEST_F(RemoteCandidateTest, a_last_word_too_short_is_malformed) {
  expect_at_culprit_only("malformed reply", [](const std::string& answer) {
    std::string bytes = with_number(done_of(answer), kTypeAt, D3D12FUZZ_FRAME_LAST_WORD).bytes;
    return Sent{.bytes = bytes, .closes = true};
  });
}

TEST_F(RemoteCandidateTest, a_last_word_says_how_the_worker_ended) {
  const auto expect = [](const std::string& what, std::uint32_t death, std::uint32_t code) {
    expect_at_culprit_only(what, [=](const std::string& answer) {
      constexpr std::uint32_t size = 64;
      std::string bytes = done_of(answer).substr(0, kHead) + std::string(size, '\0');
      for (const auto& [at, value] : {std::pair{kTypeAt, std::uint32_t{D3D12FUZZ_FRAME_LAST_WORD}},
                                      {kCountAt, 0u},
                                      {kSizeAt, size},
                                      {kHead, 0xFFFFFFFFu},
                                      {kHead + 4, death},
                                      {kHead + 8, code}}) {
        bytes = with_number(std::move(bytes), at, value).bytes;
      }
      return Sent{.bytes = bytes, .closes = true};
    });
  };
  expect("SIGSEGV", D3D12FUZZ_DEATH_SIGNAL, 11);
  expect("exception 0xC0000005", D3D12FUZZ_DEATH_EXCEPTION, 0xC0000005);
  expect("no answer within 300 ms", D3D12FUZZ_DEATH_TIMEOUT, 0);
  expect("exit status 7", D3D12FUZZ_DEATH_EXIT, 7);
  expect("connection closed", D3D12FUZZ_DEATH_EXIT, D3D12FUZZ_UNKNOWN_STATUS);
}

TEST_F(RemoteCandidateTest, bytes_that_come_slowly_are_an_answer) {
  expect_at_culprit_only(
      "good", [](const std::string& answer) { return Sent{.bytes = answer, .between_bytes = 100us}; }, 60s);
}

TEST_F(RemoteCandidateTest, bytes_that_come_too_slowly_are_a_hang_of_their_case) {
  expect_at_culprit_only("no answer within 300 ms",
                         [](const std::string& answer) { return Sent{.bytes = answer, .between_bytes = 50ms}; });
}

}  // namespace
}  // namespace d3d12fuzz
