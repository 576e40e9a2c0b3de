// The one translation unit that compiles Boost.JSON, which is used header-only so that no library has to match.
#include <boost/json/src.hpp>
