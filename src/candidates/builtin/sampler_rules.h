/// What a static sampler must look like, its register aside: DT-021, DT-032 and DT-064 to DT-075.
#pragma once

#include <cstdint>

#include "candidates/builtin/builtin.h"

namespace d3d12fuzz::builtin {

/// D3D12_SAMPLER_FLAG_UINT_BORDER_COLOR.
inline constexpr std::uint32_t kUintBorderColor = 0x1;

/// Whether a border colour is one of integers: OPAQUE_BLACK_UINT or OPAQUE_WHITE_UINT.
constexpr bool is_uint_border(std::uint32_t border_color) { return border_color == 3 || border_color == 4; }

/// Whether all fields are legal together. As in DXC, the anisotropic filters with point mips are unknown (DT-065), and
/// border colours that do not exist (DT-072), comparisons that the filter does not make (DT-071) and any register
/// (DT-049) pass. NON_NORMALIZED_COORDINATES passes whatever the sampler (DT-076).
/// \param sampler  floats by their bits; flags are 0 below version 1.2
bool static_sampler_is_legal(std::uint32_t version, const d3d12fuzz_described_static_sampler& sampler, Fault fault);

}  // namespace d3d12fuzz::builtin
