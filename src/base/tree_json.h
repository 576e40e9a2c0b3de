/// Trees to JSON and back. A record is an object with all its fields; a choice is its alternative, whose first field
/// "type" names it; a list is an array; a leaf is its name where it has one ("SRV", "UNBOUNDED", "DATA_STATIC | 0x10"),
/// a real its value and its bits ("15.99 (0x417FD70A)"), any other its number.
#pragma once

#include <boost/json/value.hpp>
#include <string>
#include <string_view>

#include "base/tree.h"

namespace d3d12fuzz {

boost::json::value tree_to_json(const Node& node);

/// Reads a tree of the given type. Refuses unknown and missing fields, wrong types, numbers out of range and lists
/// beyond their cap; never repairs.
/// \param name  what to call the text in errors, usually the path of its file
/// \throws InputError with name and path of the field
Node tree_from_json(const boost::json::value& value, const TypeInfo& type, std::string_view name);

/// A leaf as JSON and printed text spell it, without quotes.
std::string leaf_text(const LeafMeaning& meaning, std::uint64_t value);

}  // namespace d3d12fuzz
