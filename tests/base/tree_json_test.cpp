#include "base/tree_json.h"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

#include "base/choice_source.h"
#include "base/error.h"
#include "base/json_text.h"
#include "base/sample_case.h"
#include "domains/root_signature/generate.h"

namespace d3d12fuzz {
namespace {

using namespace sample;

constexpr std::string_view kOneItem =
    R"({"color":"GREEN","serial":72623859790382856,"boxes":[{"items":[{"outline":"SQUARE","count":2,"place":4660}],)"
    R"("marks":"DEEP | 0x80000000"}]})";

/// kOneItem with a part of it replaced.
std::string with(std::string_view part, std::string_view by) {
  std::string text(kOneItem);
  const std::size_t at = text.find(part);
  if (at == std::string::npos) return "no such part: " + std::string(part);
  return text.replace(at, part.size(), by);
}

Node read(std::string_view text) { return tree_from_json(parse_json(text, "c.json"), type_info<Sample>(), "c.json"); }

std::string error_of(std::string_view text) {
  try {
    read(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(TreeJson, writes_names_where_there_are_and_numbers_elsewhere) {
  EXPECT_EQ(boost::json::serialize(tree_to_json(to_tree(one_item()))), kOneItem);
}

TEST(TreeJson, reads_what_it_writes) { EXPECT_EQ(read(kOneItem), to_tree(one_item())); }

TEST(TreeJson, spells_the_sentinel_and_illegal_values) {
  const Sample value = {.color = Color{9}, .boxes = {{.items = {{.count = Count::all}}}}};
  const std::string text = boost::json::serialize(tree_to_json(to_tree(value)));
  EXPECT_EQ(text, R"({"color":9,"serial":0,"boxes":[{"items":[{"outline":"CIRCLE","count":"ALL","place":0}],)"
                  R"("marks":"NONE"}]})");
  EXPECT_EQ(read(text), to_tree(value));
}

TEST(TreeJson, spells_flags_by_name_with_the_rest_in_hexadecimal) {
  const LeafMeaning& meaning = leaf_meaning(Marks{});
  EXPECT_EQ(leaf_text(meaning, 0), "NONE");
  EXPECT_EQ(leaf_text(meaning, 7), "DEEP | WIDE | HIGH");
  EXPECT_EQ(leaf_text(meaning, 0x18), "0x18");
  EXPECT_EQ(leaf_text(meaning, 0xF0000004), "HIGH | 0xF0000000");
}

TEST(TreeJson, reads_a_number_for_every_leaf) {
  EXPECT_EQ(read(with("\"GREEN\"", "1")), to_tree(one_item()));
  EXPECT_EQ(read(with("\"SQUARE\"", "5")), to_tree(one_item()));
  EXPECT_EQ(read(with("\"DEEP | 0x80000000\"", "2147483649")), to_tree(one_item()));
}

TEST(TreeJson, reads_the_largest_number_of_each_width) {
  EXPECT_EQ(field(read(with("72623859790382856", "18446744073709551615")), "serial").value, ~std::uint64_t{0});
  EXPECT_EQ(field(read(with("\"GREEN\"", "65535")), "color").value, 0xFFFFu);
}

TEST(TreeJson, the_order_of_fields_does_not_matter) {
  EXPECT_EQ(error_of(R"({"boxes":[],"serial":1,"color":"RED"})"), "no error");
}

TEST(TreeJson, every_generated_root_signature_comes_back) {
  for (std::uint64_t i = 0; i < 100; ++i) {
    ChoiceSource choices(6, i);
    root_signature::RootSignatureCase value;
    generate(choices, value);
    const Node tree = to_tree(value);
    ASSERT_EQ(tree_from_json(parse_json(write_json(tree_to_json(tree)), "c.json"), *tree.type, "c.json"), tree) << i;
  }
}

TEST(TreeJson, refuses_an_unknown_field) {
  EXPECT_EQ(error_of(with("\"color\"", "\"colour\"")),
            "c.json: case: unknown field \"colour\", expected color, serial, boxes");
  EXPECT_EQ(error_of(with("\"place\":4660", "\"place\":4660,\"extra\":1")),
            "c.json: boxes[0].items[0]: unknown field \"extra\", expected outline, count, place");
}

TEST(TreeJson, refuses_a_missing_field) {
  EXPECT_EQ(error_of(with("\"serial\":72623859790382856,", "")), "c.json: case: field \"serial\" is missing");
  EXPECT_EQ(error_of(with(",\"marks\":\"DEEP | 0x80000000\"", "")), "c.json: boxes[0]: field \"marks\" is missing");
}

TEST(TreeJson, refuses_a_field_that_stands_twice) {
  EXPECT_EQ(error_of(with("\"count\":2", "\"count\":2,\"count\":2")),
            "c.json:1:100: key \"count\" stands twice in one object, expected once");
}

TEST(TreeJson, refuses_a_value_of_another_type) {
  EXPECT_EQ(error_of("[]"), "c.json: case: found an array, expected an object");
  EXPECT_EQ(error_of("7"), "c.json: case: found a number, expected an object");
  EXPECT_EQ(error_of(with("72623859790382856", "null")),
            "c.json: serial: found null, expected a number from 0 to 18446744073709551615");
  EXPECT_EQ(error_of(with("\"GREEN\"", "true")),
            "c.json: color: found a boolean, expected one of RED, GREEN, BLUE or a number from 0 to 65535");
  EXPECT_EQ(error_of(with("4660", "{}")),
            "c.json: boxes[0].items[0].place: found an object, expected a number from 0 to 65535");
  EXPECT_EQ(error_of(R"({"color":"RED","serial":0,"boxes":{}})"), "c.json: boxes: found an object, expected an array");
  EXPECT_EQ(error_of(R"({"color":"RED","serial":0,"boxes":["x"]})"),
            "c.json: boxes[0]: found a string, expected an object");
}

TEST(TreeJson, refuses_an_unknown_name) {
  EXPECT_EQ(error_of(with("GREEN", "green")),
            "c.json: color: found \"green\", expected one of RED, GREEN, BLUE or a number from 0 to 65535");
  EXPECT_EQ(error_of(with("SQUARE", "")),
            "c.json: boxes[0].items[0].outline: found \"\", expected one of CIRCLE, SQUARE");
}

TEST(TreeJson, refuses_a_number_that_a_closed_enumeration_has_no_name_for) {
  EXPECT_EQ(error_of(with("\"SQUARE\"", "4")),
            "c.json: boxes[0].items[0].outline: found 4, expected one of CIRCLE, SQUARE");
}

TEST(TreeJson, refuses_a_number_out_of_range) {
  EXPECT_EQ(error_of(with("4660", "65536")),
            "c.json: boxes[0].items[0].place: found 65536, expected a number from 0 to 65535");
  EXPECT_EQ(error_of(with(":2,", ":4294967296,")),
            "c.json: boxes[0].items[0].count: found 4294967296, expected one of ALL or a number from 0 to 4294967295");
}

TEST(TreeJson, refuses_a_negative_number) {
  EXPECT_EQ(error_of(with("4660", "-1")),
            "c.json: boxes[0].items[0].place: found -1, expected a number from 0 to 65535");
}

TEST(TreeJson, refuses_a_fraction) {
  EXPECT_EQ(error_of(with("4660", "0.5")),
            "c.json: boxes[0].items[0].place: found a number with a fraction, expected a number from 0 to 65535");
}

TEST(TreeJson, does_not_call_a_whole_number_beyond_64_bits_a_fraction) {
  const std::string error = error_of(with("72623859790382856", "18446744073709551616"));
  EXPECT_NE(error, "no error");
  EXPECT_EQ(error.find("fraction"), std::string::npos) << error;
}

TEST(TreeJson, refuses_flags_that_are_not_names_or_hexadecimal_bits) {
  const std::string expected =
      ", expected names joined by \" | \" out of DEEP, WIDE, HIGH or a number from 0 to 4294967295";
  for (const std::string text : {"", "deep", "DEEP|WIDE", "DEEP | ", "DEEP | DEEP", "DEEP | NONE", "0x0", "0x", "0xG",
                                 "0x3 | DEEP", "16", "0x10000000000000000"}) {
    EXPECT_EQ(error_of(with("DEEP | 0x80000000", text)), "c.json: boxes[0].marks: found \"" + text + "\"" + expected);
  }
  EXPECT_EQ(error_of(with("0x80000000", "0x100000000")), "c.json: boxes[0].marks: found 4294967297" + expected);
}

TEST(TreeJson, refuses_more_elements_than_a_list_may_have) {
  EXPECT_EQ(error_of(R"({"color":"RED","serial":0,"boxes":[{},{},{}]})"),
            "c.json: boxes: found 3 elements, expected at most 2");
}

// ---- Choices

constexpr std::string_view kDelivery =
    R"json({"first":{"type":"PARCEL","weight":"15.99 (0x417FD70A)","color":"BLUE"},)json"
    R"json("more":[{"type":"LETTER","outline":"SQUARE","items":[{"outline":"CIRCLE","count":1,"place":7}]}]})json";

std::string delivery_error(std::string_view part, std::string_view by) {
  std::string text(kDelivery);
  const std::size_t at = text.find(part);
  if (at == std::string::npos) return "no such part: " + std::string(part);
  text.replace(at, part.size(), by);
  try {
    tree_from_json(parse_json(text, "c.json"), type_info<Delivery>(), "c.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(TreeJsonChoice, is_the_alternative_with_its_name_first) {
  EXPECT_EQ(boost::json::serialize(tree_to_json(to_tree(parcel_and_letter()))), kDelivery);
}

TEST(TreeJsonChoice, comes_back) {
  const Node tree = to_tree(parcel_and_letter());
  EXPECT_EQ(tree_from_json(parse_json(kDelivery, "c.json"), *tree.type, "c.json"), tree);
}

TEST(TreeJsonChoice, the_type_may_stand_anywhere) {
  EXPECT_EQ(delivery_error(R"json("type":"PARCEL","weight":"15.99 (0x417FD70A)","color":"BLUE")json",
                           R"json("color":"BLUE","weight":"15.99 (0x417FD70A)","type":"PARCEL")json"),
            "no error");
}

TEST(TreeJsonChoice, refuses_an_unknown_type) {
  EXPECT_EQ(delivery_error("PARCEL", "parcel"), "c.json: first: found type \"parcel\", expected one of PARCEL, LETTER");
  EXPECT_EQ(delivery_error("\"LETTER\"", "1"),
            "c.json: more[0]: found a number as type, expected one of PARCEL, LETTER");
}

TEST(TreeJsonChoice, refuses_a_missing_type) {
  EXPECT_EQ(delivery_error(R"json("type":"LETTER",)json", ""),
            "c.json: more[0]: field \"type\" is missing, expected one of PARCEL, LETTER");
  EXPECT_EQ(delivery_error(R"json({"type":"PARCEL","weight":"15.99 (0x417FD70A)","color":"BLUE"})json", "\"PARCEL\""),
            "c.json: first: found a string, expected an object");
}

TEST(TreeJsonChoice, refuses_a_field_of_another_alternative) {
  EXPECT_EQ(delivery_error(R"json("type":"LETTER",)json", R"json("type":"LETTER","color":"BLUE",)json"),
            "c.json: more[0]: unknown field \"color\", expected outline, items");
  EXPECT_EQ(delivery_error("LETTER", "PARCEL"), "c.json: more[0]: unknown field \"outline\", expected weight, color");
}

TEST(TreeJsonChoice, refuses_a_missing_field) {
  EXPECT_EQ(delivery_error(R"json(,"color":"BLUE")json", ""), "c.json: first: field \"color\" is missing");
}

TEST(TreeJsonChoice, a_record_that_is_no_choice_has_no_type) {
  EXPECT_EQ(error_of(with("\"color\"", "\"type\":\"SAMPLE\",\"color\"")),
            "c.json: case: unknown field \"type\", expected color, serial, boxes");
}

// ---- Floating-point numbers

TEST(TreeJsonReal, is_its_value_and_its_bits) {
  const std::pair<std::uint32_t, std::string_view> reals[] = {
      {0x417FD70A, "15.99 (0x417FD70A)"}, {0x417FD70B, "15.990001 (0x417FD70B)"},
      {0x3F800000, "1 (0x3F800000)"},     {0x00000000, "0 (0x0)"},
      {0x80000000, "-0 (0x80000000)"},    {0x7F800000, "inf (0x7F800000)"},
      {0xFF800000, "-inf (0xFF800000)"},  {0x7F7FFFFF, "3.4028235e+38 (0x7F7FFFFF)"},
      {0x00000001, "1e-45 (0x1)"},        {0x7FC00000, "NaN (0x7FC00000)"},
      {0xFFC00000, "NaN (0xFFC00000)"},   {0x7F800001, "NaN (0x7F800001)"},
      {0xFFFFFFFF, "NaN (0xFFFFFFFF)"}};
  for (const auto& [bits, text] : reals) {
    EXPECT_EQ(leaf_text(leaf_meaning(Weight{}), bits), text);
    const Node tree = to_tree(Weight{bits});
    EXPECT_EQ(tree_to_json(tree), boost::json::value(std::string(text)));
    EXPECT_EQ(tree_from_json(tree_to_json(tree), *tree.type, "c.json"), tree) << text;
  }
}

TEST(TreeJsonReal, every_boundary_comes_back) {
  for (const std::uint64_t bits : leaf_meaning(root_signature::MipLodBias{}).boundaries) {
    const Node tree = to_tree(root_signature::MipLodBias{static_cast<std::uint32_t>(bits)});
    EXPECT_EQ(tree_from_json(tree_to_json(tree), *tree.type, "c.json"), tree) << bits;
  }
}

TEST(TreeJsonReal, refuses_all_but_a_value_with_its_bits) {
  for (const std::string text :
       {"15.99 (0x417FD70B)", "NaN (0x3F800000)", "1 (0x7FC00000)", "0 (0x80000000)", "nan (0x7FC00000)", "15.99", "",
        "(0x417FD70A)", "15.99 (0x417FD70A", "15.99 0x417FD70A", "15.99 (0x417fd70a)", "15.990 (0x417FD70A)",
        "0 (0x00000000)", "0 (0x)", "0 (0x100000000)", "15.99 (0x417FD70A) "}) {
    EXPECT_EQ(
        delivery_error("15.99 (0x417FD70A)", text),
        "c.json: first.weight: found \"" + text + "\", expected a value with its bits such as \"1.5 (0x3FC00000)\"");
  }
  EXPECT_EQ(delivery_error("\"15.99 (0x417FD70A)\"", "15.99"),
            "c.json: first.weight: found a number, expected a value with its bits such as \"1.5 (0x3FC00000)\"");
  EXPECT_EQ(delivery_error("\"15.99 (0x417FD70A)\"", "null"),
            "c.json: first.weight: found null, expected a value with its bits such as \"1.5 (0x3FC00000)\"");
}

}  // namespace
}  // namespace d3d12fuzz
