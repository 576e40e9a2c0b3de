#include "report/finding_json.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "base/error.h"
#include "base/file.h"
#include "base/json_text.h"
#include "base/text.h"
#include "base/tree_json.h"

namespace d3d12fuzz {
namespace {

namespace json = boost::json;

constexpr std::string_view kCaseFormat = "d3d12fuzz case";
constexpr std::string_view kFindingFormat = "d3d12fuzz finding";

json::string_view view(std::string_view text) { return {text.data(), text.size()}; }

json::value text_value(std::string_view text) { return json::value(view(text)); }

json::object head(std::string_view format, const Domain& domain) {
  json::object object;
  object["format"] = text_value(format);
  object["version"] = domain.format_version();
  object["domain"] = text_value(domain.name());
  return object;
}

json::object provenance_json(const Provenance& provenance) {
  json::object object;
  for_each_member<Provenance>([&](auto member) {
    const std::string& value = provenance.*member.pointer;
    if (!value.empty()) object[member.name] = text_value(value);
  });
  return object;
}

std::string_view name_of_expected(Expected expected) {
  switch (expected) {
    case Expected::nothing:
      return "nothing";
    case Expected::accepted:
      return "accepted";
    case Expected::rejected:
      return "rejected";
    case Expected::either:
      return "either";
  }
  return "nothing";
}

json::object expected_json(const Finding& finding) {
  json::object object;
  for (const Stage stage : kStages) {
    if (finding.expectation.at(stage) == Expected::nothing) continue;
    object[view(name_of(stage))] = text_value(name_of_expected(finding.expectation.at(stage)));
  }
  return object;
}

json::object outcome_json(const Outcome& outcome) {
  json::object object;
  for (const Stage stage : kStages) {
    const StageOutcome& got = outcome.at(stage);
    if (got.status == Status::not_reached) continue;
    json::object entry;
    entry["status"] = text_value(name_of(got.status));
    entry["hresult"] = text_value(hex(static_cast<std::uint32_t>(got.hresult)));
    object[view(name_of(stage))] = entry;
  }
  if (outcome.crash) {
    const Crash& crash = *outcome.crash;
    json::array frames;
    for (const std::string& frame : crash.frames) frames.push_back(text_value(frame));
    json::object entry;
    entry["what"] = text_value(crash.what);
    if (!crash.message.empty()) entry["message"] = text_value(crash.message);
    if (!frames.empty()) entry["frames"] = frames;
    object["crash"] = entry;
  }
  if (outcome.conduct != 0) {
    json::array names;
    for_each_conduct(outcome.conduct, [&](Conduct conduct) { names.push_back(text_value(name_of(conduct))); });
    object["conduct"] = names;
  }
  return object;
}

json::object value_json(const Finding& finding) {
  const ObservableField& field = finding.domain->observable_fields()[finding.difference.key.field];
  json::object object;
  object["path"] = text_value(path_of(field, finding.difference.key));
  object["expected"] = finding.difference.expected;
  object["got"] = finding.difference.got;
  return object;
}

class Reader {
 public:
  explicit Reader(std::string_view name) : name_(name) {}

  LoadedCase read(const json::value& value) {
    if (!value.is_object()) fail("the file holds no object, expected a case or a finding of d3d12fuzz");
    const json::object& object = value.get_object();
    const std::string format = text(object, "format");
    const bool finding = format == kFindingFormat;
    if (!finding && format != kCaseFormat) {
      fail("format is \"" + format + "\", expected \"" + std::string(kCaseFormat) + "\" or \"" +
           std::string(kFindingFormat) + "\"");
    }
    LoadedCase loaded;
    const std::string domain = text(object, "domain");
    loaded.domain = find_domain(domain);
    if (loaded.domain == nullptr) fail("domain is \"" + domain + "\", expected " + domain_names());
    const std::uint32_t version = read_version(object, *loaded.domain);
    for (const json::key_value_pair& member : object) check_known(member.key(), finding);
    const json::value* found = object.if_contains("case");
    if (found == nullptr) fail("field \"case\" is missing");
    json::value case_value = *found;
    if (version < loaded.domain->format_version()) migrate(*loaded.domain, version, case_value);
    loaded.tree = tree_from_json(case_value, loaded.domain->type(), name_);
    if (const auto field = unsound_field(*loaded.domain, loaded.tree)) {
      fail(*field + ": the value does not go with the rest of the case (see its version and serializer)");
    }
    if (finding) {
      loaded.signature = text(object, "signature");
      loaded.difference = read_difference(object, loaded);
      read_candidate(object, loaded.candidate);
    }
    return loaded;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw InputError(std::string(name_) + ": " + what); }

  std::string text(const json::object& object, std::string_view key) const {
    const json::value* value = object.if_contains(view(key));
    if (value == nullptr) fail("field \"" + std::string(key) + "\" is missing");
    if (!value->is_string()) fail("field \"" + std::string(key) + "\" is not a string");
    return std::string(value->get_string());
  }

  void check_known(json::string_view key, bool finding) const {
    for (const std::string_view known : {"format", "version", "domain", "case"}) {
      if (view(known) == key) return;
    }
    if (finding) {
      for (const std::string_view known :
           {"signature", "stages", "rules", "shape", "says", "expected", "got", "but_also", "value", "candidate",
            "reference", "harness", "seed", "case_index", "reproduced", "attempts", "minimal"}) {
        if (view(known) == key) return;
      }
    }
    fail("unknown field \"" + std::string(key) + "\"");
  }

  std::uint32_t read_version(const json::object& object, const Domain& domain) const {
    const json::value* version = object.if_contains("version");
    if (version == nullptr) fail("field \"version\" is missing");
    if (!version->is_int64() || version->get_int64() < 1 || version->get_int64() > domain.format_version()) {
      fail("version is " + json::serialize(*version) + ", expected 1 to " + std::to_string(domain.format_version()));
    }
    return static_cast<std::uint32_t>(version->get_int64());
  }

  void migrate(const Domain& domain, std::uint32_t version, json::value& case_value) const {
    try {
      domain.migrate(version, case_value);
    } catch (const InputError& error) {
      fail(error.what());
    }
  }

  /// \return nothing if the file does not say what differed: an unstable value that was wrong once
  std::optional<Difference> read_difference(const json::object& object, const LoadedCase& loaded) const {
    const std::optional<Signature> signature = parse_signature(loaded.signature);
    if (!signature) fail("signature is \"" + loaded.signature + "\", expected one such as \"rejects-legal at create\"");
    Difference difference{.kind = signature->kind, .stage = signature->stage};
    if (signature->kind == DifferenceKind::rule_not_enforced && !signature->subject.empty()) {
      difference.rule = find_rule(signature->subject);
      if (!difference.rule) fail("signature names rule \"" + signature->subject + "\", which does not exist");
      if (!loaded.domain->decides(*difference.rule)) {
        fail("signature names rule \"" + signature->subject + "\", which cases of this domain do not decide");
      }
    }
    if (signature->kind == DifferenceKind::legal_rejected && !signature->subject.empty()) {
      fail("signature is \"" + loaded.signature + "\", expected nothing between rejects-legal and the stage");
    }
    if (signature->kind == DifferenceKind::misconduct) {
      difference.conduct = find_conduct(signature->subject);
      if (!difference.conduct) {
        fail("signature names misconduct \"" + signature->subject + "\", expected one of " + conduct_names());
      }
    }
    if (signature->kind != DifferenceKind::wrong_value) return difference;
    const json::value* value = object.if_contains("value");
    if (value == nullptr && signature->unstable) return std::nullopt;
    if (value == nullptr || !value->is_object()) fail("field \"value\" is missing or not an object");
    const json::object& fields = value->get_object();
    for (const json::key_value_pair& member : fields) {
      // "key" is what version 1 held besides the path.
      if (member.key() == "path" || member.key() == "key" || member.key() == "expected" || member.key() == "got")
        continue;
      fail("unknown field \"value." + std::string(member.key()) + "\"");
    }
    const std::string path = text(fields, "path");
    const std::optional<ObservableKey> key = key_of(loaded.domain->observable_fields(), path);
    if (!key || !model_expects(loaded, *key)) fail("value.path is \"" + path + "\", which names no value of the case");
    difference.key = *key;
    const ObservableField& field = loaded.domain->observable_fields()[key->field];
    if (signature->subject != field.path || signature->stage != field.stage) {
      fail("signature is \"" + loaded.signature + "\", but value.path names " + std::string(field.path) + " at " +
           std::string(name_of(field.stage)));
    }
    const auto number = [&](std::string_view name) -> std::uint64_t {
      json::error_code error;
      const json::value* found = fields.if_contains(view(name));
      const auto read = found == nullptr ? 0 : found->to_number<std::uint64_t>(error);
      if (found == nullptr || error) fail("value." + std::string(name) + " is missing or not a number of 64 bits");
      return read;
    };
    difference.expected = number("expected");
    difference.got = number("got");
    return difference;
  }

  /// Whether the model expects the value of a key, so that there is one to have been wrong.
  static bool model_expects(const LoadedCase& loaded, ObservableKey key) {
    Expectation expectation;
    loaded.domain->make_model()->judge(*case_from_tree(*loaded.domain, loaded.tree), expectation);
    return std::any_of(expectation.observables.begin(), expectation.observables.end(),
                       [&](const ExpectedObservable& observable) { return observable.key == key; });
  }

  void read_candidate(const json::object& object, Provenance& out) const {
    const json::value* value = object.if_contains("candidate");
    if (value == nullptr || !value->is_object()) fail("field \"candidate\" is missing or not an object");
    const json::object& candidate = value->get_object();
    out.name = text(candidate, "name");
    for_each_member<Provenance>([&](auto member) {
      if (candidate.if_contains(member.name) != nullptr) out.*member.pointer = text(candidate, member.name);
    });
  }

  static std::string domain_names() {
    std::string names;
    for (const Domain* domain : all_domains()) {
      if (!names.empty()) names += " or ";
      names += domain->name();
    }
    return names;
  }

  std::string_view name_;
};

}  // namespace

std::string case_json(const Domain& domain, const Node& tree) {
  json::object object = head(kCaseFormat, domain);
  object["case"] = tree_to_json(tree);
  return write_json(object);
}

std::string finding_json(const Finding& finding) {
  json::object object = head(kFindingFormat, *finding.domain);
  object["signature"] = text_value(finding.signature.text());
  json::array stages;
  for (const Stage stage : finding.stages) stages.push_back(text_value(name_of(stage)));
  object["stages"] = stages;
  if (!finding.rules.empty()) {
    json::array rules;
    for (const RuleId id : finding.rules) rules.push_back(text_value(rule(id).id));
    object["rules"] = rules;
    object["says"] = text_value(rule(*finding.rule()).text);
  }
  if (!finding.shape.empty()) object["shape"] = text_value(finding.shape);
  object["expected"] = expected_json(finding);
  object["got"] = outcome_json(finding.outcome);
  if (finding.other_outcome) object["but_also"] = outcome_json(*finding.other_outcome);
  if (finding.signature.kind == DifferenceKind::wrong_value && !finding.seen_once())
    object["value"] = value_json(finding);
  object["candidate"] = provenance_json(finding.candidate);
  object["reference"] = provenance_json(finding.reference);
  object["harness"] = D3D12FUZZ_VERSION;
  // As text: JSON numbers above 2^53 do not survive every reader.
  if (finding.case_index) {
    object["seed"] = text_value(std::to_string(finding.seed));
    object["case_index"] = text_value(std::to_string(*finding.case_index));
  }
  object["reproduced"] = finding.reproduced;
  object["attempts"] = finding.attempts;
  object["minimal"] = finding.minimal;
  object["case"] = tree_to_json(finding.tree);
  return write_json(object);
}

LoadedCase parse_case(std::string_view text, std::string_view name) {
  return Reader(name).read(parse_json(text, name));
}

LoadedCase load_case(const std::filesystem::path& path) {
  if (path == "-") {
    return parse_case(read_standard_input(), "standard input");
  }
  return parse_case(read_file(path), path.string());
}

}  // namespace d3d12fuzz
