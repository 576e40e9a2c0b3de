#include "domains/root_signature/migration.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>

#include "base/error.h"
#include "base/tree_json.h"
#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {
namespace {

namespace json = boost::json;

void add(json::object& object, json::string_view field, json::value value) {
  if (!object.emplace(field, std::move(value)).second) {
    throw InputError("case: unknown field \"" + std::string(field) + "\" in version 1");
  }
}

}  // namespace

void migrate_from_1(json::value& value) {
  if (!value.is_object()) return;
  json::object& object = value.get_object();
  const json::value simplest = tree_to_json(to_tree(RootSignatureCase{}));
  for (const json::string_view field : {"static_samplers", "serialization", "target"}) {
    add(object, field, simplest.get_object().at(field));
  }
  const json::value* version = object.if_contains("version");
  if (version != nullptr && (*version == "1.2" || *version == 3)) {
    throw InputError("version: found \"1.2\", which format version 1 did not have; expected 1.0 or 1.1");
  }
  json::value* parameters = object.if_contains("parameters");
  if (parameters == nullptr || !parameters->is_array()) return;
  for (json::value& parameter : parameters->get_array()) {
    if (parameter.is_object()) add(parameter.get_object(), "type", "DESCRIPTOR_TABLE");
  }
}

}  // namespace d3d12fuzz::root_signature
