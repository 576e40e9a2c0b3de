#include <array>
#include <cstddef>

#include "candidates/builtin/builtin.h"
#include "candidates/builtin/fault_rows_creation.h"
#include "candidates/builtin/fault_rows_descriptions.h"
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

constexpr std::array kFaults =
    joined(kTableFaults, kParameterFaults, kSamplerFaults, kCreationFaults, kDescriptionFaults);

consteval bool rows_are_in_order() {
  for (std::size_t i = 0; i < kFaults.size(); ++i) {
    if (static_cast<std::size_t>(kFaults[i].fault) != i + 1) return false;
  }
  return kFaults.back().fault == Fault::exit_on_table_with_static_sampler;
}
static_assert(rows_are_in_order(), "one row a fault, in the order of the enumeration");

}  // namespace

std::span<const FaultInfo> faults() { return kFaults; }

std::optional<Fault> fault_by_id(std::string_view id) {
  if (id == "none") return Fault::none;
  for (const FaultInfo& info : kFaults) {
    if (info.id == id) return info.fault;
  }
  return std::nullopt;
}

bool is_fatal(Fault fault) { return fault >= Fault::crash_on_fifth_range; }

}  // namespace d3d12fuzz::builtin
