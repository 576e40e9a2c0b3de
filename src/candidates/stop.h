/// How a wait for a candidate ends before its time.
#pragma once

#include <exception>
#include <functional>

namespace d3d12fuzz {

/// Asked several times a second while a candidate is awaited: whether to wait no longer.
using StopFunction = std::function<bool()>;

/// Thrown where a StopFunction ended a wait. The candidate is at no fault.
class Stopped final : public std::exception {
 public:
  const char* what() const noexcept override { return "stopped while a candidate was awaited"; }
};

}  // namespace d3d12fuzz
