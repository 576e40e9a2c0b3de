#!/usr/bin/env bash
# Installs what is missing, builds the tests and runs them all, under AddressSanitizer and UndefinedBehaviorSanitizer.
#
# Usage: scripts/test.sh [PRESET] [CTEST ARGUMENTS...]
#   scripts/test.sh                 preset asan
#   scripts/test.sh release         another preset: release, gcc, tsan
#   scripts/test.sh asan -R shrink  only tests whose name matches
set -euo pipefail
cd "$(dirname "$0")/.."

preset=asan
case ${1:-} in
  asan | gcc | release | tsan) preset=$1 && shift ;;
  "" | -*) ;;
  *) echo "test.sh: found \"$1\", expected a preset with tests: asan, gcc, release or tsan" >&2 && exit 2 ;;
esac

# A library under test may ask for more memory than there is, and is to be told so.
export ASAN_OPTIONS=${ASAN_OPTIONS:-allocator_may_return_null=1:detect_leaks=1}
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}

scripts/setup.sh
cmake --preset "$preset"
cmake --build --preset "$preset"
ctest --preset "$preset" --no-tests=error --parallel "$(nproc)" "$@"
