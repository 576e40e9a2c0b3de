/// JSON text to values and back. Stricter than the library underneath: duplicate keys are refused, errors name a line.
#pragma once

#include <boost/json/value.hpp>
#include <string>
#include <string_view>

namespace d3d12fuzz {

/// Parses one JSON text.
/// \param name  what to call the text in errors, usually the path of its file
/// \throws InputError for a syntax error, a duplicate key, nesting beyond 32 levels, a number out of range
boost::json::value parse_json(std::string_view text, std::string_view name);

/// Indented by two spaces, keys in the order of insertion, short arrays of numbers in one line; ends in a newline.
std::string write_json(const boost::json::value& value);

}  // namespace d3d12fuzz
