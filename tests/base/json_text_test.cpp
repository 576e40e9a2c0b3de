#include "base/json_text.h"

#include <gtest/gtest.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "base/error.h"

namespace d3d12fuzz {
namespace {

namespace json = boost::json;

std::string error_of(std::string_view text) {
  try {
    parse_json(text, "c.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(JsonText, parses_every_kind_of_value) {
  const json::value value =
      parse_json(R"({"a": [1, -2, 18446744073709551615, 1.5], "b": {"c": null, "d": true}})", "n");
  const json::array& a = value.at("a").as_array();
  EXPECT_EQ(a[0].as_int64(), 1);
  EXPECT_EQ(a[1].as_int64(), -2);
  EXPECT_EQ(a[2].as_uint64(), 18446744073709551615u);
  EXPECT_EQ(a[3].as_double(), 1.5);
  EXPECT_TRUE(value.at("b").at("c").is_null());
  EXPECT_TRUE(value.at("b").at("d").as_bool());
}

TEST(JsonText, accepts_white_space_around_the_value) { EXPECT_EQ(error_of(" \t\r\n {} \n\n"), "no error"); }

TEST(JsonText, a_syntax_error_has_line_and_column) {
  EXPECT_EQ(error_of("{\n  \"a\" 1\n}"), "c.json:2:7: not valid JSON: syntax error");
  EXPECT_EQ(error_of("?"), "c.json:1:1: not valid JSON: syntax error");
  EXPECT_EQ(error_of("[1,]"), "c.json:1:4: not valid JSON: syntax error");
  EXPECT_EQ(error_of("[\n\n  'a']"), "c.json:3:3: not valid JSON: syntax error");
}

TEST(JsonText, comments_are_no_json) {
  EXPECT_EQ(error_of("[] // x"), "c.json:1:4: text after the JSON value, expected the end");
}

TEST(JsonText, refuses_a_key_that_stands_twice_in_one_object) {
  EXPECT_EQ(error_of("{\"a\": 1,\n \"b\": 2,\n \"a\": 3}"),
            "c.json:3:4: key \"a\" stands twice in one object, expected once");
  // Written in another way, it is the same key.
  EXPECT_EQ(error_of("{\"a\": 1,\n \"\\u0061\": 3}"),
            "c.json:2:9: key \"a\" stands twice in one object, expected once");
  EXPECT_EQ(error_of("[{\"x\": {\"\": 1, \"\": 1}}]"),
            "c.json:1:17: key \"\" stands twice in one object, expected once");
}

TEST(JsonText, accepts_a_key_again_in_another_object) {
  EXPECT_EQ(error_of(R"({"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]})"), "no error");
}

TEST(JsonText, says_where_a_cut_off_text_ends) {
  EXPECT_EQ(error_of(""), "c.json:1:1: the text ends too early, expected a complete JSON value");
  EXPECT_EQ(error_of("{\n  \"a\": [1,"), "c.json:2:11: the text ends too early, expected a complete JSON value");
  EXPECT_EQ(error_of("\"abc"), "c.json:1:5: the text ends too early, expected a complete JSON value");
}

TEST(JsonText, every_cut_off_text_is_refused) {
  const std::string whole = R"({"a": [1, "x\u0041"], "b": {"c": null, "d": true}, "e": -1.5e3})";
  ASSERT_EQ(error_of(whole), "no error");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(error_of(whole.substr(0, size)), "no error") << whole.substr(0, size);
  }
}

TEST(JsonText, refuses_text_behind_the_value) {
  EXPECT_EQ(error_of("{}\n {}"), "c.json:2:2: text after the JSON value, expected the end");
  EXPECT_EQ(error_of("1 2"), "c.json:1:3: text after the JSON value, expected the end");
}

TEST(JsonText, nests_32_levels_and_no_more) {
  EXPECT_EQ(error_of(nested(32)), "no error");
  EXPECT_EQ(error_of(nested(33)), "c.json:1:33: not valid JSON: too deep");
  EXPECT_EQ(error_of(std::string(100000, '[')), "c.json:1:33: not valid JSON: too deep");
}

TEST(JsonText, not_a_number_and_infinity_are_no_numbers) {
  EXPECT_EQ(error_of("[NaN]"), "c.json:1:2: not valid JSON: syntax error");
  EXPECT_EQ(error_of("[Infinity]"), "c.json:1:2: not valid JSON: syntax error");
  EXPECT_EQ(error_of("[-Infinity]"), "c.json:1:3: not valid JSON: syntax error");
}

TEST(JsonText, refuses_a_number_out_of_range) {
  EXPECT_NE(error_of("[1e400]"), "no error");
  EXPECT_NE(error_of("[-1e400]"), "no error");
  EXPECT_NE(error_of("[1e99999999999]"), "no error");
}

TEST(JsonText, refuses_text_that_is_not_utf_8) { EXPECT_NE(error_of("\"\xFF\""), "no error"); }

TEST(JsonText, writes_keys_in_order_and_short_arrays_of_numbers_in_one_line) {
  const json::value value = {
      {"b", {1, 2, 3}}, {"a", {{{"c", "x\"y"}}}}, {"empty", json::array()}, {"none", json::object()}};
  EXPECT_EQ(write_json(value), R"({
  "b": [1, 2, 3],
  "a": [
    {
      "c": "x\"y"
    }
  ],
  "empty": [],
  "none": {}
}
)");
}

TEST(JsonText, writes_long_arrays_one_element_a_line) {
  json::array array;
  for (int i = 0; i < 17; ++i) array.push_back(i);
  EXPECT_TRUE(write_json(array).starts_with("[\n  0,\n  1,\n"));
}

TEST(JsonText, what_it_writes_parses_to_the_same_value) {
  const std::string_view texts[] = {
      R"({"a": [1, -2, 18446744073709551615, 0.1], "b": {"c": null, "d": [true, [], {}]}, "\u0001\"\\": "\u00e9\n"})",
      "[]",
      "{}",
      "null",
      "\"\"",
      "-9223372036854775808"};
  for (const std::string_view text : texts) {
    const json::value value = parse_json(text, "c.json");
    EXPECT_EQ(parse_json(write_json(value), "written"), value) << text;
  }
}

}  // namespace
}  // namespace d3d12fuzz
