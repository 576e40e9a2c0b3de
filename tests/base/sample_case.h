/// Small described structs that have every kind of leaf and field, for the tests of what is derived from descriptions.
#pragma once

#include <boost/describe.hpp>
#include <cstdint>
#include <variant>
#include <vector>

#include "base/type_info.h"

namespace d3d12fuzz::sample {

/// Closed, and neither from zero on nor without gaps.
enum class Outline : std::uint8_t { circle = 3, square = 5 };
inline const LeafMeaning& leaf_meaning(Outline) {
  static constexpr NamedValue names[] = {{"CIRCLE", 3}, {"SQUARE", 5}};
  static constexpr LeafMeaning meaning = {"Outline", LeafKind::enumeration, 3, names, {}, true};
  return meaning;
}

/// Open: any number may stand there.
enum class Color : std::uint16_t { red = 0, green = 1, blue = 2 };
inline const LeafMeaning& leaf_meaning(Color) {
  static constexpr NamedValue names[] = {{"RED", 0}, {"GREEN", 1}, {"BLUE", 2}};
  static constexpr LeafMeaning meaning = {"Color", LeafKind::enumeration, 0, names, {}};
  return meaning;
}

enum class Marks : std::uint32_t { none = 0 };
inline const LeafMeaning& leaf_meaning(Marks) {
  static constexpr NamedValue names[] = {{"DEEP", 1}, {"WIDE", 2}, {"HIGH", 4}};
  static constexpr LeafMeaning meaning = {"Marks", LeafKind::flags, 0, names, {}};
  return meaning;
}

enum class Count : std::uint32_t { all = 0xFFFFFFFF };
inline const LeafMeaning& leaf_meaning(Count) {
  static constexpr NamedValue names[] = {{"ALL", 0xFFFFFFFF}};
  static constexpr LeafMeaning meaning = {"Count", LeafKind::count, 1, names, {}};
  return meaning;
}

enum class Place : std::uint16_t {};
inline const LeafMeaning& leaf_meaning(Place) {
  static constexpr LeafMeaning meaning = {"Place", LeafKind::position, 0, {}, {}};
  return meaning;
}

enum class Serial : std::uint64_t {};
inline const LeafMeaning& leaf_meaning(Serial) {
  static constexpr LeafMeaning meaning = {"Serial", LeafKind::number, 0, {}, {}};
  return meaning;
}

struct Item {
  Outline outline = Outline::circle;
  Count count = Count{1};
  Place place{};
  bool operator==(const Item&) const = default;
};
BOOST_DESCRIBE_STRUCT(Item, (), (outline, count, place))

struct Box {
  std::vector<Item> items;
  Marks marks = Marks::none;
  bool operator==(const Box&) const = default;
};
BOOST_DESCRIBE_STRUCT(Box, (), (items, marks))

struct Sample {
  Color color = Color::red;
  Serial serial{};
  std::vector<Box> boxes;
  bool operator==(const Sample&) const = default;
};
BOOST_DESCRIBE_STRUCT(Sample, (), (color, serial, boxes))

// ---- A second struct, with what Sample has not: a choice and a floating-point number.

/// The bits of a float; 1 is the simplest.
enum class Weight : std::uint32_t { one = 0x3F800000 };
inline const LeafMeaning& leaf_meaning(Weight) {
  static constexpr std::uint64_t boundaries[] = {0xBF800000, 0x7FC00000, 0x80000000};
  static constexpr LeafMeaning meaning = {"Weight", LeafKind::real, 0x3F800000, {}, boundaries};
  return meaning;
}

struct Parcel {
  Weight weight = Weight::one;
  Color color = Color::red;
  bool operator==(const Parcel&) const = default;
};
BOOST_DESCRIBE_STRUCT(Parcel, (), (weight, color))

struct Letter {
  Outline outline = Outline::circle;
  std::vector<Item> items;
  bool operator==(const Letter&) const = default;
};
BOOST_DESCRIBE_STRUCT(Letter, (), (outline, items))

using Post = std::variant<Parcel, Letter>;

struct Delivery {
  Post first;
  std::vector<Post> more;
  bool operator==(const Delivery&) const = default;
};
BOOST_DESCRIBE_STRUCT(Delivery, (), (first, more))

}  // namespace d3d12fuzz::sample

namespace d3d12fuzz {
template <>
inline constexpr std::size_t max_elements<sample::Item> = 3;
template <>
inline constexpr std::size_t max_elements<sample::Box> = 2;
template <>
inline constexpr std::size_t max_elements<sample::Post> = 4;

template <>
inline constexpr std::string_view alternative_name<sample::Parcel> = "PARCEL";
template <>
inline constexpr std::string_view alternative_name<sample::Letter> = "LETTER";
}  // namespace d3d12fuzz

namespace d3d12fuzz::sample {

/// One box with one item, no field at its simplest.
inline Sample one_item() {
  return {.color = Color::green,
          .serial = Serial{0x0102030405060708},
          .boxes = {{.items = {{.outline = Outline::square, .count = Count{2}, .place = Place{0x1234}}},
                     .marks = Marks{0x80000001}}}};
}

/// Both alternatives, no field at its simplest.
inline Delivery parcel_and_letter() {
  return {.first = Parcel{.weight = Weight{0x417FD70A}, .color = Color::blue},
          .more = {Letter{.outline = Outline::square, .items = {{.place = Place{7}}}}}};
}

}  // namespace d3d12fuzz::sample
