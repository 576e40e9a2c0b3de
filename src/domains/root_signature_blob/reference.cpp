#include "domains/root_signature_blob/reference.h"

#include <algorithm>

#include "domains/root_signature/read_serialized.h"
#include "domains/root_signature/reference_rules.h"
#include "domains/root_signature/serialized.h"
#include "domains/root_signature/serialized_layout.h"
#include "domains/root_signature_blob/assemble.h"
#include "domains/root_signature_blob/observables.h"

namespace d3d12fuzz::root_signature_blob {
namespace {

using root_signature::Platform;
using root_signature::RootSignatureCase;
using root_signature::SerializedReading;
using root_signature::SerializedRefusal;
using root_signature::Version;

/// Rules on values that a deserializer may leave to creation, which readers do: root flags (B12), visibilities (B14),
/// range types (B17).
bool may_wait_for_create(RuleId id) { return id == "DT-056"_rule || id == "DT-032"_rule || id == "DT-001"_rule; }

class Judge {
 public:
  Judge(const RootSignatureBlobCase& value, ReferenceScratch& scratch, Expectation& out)
      : value_(value),
        scratch_(scratch),
        out_(out),
        reading_(root_signature::read_serialized(assemble(value.content))) {}

  void judge() {
    judge_touched();
    if (reads_otherwise_elsewhere()) {
      out_.at(Stage::deserialize) = Expected::either;
      out_.at(Stage::create) = Expected::either;
      return;
    }
    judge_refusals();
    meet_bounds();
    if (reading_.signature && !refused_at(Stage::deserialize)) judge_signature();
    decide_stages();
    std::sort(out_.broken.begin(), out_.broken.end(),
              [](const BrokenRule& a, const BrokenRule& b) { return a.rule < b.rule; });
    if (reading_.signature && reading_.refusals.empty()) expect_values();
  }

 private:
  bool known_there(RuleId id) const { return value_.target.platform == Platform::pc || rule(id).platform != "pc"; }

  void broke(RuleId id, Stage stage) {
    if (!known_there(id)) {
      out_.ambiguous.insert(id);
    } else if (!out_.broken_rules.contains(id)) {
      out_.broken_rules.insert(id);
      out_.broken.push_back({id, stage});
    }
  }

  bool refused_at(Stage stage) const {
    return std::any_of(out_.broken.begin(), out_.broken.end(),
                       [&](const BrokenRule& broken) { return broken.stage <= stage; });
  }

  /// Rules that say that readers differ.
  void judge_touched() {
    reading_.touched.for_each([&](RuleId id) {
      if (id == "DT-099"_rule) {
        (known_there(id) ? out_.met : out_.ambiguous).insert(id);
      } else if (id != "DT-057"_rule) {  // a rule on the root signature
        out_.ambiguous.insert(id);
      }
    });
  }

  /// Whether another reader may see another root signature in the same bytes: that of another part, or what stands
  /// where it takes a misaligned offset to point. What is wrong with the one is nothing that the other owes a refusal
  /// for.
  bool reads_otherwise_elsewhere() const {
    return reading_.touched.contains("DT-093"_rule) || reading_.touched.contains("DT-100"_rule);
  }

  void judge_refusals() {
    for (const SerializedRefusal& refusal : reading_.refusals) {
      refusal.rules.for_each(
          [&](RuleId id) { broke(id, may_wait_for_create(id) ? Stage::create : Stage::deserialize); });
    }
  }

  /// Bounds that were kept.
  void meet_bounds() {
    const auto meet = [&](RuleId id) {
      if (!out_.broken_rules.contains(id)) out_.met.insert(id);
    };
    if (reading_.parts.empty()) return;
    meet("DT-088"_rule);
    meet("DT-090"_rule);
    if (!reading_.signature) return;
    meet("DT-091"_rule);
    meet("DT-094"_rule);
    const RootSignatureCase& signature = *reading_.signature;
    if (!signature.parameters.empty() || !signature.static_samplers.empty()) {
      meet("DT-096"_rule);
      meet("DT-097"_rule);
    }
    for (const root_signature::RootParameter& parameter : signature.parameters) {
      if (!ranges_of(parameter).empty()) meet("DT-098"_rule);
    }
  }

  /// Creation owes every check that a serializer makes (DT-101): these bytes need not be a serializer's.
  void judge_signature() {
    RootSignatureCase& signature = *reading_.signature;
    signature.target = value_.target;
    Expectation& inner = scratch_.of_signature;
    root_signature::reference(signature, scratch_.signature, inner);
    out_.met |= inner.met;
    out_.advisory |= inner.advisory;
    out_.ambiguous |= inner.ambiguous;
    out_.undefined |= inner.undefined;
    // On what creation of forged bytes owes on another platform nothing is known.
    const bool owed = known_there("DT-101"_rule);
    for (const BrokenRule& broken : inner.broken) {
      if (owed) broke(broken.rule, Stage::create);
    }
    // Compilers do not look at the cost.
    if (out_.broken_rules.contains("DT-050"_rule)) {
      broke("DT-052"_rule, Stage::create);
    } else if (inner.met.contains("DT-050"_rule)) {
      out_.met.insert("DT-052"_rule);
    }
    // A check that is not made is known by the rule that it is of.
    if (!inner.broken.empty()) {
      (owed ? out_.broken_rules : out_.ambiguous).insert("DT-101"_rule);
    } else if (inner.at(Stage::create) == Expected::accepted) {
      out_.met.insert("DT-101"_rule);
    }
    if (is_legacy() && signature.version != Version::v1_0) {
      if (known_there("DT-085"_rule)) {
        out_.met.insert("DT-085"_rule);
      } else {
        out_.ambiguous.insert("DT-085"_rule);
      }
    }
  }

  void decide_stages() {
    if (refused_at(Stage::deserialize)) {
      out_.at(Stage::deserialize) = Expected::rejected;
      out_.at(Stage::create) = Expected::rejected;
      return;
    }
    // A deserializer may make the checks of a serializer, too, and refuse what creation will refuse.
    const bool open = !reading_.signature || !reading_.refusals.empty() || is_open_to_readers();
    const Expectation& inner = scratch_.of_signature;
    out_.at(Stage::deserialize) = open ? Expected::either : inner.at(Stage::deserialize);
    out_.at(Stage::create) = refused_at(Stage::create) ? Expected::rejected
                             : open                    ? Expected::either
                                                       : inner.at(Stage::create);
    if (!open && out_.ambiguous.contains("DT-101"_rule)) out_.at(Stage::create) = Expected::either;
  }

  /// Whether the bytes run into what readers differ on, whatever root signature they hold.
  bool is_open_to_readers() const {
    bool open = out_.ambiguous.contains("DT-085"_rule) || out_.ambiguous.contains("DT-099"_rule);
    reading_.touched.for_each([&](RuleId id) { open |= id != "DT-099"_rule && id != "DT-057"_rule; });
    return open;
  }

  bool is_legacy() const { return value_.deserializer == Deserializer::legacy; }

  void expect_values() {
    const RootSignatureCase& signature = *reading_.signature;
    Expectation& inner = scratch_.of_signature;
    const bool gives_stored_version = !is_legacy() || signature.version == Version::v1_0;
    const bool pc = value_.target.platform == Platform::pc;
    if (pc && !is_legacy() && inner.at(Stage::serialize) == Expected::accepted && inner.broken.empty()) {
      expect_blob(signature);
    }
    if (!inner.broken.empty() && gives_stored_version) {
      // What creation refuses a deserializer may give back as it stands; of conversions nothing is known.
      inner.observables.clear();
      root_signature::expect_description(signature, scratch_.signature.ranges, signature.version, inner);
    }
    for (ExpectedObservable observable : inner.observables) {
      constexpr auto first = static_cast<std::uint32_t>(root_signature::Field::description_1_0);
      constexpr auto after_1_0 = static_cast<std::uint32_t>(root_signature::Field::description_1_1);
      if (observable.key.field < first || (is_legacy() && observable.key.field >= after_1_0)) continue;
      observable.key.field -= kDescriptionShift;
      out_.observables.push_back(observable);
    }
  }

  /// What was read is written as any root signature is (DT-080), however it was written before.
  void expect_blob(const RootSignatureCase& signature) {
    using namespace root_signature;
    constexpr std::size_t digest = layout::kDigestAt / 4;
    constexpr std::size_t digest_end = layout::kDigestedFrom / 4;
    const std::vector<std::uint32_t> words = serialized_words(signature);
    expect(out_, root_signature_blob::key(Field::blob_size), 4 * words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (i < digest || i >= digest_end) expect(out_, root_signature_blob::key(Field::blob_word, i), words[i]);
    }
    for (std::size_t i = digest; i < digest_end; ++i) {
      expect(out_, root_signature_blob::key(Field::blob_digest, i - digest), words[i]);
    }
  }

  const RootSignatureBlobCase& value_;
  ReferenceScratch& scratch_;
  Expectation& out_;
  SerializedReading reading_;
};

}  // namespace

void reference(const RootSignatureBlobCase& value, ReferenceScratch& scratch, Expectation& out) {
  out.clear();
  scratch.of_signature.clear();
  Judge(value, scratch, out).judge();
}

bool decides(RuleId id) {
  const Rule& row = rule(id);
  if (row.domain == "root_signature_blob") return row.rule_class != RuleClass::note;
  const bool must_be_refused = row.rule_class == RuleClass::scored && row.violation == Violation::rejected;
  return must_be_refused && root_signature::decides(id) && id != "DT-033"_rule && id != "DT-079"_rule;
}

}  // namespace d3d12fuzz::root_signature_blob
