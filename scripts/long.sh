#!/usr/bin/env bash
# The long runs, which take hours rather than minutes. Each step says what it does, how long it took and how it ended.
#
# Usage: scripts/long.sh [STEP...]   all steps without arguments
#   agree    model against builtin: 20 million cases under ASan and UBSan, 50 million in release
#   scope    all root signatures of at most two entries over the values at which rules change, model against builtin
#   fork     every fuzz target for an hour of the processor, in the fork mode of libFuzzer under ASan and UBSan
#   memory   2 and 20 million cases in release: the peak of memory is the same
#   faults   each fault of builtin is found within 200,000 cases in ten seeds, and shrunk to its smallest case
#   kills    a run killed at 50 random moments comes to the end that it has when nothing stops it
#   emitted  the C++ emitted for each fault, built by g++ and clang++: exits with 1 with the fault, with 0 without
#   compiler the stand-in compiler of the tests: 100,000 cases over five seeds, and no findings
#   forms    100,000 cases serialized, read and serialized again, and as many as HLSL and back: nothing is lost
#   bytes    20 million serialized root signatures as bytes, 5 million as what is wrong with them, under ASan and UBSan
#   hostile  a candidate that misbehaves in fifty ways, over 100,000 cases: each is told once
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2

export ASAN_OPTIONS=${ASAN_OPTIONS:-allocator_may_return_null=1:detect_leaks=1}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
summary=()
failures=0

# step NAME WHAT FUNCTION: runs a step and keeps its result.
step() {
  local start=$SECONDS result=passed
  echo "== $1: $2"
  "$3" || { result=FAILED && failures=$((failures + 1)); }
  summary+=("$(printf '%-8s %-7s %6d s   %s' "$1" "$result" $((SECONDS - start)) "$2")")
  echo "== $1: $result after $((SECONDS - start)) s"
}

build() { cmake --preset "$1" >&2 && cmake --build --preset "$1" "${@:2}" >&2; }

agree() {
  build asan --target d3d12fuzz && build release --target d3d12fuzz || return 1
  build/asan/d3d12fuzz run --candidate builtin --cases 20000000 --seed 1 --jobs "$(nproc)" --keep-going &&
    build/release/d3d12fuzz run --candidate builtin --cases 50000000 --seed 2 --jobs "$(nproc)" --keep-going
}

scope() {
  build release --target test_shrink || return 1
  D3D12FUZZ_LONG=1 build/release/tests/test_shrink --gtest_filter='SmallScope*'
}

fork() {
  build fuzz || return 1
  local target seconds=$((3600 / $(nproc)))
  for target in root_signature_builtin root_signature_vkd3d root_signature_blob_builtin root_signature_bytes; do
    mkdir -p "$scratch/$target"
    echo "$target: $seconds s on $(nproc) processors"
    build/fuzz/fuzz/$target -fork="$(nproc)" -use_counters=0 -max_len=4096 -max_total_time=$seconds \
      -artifact_prefix="$scratch/$target-" "$scratch/$target" build/fuzz/fuzz/seeds/$target || return 1
  done
}

# peak CASES: the most memory in KiB that any process of a run had.
peak() {
  /usr/bin/time -f '%M' -o "$scratch/peak" \
    build/release/d3d12fuzz run --candidate builtin --cases "$1" --json >/dev/null && cat "$scratch/peak"
}

memory() {
  build release --target d3d12fuzz || return 1
  local short long
  short=$(peak 2000000) && long=$(peak 20000000) || return 1
  echo "peak after 2 million cases: $short KiB, after 20 million: $long KiB"
  [ "$long" -le $((short + short / 50 + 256)) ] # 2 % and the grain of the allocator
}

faults() {
  build release --target test_cli || return 1
  local output=$scratch/faults
  D3D12FUZZ_LONG=1 build/release/tests/test_cli --gtest_filter='*FaultSwitch*' | tee "$output"
  [ "${PIPESTATUS[0]}" -eq 0 ] && grep -qE '^\[  PASSED  \] [1-9][0-9]* tests?' "$output"
}

kills() {
  build release --target test_cli || return 1
  D3D12FUZZ_LONG=1 build/release/tests/test_cli --gtest_filter='Resume.kills*'
}

# Builds the C++ of one finding with both compilers and runs it with the fault and without.
emitted_one() {
  local fault=$1 finding=$2 compiler status
  local plugin=$PWD/build/release/d3d12fuzz_builtin.so
  build/release/d3d12fuzz show "$finding" --as cpp >"$scratch/case.cpp" || return 1
  for compiler in g++-12 clang++-19; do
    "$compiler" -std=c++17 -isystem /usr/include/wsl/stubs "$scratch/case.cpp" -ldl -o "$scratch/case" || return 1
    status=0
    timeout 5 "$scratch/case" "$plugin" "fault=$fault" >"$scratch/said" 2>&1 || status=$?
    case $fault:$status in
      crash-*:134 | hang-*:124) ;; # taken down by SIGABRT; stopped by timeout
      crash-* | hang-* | *:[02-9]* | *:1?*) echo "$fault, $compiler, with the fault: status $status" && return 1 ;;
    esac
    status=0
    timeout 5 "$scratch/case" "$plugin" >"$scratch/said" 2>&1 || status=$?
    [ "$status" -eq 0 ] || { echo "$fault, $compiler, without the fault: status $status: $(cat "$scratch/said")" && return 1; }
  done
}

emitted() {
  build release --target d3d12fuzz d3d12fuzz_builtin_plugin || return 1
  local fault finding all=0 bad=0 status
  for fault in $(build/release/d3d12fuzz candidates | sed -n '/^Faults of builtin in domain root_signature (/,/^$/ s/^  \([a-z0-9-]*\) .*/\1/p'); do
    rm -rf "$scratch/findings"
    status=0
    build/release/d3d12fuzz run --candidate builtin --fault "$fault" --cases 200000 --timeout 0.3 --out "$scratch/findings" \
      >/dev/null 2>&1 || status=$?
    [ "$status" -eq 1 ] || { echo "$fault: not found, status $status" && bad=$((bad + 1)) && continue; }
    for finding in "$scratch"/findings/*.json; do
      all=$((all + 1))
      emitted_one "$fault" "$finding" || bad=$((bad + 1))
    done
  done
  echo "$all emitted programs, each built twice and run twice; $bad failed"
  [ "$all" -gt 0 ] && [ "$bad" -eq 0 ]
}

compiler() {
  build release --target d3d12fuzz stand_in_compiler || return 1
  local command="command:$PWD/build/release/tests/stand_in_compiler -T rootsig_{version} -E RS {hlsl} -Fo {blob}" seed
  for seed in 1 2 3 4 5; do
    build/release/d3d12fuzz run --candidate "$command" --seed "$seed" --cases 20000 --timeout 60 --keep-going \
      --out "$scratch/compiler" 2>/dev/null || return 1
  done
}

forms() {
  build release --target test_domains || return 1
  D3D12FUZZ_LONG=1 build/release/tests/test_domains \
    --gtest_filter='ReadSerialized.gives_back*:HlslReader.reads_back*'
}

bytes() {
  local target runs
  for target in root_signature_bytes:20000000 root_signature_blob_builtin:5000000; do
    runs=${target#*:} target=${target%:*}
    build fuzz --target "$target" "${target}_seeds" || return 1
    mkdir -p "$scratch/$target"
    build/fuzz/fuzz/$target -runs="$runs" -seed=1 -use_counters=0 -max_len=4096 -dict=build/fuzz/fuzz/$target.dict \
      -print_final_stats=1 -artifact_prefix="$scratch/$target-" "$scratch/$target" build/fuzz/fuzz/seeds/$target \
      >"$scratch/log" 2>&1 || { tail -50 "$scratch/log" && return 1; }
    tail -6 "$scratch/log"
  done
}

hostile() {
  build release --target test_candidates || return 1
  D3D12FUZZ_LONG=1 build/release/tests/test_candidates --gtest_filter='HostileRun*'
}

[ $# -gt 0 ] || set -- agree scope memory faults kills emitted compiler forms bytes hostile fork
for name in "$@"; do
  case $name in agree | scope | memory | faults | kills | emitted | compiler | forms | bytes | hostile | fork) ;; *)
    echo "long.sh: found \"$name\", expected agree, scope, memory, faults, kills, emitted, compiler, forms, bytes, hostile or fork" >&2 && exit 2 ;;
  esac
done
scripts/setup.sh >&2 || exit 2
for name in "$@"; do
  case $name in
    agree) step agree "model against builtin, 20 million cases under ASan and UBSan, 50 million in release" agree ;;
    scope) step scope "small scope over more values" scope ;;
    fork) step fork "fuzz targets in fork mode" fork ;;
    memory) step memory "memory after 2 and after 20 million cases" memory ;;
    faults) step faults "every fault of builtin found in ten seeds and shrunk to its smallest case" faults ;;
    kills) step kills "a run killed at 50 random moments" kills ;;
    emitted) step emitted "emitted C++ of every fault, with g++ and clang++, fault on and off" emitted ;;
    forms) step forms "100,000 cases serialized or as HLSL, and read again" forms ;;
    bytes) step bytes "20 million serialized root signatures as bytes, 5 million as what is wrong with them" bytes ;;
    hostile) step hostile "a candidate that misbehaves in fifty ways, 100,000 cases" hostile ;;
    compiler) step compiler "the stand-in compiler, 100,000 cases" compiler ;;
  esac
done
echo
printf '%s\n' "${summary[@]}"
exit $((failures > 0 ? 1 : 0))
