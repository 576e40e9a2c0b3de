#include "oracle/stage.h"

namespace d3d12fuzz {

std::string_view name_of(Stage stage) {
  switch (stage) {
    case Stage::serialize:
      return "serialize";
    case Stage::deserialize:
      return "deserialize";
    case Stage::create:
      return "create";
    case Stage::build:
      return "build";
    case Stage::record:
      return "record";
    case Stage::execute:
      return "execute";
  }
  return "unknown stage";
}

std::string_view name_of(Status status) {
  switch (status) {
    case Status::not_reached:
      return "not reached";
    case Status::accepted:
      return "accepted";
    case Status::rejected:
      return "rejected";
    case Status::unsupported:
      return "unsupported";
    case Status::crashed:
      return "crashed";
    case Status::timed_out:
      return "timed out";
  }
  return "unknown status";
}

}  // namespace d3d12fuzz
