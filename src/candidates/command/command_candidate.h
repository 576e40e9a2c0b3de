/// A compiler as a candidate: one run of a command line a case, root signatures in as HLSL, containers out.
#pragma once

#include <chrono>
#include <memory>
#include <string_view>

#include "candidates/candidate.h"
#include "candidates/command/command_line.h"
#include "candidates/command/workplace.h"
#include "candidates/root_signature_description.h"
#include "domains/root_signature/case.h"

namespace d3d12fuzz::command {

/// Asks a compiler that keeps DXC's contract: the source file defines the root signature as the macro RS; exit status 0
/// and a DXBC container with one RTS0 part where it accepts, exit status 5 and a line with "root signature error" where
/// it refuses. The two are the stage serialize; the description in the container, which this side reads, is the stage
/// deserialize.
///
/// Death by a signal is a crash, and so is exit status 0 without a sound container. Any other exit status is
/// unsupported, and so are cases of which HLSL does not say all (see hlsl_says_all.h) and of versions that the command
/// line does not compile for: the compiler is not asked. Whatever the compiler leaves behind is gone before the next
/// case.
class CommandCandidate final : public Candidate {
 public:
  /// \param spec     the whole name, "command:" and the template of a command line
  /// \param timeout  of one case
  /// \throws InputError what CommandLine throws, or if the program cannot be started or has no other answer to the
  ///                    simplest case than an exit status without a meaning
  CommandCandidate(std::string_view spec, std::chrono::milliseconds timeout);

  const Provenance& provenance() const override { return provenance_; }
  bool supports(const Domain& domain) const override;
  bool takes_undefined() const override { return true; }  // nothing is executed
  void evaluate(const Domain& domain, std::span<const Case* const> cases, std::span<Outcome> outcomes) override;

 private:
  void refuse_if_nothing_works();
  std::string ask_version();
  std::string evaluate_one(const root_signature::RootSignatureCase& value, Outcome& out);
  void read_blob(const root_signature::RootSignatureCase& value, const std::string& last_line, Outcome& out);

  CommandLine line_;
  std::chrono::milliseconds timeout_;
  Workplace place_;
  std::string hlsl_path_;
  std::string blob_path_;
  Provenance provenance_;
  DescriptionArrays arrays_;
};

}  // namespace d3d12fuzz::command
