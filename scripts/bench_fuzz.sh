#!/usr/bin/env bash
# Executions per second of processor time of target root_signature_builtin, as a share of what the engine makes of an empty target, both
# from the same seeds in the same minutes: without sanitizers (preset fuzz-plain), and with ASan and UBSan (fuzz).
#
# Usage: scripts/bench_fuzz.sh [PRESET...]   both without arguments
# Environment: SECONDS_EACH  how long each target runs at least, default 15
# Exit status: 0 the bars are met; 1 one is not; 2 bad input.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${SECONDS_EACH:-15}
[ $# -gt 0 ] || set -- fuzz-plain fuzz
for preset in "$@"; do
  case $preset in fuzz-plain | fuzz) ;; *)
    echo "bench_fuzz.sh: found \"$preset\", expected fuzz-plain or fuzz" >&2 && exit 2 ;;
  esac
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# flags TARGET: those of its .options file, which is how the target is run elsewhere.
flags() {
  sed -n 's|^dict *= *\(.*\)|-dict='"$folder"'/\1|p; s|^\([a-z_]*\) *= *\([0-9]*\)$|-\1=\2|p' "$folder/$1.options"
}

# timed TARGET RUNS: the nanoseconds of processor time that so many executions take. An engine keeps one processor busy,
# so on an idle machine that is the time on the clock; on a busy one it leaves the others out.
timed() {
  local options
  mapfile -t options < <(flags "$1")
  rm -rf "$scratch/corpus" && cp -r "$folder/seeds/root_signature_builtin" "$scratch/corpus"
  local TIMEFORMAT='%U %S'
  { time "$folder/$1" -runs="$2" -seed=1 "${options[@]}" "$scratch/corpus" >"$scratch/log" 2>&1; } 2>"$scratch/time" ||
    { tail -5 "$scratch/log" >&2 && exit 2; }
  awk '{ printf "%.0f", ($1 + $2) * 1e9 }' "$scratch/time"
}

# rate TARGET: executions per second. The first run only finds out how many fill the time; the engine's own average is
# that of whole seconds.
rate() {
  local runs=100000 taken
  taken=$(timed "$1" "$runs")
  while [ "$taken" -lt $((seconds * 1000000000)) ]; do
    runs=$(awk -v runs="$runs" -v taken="$taken" -v wanted="$seconds" 'BEGIN {
      factor = 1.1 * wanted * 1e9 / taken; printf "%.0f", runs * (factor > 30 ? 30 : factor) }')
    taken=$(timed "$1" "$runs")
  done
  awk -v runs="$runs" -v taken="$taken" 'BEGIN { printf "%.0f", runs * 1e9 / taken }'
}

status=0
echo "$(uname -m), $(nproc) processors, load $(cut -d' ' -f1 /proc/loadavg); at least $seconds s each"
for preset in "$@"; do
  cmake --preset "$preset" >&2
  cmake --build --preset "$preset" --target empty root_signature_builtin root_signature_builtin_seeds >&2
  folder=build/$preset/fuzz
  bar=0.03
  [ "$preset" = fuzz-plain ] || bar=0.015
  empty=$(rate empty)
  target=$(rate root_signature_builtin)
  awk -v preset="$preset" -v empty="$empty" -v target="$target" -v bar="$bar" 'BEGIN {
    ratio = target / empty
    met = (ratio >= bar)
    printf("%-10s  empty %9d/s  root_signature_builtin %7d/s  ratio %.4f  bar %.3f  %s\n", preset, empty, target, ratio,
           bar, met ? "met" : "MISSED")
    exit !met }' || status=1
done
exit $status
