/// Older JSON of the domain's cases.
#pragma once

#include <boost/json/value.hpp>

namespace d3d12fuzz::root_signature {

/// Version 1 had descriptor tables alone. Its parameters become parameters of type DESCRIPTOR_TABLE; all that it did
/// not have gets the simplest value.
/// \throws InputError if the case has a field of version 2
void migrate_from_1(boost::json::value& value);

}  // namespace d3d12fuzz::root_signature
