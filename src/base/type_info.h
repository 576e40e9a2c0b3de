/// The run-time form of a description. Each struct of a case lists its fields once, with BOOST_DESCRIBE_STRUCT; from
/// that, `type_info<T>()` builds the schema that JSON, printing, mutation, shrinking and C++ emission walk. A field
/// that is one of several structs, as the unions of D3D12 are, is a std::variant of described structs.
#pragma once

#include <boost/describe.hpp>
#include <boost/mp11.hpp>
#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/leaf.h"

namespace d3d12fuzz {

struct TypeInfo;

struct FieldInfo {
  std::string_view name;
  const TypeInfo* type;
};

struct TypeInfo {
  enum class Kind : std::uint8_t { leaf, record, list, choice };

  Kind kind;
  const LeafMeaning* meaning = nullptr;    ///< of a leaf
  std::uint64_t leaf_max = 0;              ///< of a leaf: the largest number that it can hold
  std::span<const FieldInfo> fields = {};  ///< of a record, in the order of the struct; of a choice its alternatives
  const TypeInfo* element = nullptr;       ///< of a list
  std::size_t max_elements = 0;            ///< of a list: more are dropped when decoding, refused when loading
};

/// How many elements a list of T may hold. A domain specialises it beside T.
template <class T>
inline constexpr std::size_t max_elements = 0;

template <class T>
concept Record = boost::describe::has_describe_members<T>::value && !Leaf<T>;

template <class T>
struct is_list : std::false_type {};
template <class T>
struct is_list<std::vector<T>> : std::true_type {
  static_assert(max_elements<T> > 0, "give max_elements for this element type");
};
template <class T>
concept List = is_list<T>::value;

/// What an alternative of a choice is called. A domain specialises it beside T.
template <class T>
inline constexpr std::string_view alternative_name = "";

template <class T>
struct is_choice : std::false_type {};
template <class... Alternatives>
struct is_choice<std::variant<Alternatives...>> : std::true_type {
  static_assert((Record<Alternatives> && ...), "an alternative is a described struct");
  static_assert(((alternative_name<Alternatives> != "") && ...), "give alternative_name for each alternative");
};
template <class T>
concept Choice = is_choice<T>::value;

template <class T>
using described_members = boost::describe::describe_members<T, boost::describe::mod_public>;

/// Makes `value` its alternative of that number, unless it is already, and calls `visit` on it.
template <Choice T, class Visitor>
void with_alternative(T& value, std::size_t index, Visitor&& visit) {
  boost::mp11::mp_with_index<std::variant_size_v<T>>(index, [&](auto number) {
    if (value.index() != number) value.template emplace<number>();
    visit(std::get<number>(value));
  });
}

template <Record T, class Visitor>
constexpr void for_each_member(Visitor&& visit) {
  boost::mp11::mp_for_each<described_members<T>>(visit);
}

template <class T>
const TypeInfo& type_info() {
  if constexpr (Leaf<T>) {
    static const TypeInfo info = {.kind = TypeInfo::Kind::leaf,
                                  .meaning = &leaf_meaning(T{}),
                                  .leaf_max = static_cast<std::underlying_type_t<T>>(~std::underlying_type_t<T>{0})};
    return info;
  } else if constexpr (List<T>) {
    using Element = typename T::value_type;
    static const TypeInfo info = {
        .kind = TypeInfo::Kind::list, .element = &type_info<Element>(), .max_elements = max_elements<Element>};
    return info;
  } else if constexpr (Choice<T>) {
    static const std::vector<FieldInfo> alternatives = [] {
      std::vector<FieldInfo> list;
      [&]<class... Alternatives>(const std::variant<Alternatives...>*) {
        (list.push_back({alternative_name<Alternatives>, &type_info<Alternatives>()}), ...);
      }(static_cast<const T*>(nullptr));
      return list;
    }();
    static const TypeInfo info = {.kind = TypeInfo::Kind::choice, .fields = alternatives};
    return info;
  } else {
    static_assert(Record<T>, "describe this type with BOOST_DESCRIBE_STRUCT");
    static const std::vector<FieldInfo> fields = [] {
      std::vector<FieldInfo> list;
      for_each_member<T>([&](auto member) {
        using Member = std::remove_cvref_t<decltype(std::declval<T&>().*member.pointer)>;
        list.push_back({member.name, &type_info<Member>()});
      });
      return list;
    }();
    static const TypeInfo info = {.kind = TypeInfo::Kind::record, .fields = fields};
    return info;
  }
}

}  // namespace d3d12fuzz
