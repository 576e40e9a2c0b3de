#include <algorithm>
#include <map>
#include <vector>

#include "domains/root_signature/cpp_body.h"
#include "domains/root_signature/official.h"

namespace d3d12fuzz::root_signature {
namespace {

bool take(std::string_view& text, std::string_view head) {
  if (!text.starts_with(head)) return false;
  text.remove_prefix(head.size());
  return true;
}

/// Takes what stands before `end`, and `end` itself.
std::optional<std::string_view> take_until(std::string_view& text, std::string_view end) {
  const std::size_t at = text.find(end);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view found = text.substr(0, at);
  text.remove_prefix(at + end.size());
  return found;
}

bool is_number(std::string_view text, std::size_t expected) { return text == std::to_string(expected); }

/// Takes the statements of `to_cpp_body` apart again.
class BodyReader {
 public:
  explicit BodyReader(std::string_view body) : rest_(body) {}

  std::optional<RootSignatureCase> read() {
    while (!rest_.empty()) {
      std::optional<std::string_view> line = take_until(rest_, "\n");
      if (!line) return std::nullopt;
      line->remove_prefix(std::min(line->find_first_not_of(' '), line->size()));
      if (!read_line(*line)) return std::nullopt;
    }
    return value_;
  }

 private:
  using Ranges = std::vector<DescriptorRange>;

  bool read_line(std::string_view line) {
    if (line.starts_with("//")) return true;
    if (rows_ != Rows::none) return read_row(line);
    if (take(line, "const D3D12_DESCRIPTOR_RANGE")) return begin_ranges(line);
    if (line == "const d3d12fuzz_lookup lookups[] = {") return begin_rows(Rows::lookups);
    if (take(line, "std::memset(")) return read_dead_bytes(line);
    if (take(line, "HRESULT hr = serialize(")) return read_call(line);
    if (line == "d3d12fuzz_root_signature_input input = {};") return true;
    const std::size_t equals = line.find(" = ");
    // A declaration: its size shows from the elements.
    if (equals == std::string_view::npos) return line.starts_with("D3D12_") && line.ends_with(";");
    if (!line.ends_with(';')) return false;
    const std::string_view text = line.substr(equals + 3, line.size() - equals - 4);
    std::string_view target = line.substr(0, equals);
    if (take(target, "parameters[")) return read_parameter_member(target, text);
    if (take(target, "static_samplers[")) return read_sampler_member(target, text);
    if (take(target, "desc.")) return read_desc_member(target, text);
    return take(target, "input.") && read_input_member(target, text);
  }

  // ---- Arrays with an initialiser, one element a line

  enum class Rows { none, ranges, lookups };

  bool begin_rows(Rows rows) {
    rows_ = rows;
    return true;
  }

  /// \param rest  of the line behind the name of the type without its number
  bool begin_ranges(std::string_view rest) {
    row_version_ = take(rest, "1") ? Version::v1_1 : Version::v1_0;
    const std::optional<std::string_view> name = take_until(rest, "[] = {");
    if (!name || !name->starts_with(" ranges") || !rest.empty()) return false;
    ranges_ = &tables_[std::string(name->substr(1))];
    return ranges_->empty() && begin_rows(Rows::ranges);
  }

  bool read_row(std::string_view line) {
    if (line == "};") return begin_rows(Rows::none);
    if (rows_ == Rows::lookups) return read_fields(line, value_.lookups.emplace_back());
    return read_fields(line, ranges_->emplace_back());
  }

  template <class T>
  bool read_fields(std::string_view line, T& out) const {
    bool good = take(line, "{") && line.ends_with("},");
    if (!good) return false;
    line.remove_suffix(2);
    for_each_official_member(out, row_version_, [&](const OfficialMember& member, auto& leaf) {
      const std::string_view field = line.substr(0, line.find(", "));
      line.remove_prefix(std::min(field.size() + 2, line.size()));
      good = good && read_official(member, field, leaf);
    });
    return good && line.empty();
  }

  // ---- Members that are assigned

  template <class T>
  static bool read_member(std::string_view name, std::string_view text, T& out) {
    bool good = false;
    for_each_official_member(out, Version::v1_2, [&](const OfficialMember& member, auto& leaf) {
      if (member.name == name) good = read_official(member, text, leaf);
    });
    return good;
  }

  bool read_parameter_member(std::string_view target, std::string_view text) {
    const std::optional<std::string_view> index = take_until(target, "].");
    if (target == "ParameterType") {
      return index && is_number(*index, value_.parameters.size()) && add_parameter(text);
    }
    if (value_.parameters.empty() || !index || !is_number(*index, value_.parameters.size() - 1)) return false;
    RootParameter& parameter = value_.parameters.back();
    if (auto* table = std::get_if<DescriptorTable>(&parameter)) return read_table_member(target, text, *table);
    if (auto* constants = std::get_if<RootConstants>(&parameter)) return read_member(target, text, *constants);
    if (auto* descriptor = std::get_if<RootDescriptor>(&parameter)) return read_member(target, text, *descriptor);
    return read_member(target, text, std::get<UnknownParameter>(parameter));
  }

  bool add_parameter(std::string_view type) {
    RootParameter& parameter = value_.parameters.emplace_back();
    if (type == "D3D12_ROOT_PARAMETER_TYPE_DESCRIPTOR_TABLE") return true;
    if (type == "D3D12_ROOT_PARAMETER_TYPE_32BIT_CONSTANTS") {
      parameter = RootConstants{};
      return true;
    }
    if (type.starts_with("illegal<")) {
      return read_member("ParameterType", type, parameter.emplace<UnknownParameter>());
    }
    return read_member("ParameterType", type, parameter.emplace<RootDescriptor>());
  }

  bool read_table_member(std::string_view target, std::string_view text, DescriptorTable& table) {
    if (target == "ShaderVisibility") return read_official(kShaderVisibility, text, table.shader_visibility);
    const std::string name = "ranges" + std::to_string(value_.parameters.size() - 1);
    if (target == "DescriptorTable.NumDescriptorRanges") {
      table.descriptor_ranges = tables_[name];
      return is_number(text, table.descriptor_ranges.size());
    }
    return target == "DescriptorTable.pDescriptorRanges" &&
           read_pointer(text, name, table.descriptor_ranges.size(), "D3D12_DESCRIPTOR_RANGE");
  }

  bool read_sampler_member(std::string_view target, std::string_view text) {
    const std::optional<std::string_view> index = take_until(target, "].");
    if (index && target == "Filter" && is_number(*index, value_.static_samplers.size())) {
      value_.static_samplers.emplace_back();
    }
    return index && !value_.static_samplers.empty() && is_number(*index, value_.static_samplers.size() - 1) &&
           read_member(target, text, value_.static_samplers.back());
  }

  bool read_desc_member(std::string_view target, std::string_view text) {
    const OfficialMember version = {{}, "D3D_ROOT_SIGNATURE_VERSION", {}};
    const OfficialMember flags = {{}, "D3D12_ROOT_SIGNATURE_FLAGS", {}};
    if (target == "Version") return read_official(version, text, value_.version);
    const std::string_view members[] = {"Desc_1_0.", "Desc_1_1.", "Desc_1_2."};
    const std::size_t member = raw(value_.version) - raw(Version::v1_0);
    if (member >= std::size(members) || !take(target, members[member])) return false;
    if (target == "NumParameters") return is_number(text, value_.parameters.size());
    if (target == "pParameters") {
      return read_pointer(text, "parameters", value_.parameters.size(), "D3D12_ROOT_PARAMETER");
    }
    if (target == "NumStaticSamplers") return is_number(text, value_.static_samplers.size());
    if (target == "pStaticSamplers") {
      return read_pointer(text, "static_samplers", value_.static_samplers.size(), "D3D12_STATIC_SAMPLER_DESC");
    }
    return target == "Flags" && read_official(flags, text, value_.flags);
  }

  /// \param type  of the elements, without its number
  bool read_pointer(std::string_view text, std::string_view array, std::size_t count, std::string_view type) {
    if (count != 0) return text == array;
    if (text == "nullptr") return true;
    value_.lowering.empty_array = EmptyArray::dangling;
    return take(text, "reinterpret_cast<const ") && take(text, type) && (text == "*>(8)" || text == "1*>(8)");
  }

  bool read_dead_bytes(std::string_view rest) {
    const std::optional<std::string_view> variable = take_until(rest, "), ");
    const std::optional<std::string_view> byte = take_until(rest, ", ");
    if (!variable || !byte) return false;
    value_.lowering.dead_bytes = *byte == "0x55" ? DeadBytes::x55 : *byte == "0xAA" ? DeadBytes::xAA : DeadBytes::zero;
    return true;
  }

  // ---- What is done with the desc

  bool read_call(std::string_view arguments) {
    if (arguments == "&desc, &blob, &error);") return true;
    value_.serialization.serializer = Serializer::legacy;
    const OfficialMember member = {{}, "D3D_ROOT_SIGNATURE_VERSION", {}};
    Version version{};
    if (!take(arguments, "&desc.Desc_1_0, ")) return false;
    const std::optional<std::string_view> text = take_until(arguments, ", ");
    if (!text || arguments != "&blob, &error);" || !read_official(member, *text, version)) return false;
    value_.serialization.legacy_version = static_cast<LegacyVersion>(raw(version));
    return true;
  }

  bool read_input_member(std::string_view target, std::string_view text) {
    if (target == "desc") return text == "&desc";
    if (target == "lookups") return text == "lookups" && !value_.lookups.empty();
    if (target == "num_lookups") return is_number(text, value_.lookups.size());
    Serialization& serialization = value_.serialization;
    if (target == "serializer") {
      return read_official({{}, "D3D12FUZZ_SERIALIZER", {}}, text, serialization.serializer);
    }
    if (target == "legacy_version") return read_official({}, text, serialization.legacy_version);
    if (target == "observe_blob") return read_official({}, text, serialization.observe_blob);
    if (target == "platform") return read_official({{}, "D3D12FUZZ_PLATFORM", {}}, text, value_.target.platform);
    return target == "resource_binding_tier" && read_official({}, text, value_.target.resource_binding_tier);
  }

  std::string_view rest_;
  RootSignatureCase value_;
  std::map<std::string, Ranges> tables_;  ///< arrays of ranges by their names
  Ranges* ranges_ = nullptr;              ///< the one that is being read
  Rows rows_ = Rows::none;
  Version row_version_ = Version::v1_0;  ///< whose structs the rows initialise
};

}  // namespace

std::optional<RootSignatureCase> from_cpp_body(std::string_view body) { return BodyReader(body).read(); }

}  // namespace d3d12fuzz::root_signature
