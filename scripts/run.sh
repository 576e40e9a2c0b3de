#!/usr/bin/env bash
# The main job: installs what is missing, builds, and tests Debian's libvkd3d for the better part of a minute.
# Each distinct fault is printed once, already shrunk; findings/ then holds one file for each.
#
# Arguments go to "d3d12fuzz run" and take the place of the defaults: scripts/run.sh --time 300 --seed 7
# Exit status is that of the program: 0 clean, 1 findings, 2 bad input, 3 failure of the harness.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh >&2
[ -f build/release/build.ninja ] || cmake --preset release >&2
cmake --build --preset release --target d3d12fuzz >&2
program=build/release/d3d12fuzz

# given "--time" "-t" "$@": whether the arguments name an option, in any of its spellings.
given() {
  local long=$1 short=$2 argument
  shift 2
  for argument in "$@"; do
    case $argument in "$long" | "$long="* | "$short" | "$short"[!-]*) return 0 ;; esac
  done
  return 1
}

defaults=()
seconds=45
if ! given --candidate -c "$@"; then
  reason=$("$program" candidates | sed -n 's/^The default, d3d12, cannot be used here: //p')
  if [ -n "$reason" ]; then
    echo "libvkd3d cannot be used here ($reason): testing the built-in candidate instead, which has no known fault" >&2
    defaults+=(--candidate builtin)
    seconds=10
  fi
fi
given --time -t "$@" || given --cases -n "$@" || defaults+=(--time "$seconds")
given --keep-going -k "$@" || defaults+=(--keep-going)
given --out -o "$@" || defaults+=(--out findings)

exec "$program" run "${defaults[@]}" "$@"
