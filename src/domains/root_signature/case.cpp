#include "domains/root_signature/case.h"

namespace d3d12fuzz::root_signature {
namespace {

constexpr NamedValue kVersions[] = {{"1.0", 1}, {"1.1", 2}};
constexpr NamedValue kRangeTypes[] = {{"SRV", 0}, {"UAV", 1}, {"CBV", 2}, {"SAMPLER", 3}};
constexpr NamedValue kVisibilities[] = {{"ALL", 0},      {"VERTEX", 1}, {"HULL", 2},          {"DOMAIN", 3},
                                        {"GEOMETRY", 4}, {"PIXEL", 5},  {"AMPLIFICATION", 6}, {"MESH", 7}};
constexpr NamedValue kCounts[] = {{"UNBOUNDED", 0xFFFFFFFF}};
constexpr NamedValue kOffsets[] = {{"APPEND", 0xFFFFFFFF}};
constexpr NamedValue kRangeFlags[] = {{"DESCRIPTORS_VOLATILE", 0x1},
                                      {"DATA_VOLATILE", 0x2},
                                      {"DATA_STATIC_WHILE_SET_AT_EXECUTE", 0x4},
                                      {"DATA_STATIC", 0x8},
                                      {"DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS", 0x10000}};
constexpr NamedValue kRootFlags[] = {{"ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", 0x1},
                                     {"DENY_VERTEX_SHADER_ROOT_ACCESS", 0x2},
                                     {"DENY_HULL_SHADER_ROOT_ACCESS", 0x4},
                                     {"DENY_DOMAIN_SHADER_ROOT_ACCESS", 0x8},
                                     {"DENY_GEOMETRY_SHADER_ROOT_ACCESS", 0x10},
                                     {"DENY_PIXEL_SHADER_ROOT_ACCESS", 0x20},
                                     {"ALLOW_STREAM_OUTPUT", 0x40},
                                     {"LOCAL_ROOT_SIGNATURE", 0x80},
                                     {"DENY_AMPLIFICATION_SHADER_ROOT_ACCESS", 0x100},
                                     {"DENY_MESH_SHADER_ROOT_ACCESS", 0x200},
                                     {"CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED", 0x400},
                                     {"SAMPLER_HEAP_DIRECTLY_INDEXED", 0x800}};
constexpr NamedValue kRegisterClasses[] = {{"t", 0}, {"u", 1}, {"b", 2}, {"s", 3}};
constexpr NamedValue kStages[] = {{"VERTEX", 1}, {"HULL", 2},          {"DOMAIN", 3}, {"GEOMETRY", 4},
                                  {"PIXEL", 5},  {"AMPLIFICATION", 6}, {"MESH", 7},   {"COMPUTE", 8}};
constexpr NamedValue kDeadBytes[] = {{"0x00", 0}, {"0x55", 1}, {"0xAA", 2}};
constexpr NamedValue kPlacements[] = {{"HEAP", 0}, {"BEFORE_GUARD_PAGE", 1}, {"READ_ONLY", 2}};
constexpr NamedValue kEmptyArrays[] = {{"NULL", 0}, {"DANGLING", 1}};

constexpr std::uint64_t kTypeBoundaries[] = {0, 1, 2, 3, 4, 0xFFFFFFFF};
constexpr std::uint64_t kVisibilityBoundaries[] = {0, 1, 5, 6, 7, 8, 0xFFFFFFFF};
constexpr std::uint64_t kCountBoundaries[] = {0,      1,          2,          3,          0xFFF,
                                              0x1000, 0x40000000, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF};
constexpr std::uint64_t kRegisterBoundaries[] = {0,          1,          2,          4,         0x7FFFFFFF,
                                                 0x80000000, 0xFFFFFFFD, 0xFFFFFFFE, 0xFFFFFFFF};
constexpr std::uint64_t kSpaceBoundaries[] = {0, 1, 0xFFFFFFEF, 0xFFFFFFF0, 0xFFFFFFF8, 0xFFFFFFFF};
constexpr std::uint64_t kOffsetBoundaries[] = {0, 1, 2, 8, 0x80000000, 0xFFFFFFFD, 0xFFFFFFFE, 0xFFFFFFFF};
constexpr std::uint64_t kRangeFlagBoundaries[] = {0,       0x1,     0x2,  0x3,    0x4,     0x5,       0x6,
                                                  0x8,     0x9,     0xA,  0xC,    0xE,     0xF,       0x10000,
                                                  0x10001, 0x10008, 0x10, 0x8000, 0x20000, 0x80000000};
constexpr std::uint64_t kRootFlagBoundaries[] = {0,     0x1,   0x2,   0x20,  0x40,  0x80,   0x81,      0x100,
                                                 0x200, 0x400, 0x800, 0xC00, 0xFFF, 0x1000, 0x80000000};

constexpr LeafMeaning closed_enumeration(std::string_view type_name, std::span<const NamedValue> names) {
  return {.type_name = type_name,
          .kind = LeafKind::enumeration,
          .simplest = names[0].value,
          .names = names,
          .boundaries = {},
          .closed = true};
}

}  // namespace

const LeafMeaning& leaf_meaning(Version) {
  static constexpr LeafMeaning meaning = closed_enumeration("Version", kVersions);
  return meaning;
}

const LeafMeaning& leaf_meaning(RangeType) {
  static constexpr LeafMeaning meaning = {"RangeType", LeafKind::enumeration, 0, kRangeTypes, kTypeBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(ShaderVisibility) {
  static constexpr LeafMeaning meaning = {"ShaderVisibility", LeafKind::enumeration, 0, kVisibilities,
                                          kVisibilityBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(DescriptorCount) {
  static constexpr LeafMeaning meaning = {"DescriptorCount", LeafKind::count, 1, kCounts, kCountBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(ShaderRegister) {
  static constexpr LeafMeaning meaning = {"ShaderRegister", LeafKind::position, 0, {}, kRegisterBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(RegisterSpace) {
  static constexpr LeafMeaning meaning = {"RegisterSpace", LeafKind::number, 0, {}, kSpaceBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(TableOffset) {
  static constexpr LeafMeaning meaning = {"TableOffset", LeafKind::position, 0xFFFFFFFF, kOffsets, kOffsetBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(RangeFlags) {
  static constexpr LeafMeaning meaning = {"RangeFlags", LeafKind::flags, 0, kRangeFlags, kRangeFlagBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(RootSignatureFlags) {
  static constexpr LeafMeaning meaning = {"RootSignatureFlags", LeafKind::flags, 0, kRootFlags, kRootFlagBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(RegisterClass) {
  static constexpr LeafMeaning meaning = closed_enumeration("RegisterClass", kRegisterClasses);
  return meaning;
}

const LeafMeaning& leaf_meaning(ShaderStage) {
  static constexpr LeafMeaning meaning = closed_enumeration("ShaderStage", kStages);
  return meaning;
}

const LeafMeaning& leaf_meaning(DeadBytes) {
  static constexpr LeafMeaning meaning = closed_enumeration("DeadBytes", kDeadBytes);
  return meaning;
}

const LeafMeaning& leaf_meaning(ArrayPlacement) {
  static constexpr LeafMeaning meaning = closed_enumeration("ArrayPlacement", kPlacements);
  return meaning;
}

const LeafMeaning& leaf_meaning(EmptyArray) {
  static constexpr LeafMeaning meaning = closed_enumeration("EmptyArray", kEmptyArrays);
  return meaning;
}

void repair(RootSignatureCase& value) {
  if (value.version != Version::v1_0) return;
  for (RootParameter& parameter : value.parameters) {
    for (DescriptorRange& range : parameter.descriptor_ranges) range.flags = RangeFlags::none;
  }
}

}  // namespace d3d12fuzz::root_signature
