#!/usr/bin/env bash
# Measures the harness: cases per second of each stage, heap allocations, the price of isolation, evaluations of
# shrinking, instructions per case. All figures of one run come from the same minute on the same machine; compare
# ratios rather than figures of different runs. Nothing here passes or fails.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh >&2
cmake --preset release >&2
cmake --build --preset release --target d3d12fuzz_bench >&2
bench=build/release/d3d12fuzz_bench

echo "$(uname -m), $(nproc) processors, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), load $(cut -d' ' -f1 /proc/loadavg)"
echo
"$bench"
echo

# Instructions of N and of 2N cases: the difference is that of N cases alone.
first=10000 second=20000
if command -v valgrind >/dev/null; then
  tool=callgrind
  count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$bench" stage "$1" "$2" 2>&1 |
      sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
  }
elif command -v perf >/dev/null && perf stat -x, -e instructions:u true >/dev/null 2>&1; then
  tool="perf stat"
  count() { perf stat -x, -e instructions:u "$bench" stage "$1" "$2" 2>&1 >/dev/null | cut -d, -f1; }
else
  echo "Instructions per case: neither valgrind nor perf is here"
  exit 0
fi
echo "Instructions per case ($tool; $second cases less $first)"
for stage in generate model "hand over" builtin compare "whole loop"; do
  a=$(count "$stage" "$first")
  b=$(count "$stage" "$second")
  if [ -n "$a" ] && [ -n "$b" ]; then
    printf '  %-12s %8d\n' "$stage" $(((b - a) / (second - first)))
  else
    printf '  %-12s %8s\n' "$stage" "-"
  fi
done
