#include "shrink/neighbours.h"

#include <algorithm>
#include <iterator>

#include "shrink/steps.h"

namespace d3d12fuzz {

std::vector<std::uint64_t> simpler_values(const TypeInfo& leaf, std::uint64_t value, NumberSteps numbers) {
  const LeafMeaning& meaning = *leaf.meaning;
  const Distance distance = distance_from_simplest(meaning, value);
  std::vector<std::uint64_t> values = {meaning.simplest};
  if (meaning.kind == LeafKind::flags) {
    for (std::uint64_t bits = value; bits != 0; bits &= bits - 1) {
      const std::uint64_t bit = bits & (~bits + 1);
      values.push_back(value & ~bit);
      values.push_back(bit);
      for (const NamedValue& lower : meaning.names) {
        if (lower.value < bit && (value & lower.value) == 0) values.push_back((value & ~bit) | lower.value);
      }
    }
    values.insert(values.end(), meaning.boundaries.begin(), meaning.boundaries.end());
  } else {
    for (const NamedValue& named : meaning.names) values.push_back(named.value);
    if (!meaning.closed) {
      values.push_back(0);
      for (const std::uint64_t boundary : meaning.boundaries) values.push_back(boundary);
      if (numbers == NumberSteps::all) {
        values.push_back(value / 2);
        values.push_back(value - 1);
      } else {
        // What tells a few elements apart is no amount.
        values.insert(values.end(), {1, 2, 3, 4});
      }
    }
  }
  std::erase_if(values,
                [&](std::uint64_t v) { return v > leaf.leaf_max || distance_from_simplest(meaning, v) >= distance; });
  std::sort(values.begin(), values.end(), [&](std::uint64_t a, std::uint64_t b) {
    return distance_from_simplest(meaning, a) < distance_from_simplest(meaning, b);
  });
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

const std::vector<Step>& compound_steps() {
  static const std::vector<Step> steps = {
      joins,         absorptions, alternatives, alternatives_alike, moves, compensations, trades,
      lowered_alike, shifted,     exchanges,    exchanges_alike,    swaps, renames,       pairs};
  return steps;
}

std::vector<Node> neighbours(const Node& tree, NumberSteps numbers) {
  std::vector<Node> all = removals(tree, numbers);
  const auto add = [&](std::vector<Node> more) { std::move(more.begin(), more.end(), std::back_inserter(all)); };
  add(lowered(tree, numbers));
  for (const Step& step : compound_steps()) add(step(tree, numbers));
  return all;
}

}  // namespace d3d12fuzz
