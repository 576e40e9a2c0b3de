#include "domains/root_signature_blob/domain.h"

#include <iterator>

#include "domains/root_signature/import_serialized.h"
#include "domains/root_signature_blob/assemble.h"
#include "domains/root_signature_blob/case.h"
#include "domains/root_signature_blob/cpp_program.h"
#include "domains/root_signature_blob/generate.h"
#include "domains/root_signature_blob/observables.h"
#include "domains/root_signature_blob/reference.h"
#include "domains/root_signature_blob/text.h"
#include "domains/typed_domain.h"

namespace d3d12fuzz::root_signature_blob {
namespace {

using root_signature::ArrayPlacement;

constexpr ArrayPlacement kPlacements[] = {ArrayPlacement::heap, ArrayPlacement::before_guard_page,
                                          ArrayPlacement::read_only};

class RootSignatureBlobModel final : public Model {
 public:
  void judge(const Case& value, Expectation& out) override {
    reference(TypedDomain<RootSignatureBlobCase>::value_of(value), scratch_, out);
  }

 private:
  ReferenceScratch scratch_;
};

class RootSignatureBlobDomain final : public TypedDomain<RootSignatureBlobCase> {
 public:
  std::string_view name() const override { return "root_signature_blob"; }
  std::string_view summary() const override {
    return "serialized root signatures that nobody vouches for: containers, offsets, counts, what creation owes";
  }
  std::uint32_t format_version() const override { return 1; }
  void migrate(std::uint32_t, boost::json::value&) const override {}
  void generate(ChoiceSource& choices, Case& out) const override {
    root_signature_blob::generate(choices, value_of(out));
  }
  std::unique_ptr<Model> make_model() const override { return std::make_unique<RootSignatureBlobModel>(); }
  bool decides(RuleId id) const override { return root_signature_blob::decides(id); }
  std::uint32_t form_count() const override { return std::size(kPlacements); }
  void set_form(Case& value, std::uint32_t form) const override { value_of(value).placement = kPlacements[form]; }
  std::span<const ObservableField> observable_fields() const override {
    return root_signature_blob::observable_fields();
  }
  std::string hlsl(const Case& value) const override { return to_text(value_of(value)); }
  std::optional<std::vector<std::uint8_t>> blob(const Case& value) const override {
    return assemble(value_of(value).content);
  }
  std::optional<std::string> annotated_blob(const Case& value) const override {
    return root_signature::annotated(assemble(value_of(value).content));
  }
  std::string cpp_program(const Case& value, const CppRequest& request) const override {
    return to_cpp_program(value_of(value), request);
  }
};

}  // namespace

const Domain& domain() {
  static const RootSignatureBlobDomain instance;
  return instance;
}

}  // namespace d3d12fuzz::root_signature_blob
