#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "candidates/builtin/builtin.h"
#include "candidates/builtin/fault_rows_blobs.h"
#include "candidates/builtin/fault_rows_creation.h"
#include "candidates/builtin/fault_rows_deaths.h"
#include "candidates/builtin/fault_rows_descriptions.h"
#include "candidates/builtin/fault_rows_memory.h"
#include "candidates/builtin/fault_rows_parameters.h"
#include "candidates/builtin/fault_rows_samplers.h"
#include "candidates/builtin/fault_rows_tables.h"

namespace d3d12fuzz::builtin {
namespace {

template <std::size_t... kSizes>
constexpr auto joined(const FaultInfo (&... parts)[kSizes]) {
  std::array<FaultInfo, (kSizes + ...)> all{};
  std::size_t next = 0;
  const auto append = [&](const auto& part) {
    for (const FaultInfo& row : part) all[next++] = row;
  };
  (append(parts), ...);
  return all;
}

constexpr std::array kFaults = joined(kTableFaults, kParameterFaults, kSamplerFaults, kCreationFaults,
                                      kDescriptionFaults, kBlobFaults, kDeathFaults, kMemoryFaults);

consteval bool rows_are_in_order() {
  for (std::size_t i = 0; i < kFaults.size(); ++i) {
    if (static_cast<std::size_t>(kFaults[i].fault) != i + 1) return false;
  }
  return kFaults.back().fault == Fault::read_root_descriptor_flags_past_end;
}
static_assert(rows_are_in_order(), "one row a fault, in the order of the enumeration");

}  // namespace

std::span<const FaultInfo> faults() { return kFaults; }

std::vector<FaultInfo> faults_of(std::string_view domain) {
  std::vector<FaultInfo> out;
  std::copy_if(kFaults.begin(), kFaults.end(), std::back_inserter(out),
               [&](const FaultInfo& info) { return info.domain == domain; });
  return out;
}

std::optional<Fault> fault_by_id(std::string_view id) {
  if (id == "none") return Fault::none;
  for (const FaultInfo& info : kFaults) {
    if (info.id == id) return info.fault;
  }
  return std::nullopt;
}

bool is_fatal(Fault fault) { return fault >= Fault::crash_on_fifth_range; }

}  // namespace d3d12fuzz::builtin
