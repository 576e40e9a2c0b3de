#include "fuzzing/tree_bytes.h"

#include <bit>

namespace d3d12fuzz {
namespace {

class TreeReader {
 public:
  explicit TreeReader(std::span<const std::uint8_t> in) : in_(in) {}

  std::uint8_t read_byte() { return position_ < in_.size() ? in_[position_++] : std::uint8_t{0}; }

  void read(const TypeInfo& type, Node& out) {
    out.type = &type;
    out.value = 0;
    switch (type.kind) {
      case TypeInfo::Kind::leaf:
        out.children.clear();
        out.value = read_leaf(type);
        return;
      case TypeInfo::Kind::record:
        out.children.resize(type.fields.size());
        for (std::size_t i = 0; i < type.fields.size(); ++i) read(*type.fields[i].type, out.children[i]);
        return;
      case TypeInfo::Kind::list: {
        std::size_t count = 0;
        while ((read_byte() & 1) != 0) {
          if (count < type.max_elements) {
            if (count == out.children.size()) out.children.emplace_back();
            read(*type.element, out.children[count++]);
          } else {
            Node dropped;
            read(*type.element, dropped);
          }
        }
        out.children.resize(count);
        return;
      }
      case TypeInfo::Kind::choice:
        out.value = read_byte() % type.fields.size();
        out.children.resize(1);
        read(*type.fields[out.value].type, out.children[0]);
        return;
    }
  }

 private:
  std::uint64_t read_leaf(const TypeInfo& type) {
    std::uint64_t number = 0;
    const std::size_t size = static_cast<std::size_t>(std::bit_width(type.leaf_max)) / 8;
    if (size == 4 && in_.size() - position_ >= 4) {  // most of them
      for (std::size_t i = 0; i < 4; ++i) number |= std::uint64_t{in_[position_ + i]} << (8 * i);
      position_ += 4;
    } else {
      for (std::size_t i = 0; i < size; ++i) number |= std::uint64_t{read_byte()} << (8 * i);
    }
    const LeafMeaning& meaning = *type.meaning;
    if (!meaning.closed || find_name(meaning, number) != nullptr) return number;
    return meaning.names[number % meaning.names.size()].value;
  }

  std::span<const std::uint8_t> in_;
  std::size_t position_ = 0;
};

}  // namespace

void read_tree(std::span<const std::uint8_t> bytes, const TypeInfo& type, Node& out) {
  TreeReader reader(bytes);
  reader.read_byte();  // the version
  reader.read(type, out);
}

}  // namespace d3d12fuzz
