/// What exactly was tested.
#pragma once

#include <boost/describe.hpp>
#include <string>

namespace d3d12fuzz {

/// An implementation, named so that its build can be found again. Fields are empty where it does not apply.
struct Provenance {
  std::string name;                ///< as on the command line: "builtin", "d3d12:libvkd3d-utils.so.1"
  std::string options;             ///< further flags that name it: "--fault zero-count-accepted"
  std::string path;                ///< of the library, links resolved
  std::string version;             ///< as the library says it, or as its file is called
  std::string build_id;            ///< of the library, in hexadecimal
  std::string calling_convention;  ///< "ms_abi" or "sysv_abi" of a library; nothing in process

  /// One line: name, path, version, build id, convention.
  std::string line() const;
};
BOOST_DESCRIBE_STRUCT(Provenance, (), (name, options, path, version, build_id, calling_convention))

}  // namespace d3d12fuzz
