// d3d12fuzz rules: the catalogue.

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "base/json_text.h"
#include "cli/rule_cases.h"
#include "cli/rule_filter.h"
#include "cli/verbs.h"

namespace d3d12fuzz {
namespace {

namespace json = boost::json;

/// More files than this for one rule are counted.
constexpr std::size_t kMostFiles = 10;

struct RulesFlags {
  std::vector<std::string> ids;
  RuleFilter filter;
  std::string corpus;
  bool json = false;
};

json::string_view view(std::string_view text) { return {text.data(), text.size()}; }

/// All columns of a row.
json::object rule_json(RuleId id) {
  const Rule& row = rule(id);
  json::object object;
  object["id"] = view(row.id);
  object["subject"] = view(row.subject);
  object["rule"] = view(row.text);
  object["class"] = view(name_of(row.rule_class));
  object["domain"] = view(row.domain);
  object["decided_by"] = view(row.decided_by);
  object["violation"] = view(name_of(row.violation));
  object["platform"] = view(row.platform);
  object["source"] = view(row.source);
  object["valid_example"] = view(row.valid_example);
  object["invalid_example"] = view(row.invalid_example);
  object["confidence"] = view(row.confidence);
  object["judged"] = is_judged(id);
  return object;
}

json::array file_array(const std::vector<std::string>& files) {
  json::array array;
  for (const std::string& file : files) array.push_back(json::value(view(file)));
  return array;
}

/// Whether an example is written in the notation of root signatures rather than in words.
bool in_notation(const Rule& row) {
  const auto written = [](std::string_view example) {
    for (const std::string_view mark : {"T[", "R(", "D(", "K(", "S(", "V=", "F="}) {
      if (example.find(mark) != std::string_view::npos) return true;
    }
    return false;
  };
  return row.id.starts_with("DT-") && (written(row.valid_example) || written(row.invalid_example));
}

std::string files_text(std::string_view label, const std::vector<std::string>& files) {
  std::string text;
  for (std::size_t i = 0; i < std::min(files.size(), kMostFiles); ++i) {
    text += fmt::format("{:<11} {}\n", i == 0 ? label : "", files[i]);
  }
  if (files.size() > kMostFiles) text += fmt::format("{:<11} and {} more\n", "", files.size() - kMostFiles);
  return text;
}

std::string rule_text(RuleId id) {
  const Rule& row = rule(id);
  std::string text = fmt::format(
      "{}  {}\n\n{}\n\nclass       {}\nviolation   {}\ndomain      {}{}\ndecided by  {}\nplatform    {}\nkeeps it    "
      "{}\n"
      "breaks it   {}\n",
      row.id, row.subject, row.text, name_of(row.rule_class), name_of(row.violation), row.domain,
      is_judged(id) ? "" : " (not judged by this version)", row.decided_by, row.platform, row.valid_example,
      row.invalid_example);
  if (in_notation(row)) {
    text +=
        "notation    T[visibility](R(type, count, register, space, offset, flags)), K(constants, register, space, "
        "visibility), D(type, register, space, visibility, flags), S(register, space, visibility), L(class, register, "
        "space, stage) a lookup, V= version, F= flags, U unbounded, A append\n";
  }
  return text + fmt::format("source      {}\nconfidence  {}\n", row.source, row.confidence);
}

/// The rules one by one, with the cases of the corpus that exercise them.
int explain(const RulesFlags& flags) {
  std::vector<RuleId> ids;
  for (const std::string& name : flags.ids) ids.push_back(rule_by_name(name));
  std::string corpus = flags.corpus;
  std::error_code ignored;
  if (corpus.empty() && std::filesystem::is_directory("corpus", ignored)) corpus = "corpus";
  RuleCases cases;
  if (!corpus.empty()) cases = find_rule_cases(corpus);

  json::array all;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const RuleCases::Files& files = cases.by_rule[ids[i]];
    if (flags.json) {
      json::object object = rule_json(ids[i]);
      object["kept_by"] = file_array(files.met);
      object["broken_by"] = file_array(files.broken);
      all.push_back(object);
      continue;
    }
    fmt::print("{}{}", i == 0 ? "" : "\n", rule_text(ids[i]));
    if (corpus.empty()) continue;
    fmt::print("{}{}", files_text("broken by", files.broken), files_text("kept by", files.met));
    if (files.broken.empty() && files.met.empty()) fmt::print("{:<11} no case in {} exercises it\n", "cases", corpus);
  }
  if (flags.json) fmt::print("{}", write_json(all));
  if (cases.unreadable > 0) {
    fmt::print(stderr, "{}: {} {} no case of this version; the first: {}\n", corpus, cases.unreadable,
               cases.unreadable == 1 ? "file holds" : "files hold", cases.first_unreadable);
  }
  return kClean;
}

int list_rules(const RulesFlags& flags) {
  const std::vector<RuleId> rules = flags.filter.rules();
  if (flags.json) {
    json::array all;
    for (const RuleId id : rules) all.push_back(rule_json(id));
    fmt::print("{}", write_json(all));
    return kClean;
  }
  constexpr std::string_view form = "{:<8} {:<9} {:<9} {:<6} {:<19} {}\n";
  fmt::print(form, "rule", "class", "violation", "judged", "domain", "subject");
  for (const RuleId id : rules) {
    const Rule& row = rule(id);
    fmt::print(form, row.id, name_of(row.rule_class), name_of(row.violation), is_judged(id) ? "yes" : "no", row.domain,
               row.subject);
  }
  return kClean;
}

}  // namespace

void add_rules(CLI::App& app, int& status) {
  auto flags = std::make_shared<RulesFlags>();
  CLI::App* verb = app.add_subcommand("rules", "list the rule catalogue, or explain rules");
  verb->footer(
      "Examples:\n"
      "  d3d12fuzz rules DT-005 DT-023                 what they say, and which cases of corpus/ exercise them\n"
      "  d3d12fuzz rules --judged --class scored\n"
      "  d3d12fuzz rules --grep unbounded --platform xbox\n"
      "The list: class says what a disagreement means, violation what Direct3D does when the rule is broken, judged\n"
      "whether a domain of this version judges it, domain whose cases exercise it.");
  CLI::Option* ids = verb->add_option("ID", flags->ids, "rules to explain");
  CLI::Option* corpus =
      verb->add_option("--corpus", flags->corpus, "with ID: folder of cases; \"corpus\" unless given, if there is one");
  corpus->needs(ids);
  const auto filter = [&](const std::string& name, std::string& value, const std::string& what) {
    verb->add_option(name, value, what)->excludes(ids);
  };
  filter("--class", flags->filter.rule_class,
         "only rules of this class: scored, advisory, ambiguous, undefined or note");
  filter("--domain,-d", flags->filter.domain, "only rules of this domain");
  filter("--violation", flags->filter.violation,
         "only rules whose violation is this: rejected, allowed, undefined, ...");
  filter("--platform", flags->filter.platform, "only rules that hold there: pc, xbox; both: only those of both");
  filter("--decided-by", flags->filter.decided_by, "only rules that this decides: description, blob, memory, ...");
  filter("--grep", flags->filter.grep, "only rules with this text in subject or rule, in either case of letters");
  verb->add_flag("--judged", flags->filter.judged, "only rules that a domain of this version judges")->excludes(ids);
  verb->add_flag("--json", flags->json, "print JSON, with all columns");
  verb->callback([flags, &status] { status = flags->ids.empty() ? list_rules(*flags) : explain(*flags); });
}

}  // namespace d3d12fuzz
