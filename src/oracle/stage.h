/// The steps at which an implementation may refuse, and what became of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace d3d12fuzz {

enum class Stage : std::uint8_t { serialize, deserialize, create, build, record, execute };
inline constexpr std::size_t kStageCount = 6;
inline constexpr Stage kStages[kStageCount] = {Stage::serialize, Stage::deserialize, Stage::create,
                                               Stage::build,     Stage::record,      Stage::execute};

enum class Status : std::uint8_t {
  not_reached,  ///< no such step, or an earlier one refused
  accepted,
  rejected,
  unsupported,  ///< not implemented, out of memory, device removed: counted, never judged
  crashed,
  timed_out,
};

std::string_view name_of(Stage stage);
std::string_view name_of(Status status);

}  // namespace d3d12fuzz
