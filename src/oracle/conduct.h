/// What an implementation must not do besides answering, whatever it answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace d3d12fuzz {

/// Faults of conduct, in the order of the bits of Outcome::conduct.
enum class Conduct : std::uint8_t {
  wrote_outside,    ///< behind or before a buffer of the result
  wrote_input,      ///< into an input
  floating_point,   ///< left rounding, exception masks or denormal handling changed
  locale,           ///< left another locale
  signal_handlers,  ///< left another handler for a signal, or other signals blocked
  descriptors,      ///< closed a descriptor that is not its own
  leak,             ///< keeps more memory after each such call
};
inline constexpr std::size_t kConductCount = 7;

constexpr std::uint32_t bit_of(Conduct conduct) { return std::uint32_t{1} << static_cast<unsigned>(conduct); }

/// "writes-outside-its-buffers": in signatures and files.
std::string_view name_of(Conduct conduct);

/// "writes outside its buffers": what the implementation does, for a person.
std::string_view deed_of(Conduct conduct);

/// One line: how a call must be instead.
std::string_view demand_on(Conduct conduct);

/// \return nothing if no fault of conduct has that name
std::optional<Conduct> find_conduct(std::string_view name);

/// The names of all, separated by commas, for messages.
std::string conduct_names();

/// Calls `visit` with each fault of a set of bits, in order.
template <class Visit>
void for_each_conduct(std::uint32_t bits, Visit visit) {
  for (std::size_t i = 0; bits != 0 && i < kConductCount; ++i) {
    const auto conduct = static_cast<Conduct>(i);
    if ((bits & bit_of(conduct)) != 0) visit(conduct);
  }
}

}  // namespace d3d12fuzz
