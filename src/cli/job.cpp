#include "cli/job.h"

#include <fmt/format.h>
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

#include "base/archive.h"
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

/// Counts what one candidate showed of a case.
void count(const Domain& domain, const KnownDifferences& known, const Examination& examination, const Case& value,
           std::uint64_t index, CandidateRound& round, Detections& detections) {
  round.tally.count(examination, index);
  if (examination.comparison.differences.empty()) return;
  std::optional<Shape> shape;
  const auto shape_of_case = [&]() -> const Shape& {
    if (!shape) shape = shape_of(domain.tree(value));
    return *shape;
  };
  bool any_known = false;
  bool any_unknown = false;
  for (const Signature& signature : examination.signatures(domain)) {
    if (const std::optional<std::size_t> entry = known.match(signature, shape_of_case)) {
      ++round.known[*entry];
      any_known = true;
      continue;
    }
    any_unknown = true;
    // The rule is the identity there, and the shape of every case would cost more than the case.
    const bool by_rule = signature.kind == DifferenceKind::rule_not_enforced;
    detections.add({.signature = signature,
                    .case_index = index,
                    .weight = Finding::weight_of(examination.expectation),
                    .shape = by_rule ? 0 : hash_of(shape_of_case())});
  }
  round.tally.known += any_known ? 1 : 0;
  round.tally.unknown += any_unknown ? 1 : 0;
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
        opened = open([&shared] { return shared.stop.load(std::memory_order_relaxed); });
        examiner.emplace(domain, opened->all(), opened->reference.get());
      }
      send_reply(socket, ReplyKind::result,
                 to_archive(examine_share(*examiner, seed, range[0], range[1], number, jobs, shared, known)));
    } catch (const InputError& error) {
      send_reply(socket, ReplyKind::input_error, error.what());
    } catch (const Stopped&) {
      send_reply(socket, ReplyKind::result, to_archive(RoundResult{}));
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
  return from_archive<RoundResult>(message);
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
  RoundResult result = RoundResult::of_nothing(examiner.candidates(), known.entries().size());
  std::vector<Detections> detections(examiner.candidates());
  std::vector<const Outcome*> outcomes(examiner.candidates());
  /// \return whether all of it could be examined
  const auto examine_batch = [&](std::uint64_t first, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      ChoiceSource choices(seed, first + i);
      domain.generate(choices, *storage[i]);
    }
    bool is_whole = true;
    try {
      examiner.examine(std::span(cases).first(size));
    } catch (const InputError& error) {
      is_whole = false;
      result.ended_by = error.what();
    } catch (const Stopped&) {
      is_whole = false;
    }
    const std::size_t examined = examiner.examinations(0).size();
    for (std::size_t i = 0; i < examined; ++i) {
      for (std::size_t k = 0; k < outcomes.size(); ++k) {
        const Examination& examination = examiner.examinations(k)[i];
        count(domain, known, examination, *cases[i], first + i, result.candidates[k], detections[k]);
        outcomes[k] = &examination.outcome;
      }
      if (outcomes.size() < 2) continue;
      result.disagreements.count(examiner.examinations(0)[i].expectation, outcomes, domain.observable_fields(),
                                 first + i);
    }
    shared.cases_done.fetch_add(examined, std::memory_order_relaxed);
    if (result.ended_by.empty()) return is_whole;
    result.ended_by += fmt::format(", when cases {} to {} were examined", first + examined, first + size - 1);
    shared.stop = true;
    return false;
  };
  std::vector<std::uint64_t> deaths_before;
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    deaths_before.push_back(examiner.candidate(k).unexplained_deaths());
  }
  bool goes_on = true;
  const auto stopped = [&] { return !goes_on || shared.stop.load(std::memory_order_relaxed); };
  for (std::uint64_t block = begin / kBlock; block * kBlock < end && !stopped(); ++block) {
    if (block % jobs != number) continue;
    const std::uint64_t last = std::min(end, (block + 1) * kBlock);
    for (std::uint64_t at = std::max(begin, block * kBlock); at < last && !stopped(); at += kBatch) {
      goes_on = examine_batch(at, static_cast<std::size_t>(std::min<std::uint64_t>(kBatch, last - at)));
    }
  }
  for (std::size_t k = 0; k < detections.size(); ++k) {
    result.candidates[k].detections = detections[k].take();
    result.candidates[k].tally.unexplained_deaths = examiner.candidate(k).unexplained_deaths() - deaths_before[k];
  }
  return result;
}

RoundResult RoundResult::of_nothing(std::size_t candidates, std::size_t known) {
  RoundResult result;
  result.candidates.resize(candidates);
  for (CandidateRound& of : result.candidates) of.known.resize(known);
  return result;
}

RoundResult merge(std::vector<RoundResult> shares) {
  RoundResult merged;
  merged.candidates.resize(shares.front().candidates.size());
  for (std::size_t k = 0; k < merged.candidates.size(); ++k) {
    CandidateRound& into = merged.candidates[k];
    Detections detections;
    for (const RoundResult& share : shares) {
      const CandidateRound& from = share.candidates[k];
      into.tally += from.tally;
      for (const Detection& detection : from.detections) detections.add(detection);
      into.known.resize(from.known.size());
      for (std::size_t i = 0; i < from.known.size(); ++i) into.known[i] += from.known[i];
    }
    into.detections = detections.take();
  }
  for (const RoundResult& share : shares) {
    merged.disagreements += share.disagreements;
    if (merged.ended_by.empty()) merged.ended_by = share.ended_by;
  }
  return merged;
}

}  // namespace d3d12fuzz
