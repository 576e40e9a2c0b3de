#include "domains/root_signature/cpp_body.h"

#include <charconv>
#include <vector>

#include "base/text.h"

namespace d3d12fuzz::root_signature {
namespace {

constexpr std::string_view kRangeTypePrefix = "D3D12_DESCRIPTOR_RANGE_TYPE_";
constexpr std::string_view kRangeFlagPrefix = "D3D12_DESCRIPTOR_RANGE_FLAG_";
constexpr std::string_view kRootFlagPrefix = "D3D12_ROOT_SIGNATURE_FLAG_";
constexpr std::string_view kVisibilityPrefix = "D3D12_SHADER_VISIBILITY_";

std::string number(std::uint32_t value) { return value < 0x10000 ? std::to_string(value) : hex(value); }

/// The official name behind our short one. `DENY_…_ACCESS` and the rest differ from the header by their prefix alone.
std::string enumerator(std::string_view prefix, std::string_view type, const LeafMeaning& meaning,
                       std::uint64_t value) {
  if (meaning.kind == LeafKind::flags && value == 0) return std::string(prefix) + "NONE";
  if (const NamedValue* named = find_name(meaning, value)) return std::string(prefix) + std::string(named->name);
  return "illegal<" + std::string(type) + ">(" + hex(value) + ")";
}

std::string count_text(DescriptorCount count) {
  return count == DescriptorCount::unbounded ? "UINT_MAX" : number(raw(count));
}

std::string offset_text(TableOffset offset) {
  return offset == TableOffset::append ? "D3D12_DESCRIPTOR_RANGE_OFFSET_APPEND" : number(raw(offset));
}

std::string range_initialiser(Version version, const DescriptorRange& range) {
  std::string text = "      {" +
                     enumerator(kRangeTypePrefix, "D3D12_DESCRIPTOR_RANGE_TYPE", leaf_meaning(range.range_type),
                                raw(range.range_type)) +
                     ", " + count_text(range.num_descriptors) + ", " + number(raw(range.base_shader_register)) + ", " +
                     number(raw(range.register_space)) + ", ";
  if (version == Version::v1_1) {
    text += enumerator(kRangeFlagPrefix, "D3D12_DESCRIPTOR_RANGE_FLAGS", leaf_meaning(range.flags), raw(range.flags)) +
            ", ";
  }
  return text + offset_text(range.offset_in_descriptors_from_table_start) + "},\n";
}

std::string pointer_text(std::string_view array, std::size_t count, const RootSignatureCase& value,
                         std::string_view type) {
  if (count != 0) return std::string(array);
  if (value.lowering.empty_array == EmptyArray::null) return "nullptr";
  return "reinterpret_cast<const " + std::string(type) + "*>(8)";
}

std::string clear_text(const RootSignatureCase& value, std::string_view variable) {
  const std::uint32_t bytes[] = {0x00, 0x55, 0xAA};
  return "  std::memset(static_cast<void*>(&" + std::string(variable) + "), " +
         hex(bytes[raw(value.lowering.dead_bytes)]) + ", sizeof(" + std::string(variable) + "));\n";
}

/// Takes the statements apart again.
class BodyReader {
 public:
  explicit BodyReader(std::string_view body) : rest_(body) {}

  std::optional<RootSignatureCase> read() {
    while (!rest_.empty()) {
      const std::size_t end = rest_.find('\n');
      if (end == std::string_view::npos || !read_line(rest_.substr(0, end))) return std::nullopt;
      rest_.remove_prefix(end + 1);
    }
    return value_;
  }

 private:
  bool read_line(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.starts_with("const D3D12_DESCRIPTOR_RANGE")) {
      tables_.emplace_back();
      in_lookups_ = false;
      return true;
    }
    if (line.starts_with("const d3d12fuzz_lookup")) return in_lookups_ = true;
    if (line.starts_with("{")) return in_lookups_ ? read_lookup(fields_of(line)) : read_range(fields_of(line));
    if (const auto field = assigned(line, "].DescriptorTable.NumDescriptorRanges = ")) return add_parameter(*field);
    if (const auto field = assigned(line, "].DescriptorTable.pDescriptorRanges = ")) return read_empty_pointer(*field);
    if (const auto field = assigned(line, "].ShaderVisibility = ")) {
      return read_leaf(*field, kVisibilityPrefix, value_.parameters.back().shader_visibility);
    }
    if (const auto field = assigned(line, "desc.Version = D3D_ROOT_SIGNATURE_VERSION_")) {
      value_.version = *field == "1_0" ? Version::v1_0 : Version::v1_1;
      return true;
    }
    if (const auto field = assigned(line, ".Flags = ")) return read_leaf(*field, kRootFlagPrefix, value_.flags);
    if (const auto field = assigned(line, ".pParameters = ")) return read_empty_pointer(*field);
    if (const auto field = assigned(line, ".pStaticSamplers = ")) return read_empty_pointer(*field);
    if (line.starts_with("std::memset(")) return read_dead_bytes(line);
    // Declarations and constants that follow from the rest.
    return line.starts_with("//") || line.starts_with("};") || line.starts_with("D3D12_") ||
           line.find("ParameterType = ") != std::string_view::npos ||
           line.find("NumParameters = ") != std::string_view::npos ||
           line.find("NumStaticSamplers = 0") != std::string_view::npos;
  }

  static std::optional<std::string_view> assigned(std::string_view line, std::string_view target) {
    const std::size_t at = line.find(target);
    if (at == std::string_view::npos || !line.ends_with(';')) return std::nullopt;
    line.remove_prefix(at + target.size());
    line.remove_suffix(1);
    return line;
  }

  static std::vector<std::string_view> fields_of(std::string_view line) {
    line = line.substr(1, line.find('}') - 1);
    std::vector<std::string_view> fields;
    while (true) {
      const std::size_t comma = line.find(", ");
      fields.push_back(line.substr(0, comma));
      if (comma == std::string_view::npos) return fields;
      line.remove_prefix(comma + 2);
    }
  }

  static bool read_number(std::string_view text, std::uint32_t& out) {
    const int base = text.starts_with("0x") ? 16 : 10;
    if (base == 16) text.remove_prefix(2);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out, base);
    return error == std::errc{} && end == text.data() + text.size();
  }

  template <Leaf T>
  static bool read_leaf(std::string_view text, std::string_view prefix, T& out) {
    std::uint32_t number = 0;
    if (text.starts_with("illegal<")) {
      text = text.substr(text.find('(') + 1);
      text.remove_suffix(1);
      if (!read_number(text, number)) return false;
    } else {
      if (!text.starts_with(prefix)) return false;
      text.remove_prefix(prefix.size());
      const NamedValue* found = nullptr;
      for (const NamedValue& named : leaf_meaning(out).names) {
        if (named.name == text) found = &named;
      }
      if (found == nullptr && text != "NONE") return false;
      number = found == nullptr ? 0 : static_cast<std::uint32_t>(found->value);
    }
    out = static_cast<T>(number);
    return true;
  }

  bool read_range(const std::vector<std::string_view>& fields) {
    if (tables_.empty() || (fields.size() != 5 && fields.size() != 6)) return false;
    DescriptorRange range;
    std::uint32_t count = 0xFFFFFFFF;
    std::uint32_t base = 0;
    std::uint32_t space = 0;
    std::uint32_t offset = 0xFFFFFFFF;
    const std::string_view offset_field = fields.back();
    if (!read_leaf(fields[0], kRangeTypePrefix, range.range_type) ||
        (fields[1] != "UINT_MAX" && !read_number(fields[1], count)) || !read_number(fields[2], base) ||
        !read_number(fields[3], space) ||
        (offset_field != "D3D12_DESCRIPTOR_RANGE_OFFSET_APPEND" && !read_number(offset_field, offset)) ||
        (fields.size() == 6 && !read_leaf(fields[4], kRangeFlagPrefix, range.flags))) {
      return false;
    }
    range.num_descriptors = static_cast<DescriptorCount>(count);
    range.base_shader_register = static_cast<ShaderRegister>(base);
    range.register_space = static_cast<RegisterSpace>(space);
    range.offset_in_descriptors_from_table_start = static_cast<TableOffset>(offset);
    tables_.back().push_back(range);
    return true;
  }

  bool read_lookup(const std::vector<std::string_view>& fields) {
    std::uint32_t numbers[4];
    if (fields.size() != 4) return false;
    for (std::size_t i = 0; i < 4; ++i) {
      if (!read_number(fields[i], numbers[i])) return false;
    }
    value_.lookups.push_back({static_cast<RegisterClass>(numbers[0]), static_cast<ShaderRegister>(numbers[1]),
                              static_cast<RegisterSpace>(numbers[2]), static_cast<ShaderStage>(numbers[3])});
    return true;
  }

  /// Tables with ranges take the arrays in the order in which these were defined.
  bool add_parameter(std::string_view count_field) {
    std::uint32_t count = 0;
    if (!read_number(count_field, count)) return false;
    RootParameter& parameter = value_.parameters.emplace_back();
    if (count == 0) return true;
    if (next_table_ >= tables_.size() || tables_[next_table_].size() != count) return false;
    parameter.descriptor_ranges = tables_[next_table_++];
    return true;
  }

  bool read_empty_pointer(std::string_view pointer) {
    if (pointer.starts_with("reinterpret_cast")) value_.lowering.empty_array = EmptyArray::dangling;
    return true;
  }

  bool read_dead_bytes(std::string_view line) {
    value_.lowering.dead_bytes = line.find("0x55") != std::string_view::npos   ? DeadBytes::x55
                                 : line.find("0xAA") != std::string_view::npos ? DeadBytes::xAA
                                                                               : DeadBytes::zero;
    return true;
  }

  std::string_view rest_;
  RootSignatureCase value_;
  std::vector<std::vector<DescriptorRange>> tables_;
  std::size_t next_table_ = 0;
  bool in_lookups_ = false;
};

}  // namespace

std::string to_cpp_body(const RootSignatureCase& value) {
  const bool v1_1 = value.version == Version::v1_1;
  const std::string one = v1_1 ? "1" : "";
  const std::string member = v1_1 ? "desc.Desc_1_1" : "desc.Desc_1_0";
  std::string text;
  for (std::size_t p = 0; p < value.parameters.size(); ++p) {
    if (value.parameters[p].descriptor_ranges.empty()) continue;
    text += "  const D3D12_DESCRIPTOR_RANGE" + one + " ranges" + std::to_string(p) + "[] = {\n";
    text += std::string("      // RangeType, NumDescriptors, BaseShaderRegister, RegisterSpace, ") +
            (v1_1 ? "Flags, " : "") + "OffsetInDescriptorsFromTableStart\n";
    for (const DescriptorRange& range : value.parameters[p].descriptor_ranges) {
      text += range_initialiser(value.version, range);
    }
    text += "  };\n";
  }
  if (!value.parameters.empty()) {
    text += "  D3D12_ROOT_PARAMETER" + one + " parameters[" + std::to_string(value.parameters.size()) + "];\n";
    text += clear_text(value, "parameters");
  }
  for (std::size_t p = 0; p < value.parameters.size(); ++p) {
    const RootParameter& parameter = value.parameters[p];
    const std::string name = "  parameters[" + std::to_string(p) + "].";
    const std::size_t count = parameter.descriptor_ranges.size();
    text += name + "ParameterType = D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE;\n";
    text += name + "DescriptorTable.NumDescriptorRanges = " + std::to_string(count) + ";\n";
    text += name + "DescriptorTable.pDescriptorRanges = " +
            pointer_text("ranges" + std::to_string(p), count, value, "D3D12_DESCRIPTOR_RANGE" + one) + ";\n";
    text += name + "ShaderVisibility = " +
            enumerator(kVisibilityPrefix, "D3D12_SHADER_VISIBILITY", leaf_meaning(parameter.shader_visibility),
                       raw(parameter.shader_visibility)) +
            ";\n";
  }
  text += "  D3D12_VERSIONED_ROOT_SIGNATURE_DESC desc;\n" + clear_text(value, "desc");
  text += std::string("  desc.Version = D3D_ROOT_SIGNATURE_VERSION_") + (v1_1 ? "1_1" : "1_0") + ";\n";
  text += "  " + member + ".NumParameters = " + std::to_string(value.parameters.size()) + ";\n";
  text += "  " + member +
          ".pParameters = " + pointer_text("parameters", value.parameters.size(), value, "D3D12_ROOT_PARAMETER" + one) +
          ";\n";
  text += "  " + member + ".NumStaticSamplers = 0;\n";
  text += "  " + member + ".pStaticSamplers = " + pointer_text("", 0, value, "D3D12_STATIC_SAMPLER_DESC") + ";\n";
  text += "  " + member + ".Flags = " +
          enumerator(kRootFlagPrefix, "D3D12_ROOT_SIGNATURE_FLAGS", leaf_meaning(value.flags), raw(value.flags)) +
          ";\n";
  if (!value.lookups.empty()) {
    text += "  const d3d12fuzz_lookup lookups[] = {\n      // class, register, space, stage\n";
    for (const RegisterLookup& lookup : value.lookups) {
      text += "      {" + number(raw(lookup.register_class)) + ", " + number(raw(lookup.shader_register)) + ", " +
              number(raw(lookup.register_space)) + ", " + number(raw(lookup.shader_stage)) + "},\n";
    }
    text += "  };\n";
  }
  return text;
}

std::optional<RootSignatureCase> from_cpp_body(std::string_view body) { return BodyReader(body).read(); }

}  // namespace d3d12fuzz::root_signature
