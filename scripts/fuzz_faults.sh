#!/usr/bin/env bash
# How many executions libFuzzer needs to find each fault of the built-in candidate, with and without value profile. Each
# fault is looked for from an empty corpus with fixed seeds; the table has the median.
#
# Usage: scripts/fuzz_faults.sh [FAULT...]   all faults of the target's domain without arguments
# Environment:
#   SEEDS    of the engine, default "1 2 3"
#   RUNS     executions after which a fault counts as not found, default 2000000
#   MODES    default "edges value-profile"
#   CORPUS   a folder with seed inputs to start from; default none
#   TARGET   root_signature_builtin, which is the default, root_signature_blob_builtin or root_signature_bytes
#   BINARY   the program; default that of preset fuzz-plain, which is built
#   OPTIONS  further flags of libFuzzer
# Exit status: 0 every fault was found in every run; 1 some was not, or ended otherwise than it should; 2 bad input.
set -euo pipefail
cd "$(dirname "$0")/.."

read -ra seeds <<<"${SEEDS:-1 2 3}"
read -ra modes <<<"${MODES:-edges value-profile}"
read -ra options <<<"${OPTIONS:-}"
runs=${RUNS:-2000000}
target=${TARGET:-root_signature_builtin}
case $target in
  root_signature_builtin) dictionary=root_signature.dict domain_rows=(! -name '*_blobs.h') ;;
  root_signature_blob_builtin | root_signature_bytes) dictionary=root_signature_blob.dict domain_rows=(-name '*_blobs.h') ;;
  *) echo "fuzz_faults.sh: TARGET: found \"$target\", expected root_signature_builtin, root_signature_blob_builtin or root_signature_bytes" >&2 && exit 2 ;;
esac
binary=${BINARY:-build/fuzz-plain/fuzz/$target}
if [ -z "${BINARY:-}" ]; then
  cmake --preset fuzz-plain >&2
  cmake --build --preset fuzz-plain --target "$target" >&2
fi
[ -x "$binary" ] || { echo "fuzz_faults.sh: $binary: no such program" >&2 && exit 2; }
for mode in "${modes[@]}"; do
  case $mode in edges | value-profile) ;; *)
    echo "fuzz_faults.sh: MODES: found \"$mode\", expected edges or value-profile" >&2 && exit 2 ;;
  esac
done

faults=("$@")
if [ "${#faults[@]}" -eq 0 ]; then
  # The table of the candidate is the one list of them.
  mapfile -t faults < <(tr '\n' ' ' < <(find src/candidates/builtin -name 'fault_rows_*.h' "${domain_rows[@]}" ! -name '*_memory.h' -exec cat {} +) | grep -oE '\{Fault::[a-z0-9_]+, *"[a-z0-9-]+"' | sed 's/.*"\(.*\)"/\1/')
fi
[ "${#faults[@]}" -gt 0 ] || { echo "fuzz_faults.sh: no faults found in src/candidates/builtin/fault_rows_*.h" >&2 && exit 2; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# What the log of a run that found the fault says: a crash and a hang are the engine's to see.
sign_of() {
  case $1 in
    crash-*) echo 'libFuzzer: deadly signal' ;;
    hang-*) echo 'libFuzzer: timeout' ;;
    *) echo '^Assertion failure: ' ;;
  esac
}

# search FAULT SEED MODE: prints the executions that it took, "-" if it was not found.
search() {
  local log=$scratch/log corpus=$scratch/corpus value_profile=0
  [ "$3" = edges ] || value_profile=1
  rm -rf "$corpus" && mkdir "$corpus"
  D3D12FUZZ_FAULT=$1 "$binary" -seed="$2" -runs="$runs" -timeout=1 -use_value_profile=$value_profile \
    -dict="fuzz/$dictionary" -max_len=4096 -use_counters=0 -print_final_stats=1 -artifact_prefix="$scratch/" "${options[@]}" \
    "$corpus" ${CORPUS:+"$CORPUS"} >"$log" 2>&1 || true
  if [[ $1 == exit-* ]] && ! grep -q 'Done ' "$log"; then
    # The process ended at once, of which the engine has nothing to say: the last line tells how far it came.
    sed -n 's/^#\([0-9]*\).*/\1/p' "$log" | tail -1
  elif grep -q "$(sign_of "$1")" "$log"; then
    sed -n 's/^stat::number_of_executed_units: *//p' "$log"
  else
    echo -
    grep -E 'ERROR|DONE' "$log" >&2 || true
  fi
}

# median NUMBERS...: "-" counts as more than any number.
median() { printf '%s\n' "$@" | sed 's/^-$/999999999999/' | sort -n | sed -n "$((($# + 1) / 2))p" | sed 's/^999999999999$/-/'; }

echo "executions until found: median of ${#seeds[@]} seeds (${seeds[*]}), at most $runs"
printf '%-44s' fault
printf ' %14s' "${modes[@]}"
echo
missed=0
declare -A medians
for fault in "${faults[@]}"; do
  printf '%-44s' "$fault"
  for mode in "${modes[@]}"; do
    found=()
    for seed in "${seeds[@]}"; do
      count=$(search "$fault" "$seed" "$mode")
      [ "$count" != - ] || missed=$((missed + 1))
      found+=("$count")
    done
    of_fault=$(median "${found[@]}")
    medians[$mode]+="$of_fault "
    printf ' %14s' "$of_fault"
  done
  echo
done
printf '%-44s' "median of ${#faults[@]} faults"
for mode in "${modes[@]}"; do
  # shellcheck disable=SC2086
  printf ' %14s' "$(median ${medians[$mode]})"
done
echo
printf '%-44s' "slowest"
for mode in "${modes[@]}"; do
  # shellcheck disable=SC2086
  printf ' %14s' "$(printf '%s\n' ${medians[$mode]} | sed 's/^-$/999999999999/' | sort -n | tail -1 | sed 's/^999999999999$/-/')"
done
echo
echo "$missed of $((${#faults[@]} * ${#seeds[@]} * ${#modes[@]})) runs did not find their fault"
[ "$missed" -eq 0 ]
