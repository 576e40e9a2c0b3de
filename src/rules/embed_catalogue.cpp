// Build-time tool: reads the catalogue's tables and writes the C++ initialisers that are compiled into the program.
// Usage: embed_catalogue IDS_OUT ROWS_OUT TABLE.tsv...
// Refuses a table with a wrong heading, a row with a wrong number of columns, an unknown class or an id that stands
// twice.

#include <array>
#include <fstream>
#include <iostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::string_view kHeading =
    "id\tsubject\trule\tclass\tdomain\tdecided_by\tviolation\tplatform\tsource\tvalid_example\tinvalid_example\t"
    "confidence";

std::vector<std::string> split(std::string_view line) {
  std::vector<std::string> columns;
  while (true) {
    const std::size_t tab = line.find('\t');
    columns.emplace_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return columns;
    line.remove_prefix(tab + 1);
  }
}

std::string literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

bool one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  for (const std::string_view candidate : words) {
    if (candidate == word) return true;
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "usage: embed_catalogue IDS_OUT ROWS_OUT TABLE.tsv...\n";
    return 2;
  }
  std::ofstream ids(argv[1]);
  std::ofstream rows(argv[2]);
  std::set<std::string> seen;
  for (int i = 3; i < argc; ++i) {
    std::ifstream table(argv[i]);
    std::string line;
    const auto fail = [&](std::size_t number, std::string_view what) {
      std::cerr << argv[i] << ':' << number << ": " << what << '\n';
      return 2;
    };
    if (!std::getline(table, line) || line != kHeading) return fail(1, "wrong heading");
    for (std::size_t number = 2; std::getline(table, line); ++number) {
      const std::vector<std::string> columns = split(line);
      if (columns.size() != 12) return fail(number, "expected 12 columns, found " + std::to_string(columns.size()));
      if (!seen.insert(columns[0]).second) return fail(number, "rule " + columns[0] + " stands twice");
      if (!one_of(columns[3], {"scored", "advisory", "ambiguous", "undefined", "note"})) {
        return fail(number, "unknown class " + columns[3]);
      }
      if (!one_of(columns[6], {"rejected", "allowed", "undefined", "nothing", "debug", "removed"})) {
        return fail(number, "unknown violation " + columns[6]);
      }
      ids << literal(columns[0]) << ",\n";
      rows << '{';
      for (std::size_t c = 0; c < columns.size(); ++c) {
        if (c == 3) {
          rows << "RuleClass::" << columns[c] << ", ";
        } else if (c == 6) {
          rows << "Violation::" << columns[c] << ", ";
        } else {
          rows << literal(columns[c]) << ", ";
        }
      }
      rows << "},\n";
    }
  }
  return ids.flush() && rows.flush() ? 0 : 2;
}
