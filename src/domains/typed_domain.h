/// The part of a domain that follows from the description of its case struct.
#pragma once

#include "base/binary_codec.h"
#include "domains/domain.h"

namespace d3d12fuzz {

template <Record Value>
class CaseOf final : public Case {
 public:
  Value value;
};

/// \tparam Value  the described case struct; a function `repair(Value&)` stands beside it
template <Record Value>
class TypedDomain : public Domain {
 public:
  static Value& value_of(Case& value) { return static_cast<CaseOf<Value>&>(value).value; }
  static const Value& value_of(const Case& value) { return static_cast<const CaseOf<Value>&>(value).value; }

  std::unique_ptr<Case> make_case() const final { return std::make_unique<CaseOf<Value>>(); }
  const TypeInfo& type() const final { return type_info<Value>(); }
  Node tree(const Case& value) const final { return to_tree(value_of(value)); }

  void assign(Case& out, const Node& tree) const final {
    from_tree(tree, value_of(out));
    repair(value_of(out));
  }

  void encode(const Case& value, std::vector<std::uint8_t>& out) const final {
    d3d12fuzz::encode(static_cast<std::uint8_t>(format_version()), value_of(value), out);
  }

  void decode(std::span<const std::uint8_t> bytes, Case& out) const final {
    d3d12fuzz::decode(bytes, value_of(out));
    repair(value_of(out));
  }
};

}  // namespace d3d12fuzz
