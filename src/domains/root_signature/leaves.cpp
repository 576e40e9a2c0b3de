#include "domains/root_signature/leaves.h"

namespace d3d12fuzz::root_signature {
namespace {

constexpr NamedValue kVersions[] = {{"1.0", 1}, {"1.1", 2}, {"1.2", 3}};
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
constexpr NamedValue kRootDescriptorTypes[] = {{"CBV", 2}, {"SRV", 3}, {"UAV", 4}};
constexpr NamedValue kRootDescriptorFlags[] = {
    {"DATA_VOLATILE", 0x2}, {"DATA_STATIC_WHILE_SET_AT_EXECUTE", 0x4}, {"DATA_STATIC", 0x8}};
constexpr NamedValue kFilters[] = {{"ANISOTROPIC", 0x55},
                                   {"MIN_MAG_MIP_POINT", 0x0},
                                   {"MIN_MAG_POINT_MIP_LINEAR", 0x1},
                                   {"MIN_POINT_MAG_LINEAR_MIP_POINT", 0x4},
                                   {"MIN_POINT_MAG_MIP_LINEAR", 0x5},
                                   {"MIN_LINEAR_MAG_MIP_POINT", 0x10},
                                   {"MIN_LINEAR_MAG_POINT_MIP_LINEAR", 0x11},
                                   {"MIN_MAG_LINEAR_MIP_POINT", 0x14},
                                   {"MIN_MAG_MIP_LINEAR", 0x15},
                                   {"MIN_MAG_ANISOTROPIC_MIP_POINT", 0x54},
                                   {"COMPARISON_MIN_MAG_MIP_POINT", 0x80},
                                   {"COMPARISON_MIN_MAG_POINT_MIP_LINEAR", 0x81},
                                   {"COMPARISON_MIN_POINT_MAG_LINEAR_MIP_POINT", 0x84},
                                   {"COMPARISON_MIN_POINT_MAG_MIP_LINEAR", 0x85},
                                   {"COMPARISON_MIN_LINEAR_MAG_MIP_POINT", 0x90},
                                   {"COMPARISON_MIN_LINEAR_MAG_POINT_MIP_LINEAR", 0x91},
                                   {"COMPARISON_MIN_MAG_LINEAR_MIP_POINT", 0x94},
                                   {"COMPARISON_MIN_MAG_MIP_LINEAR", 0x95},
                                   {"COMPARISON_MIN_MAG_ANISOTROPIC_MIP_POINT", 0xD4},
                                   {"COMPARISON_ANISOTROPIC", 0xD5},
                                   {"MINIMUM_MIN_MAG_MIP_POINT", 0x100},
                                   {"MINIMUM_MIN_MAG_POINT_MIP_LINEAR", 0x101},
                                   {"MINIMUM_MIN_POINT_MAG_LINEAR_MIP_POINT", 0x104},
                                   {"MINIMUM_MIN_POINT_MAG_MIP_LINEAR", 0x105},
                                   {"MINIMUM_MIN_LINEAR_MAG_MIP_POINT", 0x110},
                                   {"MINIMUM_MIN_LINEAR_MAG_POINT_MIP_LINEAR", 0x111},
                                   {"MINIMUM_MIN_MAG_LINEAR_MIP_POINT", 0x114},
                                   {"MINIMUM_MIN_MAG_MIP_LINEAR", 0x115},
                                   {"MINIMUM_MIN_MAG_ANISOTROPIC_MIP_POINT", 0x154},
                                   {"MINIMUM_ANISOTROPIC", 0x155},
                                   {"MAXIMUM_MIN_MAG_MIP_POINT", 0x180},
                                   {"MAXIMUM_MIN_MAG_POINT_MIP_LINEAR", 0x181},
                                   {"MAXIMUM_MIN_POINT_MAG_LINEAR_MIP_POINT", 0x184},
                                   {"MAXIMUM_MIN_POINT_MAG_MIP_LINEAR", 0x185},
                                   {"MAXIMUM_MIN_LINEAR_MAG_MIP_POINT", 0x190},
                                   {"MAXIMUM_MIN_LINEAR_MAG_POINT_MIP_LINEAR", 0x191},
                                   {"MAXIMUM_MIN_MAG_LINEAR_MIP_POINT", 0x194},
                                   {"MAXIMUM_MIN_MAG_MIP_LINEAR", 0x195},
                                   {"MAXIMUM_MIN_MAG_ANISOTROPIC_MIP_POINT", 0x1D4},
                                   {"MAXIMUM_ANISOTROPIC", 0x1D5}};
constexpr NamedValue kAddressModes[] = {{"WRAP", 1}, {"MIRROR", 2}, {"CLAMP", 3}, {"BORDER", 4}, {"MIRROR_ONCE", 5}};
constexpr NamedValue kComparisonFuncs[] = {{"LESS_EQUAL", 4}, {"NONE", 0},          {"NEVER", 1},
                                           {"LESS", 2},       {"EQUAL", 3},         {"GREATER", 5},
                                           {"NOT_EQUAL", 6},  {"GREATER_EQUAL", 7}, {"ALWAYS", 8}};
constexpr NamedValue kBorderColors[] = {{"OPAQUE_WHITE", 2},
                                        {"TRANSPARENT_BLACK", 0},
                                        {"OPAQUE_BLACK", 1},
                                        {"OPAQUE_BLACK_UINT", 3},
                                        {"OPAQUE_WHITE_UINT", 4}};
constexpr NamedValue kSamplerFlags[] = {{"UINT_BORDER_COLOR", 0x1}, {"NON_NORMALIZED_COORDINATES", 0x2}};
constexpr NamedValue kSerializers[] = {{"VERSIONED", 0}, {"LEGACY", 1}};
constexpr NamedValue kPlatforms[] = {{"PC", 0}, {"XBOX_SERIES", 1}};
constexpr NamedValue kTiers[] = {{"3", 3}, {"2", 2}, {"1", 1}};
constexpr NamedValue kObserveBlob[] = {{"NO", 0}, {"YES", 1}};
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

constexpr std::uint64_t kUnknownTypeBoundaries[] = {5, 6, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
constexpr std::uint64_t kConstantBoundaries[] = {
    0,  1,  2,     3,     32,         33,         62,         63,         64,         65,
    66, 67, 0x3F8, 0x3F9, 0x80000000, 0xFFFFFFBF, 0xFFFFFFC0, 0xFFFFFFC1, 0xFFFFFFFE, 0xFFFFFFFF};
constexpr std::uint64_t kRootDescriptorFlagBoundaries[] = {0,   0x1, 0x2, 0x4,  0x6,     0x8,
                                                           0xA, 0xC, 0xE, 0x10, 0x10000, 0x80000000};
constexpr std::uint64_t kFilterBoundaries[] = {0,     0x1,   0x2,   0x3,   0x14,  0x15,      0x54,  0x55,
                                               0x80,  0x94,  0xD4,  0xD5,  0x100, 0x114,     0x180, 0x194,
                                               0x1D4, 0x1D5, 0x1D6, 0x200, 0x255, 0xFFFFFFFF};
constexpr std::uint64_t kAddressModeBoundaries[] = {0, 1, 2, 3, 4, 5, 6, 0xFFFFFFFF};
constexpr std::uint64_t kAnisotropyBoundaries[] = {0, 1, 15, 16, 17, 0x80000000, 0xFFFFFFFF};
constexpr std::uint64_t kComparisonBoundaries[] = {0, 1, 4, 8, 9, 0xFFFFFFFF};
constexpr std::uint64_t kBorderBoundaries[] = {0, 1, 2, 3, 4, 5, 0xFFFFFFFF};
constexpr std::uint64_t kSamplerFlagBoundaries[] = {0, 0x1, 0x2, 0x3, 0x4, 0x8, 0x80000000};
constexpr std::uint64_t kLegacyVersionBoundaries[] = {0, 1, 2, 3, 99, 0xFFFFFFFF};
// Simplest first: 1, -1, 16, -16, 15.99 and its neighbours, those of -16, -0, infinities, NaNs, the largest and
// smallest.
constexpr std::uint64_t kBiasBoundaries[] = {0x3F800000, 0xBF800000, 0x41800000, 0xC1800000, 0x417FD70A, 0x417FD70B,
                                             0x417FD709, 0x417FFFFF, 0xC1800001, 0xC17FFFFF, 0x80000000, 0x7F800000,
                                             0xFF800000, 0x7FC00000, 0xFFC00000, 0x7F800001, 0xFF800001, 0x7FFFFFFF,
                                             0xFFFFFFFF, 0x7F7FFFFF, 0xFF7FFFFF, 0x00000001, 0x80000001};
// 1, -1, 10, the largest, -0, infinities, NaNs quiet and signalling of either sign, the smallest.
constexpr std::uint64_t kLodBoundaries[] = {0x3F800000, 0xBF800000, 0x41200000, 0x7F7FFFFF, 0xFF7FFFFF, 0x80000000,
                                            0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7F800001, 0xFF800001,
                                            0x7FFFFFFF, 0xFFFFFFFF, 0x00000001, 0x80000001};

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

const LeafMeaning& leaf_meaning(RootDescriptorType) {
  static constexpr LeafMeaning meaning = closed_enumeration("RootDescriptorType", kRootDescriptorTypes);
  return meaning;
}

const LeafMeaning& leaf_meaning(UnknownParameterType) {
  static constexpr LeafMeaning meaning = {"UnknownParameterType", LeafKind::number, 5, {}, kUnknownTypeBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(ConstantCount) {
  static constexpr LeafMeaning meaning = {"ConstantCount", LeafKind::count, 1, {}, kConstantBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(RootDescriptorFlags) {
  static constexpr LeafMeaning meaning = {"RootDescriptorFlags", LeafKind::flags, 0, kRootDescriptorFlags,
                                          kRootDescriptorFlagBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(Filter) {
  static constexpr LeafMeaning meaning = {"Filter", LeafKind::enumeration, 0x55, kFilters, kFilterBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(TextureAddressMode) {
  static constexpr LeafMeaning meaning = {"TextureAddressMode", LeafKind::enumeration, 1, kAddressModes,
                                          kAddressModeBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(MaxAnisotropy) {
  static constexpr LeafMeaning meaning = {"MaxAnisotropy", LeafKind::number, 16, {}, kAnisotropyBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(ComparisonFunc) {
  static constexpr LeafMeaning meaning = {"ComparisonFunc", LeafKind::enumeration, 4, kComparisonFuncs,
                                          kComparisonBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(StaticBorderColor) {
  static constexpr LeafMeaning meaning = {"StaticBorderColor", LeafKind::enumeration, 2, kBorderColors,
                                          kBorderBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(MipLodBias) {
  static constexpr LeafMeaning meaning = {"MipLodBias", LeafKind::real, 0, {}, kBiasBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(MinLod) {
  static constexpr LeafMeaning meaning = {"MinLod", LeafKind::real, 0, {}, kLodBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(MaxLod) {
  static constexpr LeafMeaning meaning = {"MaxLod", LeafKind::real, 0x7F7FFFFF, {}, kLodBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(SamplerFlags) {
  static constexpr LeafMeaning meaning = {"SamplerFlags", LeafKind::flags, 0, kSamplerFlags, kSamplerFlagBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(Serializer) {
  static constexpr LeafMeaning meaning = closed_enumeration("Serializer", kSerializers);
  return meaning;
}

const LeafMeaning& leaf_meaning(LegacyVersion) {
  static constexpr LeafMeaning meaning = {"LegacyVersion", LeafKind::number, 1, {}, kLegacyVersionBoundaries};
  return meaning;
}

const LeafMeaning& leaf_meaning(Platform) {
  static constexpr LeafMeaning meaning = closed_enumeration("Platform", kPlatforms);
  return meaning;
}

const LeafMeaning& leaf_meaning(ResourceBindingTier) {
  static constexpr LeafMeaning meaning = closed_enumeration("ResourceBindingTier", kTiers);
  return meaning;
}

const LeafMeaning& leaf_meaning(ObserveBlob) {
  static constexpr LeafMeaning meaning = closed_enumeration("ObserveBlob", kObserveBlob);
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

}  // namespace d3d12fuzz::root_signature
