#include "base/archive.h"

#include <gtest/gtest.h>

namespace d3d12fuzz {
namespace {

enum class Colour : std::uint16_t { red = 1, blue = 300 };

struct Part {
  std::uint32_t number = 0;
  std::string text;
  friend bool operator==(const Part&, const Part&) = default;
};
BOOST_DESCRIBE_STRUCT(Part, (), (number, text))

class Whole {
 public:
  bool flag = false;
  double real = 0;
  Colour colour = Colour::red;
  std::array<std::int8_t, 3> small{};
  std::uint64_t plain[2] = {};
  std::optional<Part> part;
  std::vector<Part> parts;
  std::vector<std::vector<std::string>> nested;
  std::map<std::string, std::pair<int, Part>> by_name;

  void set_hidden(int value) { hidden_ = value; }
  int hidden() const { return hidden_; }

 private:
  BOOST_DESCRIBE_CLASS(Whole, (), (flag, real, colour, small, plain, part, parts, nested, by_name), (), (hidden_))

  int hidden_ = 0;
};

Whole sample() {
  Whole value;
  value.flag = true;
  value.real = -0.5;
  value.colour = Colour::blue;
  value.small = {1, -2, 3};
  value.plain[0] = ~std::uint64_t{0};
  value.plain[1] = 7;
  value.part = Part{9, std::string("a\0b", 3)};
  value.parts = {{1, "one"}, {2, ""}};
  value.nested = {{"x"}, {}, {"y", "z"}};
  value.by_name = {{"k", {4, {5, "five"}}}, {"l", {-6, {}}}};
  value.set_hidden(11);
  return value;
}

TEST(Archive, gives_every_kind_of_member_back) {
  const Whole back = from_archive<Whole>(to_archive(sample()));
  EXPECT_TRUE(back.flag);
  EXPECT_EQ(back.real, -0.5);
  EXPECT_EQ(back.colour, Colour::blue);
  EXPECT_EQ(back.small, (std::array<std::int8_t, 3>{1, -2, 3}));
  EXPECT_EQ(back.plain[0], ~std::uint64_t{0});
  EXPECT_EQ(back.plain[1], 7u);
  EXPECT_EQ(back.part, sample().part);
  EXPECT_EQ(back.parts, sample().parts);
  EXPECT_EQ(back.nested, sample().nested);
  EXPECT_EQ(back.by_name, sample().by_name);
  EXPECT_EQ(back.hidden(), 11);
}

TEST(Archive, reading_replaces_what_was_there) {
  Whole value = sample();
  const std::string bytes = to_archive(Whole());
  ArchiveReader(bytes).read(value);
  EXPECT_EQ(value.part, std::nullopt);
  EXPECT_TRUE(value.parts.empty());
  EXPECT_TRUE(value.by_name.empty());
}

TEST(Archive, numbers_take_the_bytes_that_they_have_in_memory) {
  EXPECT_EQ(to_archive(std::uint8_t{7}).size(), 1u);
  EXPECT_EQ(to_archive(Part{1, "abc"}).size(), 4u + 8u + 3u);
  EXPECT_EQ(to_archive(std::optional<int>()).size(), 1u);
}

TEST(Archive, bytes_that_end_anywhere_before_the_value_does_are_refused) {
  const std::string bytes = to_archive(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THROW(from_archive<Whole>(bytes.substr(0, size)), std::runtime_error) << size;
  }
}

TEST(Archive, bytes_behind_the_value_are_refused) {
  EXPECT_THROW(from_archive<Part>(to_archive(Part{1, "abc"}) + "x"), std::runtime_error);
}

TEST(Archive, a_length_beyond_the_bytes_is_refused_before_memory_is_taken) {
  EXPECT_THROW(from_archive<std::string>(to_archive(std::uint64_t{1} << 62)), std::runtime_error);
  EXPECT_THROW(from_archive<std::vector<Part>>(to_archive(std::uint64_t{1} << 62)), std::runtime_error);
}

}  // namespace
}  // namespace d3d12fuzz
