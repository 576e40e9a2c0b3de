#include "candidates/command/command_candidate.h"

#include <signal.h>
#include <sys/stat.h>

#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "candidates/command/container.h"
#include "candidates/command/process.h"
#include "candidates/worker/crash_report.h"
#include "candidates/worker/output_capture.h"
#include "domains/root_signature/hlsl.h"
#include "domains/root_signature/hlsl_says_all.h"
#include "domains/typed_domain.h"

namespace d3d12fuzz::command {

using namespace root_signature;

namespace {

/// How the compiler says that it refuses a root signature.
constexpr int kRefusedStatus = 5;
constexpr std::string_view kRefusedText = "root signature error";

/// "Not implemented", the code of what is not even tried.
constexpr auto kNotAsked = static_cast<std::int32_t>(0x80004001);

/// Ten times the largest container that a case can become.
constexpr off_t kLargestContainer = off_t{1} << 20;

void fail(Status status, std::string what, const std::string& message, Outcome& out) {
  out.at(Stage::serialize).status = status;
  out.crash = Crash{.what = std::move(what), .message = message, .frames = {}};
}

}  // namespace

CommandCandidate::CommandCandidate(std::string_view spec, std::chrono::milliseconds timeout)
    : line_(spec.substr(spec.find(':') == std::string_view::npos ? spec.size() : spec.find(':') + 1)),
      timeout_(timeout),
      hlsl_path_(place_.folder() + "/case.hlsl"),
      blob_path_(place_.folder() + "/case.blob") {
  std::error_code ignored;
  provenance_.name = spec;
  provenance_.path = std::filesystem::canonical(line_.program(), ignored).string();
  provenance_.version = ask_version();
  refuse_if_nothing_works();
}

bool CommandCandidate::supports(const Domain& domain) const { return domain.name() == "root_signature"; }

std::string CommandCandidate::ask_version() {
  const Ended ended = run_program({line_.program(), "--version"}, std::chrono::milliseconds(1000), place_);
  if (ended.how != Ended::How::exited || ended.number != 0) return {};
  return worker::printable(std::string_view(ended.output).substr(0, ended.output.find('\n')));
}

/// A wrong flag would make a run of many cases that are all unsupported, and no findings.
void CommandCandidate::refuse_if_nothing_works() {
  std::string said;
  Outcome outcome;
  for (const Version version : {Version::v1_0, Version::v1_1, Version::v1_2}) {
    if (!line_.can_ask(version)) continue;
    said = evaluate_one({.version = version}, outcome);
    if (outcome.at(Stage::serialize).status != Status::unsupported) return;
  }
  throw InputError("candidate \"command\": the empty root signature is answered by exit status " +
                   std::to_string(outcome.at(Stage::serialize).hresult) +
                   (said.empty() ? "" : " and \"" + said + "\"") +
                   ", expected 0 with a container, or 5 with the words \"root signature error\"");
}

void CommandCandidate::evaluate(const Domain&, std::span<const Case* const> cases, std::span<Outcome> outcomes) {
  for (std::size_t i = 0; i < cases.size(); ++i) {
    evaluate_one(TypedDomain<RootSignatureCase>::value_of(*cases[i]), outcomes[i]);
  }
}

/// \return the last line that the compiler wrote
std::string CommandCandidate::evaluate_one(const RootSignatureCase& value, Outcome& out) {
  out.clear();
  StageOutcome& serialize = out.at(Stage::serialize);
  if (!line_.can_ask(value.version) || !says_all(value)) {
    serialize = {Status::unsupported, kNotAsked};
    return {};
  }
  write_file(hlsl_path_, to_hlsl_source(value));
  const Ended ended = run_program(line_.arguments(value.version, hlsl_path_, blob_path_), timeout_, place_);
  if (ended.how == Ended::How::timed_out) {
    fail(Status::timed_out, "no answer within " + duration_text(timeout_), ended.last_line, out);
  } else if (ended.how == Ended::How::killed) {
    fail(Status::crashed, ended.number == SIGXFSZ ? "a file larger than 64 MiB" : worker::name_of_signal(ended.number),
         ended.last_line, out);
  } else if (ended.number == 0) {
    read_blob(value, ended.last_line, out);
  } else if (ended.number == kRefusedStatus && ended.output.find(kRefusedText) != std::string::npos) {
    serialize = {Status::rejected, ended.number};
  } else {
    serialize = {Status::unsupported, ended.number};
  }
  place_.clear();
  return ended.last_line;
}

/// The container of a compiler that says it wrote one.
void CommandCandidate::read_blob(const RootSignatureCase& value, const std::string& last_line, Outcome& out) {
  const auto unsound = [&](const std::string& what) {
    fail(Status::crashed, "exit status 0, but " + what, last_line, out);
  };
  struct stat status{};
  if (lstat(blob_path_.c_str(), &status) != 0) return unsound("no container was written");
  if (!S_ISREG(status.st_mode)) return unsound("what was written is no file");
  if (status.st_size > kLargestContainer) return unsound("the container is larger than 1 MiB");
  std::string bytes;
  try {
    bytes = read_file(blob_path_);
  } catch (const InputError&) {
    return unsound("the container cannot be read");
  }
  d3d12fuzz_description description{};
  arrays_.offer(sizes_of(value), description);
  const ContainerReading reading = read_container(std::as_bytes(std::span(bytes)), description);
  if (!reading.fault.empty()) return unsound("the container is unsound: " + std::string(reading.fault));
  out.at(Stage::serialize).status = Status::accepted;
  out.at(Stage::deserialize).status = Status::accepted;
  read_description(description, first_field(reading.version), out);
}

}  // namespace d3d12fuzz::command
