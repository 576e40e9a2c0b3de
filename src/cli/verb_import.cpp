// d3d12fuzz import: a root signature of another form as a case file.

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "cli/verbs.h"
#include "domains/root_signature/domain.h"
#include "domains/root_signature/hlsl_reader.h"
#include "report/finding_json.h"

namespace d3d12fuzz {
namespace {

struct ImportFlags {
  std::string hlsl;
  std::string version = "1.1";
  std::string out;
};

root_signature::Version version_of(const std::string& text) {
  for (const NamedValue& named : leaf_meaning(root_signature::Version{}).names) {
    if (named.name == text) return static_cast<root_signature::Version>(named.value);
  }
  throw InputError("--version: found \"" + text + "\", expected 1.0, 1.1 or 1.2");
}

root_signature::RootSignatureCase read_hlsl(const ImportFlags& flags) {
  const root_signature::Version version = version_of(flags.version);
  std::error_code not_a_path;
  if (std::filesystem::exists(flags.hlsl, not_a_path)) {
    return root_signature::from_hlsl(read_file(flags.hlsl), version, flags.hlsl);
  }
  // Every element of a root signature has one.
  if (flags.hlsl.find('(') == std::string::npos) {
    throw InputError("--hlsl: found \"" + flags.hlsl + "\", expected an existing file or text such as CBV(b0)");
  }
  return root_signature::from_hlsl(flags.hlsl, version, "<text>");
}

int import(const ImportFlags& flags) {
  const std::string text = case_json(root_signature::domain(), to_tree(read_hlsl(flags)));
  if (flags.out.empty()) {
    fmt::print("{}", text);
  } else {
    write_file(flags.out, text);
  }
  return kClean;
}

}  // namespace

void add_import(CLI::App& app, int& status) {
  auto flags = std::make_shared<ImportFlags>();
  CLI::App* verb = app.add_subcommand("import", "make a case file of a root signature in HLSL");
  verb->footer(
      "Examples:\n"
      "  d3d12fuzz import --hlsl 'DescriptorTable(SRV(t0, numDescriptors = unbounded)), CBV(b0)' --out case.json\n"
      "  d3d12fuzz import --hlsl root_signature.txt --version 1.2 | d3d12fuzz show -");
  verb->add_option("--hlsl", flags->hlsl, "root signature as text, or a file of it if there is one of that name")
      ->required();
  verb->add_option("--version", flags->version, "of the root signature: 1.0, 1.1 or 1.2")->capture_default_str();
  verb->add_option("--out,-o", flags->out, "file for the case; standard output without");
  verb->callback([flags, &status] { status = import(*flags); });
}

}  // namespace d3d12fuzz
