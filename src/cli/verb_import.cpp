// d3d12fuzz import: a root signature of another form as a case file.

#include <fmt/format.h>

#include "base/error.h"
#include "base/file.h"
#include "cli/candidate_flags.h"
#include "cli/verbs.h"
#include "domains/root_signature/domain.h"
#include "domains/root_signature/hlsl_reader.h"
#include "domains/root_signature/import_serialized.h"
#include "domains/root_signature_blob/domain.h"
#include "domains/root_signature_blob/import_bytes.h"
#include "report/finding_json.h"

namespace d3d12fuzz {
namespace {

struct ImportFlags {
  std::string file;
  std::string hlsl;
  std::string macro;
  std::string version = "1.1";
  std::string domain = "root_signature";
  std::string out;
};

root_signature::Version version_of(const std::string& text) {
  for (const NamedValue& named : leaf_meaning(root_signature::Version{}).names) {
    if (named.name == text) return static_cast<root_signature::Version>(named.value);
  }
  throw InputError("--version: found \"" + text + "\", expected 1.0, 1.1 or 1.2");
}

/// \param name  what to call the text in errors
root_signature::RootSignatureCase read_hlsl_text(const std::string& text, const std::string& name,
                                                 const ImportFlags& flags) {
  const root_signature::Version version = version_of(flags.version);
  if (!root_signature::is_hlsl_source(text)) {
    if (!flags.macro.empty()) {
      throw InputError(name + ": found the text of a root signature, expected a source file with --name");
    }
    return root_signature::from_hlsl(text, version, name);
  }
  const root_signature::PlacedText found = root_signature::find_root_signature(text, flags.macro, name);
  return root_signature::from_hlsl(found, text, version, name);
}

root_signature::RootSignatureCase read_hlsl(const ImportFlags& flags) {
  std::error_code not_a_path;
  if (std::filesystem::exists(flags.hlsl, not_a_path)) return read_hlsl_text(read_file(flags.hlsl), flags.hlsl, flags);
  // Every element of a root signature has one.
  if (flags.hlsl.find('(') == std::string::npos) {
    throw InputError("--hlsl: found \"" + flags.hlsl + "\", expected an existing file or text such as CBV(b0)");
  }
  return read_hlsl_text(flags.hlsl, "<text>", flags);
}

/// What serialized bytes are as a case of the domain that the flags name.
Node read_serialized_file(const ImportFlags& flags) {
  const bool standard_input = flags.file == "-";
  const std::string content = standard_input ? read_standard_input() : read_file(flags.file);
  const std::vector<std::uint8_t> bytes(content.begin(), content.end());
  const std::string name = standard_input ? "standard input" : flags.file;
  if (flags.domain == root_signature_blob::domain().name()) {
    return to_tree(root_signature_blob::import_bytes(bytes, name));
  }
  return to_tree(root_signature::import_serialized(bytes, name));
}

/// The same of a text.
Node read_text(const ImportFlags& flags) {
  root_signature::RootSignatureCase value = read_hlsl(flags);
  if (flags.domain != root_signature_blob::domain().name()) return to_tree(value);
  return to_tree(root_signature_blob::serialized_case(std::move(value)));
}

int import(const ImportFlags& flags) {
  const Domain& domain = domain_by_name(flags.domain);
  if (&domain != &root_signature::domain() && &domain != &root_signature_blob::domain()) {
    throw InputError("--domain: found \"" + flags.domain + "\", expected root_signature or root_signature_blob");
  }
  const std::string text = case_json(domain, flags.hlsl.empty() ? read_serialized_file(flags) : read_text(flags));
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
  CLI::App* verb = app.add_subcommand("import", "make a case file of a root signature, serialized or in HLSL");
  verb->footer(
      "Examples:\n"
      "  d3d12fuzz import root_signature.bin --out case.json && d3d12fuzz replay case.json\n"
      "  d3d12fuzz import --hlsl 'DescriptorTable(SRV(t0, numDescriptors = unbounded)), CBV(b0)' --out case.json\n"
      "  d3d12fuzz import captured.bin --domain root_signature_blob --out case.json\n"
      "  d3d12fuzz import --hlsl root_signature.txt --version 1.2 | d3d12fuzz show -\n"
      "  d3d12fuzz import --hlsl lighting.hlsl --name LIGHTING_RS --out case.json");
  CLI::Option* file =
      verb->add_option("FILE", flags->file, "container with a root signature, of a shader too; - is standard input");
  CLI::Option* hlsl = verb->add_option(
      "--hlsl", flags->hlsl, "root signature as text, or a file if there is one of that name: of the text, or source");
  verb->add_option("--version", flags->version, "of the root signature in HLSL: 1.0, 1.1 or 1.2")
      ->capture_default_str()
      ->needs(hlsl);
  verb->add_option("--domain,-d", flags->domain,
                   "kind of case: root_signature, or root_signature_blob, which takes any bytes")
      ->capture_default_str();
  verb->add_option("--name", flags->macro, "macro of a source file to take, where it has several root signatures")
      ->needs(hlsl);
  verb->add_option("--out,-o", flags->out, "file for the case; standard output without");
  file->excludes(hlsl);
  verb->callback([file, hlsl, flags, &status] {
    if (file->count() == 0 && hlsl->count() == 0) throw InputError("import: found neither, expected FILE or --hlsl");
    if (hlsl->count() != 0 && flags->hlsl.empty()) {
      throw InputError("--hlsl: found no text, expected an existing file or text such as CBV(b0)");
    }
    status = import(*flags);
  });
}

}  // namespace d3d12fuzz
