#include "domains/root_signature/read_serialized.h"

#include <algorithm>

#include "base/little_endian.h"
#include "base/text.h"
#include "base/tree_json.h"
#include "domains/root_signature/digest.h"
#include "domains/root_signature/reference_rules.h"
#include "domains/root_signature/serialized_layout.h"

namespace d3d12fuzz::root_signature {
namespace {

RuleSet rules(std::initializer_list<RuleId> ids) {
  RuleSet set;
  for (const RuleId id : ids) set.insert(id);
  return set;
}

std::string fourcc_text(std::uint32_t name) {
  std::string text = "\"";
  for (int shift = 0; shift < 32; shift += 8) {
    const char c = static_cast<char>(name >> shift & 0xFF);
    text += c >= 0x20 && c < 0x7F ? c : '?';
  }
  return text + "\"";
}

std::string parameter_type_text(std::uint32_t type) {
  static constexpr std::string_view names[] = {"DESCRIPTOR_TABLE", "32BIT_CONSTANTS", "CBV", "SRV", "UAV"};
  return type < std::size(names) ? std::string(names[type]) : std::to_string(type);
}

/// Reads words and tells whoever wants to know what they are.
class FieldReader {
 public:
  FieldReader(std::span<const std::uint8_t> bytes, std::vector<SerializedField>* fields)
      : bytes_(bytes), fields_(fields) {}

  /// What the names of the following fields begin with.
  void within(std::string_view list, std::size_t index) {
    if (fields_ != nullptr) prefix_ = std::string(list) + "[" + std::to_string(index) + "].";
  }
  void within(std::string_view list, std::size_t index, std::string_view inner, std::size_t inner_index) {
    within(list, index);
    if (fields_ != nullptr) prefix_ += std::string(inner) + "[" + std::to_string(inner_index) + "].";
  }
  void within_nothing() { prefix_.clear(); }

  /// A word that `text` writes. Precondition of this and the next ones: the bytes are there.
  template <class Text>
  std::uint32_t word(std::uint64_t at, std::string_view name, Text text) {
    const std::uint32_t value = load_word(bytes_, at);
    if (fields_ != nullptr) fields_->push_back({at, 4, prefix_ + std::string(name), text(value)});
    return value;
  }

  std::uint32_t number(std::uint64_t at, std::string_view name) {
    return word(at, name, [](std::uint32_t value) { return std::to_string(value); });
  }

  template <Leaf T>
  T leaf(std::uint64_t at, std::string_view name) {
    return T{word(at, name, [](std::uint32_t value) { return leaf_text(leaf_meaning(T{}), value); })};
  }

  void digest(std::uint64_t at) {
    if (fields_ == nullptr) return;
    std::string text;
    for (std::uint64_t i = at; i < at + 16; ++i) {
      constexpr char digits[] = "0123456789abcdef";
      text += {digits[bytes_[i] >> 4], digits[bytes_[i] & 15]};
    }
    fields_->push_back({at, 16, "digest", text});
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::vector<SerializedField>* fields_;
  std::string prefix_;
};

/// Reads the container and, if that holds, the RTS0 part in it. Each step returns whether the next one can be made.
class SerializedReader {
 public:
  SerializedReader(std::span<const std::uint8_t> bytes, std::vector<SerializedField>* fields, SerializedReading& out)
      : bytes_(bytes), read_(bytes, fields), out_(out) {}

  void read() {
    if (read_container() && read_parts() && choose_part()) read_signature();
  }

 private:
  bool refuse(RuleSet broken, std::uint64_t at, std::string found, std::string expected) {
    out_.refusals.push_back({broken, at, std::move(found), std::move(expected)});
    return false;
  }

  bool refuse_beyond_case(std::uint64_t at, std::uint64_t count, std::string_view what, std::size_t most) {
    return refuse({}, at, std::to_string(count) + " " + std::string(what),
                  "at most " + std::to_string(most) + ", which is what a case holds");
  }

  void touch(RuleId id, bool came_up) {
    if (came_up) out_.touched.insert(id);
  }

  bool read_container() {
    if (bytes_.size() < layout::kPartOffsetsAt) {
      return refuse(rules({"DT-088"_rule}), bytes_.size(), "the end", "a container's header of 32 bytes");
    }
    const std::uint32_t magic = read_.word(0, "magic", fourcc_text);
    if (magic != layout::kMagic) return refuse(rules({"DT-088"_rule}), 0, fourcc_text(magic), "\"DXBC\"");
    read_.digest(layout::kDigestAt);
    const std::uint32_t version = read_.word(layout::kContainerVersionAt, "container_version", [](std::uint32_t value) {
      return std::to_string(value & 0xFFFF) + "." + std::to_string(value >> 16);
    });
    if ((version & 0xFFFF) != 1) {
      return refuse(rules({"DT-088"_rule}), layout::kContainerVersionAt,
                    "container version " + std::to_string(version & 0xFFFF), "1");
    }
    touch("DT-088"_rule, version >> 16 != 0);
    touch("DT-089"_rule, read_.number(layout::kTotalSizeAt, "total_size") != bytes_.size());
    return true;
  }

  bool read_parts() {
    const std::uint64_t count = read_.number(layout::kPartCountAt, "part_count");
    std::uint64_t end = layout::kPartOffsetsAt + 4 * count;
    if (end > bytes_.size()) {
      return refuse(rules({"DT-090"_rule}), layout::kPartCountAt, std::to_string(count) + " parts",
                    "as many offsets in " + std::to_string(bytes_.size()) + " bytes");
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t offset_at = layout::kPartOffsetsAt + 4 * i;
      read_.within("parts", i);
      const std::uint32_t at = read_.number(offset_at, "offset");
      if (std::uint64_t{at} + layout::kPartHeader > bytes_.size()) {
        return refuse(rules({"DT-090"_rule}), offset_at, "part offset " + std::to_string(at),
                      "room for a part's header of 8 bytes in " + std::to_string(bytes_.size()));
      }
      const std::uint32_t name = read_.word(at, "name", fourcc_text);
      const std::uint32_t size = read_.number(at + 4, "size");
      if (std::uint64_t{at} + layout::kPartHeader + size > bytes_.size()) {
        return refuse(rules({"DT-090"_rule}), std::uint64_t{at} + 4, "part size " + std::to_string(size),
                      "at most " + std::to_string(bytes_.size() - at - layout::kPartHeader) + ", up to the end");
      }
      touch("DT-100"_rule, at % 4 != 0);
      touch("DT-089"_rule, at != end);
      end = std::uint64_t{at} + layout::kPartHeader + size;
      out_.parts.push_back({name, at, size});
    }
    read_.within_nothing();
    touch("DT-089"_rule, end != bytes_.size());
    return true;
  }

  /// Finds the first RTS0 part, and says what the rest of the container is worth.
  bool choose_part() {
    const auto is_ours = [](const SerializedPart& part) { return part.name == layout::kPartName; };
    const auto part = std::find_if(out_.parts.begin(), out_.parts.end(), is_ours);
    if (part == out_.parts.end()) {
      return refuse(rules({"DT-091"_rule}), layout::kPartCountAt, std::to_string(out_.parts.size()) + " parts",
                    "one named \"RTS0\"");
    }
    touch("DT-093"_rule, std::find_if(part + 1, out_.parts.end(), is_ours) != out_.parts.end());
    const auto digest = container_digest(bytes_.subspan(layout::kDigestedFrom));
    for (std::size_t i = 0; i < digest.size(); ++i) {
      touch("DT-092"_rule, load_word(bytes_, layout::kDigestAt + 4 * i) != digest[i]);
    }
    data_at_ = std::uint64_t{part->at} + layout::kPartHeader;
    data_size_ = part->size;
    return true;
  }

  void read_signature() {
    RootSignatureCase value;
    if (read_header(value) && read_parameters(value) && read_static_samplers(value)) out_.signature = std::move(value);
  }

  bool read_header(RootSignatureCase& value) {
    if (data_size_ < layout::kHeader) {
      return refuse(rules({"DT-094"_rule}), data_at_ - 4, "part size " + std::to_string(data_size_),
                    "at least 24, a root signature's header");
    }
    value.version = read_.leaf<Version>(data_at_, "version");
    if (raw(value.version) < raw(Version::v1_0) || raw(value.version) > raw(Version::v1_2)) {
      return refuse(rules({"DT-094"_rule}), data_at_, "root signature version " + std::to_string(raw(value.version)),
                    "1 to 3");
    }
    touch("DT-095"_rule, value.version == Version::v1_2);
    num_parameters_ = read_.number(data_at_ + 4, "num_parameters");
    parameters_ = read_.number(data_at_ + 8, "parameters_offset");
    num_static_samplers_ = read_.number(data_at_ + 12, "num_static_samplers");
    static_samplers_ = read_.number(data_at_ + 16, "static_samplers_offset");
    value.flags = read_.leaf<RootSignatureFlags>(data_at_ + 20, "flags");
    if ((raw(value.flags) & ~(kRootFlags | kLowTierBit)) != 0) {
      refuse(rules({"DT-056"_rule}), data_at_ + 20, "root signature flags " + hex(raw(value.flags)),
             "no bits but " + hex(kRootFlags));
    }
    touch("DT-057"_rule, (raw(value.flags) & kLowTierBit) != 0);
    return true;
  }

  /// Checks that an array lies in the data of the part.
  /// \param at      where its offset stands, in the container
  /// \param offset  from the start of the data
  bool inside(std::uint64_t at, std::uint64_t offset, std::uint64_t count, std::uint64_t size, std::string_view what,
              RuleSet broken) {
    if (count == 0) {
      touch("DT-099"_rule, offset > data_size_);
      return true;
    }
    if (offset > data_size_) {
      broken.insert("DT-097"_rule);
      return refuse(broken, at, std::string(what) + " at offset " + std::to_string(offset),
                    "at most " + std::to_string(data_size_) + ", the size of the part");
    }
    if (count * size > data_size_ - offset) {
      return refuse(
          broken, at,
          std::string(what) + " of " + std::to_string(count * size) + " bytes at offset " + std::to_string(offset),
          "at most " + std::to_string(data_size_ - offset) + ", up to the end of the part");
    }
    touch("DT-100"_rule, offset % 4 != 0);
    return true;
  }

  bool read_parameters(RootSignatureCase& value) {
    constexpr std::size_t most = max_elements<RootParameter>;
    if (!inside(data_at_ + 8, parameters_, num_parameters_, layout::kParameter, "parameters", rules({"DT-096"_rule}))) {
      return false;
    }
    if (num_parameters_ > most) return refuse_beyond_case(data_at_ + 4, num_parameters_, "parameters", most);
    for (std::size_t p = 0; p < num_parameters_; ++p) {
      if (!read_parameter(value, p)) return false;
    }
    return true;
  }

  bool read_parameter(RootSignatureCase& value, std::size_t index) {
    const std::uint64_t at = data_at_ + parameters_ + layout::kParameter * index;
    read_.within("parameters", index);
    const std::uint32_t type = read_.word(at, "parameter_type", parameter_type_text);
    const auto visibility = read_.leaf<ShaderVisibility>(at + 4, "shader_visibility");
    const std::uint64_t offset = read_.number(at + 8, "payload_offset");
    if (type > raw(RootDescriptorType::uav)) {
      refuse(rules({"DT-034"_rule}), at, "parameter type " + std::to_string(type), "0 to 4");
    }
    if (raw(visibility) > raw(ShaderVisibility::mesh)) {
      refuse(rules({"DT-032"_rule}), at + 4, "shader visibility " + std::to_string(raw(visibility)), "0 to 7");
    }
    const std::uint64_t payload = data_at_ + offset;
    const auto has_payload = [&](std::uint32_t size) {
      return inside(at + 8, offset, 1, size, "payload", rules({"DT-096"_rule}));
    };
    switch (type) {
      case 0: {
        DescriptorTable table{.shader_visibility = visibility};
        if (!has_payload(layout::kTable) || !read_table(value.version, index, payload, table)) return false;
        value.parameters.emplace_back(std::move(table));
        return true;
      }
      case 1:
        if (!has_payload(layout::kConstants)) return false;
        value.parameters.emplace_back(
            RootConstants{.shader_register = read_.leaf<ShaderRegister>(payload, "shader_register"),
                          .register_space = read_.leaf<RegisterSpace>(payload + 4, "register_space"),
                          .num_32bit_values = read_.leaf<ConstantCount>(payload + 8, "num_32bit_values"),
                          .shader_visibility = visibility});
        return true;
      case 2:
      case 3:
      case 4: {
        if (!has_payload(layout::descriptor_size(value.version))) return false;
        RootDescriptor descriptor{.descriptor_type = RootDescriptorType{type},
                                  .shader_register = read_.leaf<ShaderRegister>(payload, "shader_register"),
                                  .register_space = read_.leaf<RegisterSpace>(payload + 4, "register_space"),
                                  .shader_visibility = visibility};
        if (value.version != Version::v1_0) descriptor.flags = read_.leaf<RootDescriptorFlags>(payload + 8, "flags");
        value.parameters.emplace_back(descriptor);
        return true;
      }
      default:  // of what there is at its offset nothing is known
        value.parameters.emplace_back(
            UnknownParameter{.parameter_type = UnknownParameterType{type}, .shader_visibility = visibility});
        return true;
    }
  }

  bool read_table(Version version, std::size_t index, std::uint64_t payload, DescriptorTable& table) {
    constexpr std::size_t most = max_elements<DescriptorRange>;
    const std::uint32_t size = layout::range_size(version);
    const std::uint64_t count = read_.number(payload, "num_descriptor_ranges");
    const std::uint64_t offset = read_.number(payload + 4, "descriptor_ranges_offset");
    if (!inside(payload + 4, offset, count, size, "ranges", rules({"DT-096"_rule, "DT-098"_rule}))) return false;
    touch("DT-099"_rule, count == 0 && offset + size > data_size_);
    if (count > most) return refuse_beyond_case(payload, count, "ranges", most);
    for (std::size_t r = 0; r < count; ++r) {
      read_.within("parameters", index, "descriptor_ranges", r);
      table.descriptor_ranges.push_back(read_range(version, data_at_ + offset + size * r));
    }
    return true;
  }

  DescriptorRange read_range(Version version, std::uint64_t at) {
    DescriptorRange range{.range_type = read_.leaf<RangeType>(at, "range_type"),
                          .num_descriptors = read_.leaf<DescriptorCount>(at + 4, "num_descriptors"),
                          .base_shader_register = read_.leaf<ShaderRegister>(at + 8, "base_shader_register"),
                          .register_space = read_.leaf<RegisterSpace>(at + 12, "register_space")};
    if (!is_known(range.range_type)) {
      refuse(rules({"DT-001"_rule}), at, "range type " + std::to_string(raw(range.range_type)), "0 to 3");
    }
    const bool flags = version != Version::v1_0;  // in front of the offset
    if (flags) range.flags = read_.leaf<RangeFlags>(at + 16, "flags");
    range.offset_in_descriptors_from_table_start =
        read_.leaf<TableOffset>(at + (flags ? 20 : 16), "offset_in_descriptors_from_table_start");
    return range;
  }

  bool read_static_samplers(RootSignatureCase& value) {
    constexpr std::size_t most = max_elements<StaticSampler>;
    const std::uint32_t size = layout::sampler_size(value.version);
    if (!inside(data_at_ + 16, static_samplers_, num_static_samplers_, size, "static samplers",
                rules({"DT-096"_rule}))) {
      return false;
    }
    if (num_static_samplers_ > most) {
      return refuse_beyond_case(data_at_ + 12, num_static_samplers_, "static samplers", most);
    }
    for (std::size_t s = 0; s < num_static_samplers_; ++s) {
      read_.within("static_samplers", s);
      value.static_samplers.push_back(read_sampler(value.version, data_at_ + static_samplers_ + size * s));
    }
    return true;
  }

  StaticSampler read_sampler(Version version, std::uint64_t at) {
    StaticSampler sampler{.filter = read_.leaf<Filter>(at, "filter"),
                          .address_u = read_.leaf<TextureAddressMode>(at + 4, "address_u"),
                          .address_v = read_.leaf<TextureAddressMode>(at + 8, "address_v"),
                          .address_w = read_.leaf<TextureAddressMode>(at + 12, "address_w"),
                          .mip_lod_bias = read_.leaf<MipLodBias>(at + 16, "mip_lod_bias"),
                          .max_anisotropy = read_.leaf<MaxAnisotropy>(at + 20, "max_anisotropy"),
                          .comparison_func = read_.leaf<ComparisonFunc>(at + 24, "comparison_func"),
                          .border_color = read_.leaf<StaticBorderColor>(at + 28, "border_color"),
                          .min_lod = read_.leaf<MinLod>(at + 32, "min_lod"),
                          .max_lod = read_.leaf<MaxLod>(at + 36, "max_lod"),
                          .shader_register = read_.leaf<ShaderRegister>(at + 40, "shader_register"),
                          .register_space = read_.leaf<RegisterSpace>(at + 44, "register_space"),
                          .shader_visibility = read_.leaf<ShaderVisibility>(at + 48, "shader_visibility")};
    if (version == Version::v1_2) sampler.flags = read_.leaf<SamplerFlags>(at + 52, "flags");
    return sampler;
  }

  std::span<const std::uint8_t> bytes_;
  FieldReader read_;
  SerializedReading& out_;
  // Of the RTS0 part; wide, so that no sum or product of them wraps.
  std::uint64_t data_at_ = 0;
  std::uint64_t data_size_ = 0;
  std::uint64_t num_parameters_ = 0;
  std::uint64_t parameters_ = 0;
  std::uint64_t num_static_samplers_ = 0;
  std::uint64_t static_samplers_ = 0;
};

}  // namespace

SerializedReading read_serialized(std::span<const std::uint8_t> bytes, std::vector<SerializedField>* fields) {
  SerializedReading out;
  SerializedReader(bytes, fields, out).read();
  return out;
}

}  // namespace d3d12fuzz::root_signature
