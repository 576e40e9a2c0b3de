#include "base/binary_codec.h"

#include <gtest/gtest.h>

#include "base/choice_source.h"
#include "base/sample_case.h"
#include "domains/root_signature/generate.h"

namespace d3d12fuzz {
namespace {

using namespace sample;
using Bytes = std::vector<std::uint8_t>;

template <class T>
Bytes encoded(const T& value) {
  Bytes bytes;
  encode(7, value, bytes);
  return bytes;
}

template <class T>
T decoded(const Bytes& bytes) {
  T value;
  decode(bytes, value);
  return value;
}

Bytes random_bytes(ChoiceSource& choices) {
  Bytes bytes(choices.below(200));
  // Many ones, so that lists have elements.
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(choices.one_in(2) ? 1 : choices.below(256));
  return bytes;
}

TEST(BinaryCodec, writes_a_version_then_fields_in_order_with_a_mark_before_each_element) {
  const Bytes expected = {7,                                            // version
                          0x01, 0x00,                                   // color
                          0x08, 7,    6,    5,    4,    3, 2,    1,     // serial
                          1,                                            // a box
                          1,    0x05, 0x02, 0x00, 0x00, 0, 0x34, 0x12,  // an item
                          0,                                            // no more items
                          0x01, 0x00, 0x00, 0x80,                       // marks
                          0};                                           // no more boxes
  EXPECT_EQ(encoded(one_item()), expected);
}

TEST(BinaryCodec, appends_to_what_is_there) {
  Bytes bytes = {0xEE};
  encode(7, Item{}, bytes);
  EXPECT_EQ(bytes, (Bytes{0xEE, 7, 3, 1, 0, 0, 0, 0, 0}));
}

TEST(BinaryCodec, gives_an_equal_value_back) {
  EXPECT_EQ(decoded<Sample>(encoded(one_item())), one_item());
  EXPECT_EQ(decoded<Sample>(encoded(Sample{})), Sample{});
}

TEST(BinaryCodec, skips_the_version_whatever_it_is) {
  Bytes bytes = encoded(one_item());
  bytes[0] = 0xFF;
  EXPECT_EQ(decoded<Sample>(bytes), one_item());
}

TEST(BinaryCodec, what_is_missing_reads_as_zero) {
  const Sample all_zero = {.color = Color::red, .serial = Serial{0}, .boxes = {}};
  EXPECT_EQ(decoded<Sample>({}), all_zero);
  EXPECT_EQ(decoded<Sample>({7}), all_zero);
  // A box begins and ends with the bytes; its marks are zero.
  EXPECT_EQ(decoded<Sample>({7, 2, 0, 9, 0, 0, 0, 0, 0, 0, 0, 1}),
            (Sample{.color = Color::blue, .serial = Serial{9}, .boxes = {Box{}}}));
}

TEST(BinaryCodec, every_prefix_of_an_encoding_decodes) {
  const Bytes whole = encoded(one_item());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Bytes prefix(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    const Sample value = decoded<Sample>(prefix);
    EXPECT_EQ(decoded<Sample>(encoded(value)), value) << size;
  }
}

TEST(BinaryCodec, what_follows_the_value_is_ignored) {
  Bytes bytes = encoded(one_item());
  bytes.push_back(1);
  bytes.push_back(99);
  EXPECT_EQ(decoded<Sample>(bytes), one_item());
}

TEST(BinaryCodec, an_odd_mark_is_an_element_and_an_even_one_the_end) {
  EXPECT_EQ(decoded<Box>({7, 0xFF, 3, 4, 0, 0, 0, 0, 0, 0xFE}).items, (std::vector<Item>{{.count = Count{4}}}));
}

TEST(BinaryCodec, drops_the_elements_beyond_the_cap_of_a_list) {
  Bytes bytes = {7};
  for (std::uint8_t i = 1; i <= 5; ++i) bytes.insert(bytes.end(), {1, 3, i, 0, 0, 0, 0, 0});
  bytes.insert(bytes.end(), {0, 6, 0, 0, 0});
  const Box box = decoded<Box>(bytes);
  EXPECT_EQ(box.items, (std::vector<Item>{{.count = Count{1}}, {.count = Count{2}}, {.count = Count{3}}}));
  EXPECT_EQ(box.marks, Marks{6});
}

TEST(BinaryCodec, a_closed_enumeration_takes_its_value_modulo_the_number_of_names) {
  const auto outline = [](std::uint8_t byte) { return decoded<Item>({7, byte}).outline; };
  EXPECT_EQ(outline(3), Outline::circle);
  EXPECT_EQ(outline(5), Outline::square);
  EXPECT_EQ(outline(0), Outline::circle);
  EXPECT_EQ(outline(1), Outline::square);
  EXPECT_EQ(outline(4), Outline::circle);
  EXPECT_EQ(outline(0xFF), Outline::square);
}

TEST(BinaryCodec, an_open_enumeration_keeps_illegal_values) {
  EXPECT_EQ(decoded<Sample>({7, 0xFF, 0xFF}).color, Color{0xFFFF});
}

TEST(BinaryCodec, a_choice_is_the_number_of_its_alternative_and_the_alternative) {
  const Bytes expected = {7,                                         // version
                          0, 0x0A, 0xD7, 0x7F, 0x41, 0x02, 0x00,     // a parcel
                          1,                                         // one more
                          1, 0x05,                                   // a letter
                          1, 0x03, 0x01, 0x00, 0x00, 0,    7,    0,  // an item
                          0,                                         // no more items
                          0};                                        // no more posts
  EXPECT_EQ(encoded(parcel_and_letter()), expected);
  EXPECT_EQ(decoded<Delivery>(expected), parcel_and_letter());
}

TEST(BinaryCodec, a_choice_takes_its_byte_modulo_the_number_of_alternatives) {
  const auto alternative = [](std::uint8_t byte) { return decoded<Delivery>({7, byte}).first.index(); };
  EXPECT_EQ(alternative(0), 0u);
  EXPECT_EQ(alternative(1), 1u);
  EXPECT_EQ(alternative(2), 0u);
  EXPECT_EQ(alternative(0xFF), 1u);
}

TEST(BinaryCodec, a_real_keeps_every_bit) {
  EXPECT_EQ(decoded<Delivery>({7, 0, 0x01, 0x00, 0x80, 0x7F}).first, Post(Parcel{.weight = Weight{0x7F800001}}));
}

TEST(BinaryCodec, decoding_overwrites_another_alternative) {
  Delivery value = parcel_and_letter();
  const Delivery other = {.first = Letter{.items = {{}}}, .more = {Parcel{}, Letter{}}};
  decode(encoded(other), value);
  EXPECT_EQ(value, other);
  decode(encoded(Delivery{}), value);
  EXPECT_EQ(value, Delivery{});
}

TEST(BinaryCodec, decoding_overwrites_all_of_what_was_there) {
  Sample value = one_item();
  value.boxes.resize(2);
  value.boxes[1].items.resize(3);
  decode(encoded(Sample{.boxes = {Box{}}}), value);
  EXPECT_EQ(value, (Sample{.boxes = {Box{}}}));
}

TEST(BinaryCodec, any_bytes_decode_to_a_value_that_encoding_keeps) {
  ChoiceSource choices(3, 0);
  for (int i = 0; i < 2000; ++i) {
    const Bytes bytes = random_bytes(choices);
    const Sample value = decoded<Sample>(bytes);
    ASSERT_LE(value.boxes.size(), 2u);
    ASSERT_EQ(decoded<Sample>(encoded(value)), value) << i;
    const Delivery delivery = decoded<Delivery>(bytes);
    ASSERT_LE(delivery.more.size(), 4u);
    ASSERT_EQ(decoded<Delivery>(encoded(delivery)), delivery) << i;
  }
}

TEST(BinaryCodec, any_bytes_decode_to_a_root_signature_that_encoding_keeps) {
  ChoiceSource choices(4, 0);
  for (int i = 0; i < 500; ++i) {
    const Bytes bytes = random_bytes(choices);
    const auto value = decoded<root_signature::RootSignatureCase>(bytes);
    ASSERT_EQ(decoded<root_signature::RootSignatureCase>(encoded(value)), value) << i;
  }
}

TEST(BinaryCodec, every_generated_root_signature_comes_back) {
  for (std::uint64_t i = 0; i < 500; ++i) {
    ChoiceSource choices(5, i);
    root_signature::RootSignatureCase value;
    generate(choices, value);
    ASSERT_EQ(decoded<root_signature::RootSignatureCase>(encoded(value)), value) << i;
  }
}

}  // namespace
}  // namespace d3d12fuzz
