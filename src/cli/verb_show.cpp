// d3d12fuzz show: a case in another form.

#include <fmt/format.h>

#include <cstdio>

#include "base/error.h"
#include "base/file.h"
#include "cli/candidate_flags.h"
#include "cli/verbs.h"
#include "report/cpp_reproducer.h"
#include "report/finding_json.h"

namespace d3d12fuzz {
namespace {

struct ShowFlags {
  std::string file;
  std::string form = "text";
  std::string out;
  std::string domain = "root_signature";
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> index;
};

LoadedCase case_to_show(const ShowFlags& flags) {
  if (!flags.file.empty()) return load_case(flags.file);
  if (!flags.index) throw InputError("show: expected a file, or --case N for case N of --seed");
  LoadedCase loaded;
  loaded.domain = &domain_by_name(flags.domain);
  const std::unique_ptr<Case> value = loaded.domain->make_case();
  ChoiceSource choices(flags.seed, *flags.index);
  loaded.domain->generate(choices, *value);
  loaded.tree = loaded.domain->tree(*value);
  return loaded;
}

/// The case as a person reads it, and what the model says of it.
std::string as_text(const LoadedCase& loaded) {
  const std::unique_ptr<Case> value = case_from_tree(*loaded.domain, loaded.tree);
  Expectation expectation;
  loaded.domain->make_model()->judge(*value, expectation);
  std::string text = loaded.domain->hlsl(*value);
  text += fmt::format("\nclass        {}\n", name_of(expectation.scoring_class()));
  for (const Stage stage : kStages) {
    switch (expectation.at(stage)) {
      case Expected::nothing:
        break;
      case Expected::accepted:
        text += fmt::format("{:<12} must be accepted\n", name_of(stage));
        break;
      case Expected::rejected:
        text += fmt::format("{:<12} must be rejected\n", name_of(stage));
        break;
      case Expected::either:
        text += fmt::format("{:<12} may be accepted or rejected\n", name_of(stage));
        break;
    }
  }
  const auto add_rules = [&](std::string_view label, const RuleSet& rules) {
    rules.for_each([&](RuleId id) { text += fmt::format("{:<12} {}: {}\n", label, rule(id).id, rule(id).text); });
  };
  add_rules("breaks", expectation.broken_rules);
  add_rules("advisory", expectation.advisory);
  add_rules("ambiguous", expectation.ambiguous);
  return text;
}

std::string as_hlsl_source(const LoadedCase& loaded) {
  const std::optional<std::string> source = loaded.domain->hlsl_source(*case_from_tree(*loaded.domain, loaded.tree));
  if (!source) throw InputError("--as hlsl-source: found a case of which HLSL does not say all, expected --as hlsl");
  return *source;
}

/// \throws InputError if the domain has no such form
template <class Form>
Form serialized(const LoadedCase& loaded, std::string_view name, std::optional<Form> form) {
  if (form) return *std::move(form);
  throw InputError("--as " + std::string(name) + ": found a case of domain " + std::string(loaded.domain->name()) +
                   ", expected one that has a serialized form");
}

std::string in_form(const LoadedCase& loaded, const std::string& form) {
  const Domain& domain = *loaded.domain;
  if (form == "text") return as_text(loaded);
  if (form == "json") return case_json(domain, loaded.tree);
  if (form == "hlsl") return domain.hlsl(*case_from_tree(domain, loaded.tree));
  if (form == "hlsl-source") return as_hlsl_source(loaded);
  if (form == "cpp") return cpp_reproducer(loaded);
  if (form == "annotated") {
    return serialized(loaded, form, domain.annotated_blob(*case_from_tree(domain, loaded.tree)));
  }
  if (form == "blob") {
    const std::vector<std::uint8_t> blob = serialized(loaded, form, domain.blob(*case_from_tree(domain, loaded.tree)));
    return {blob.begin(), blob.end()};
  }
  throw InputError("--as: found \"" + form + "\", expected text, json, cpp, hlsl, hlsl-source, blob or annotated");
}

int show(const ShowFlags& flags) {
  const std::string content = in_form(case_to_show(flags), flags.form);
  if (flags.out.empty()) {
    std::fwrite(content.data(), 1, content.size(), stdout);
  } else {
    write_file(flags.out, content);
  }
  return kClean;
}

}  // namespace

void add_show(CLI::App& app, int& status) {
  auto flags = std::make_shared<ShowFlags>();
  CLI::App* verb = app.add_subcommand("show", "print a case as text, JSON, C++, HLSL or in its serialized form");
  verb->footer(
      "Examples:\n"
      "  d3d12fuzz show findings/accepts-illegal-DT-005.json --as cpp > reproducer.cpp\n"
      "  d3d12fuzz show --seed 7 --case 12345 --as json > case.json");
  verb->add_option("FILE", flags->file, "case or finding file; - is standard input");
  verb->add_option(
          "--as", flags->form,
          "text, json, cpp, hlsl, hlsl-source: the file that a compiler is given, blob: the serialized form, or "
          "annotated: its fields")
      ->capture_default_str();
  verb->add_option("--out,-o", flags->out, "file to write instead of standard output");
  verb->add_option("--domain,-d", flags->domain, "with --case: kind of case")->capture_default_str();
  verb->add_option("--seed,-s", flags->seed, "with --case: of the choices")
      ->capture_default_str()
      ->check(whole_number(0));
  verb->add_option("--case", flags->index, "show this case of a seed instead of a file")->check(whole_number(0));
  verb->callback([flags, &status] { status = show(*flags); });
}

}  // namespace d3d12fuzz
