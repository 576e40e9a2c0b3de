#include "cli/job.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <optional>
#include <stdexcept>

#include "base/error.h"

namespace d3d12fuzz {
namespace {

constexpr std::size_t kShapesPerSignature = 64;
/// Small, so that a stop is heeded soon where cases hang.
constexpr std::size_t kBatch = 16;

/// What a round detected. Bounded in the same way whichever share of the cases is seen, so that any division of a round
/// among jobs gives the same detections.
class Detections {
 public:
  void add(const Detection& detection) {
    std::vector<Detection>& of_signature = by_signature_[detection.signature.text()];
    if (detection.signature.kind != DifferenceKind::rule_not_enforced) {
      const auto same_shape = std::find_if(of_signature.begin(), of_signature.end(),
                                           [&](const Detection& known) { return known.shape == detection.shape; });
      if (same_shape != of_signature.end()) {
        if (detection.case_index < same_shape->case_index) *same_shape = detection;
        return;
      }
    }
    of_signature.push_back(detection);
    if (of_signature.size() > 2 * kShapesPerSignature) trim(of_signature);
  }

  std::vector<Detection> take() {
    std::vector<Detection> all;
    for (auto& [text, of_signature] : by_signature_) {
      trim(of_signature);
      all.insert(all.end(), of_signature.begin(), of_signature.end());
    }
    std::sort(all.begin(), all.end(), [](const Detection& a, const Detection& b) {
      return std::pair(a.case_index, a.signature.text()) < std::pair(b.case_index, b.signature.text());
    });
    return all;
  }

 private:
  /// Keeps the first ones. Of a rule the purest, since the rule is the identity there whatever the shape.
  static void trim(std::vector<Detection>& of_signature) {
    const bool by_rule = of_signature.front().signature.kind == DifferenceKind::rule_not_enforced;
    std::sort(of_signature.begin(), of_signature.end(), [&](const Detection& a, const Detection& b) {
      return std::pair(by_rule ? a.weight : 0, a.case_index) < std::pair(by_rule ? b.weight : 0, b.case_index);
    });
    const std::size_t most = by_rule ? kShrinkStarts : kShapesPerSignature;
    if (of_signature.size() > most) of_signature.erase(of_signature.begin() + most, of_signature.end());
  }

  std::map<std::string, std::vector<Detection>> by_signature_;
};

class MessageWriter {
 public:
  void number(std::uint64_t value) { bytes(&value, sizeof(value)); }
  void text(std::string_view value) {
    number(value.size());
    bytes(value.data(), value.size());
  }
  void bytes(const void* data, std::size_t size) { message_.append(static_cast<const char*>(data), size); }
  const std::string& message() const { return message_; }

 private:
  std::string message_;
};

class MessageReader {
 public:
  explicit MessageReader(std::string_view message) : rest_(message) {}
  std::uint64_t number() {
    std::uint64_t value = 0;
    bytes(&value, sizeof(value));
    return value;
  }
  std::string text() {
    std::string value(number(), '\0');
    bytes(value.data(), value.size());
    return value;
  }
  void bytes(void* data, std::size_t size) {
    if (size > rest_.size()) throw std::runtime_error("a job sent a message that is too short");
    std::memcpy(data, rest_.data(), size);
    rest_.remove_prefix(size);
  }

 private:
  std::string_view rest_;
};

std::string encode_result(const RoundResult& result) {
  MessageWriter out;
  out.bytes(&result.tally, sizeof(result.tally));
  out.number(result.detections.size());
  for (const Detection& detection : result.detections) {
    out.number(static_cast<std::uint64_t>(detection.signature.kind));
    out.number(static_cast<std::uint64_t>(detection.signature.stage));
    out.text(detection.signature.subject);
    out.number(detection.case_index);
    out.number(detection.weight);
    out.number(detection.shape);
  }
  out.number(result.known.size());
  for (const std::uint64_t count : result.known) out.number(count);
  return out.message();
}

RoundResult decode_result(std::string_view message) {
  MessageReader in(message);
  RoundResult result;
  in.bytes(&result.tally, sizeof(result.tally));
  for (std::uint64_t left = in.number(); left > 0; --left) {
    Detection detection;
    detection.signature.kind = static_cast<DifferenceKind>(in.number());
    detection.signature.stage = static_cast<Stage>(in.number());
    detection.signature.subject = in.text();
    detection.case_index = in.number();
    detection.weight = in.number();
    detection.shape = in.number();
    result.detections.push_back(std::move(detection));
  }
  for (std::uint64_t left = in.number(); left > 0; --left) result.known.push_back(in.number());
  return result;
}

/// Sends or receives all of a buffer. \return false if the other end is gone
bool transfer(int socket, void* data, std::size_t size, bool sending) {
  auto* at = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t count = sending ? send(socket, at, size, MSG_NOSIGNAL) : recv(socket, at, size, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

enum class ReplyKind : std::uint64_t { result, input_error };

void send_reply(int socket, ReplyKind kind, std::string message) {
  std::uint64_t head[2] = {static_cast<std::uint64_t>(kind), message.size()};
  if (transfer(socket, head, sizeof(head), true)) transfer(socket, message.data(), message.size(), true);
}

[[noreturn]] void run_job(int socket, const Domain& domain, const OpenFunction& open, std::uint64_t seed,
                          unsigned number, unsigned jobs, SharedState& shared, const KnownDifferences& known) {
  std::optional<Opened> opened;
  std::optional<Examiner> examiner;
  std::uint64_t range[2];
  while (transfer(socket, range, sizeof(range), false)) {
    try {
      if (!examiner) {
        opened = open();
        examiner.emplace(domain, *opened->candidate, opened->reference.get());
      }
      send_reply(socket, ReplyKind::result,
                 encode_result(examine_share(*examiner, seed, range[0], range[1], number, jobs, shared, known)));
    } catch (const InputError& error) {
      send_reply(socket, ReplyKind::input_error, error.what());
    }
  }
  examiner.reset();
  opened.reset();
  _exit(0);
}

}  // namespace

Job::Job(const Domain& domain, const OpenFunction& open, std::uint64_t seed, unsigned number, unsigned jobs,
         SharedState& shared, const KnownDifferences& known) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    throw InputError(std::string("a job cannot be started: ") + std::strerror(errno));
  }
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ < 0) {
    close(sockets[0]);
    close(sockets[1]);
    throw InputError(std::string("a job cannot be started: ") + std::strerror(errno));
  }
  if (process_ == 0) {
    close(sockets[0]);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    // Both reach the whole group; the parent says when to stop, and takes its jobs along when it ends.
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    run_job(sockets[1], domain, open, seed, number, jobs, shared, known);
  }
  close(sockets[1]);
  socket_ = sockets[0];
}

Job::~Job() {
  // Workers forked since hold copies of the descriptor: closing alone would not end the conversation.
  shutdown(socket_, SHUT_RDWR);
  close(socket_);
  waitpid(process_, nullptr, 0);
}

void Job::start(std::uint64_t begin, std::uint64_t end) {
  std::uint64_t range[2] = {begin, end};
  transfer(socket_, range, sizeof(range), true);  // a job that is gone is noticed when its result is read
}

RoundResult Job::finish() {
  std::uint64_t head[2];
  if (!transfer(socket_, head, sizeof(head), false)) {
    throw std::runtime_error("a job process died; with a candidate in process, try --isolation worker");
  }
  std::string message(head[1], '\0');
  if (!transfer(socket_, message.data(), message.size(), false)) throw std::runtime_error("a job process died");
  if (static_cast<ReplyKind>(head[0]) == ReplyKind::input_error) throw InputError(message);
  return decode_result(message);
}

RoundResult examine_share(Examiner& examiner, std::uint64_t seed, std::uint64_t begin, std::uint64_t end,
                          unsigned number, unsigned jobs, SharedState& shared, const KnownDifferences& known) {
  const Domain& domain = examiner.domain();
  std::vector<std::unique_ptr<Case>> storage;
  std::vector<const Case*> cases;
  for (std::size_t i = 0; i < kBatch; ++i) {
    storage.push_back(domain.make_case());
    cases.push_back(storage.back().get());
  }
  RoundResult result;
  result.known.resize(known.entries().size());
  Detections detections;
  const auto examine_batch = [&](std::uint64_t first, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      ChoiceSource choices(seed, first + i);
      domain.generate(choices, *storage[i]);
    }
    const std::span<const Examination> examinations = examiner.examine(std::span(cases).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      const Examination& examination = examinations[i];
      result.tally.count(examination);
      if (examination.comparison.differences.empty()) continue;
      std::optional<Shape> shape;
      const auto shape_of_case = [&]() -> const Shape& {
        if (!shape) shape = shape_of(domain.tree(*cases[i]));
        return *shape;
      };
      bool any_known = false;
      bool any_unknown = false;
      for (const Signature& signature : examination.signatures(domain)) {
        if (const std::optional<std::size_t> entry = known.match(signature, shape_of_case)) {
          ++result.known[*entry];
          any_known = true;
          continue;
        }
        any_unknown = true;
        // The rule is the identity there, and the shape of every case would cost more than the case.
        const bool by_rule = signature.kind == DifferenceKind::rule_not_enforced;
        detections.add({.signature = signature,
                        .case_index = first + i,
                        .weight = Finding::weight_of(examination.expectation),
                        .shape = by_rule ? 0 : hash_of(shape_of_case())});
      }
      result.tally.known += any_known ? 1 : 0;
      result.tally.unknown += any_unknown ? 1 : 0;
    }
    shared.cases_done.fetch_add(count, std::memory_order_relaxed);
  };
  for (std::uint64_t block = begin / kBlock; block * kBlock < end; ++block) {
    if (block % jobs != number) continue;
    const std::uint64_t last = std::min(end, (block + 1) * kBlock);
    for (std::uint64_t at = std::max(begin, block * kBlock); at < last; at += kBatch) {
      if (shared.stop.load(std::memory_order_relaxed)) {
        result.detections = detections.take();
        return result;
      }
      examine_batch(at, static_cast<std::size_t>(std::min<std::uint64_t>(kBatch, last - at)));
    }
  }
  result.detections = detections.take();
  return result;
}

RoundResult merge(std::vector<RoundResult> shares) {
  RoundResult merged;
  Detections detections;
  for (const RoundResult& share : shares) {
    merged.tally += share.tally;
    for (const Detection& detection : share.detections) detections.add(detection);
    merged.known.resize(share.known.size());
    for (std::size_t i = 0; i < share.known.size(); ++i) merged.known[i] += share.known[i];
  }
  merged.detections = detections.take();
  return merged;
}

}  // namespace d3d12fuzz
