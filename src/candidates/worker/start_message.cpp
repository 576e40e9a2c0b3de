#include "candidates/worker/start_message.h"

#include <cstdint>
#include <cstring>

#include "base/type_info.h"

namespace d3d12fuzz::worker {
std::size_t write_provenance(const Provenance& provenance, std::span<std::byte> room) {
  std::size_t at = 0;
  bool fits = true;
  for_each_member<Provenance>([&](auto member) {
    const std::string& text = provenance.*member.pointer;
    const auto size = static_cast<std::uint32_t>(text.size());
    fits = fits && room.size() - at >= sizeof(size) + size;
    if (!fits) return;
    std::memcpy(room.data() + at, &size, sizeof(size));
    std::memcpy(room.data() + at + sizeof(size), text.data(), size);
    at += sizeof(size) + size;
  });
  return fits ? at : 0;
}

std::optional<Provenance> read_provenance(std::span<const std::byte> bytes) {
  Provenance provenance;
  bool whole = true;
  for_each_member<Provenance>([&](auto member) {
    std::uint32_t size = 0;
    whole = whole && bytes.size() >= sizeof(size);
    if (!whole) return;
    std::memcpy(&size, bytes.data(), sizeof(size));
    bytes = bytes.subspan(sizeof(size));
    whole = bytes.size() >= size;
    if (!whole) return;
    (provenance.*member.pointer).assign(reinterpret_cast<const char*>(bytes.data()), size);
    bytes = bytes.subspan(size);
  });
  if (!whole) return std::nullopt;
  return provenance;
}

}  // namespace d3d12fuzz::worker
