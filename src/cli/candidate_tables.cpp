#include "cli/candidate_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <map>
#include <utility>

#include "cli/candidate_flags.h"

namespace d3d12fuzz {
namespace {

using Row = std::vector<std::string>;

boost::json::string_view view(std::string_view text) { return {text.data(), text.size()}; }

/// The number of findings that each candidate has of each signature.
std::map<std::string, std::vector<std::size_t>> counts_by_signature(
    std::span<const std::vector<const Finding*>> findings) {
  std::map<std::string, std::vector<std::size_t>> counts;
  for (std::size_t k = 0; k < findings.size(); ++k) {
    for (const Finding* finding : findings[k]) {
      std::vector<std::size_t>& row = counts[finding->signature.text()];
      row.resize(findings.size());
      ++row[k];
    }
  }
  return counts;
}

/// "create", or "parameters[].table_size"
std::string_view subject_of(const OpenQuestion& question, const Domain& domain) {
  return question.of_value ? domain.observable_fields()[question.at].path : name_of(static_cast<Stage>(question.at));
}

/// Why the answer is open. A scored rule may hold for one platform only, and leave another open.
std::string_view open_class(RuleId id) {
  return name_of(rule(id).rule_class == RuleClass::advisory ? RuleClass::advisory : RuleClass::ambiguous);
}

bool any_differ(const OpenRow& row) {
  return std::any_of(row.pairs.begin(), row.pairs.end(), [](const OpenPair& pair) { return pair.differing > 0; });
}

std::string answers_text(const OpenQuestion& question, const OpenAnswers& answers) {
  if (question.of_value) return fmt::format("{} given", answers.reported);
  return fmt::format("{} of {}", answers.accepted, answers.accepted + answers.rejected);
}

}  // namespace

std::string labelled_lines(std::size_t candidate, std::string_view text) {
  std::string labelled;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    labelled += candidate_label(candidate) + ": " + std::string(text.substr(0, end + 1));
    text.remove_prefix(end + 1);
  }
  return labelled;
}

std::string aligned_text(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.empty() ? 0 : rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += fmt::format("{:<{}}  ", row[i], widths[i]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

std::string signature_table(std::span<const std::vector<const Finding*>> findings) {
  std::vector<Row> rows{{"findings"}};
  for (std::size_t k = 0; k < findings.size(); ++k) rows.front().push_back(candidate_label(k));
  for (const auto& [signature, counts] : counts_by_signature(findings)) {
    Row& row = rows.emplace_back(Row{signature});
    for (const std::size_t count : counts) row.push_back(count == 0 ? "-" : std::to_string(count));
  }
  return rows.size() == 1 ? std::string() : aligned_text(rows);
}

boost::json::array signature_json(std::span<const std::vector<const Finding*>> findings) {
  boost::json::array rows;
  for (const auto& [signature, counts] : counts_by_signature(findings)) {
    boost::json::object row;
    row["signature"] = signature;
    row["findings"] = boost::json::array(counts.begin(), counts.end());
    rows.push_back(row);
  }
  return rows;
}

std::string disagreement_table(const Disagreements& disagreements, const Domain& domain, std::uint64_t seed) {
  std::vector<Row> rows;
  std::size_t agreed = 0;
  for (const auto& [question, open] : disagreements.rows()) {
    const std::vector<std::pair<std::size_t, std::size_t>> pairs = pairs_of(open.answers.size());
    if (rows.empty()) {
      rows.push_back({"rule", "class", "accepts at, or gives"});
      for (std::size_t k = 0; k < open.answers.size(); ++k) rows.front().push_back(candidate_label(k));
      rows.front().insert(rows.front().end(), {"pair", "differs in", "alone", "for example"});
    }
    agreed += any_differ(open) ? 0 : 1;
    bool first = true;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const OpenPair& pair = open.pairs[i];
      if (pair.differing == 0) continue;
      Row row{std::string(rule(question.rule).id), std::string(open_class(question.rule)),
              std::string(subject_of(question, domain))};
      for (const OpenAnswers& answers : open.answers) row.push_back(answers_text(question, answers));
      if (!std::exchange(first, false)) std::fill(row.begin(), row.end(), std::string());
      row.insert(row.end(), {candidate_label(pairs[i].first) + candidate_label(pairs[i].second),
                             fmt::format("{} of {}", pair.differing, pair.compared), std::to_string(pair.alone),
                             fmt::format("--seed {} --case {}", seed, pair.example)});
      rows.push_back(std::move(row));
    }
  }
  std::string text = "answers to what Direct3D leaves open, in cases; none of them is a finding\n";
  if (rows.size() > 1) text += aligned_text(rows);
  return text + fmt::format("{} open {}, all candidates that answered agree on {}\n", disagreements.rows().size(),
                            disagreements.rows().size() == 1 ? "question" : "questions", agreed);
}

boost::json::array disagreement_json(const Disagreements& disagreements, const Domain& domain) {
  boost::json::array rows;
  for (const auto& [question, open] : disagreements.rows()) {
    if (question.of_value && !any_differ(open)) continue;
    boost::json::object row;
    row["rule"] = view(rule(question.rule).id);
    row["class"] = view(open_class(question.rule));
    row[question.of_value ? "value" : "stage"] = view(subject_of(question, domain));
    boost::json::array all;
    for (const OpenAnswers& answers : open.answers) {
      boost::json::object of_one;
      if (question.of_value) {
        of_one["reported"] = answers.reported;
      } else {
        of_one["accepted"] = answers.accepted;
        of_one["rejected"] = answers.rejected;
      }
      all.push_back(of_one);
    }
    row["answers"] = all;
    boost::json::array all_pairs;
    const std::vector<std::pair<std::size_t, std::size_t>> pairs = pairs_of(open.answers.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const OpenPair& pair = open.pairs[i];
      boost::json::object of_pair;
      of_pair["candidates"] = {candidate_label(pairs[i].first), candidate_label(pairs[i].second)};
      of_pair["compared"] = pair.compared;
      of_pair["differing"] = pair.differing;
      of_pair["alone"] = pair.alone;
      if (pair.differing > 0) of_pair["case_index"] = std::to_string(pair.example);
      all_pairs.push_back(of_pair);
    }
    row["pairs"] = all_pairs;
    rows.push_back(row);
  }
  return rows;
}

}  // namespace d3d12fuzz
