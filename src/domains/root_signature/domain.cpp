#include "domains/root_signature/domain.h"

#include <iterator>

#include "domains/root_signature/case.h"
#include "domains/root_signature/cpp_program.h"
#include "domains/root_signature/generate.h"
#include "domains/root_signature/hlsl.h"
#include "domains/root_signature/hlsl_says_all.h"
#include "domains/root_signature/import_serialized.h"
#include "domains/root_signature/migration.h"
#include "domains/root_signature/observables.h"
#include "domains/root_signature/reference.h"
#include "domains/root_signature/serialized.h"
#include "domains/typed_domain.h"

namespace d3d12fuzz::root_signature {
namespace {

constexpr DeadBytes kDeadBytes[] = {DeadBytes::zero, DeadBytes::x55, DeadBytes::xAA};
constexpr ArrayPlacement kPlacements[] = {ArrayPlacement::heap, ArrayPlacement::before_guard_page,
                                          ArrayPlacement::read_only};
constexpr EmptyArray kEmptyArrays[] = {EmptyArray::null, EmptyArray::dangling};

class RootSignatureModel final : public Model {
 public:
  void judge(const Case& value, Expectation& out) override {
    reference(TypedDomain<RootSignatureCase>::value_of(value), scratch_, out);
  }

 private:
  ReferenceScratch scratch_;
};

class RootSignatureDomain final : public TypedDomain<RootSignatureCase> {
 public:
  std::string_view name() const override { return "root_signature"; }
  std::string_view summary() const override {
    return "root signatures 1.0 to 1.2: parameters, static samplers, flags, conversions, register lookups";
  }
  std::uint32_t format_version() const override { return 2; }
  void migrate(std::uint32_t, boost::json::value& value) const override { migrate_from_1(value); }
  void generate(ChoiceSource& choices, Case& out) const override { root_signature::generate(choices, value_of(out)); }
  std::unique_ptr<Model> make_model() const override { return std::make_unique<RootSignatureModel>(); }
  bool decides(RuleId id) const override { return root_signature::decides(id); }
  std::uint32_t form_count() const override {
    return static_cast<std::uint32_t>(std::size(kDeadBytes) * std::size(kPlacements) * std::size(kEmptyArrays));
  }
  void set_form(Case& value, std::uint32_t form) const override {
    const std::uint32_t placement = form / std::size(kDeadBytes);
    value_of(value).lowering = {.dead_bytes = kDeadBytes[form % std::size(kDeadBytes)],
                                .array_placement = kPlacements[placement % std::size(kPlacements)],
                                .empty_array = kEmptyArrays[placement / std::size(kPlacements)]};
  }
  std::span<const ObservableField> observable_fields() const override { return root_signature::observable_fields(); }
  std::string hlsl(const Case& value) const override { return to_hlsl(value_of(value)); }
  std::optional<std::string> hlsl_source(const Case& value) const override {
    if (!says_all(value_of(value))) return std::nullopt;
    return to_hlsl_source(value_of(value));
  }
  std::optional<std::vector<std::uint8_t>> blob(const Case& value) const override {
    return write_serialized(value_of(value));
  }
  std::optional<std::string> annotated_blob(const Case& value) const override {
    return annotated(write_serialized(value_of(value)));
  }
  std::string cpp_program(const Case& value, const CppRequest& request) const override {
    return to_cpp_program(value_of(value), request);
  }
};

}  // namespace

const Domain& domain() {
  static const RootSignatureDomain instance;
  return instance;
}

}  // namespace d3d12fuzz::root_signature
