#include "candidates/worker/flat_outcome.h"

#include <cstring>
#include <type_traits>

namespace d3d12fuzz::worker {
namespace {

struct Header {
  std::uint32_t num_observables;
  std::uint32_t statuses[kStageCount];
  std::int32_t hresults[kStageCount];
};
static_assert(std::is_trivially_copyable_v<Observable>);

bool are_sound(const Observables& observables, std::size_t num_fields) {
  for (std::size_t i = 0; i < observables.size(); ++i) {
    if (observables[i].key.field >= num_fields) return false;
    if (i > 0 && observables[i].key.packed() <= observables[i - 1].key.packed()) return false;
  }
  return true;
}

}  // namespace

std::size_t flat_size(const Outcome& outcome) {
  return sizeof(Header) + outcome.observables.size() * sizeof(Observable);
}

void write_flat(const Outcome& outcome, std::byte* to) {
  Header header{};
  header.num_observables = static_cast<std::uint32_t>(outcome.observables.size());
  for (std::size_t i = 0; i < kStageCount; ++i) {
    header.statuses[i] = static_cast<std::uint32_t>(outcome.stages[i].status);
    header.hresults[i] = outcome.stages[i].hresult;
  }
  std::memcpy(to, &header, sizeof(header));
  if (outcome.observables.empty()) return;
  std::memcpy(to + sizeof(header), outcome.observables.data(), outcome.observables.size() * sizeof(Observable));
}

bool read_flat(std::span<const std::byte> bytes, const Domain& domain, Outcome& out) {
  out.clear();
  Header header;
  if (bytes.size() < sizeof(header)) return false;
  // Copied before it is judged: the worker could still change the original.
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (bytes.size() - sizeof(header) != std::size_t{header.num_observables} * sizeof(Observable)) return false;
  for (std::size_t i = 0; i < kStageCount; ++i) {
    if (header.statuses[i] > static_cast<std::uint32_t>(Status::unsupported)) return false;
  }
  out.observables.resize(header.num_observables);
  if (header.num_observables != 0) {
    std::memcpy(static_cast<void*>(out.observables.data()), bytes.data() + sizeof(header),
                out.observables.size() * sizeof(Observable));
  }
  if (!are_sound(out.observables, domain.observable_fields().size())) {
    out.observables.clear();
    return false;
  }
  for (std::size_t i = 0; i < kStageCount; ++i) {
    out.stages[i] = {static_cast<Status>(header.statuses[i]), header.hresults[i]};
  }
  return true;
}

}  // namespace d3d12fuzz::worker
