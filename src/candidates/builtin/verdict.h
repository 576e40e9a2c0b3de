/// What a stage makes of its input.
#pragma once

namespace d3d12fuzz::builtin {

enum class Verdict { accepted, rejected, unsupported };

constexpr Verdict verdict(bool accepted) { return accepted ? Verdict::accepted : Verdict::rejected; }

}  // namespace d3d12fuzz::builtin
