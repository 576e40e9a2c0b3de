/// Root signatures in HLSL source files.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace d3d12fuzz::root_signature {

/// Text that was put together from places of a file.
struct PlacedText {
  std::string text;
  std::vector<std::size_t> places;  ///< of each byte of the text: where it stands in the file
};

/// Whether text is source, which has string literals, and not the text of a root signature itself.
bool is_hlsl_source(std::string_view text);

/// The root signature of a source file: that of its attribute [RootSignature(…)], else of its macro that is a string.
/// Literals side by side are one; macros may be put together from others. Conditions of the preprocessor are not
/// evaluated.
/// \param macro  the one to take, where there are several; empty for the only one
/// \param name   what to call the file in errors
/// \throws InputError if there is none, or which one is meant is not clear
PlacedText find_root_signature(std::string_view source, std::string_view macro, std::string_view name);

/// "name:line:column", in bytes from 1. \param offset  at most the text's size
std::string place_text(std::string_view source, std::size_t offset, std::string_view name);

}  // namespace d3d12fuzz::root_signature
