/// A small domain whose case has every kind of field, for the tests of what knows no domain.
#pragma once

#include <boost/describe.hpp>
#include <cstdint>
#include <variant>
#include <vector>

#include "domains/typed_domain.h"

namespace d3d12fuzz::sketch {

enum class Tool : std::uint8_t { pen = 2, brush = 4, knife = 9 };  ///< closed
inline const LeafMeaning& leaf_meaning(Tool) {
  static constexpr NamedValue names[] = {{"PEN", 2}, {"BRUSH", 4}, {"KNIFE", 9}};
  static constexpr LeafMeaning meaning = {"Tool", LeafKind::enumeration, 2, names, {}, true};
  return meaning;
}

enum class Style : std::uint32_t {};
inline const LeafMeaning& leaf_meaning(Style) {
  static constexpr NamedValue names[] = {{"DASHED", 1}, {"DOTTED", 8}};
  static constexpr LeafMeaning meaning = {"Style", LeafKind::flags, 0, names, {}};
  return meaning;
}

enum class Length : std::uint32_t {};
inline const LeafMeaning& leaf_meaning(Length) {
  static constexpr std::uint64_t boundaries[] = {0x40};
  static constexpr LeafMeaning meaning = {"Length", LeafKind::count, 1, {}, boundaries};
  return meaning;
}

enum class Start : std::uint32_t {};
inline const LeafMeaning& leaf_meaning(Start) {
  static constexpr LeafMeaning meaning = {"Start", LeafKind::position, 0, {}, {}};
  return meaning;
}

enum class Width : std::uint32_t {};
inline const LeafMeaning& leaf_meaning(Width) {
  static constexpr std::uint64_t boundaries[] = {0, 0x3F800000, 0x7FC00001};
  static constexpr LeafMeaning meaning = {"Width", LeafKind::real, 0, {}, boundaries};
  return meaning;
}

enum class Serial : std::uint64_t {};
inline const LeafMeaning& leaf_meaning(Serial) {
  static constexpr LeafMeaning meaning = {"Serial", LeafKind::number, 0, {}, {}};
  return meaning;
}

struct Line {
  Start start{};
  Length length = Length{1};
  bool operator==(const Line&) const = default;
};
BOOST_DESCRIBE_STRUCT(Line, (), (start, length))

struct Stroke {
  Width width{};
  std::vector<Line> lines;
  bool operator==(const Stroke&) const = default;
};
BOOST_DESCRIBE_STRUCT(Stroke, (), (width, lines))

struct Stamp {
  Width width{};
  Serial serial{};
  bool operator==(const Stamp&) const = default;
};
BOOST_DESCRIBE_STRUCT(Stamp, (), (width, serial))

struct Mark {
  std::variant<Stroke, Stamp> form;
  Style style{};
  bool operator==(const Mark&) const = default;
};
BOOST_DESCRIBE_STRUCT(Mark, (), (form, style))

struct Sketch {
  Tool tool = Tool::pen;
  std::vector<Mark> marks;
  bool operator==(const Sketch&) const = default;
};
BOOST_DESCRIBE_STRUCT(Sketch, (), (tool, marks))

/// A pen leaves no style.
inline void repair(Sketch& value) {
  if (value.tool != Tool::pen) return;
  for (Mark& mark : value.marks) mark.style = Style{};
}

}  // namespace d3d12fuzz::sketch

namespace d3d12fuzz {
template <>
inline constexpr std::size_t max_elements<sketch::Line> = 4;
template <>
inline constexpr std::size_t max_elements<sketch::Mark> = 3;
template <>
inline constexpr std::string_view alternative_name<sketch::Stroke> = "STROKE";
template <>
inline constexpr std::string_view alternative_name<sketch::Stamp> = "STAMP";
}  // namespace d3d12fuzz

namespace d3d12fuzz::sketch {

/// Draws one mark of each form, all numbers 0x77 and up, so that what is fresh can be told.
class SketchDomain final : public TypedDomain<Sketch> {
 public:
  std::string_view name() const override { return "sketch"; }
  std::string_view summary() const override { return "for tests"; }
  std::uint32_t format_version() const override { return 1; }
  void migrate(std::uint32_t, boost::json::value&) const override {}
  void generate(ChoiceSource& choices, Case& out) const override {
    const std::uint32_t number = 0x77 + choices.below(4);
    value_of(out) = {.tool = Tool::knife,
                     .marks = {{.form = Stroke{Width{number}, {{Start{number}, Length{number}}}}, .style = Style{8}},
                               {.form = Stamp{Width{number}, Serial{number}}, .style = Style{8}}}};
  }
  std::unique_ptr<Model> make_model() const override { return nullptr; }
  bool decides(RuleId) const override { return false; }
  std::span<const ObservableField> observable_fields() const override { return {}; }
  std::string hlsl(const Case&) const override { return {}; }
  std::string cpp_program(const Case&, const CppRequest&) const override { return {}; }
};

inline const Domain& domain() {
  static const SketchDomain instance;
  return instance;
}

inline Sketch value_of(const Node& tree) {
  Sketch value;
  from_tree(tree, value);
  return value;
}

/// A byte mutator whose work can be told: it turns every bit of the first byte.
inline std::size_t flip_first_byte(std::uint8_t* data, std::size_t size, std::size_t) {
  if (size > 0) data[0] ^= 0xFF;
  return size;
}

}  // namespace d3d12fuzz::sketch
