/// What a run says at its end.
#pragma once

#include <string>

#include "cli/campaign.h"
#include "cli/known_flags.h"

namespace d3d12fuzz {

struct RunSummary {
  const Domain& domain;
  const Campaign& campaign;
  const CampaignOptions& options;
  const CampaignResult& result;
  const KnownFlags& known;
  std::string out;        ///< folder of the findings; empty if they are not kept
  bool coverage = false;  ///< with the table of rules
};

/// Of a run that was interrupted before its candidates were open: for a person, and for scripts.
std::string unopened_text();
std::string unopened_json(const Domain& domain, const CampaignOptions& options);

/// For a person.
std::string summary_text(const RunSummary& summary);

/// For scripts: one JSON object, which is the same at any number of jobs.
std::string summary_json(const RunSummary& summary);

}  // namespace d3d12fuzz
