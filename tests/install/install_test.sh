#!/usr/bin/env bash
# What another repository gets from an installation: installs a build into a temporary prefix, moves that, and from
# there configures, builds and tests the projects beside this file, outside of the source tree.
#
# Usage: install_test.sh BUILD_FOLDER
set -euo pipefail

build=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
finish() {
  if [ -n "$worker_process" ]; then kill "$worker_process" || true; fi
  rm -rf "$scratch"
}
trap finish EXIT
prefix=$scratch/prefix
log=$scratch/log
worker_process=

step() { echo "== $*"; }
fail() {
  echo "install_test: $*" >&2
  if [ -f "$log" ]; then tail -n 60 "$log" >&2; fi
  exit 1
}
# quiet COMMAND...: its output is shown only if it fails.
quiet() { "$@" >"$log" 2>&1 || fail "failed: $*"; }
# log_has TEXT: whether the last command said so, on however many lines.
log_has() { tr -s ' \n' ' ' <"$log" | grep -qF -- "$1" || fail "expected: $1"; }
# configure PROJECT BUILD ARGUMENTS...
configure() { cmake -S "$1" -B "$2" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" "${@:3}"; }
# fails_in BUILD TEST...: exactly these tests fail.
fails_in() {
  if ctest --test-dir "$1" --output-on-failure >"$log" 2>&1; then fail "the tests of $1 passed"; fi
  diff <(printf '%s\n' "${@:2}" | sort) <(sed -n 's/^\t *[0-9]* - \(.*\) (Failed).*/\1/p' "$log" | sort) ||
    fail "other tests failed than $*"
}

step "installs, and works from another place than it was installed to"
quiet cmake --install "$build" --prefix "$scratch/installed"
mv "$scratch/installed" "$prefix"
if grep -rlF -e "$build" -e "$(realpath "$here/../..")" -e "$scratch" "$prefix" >"$log"; then fail "paths of the build in these files"; fi
for file in bin/d3d12fuzz bin/d3d12fuzz-worker include/d3d12fuzz/d3d12fuzz_candidate.h include/d3d12fuzz/d3d12fuzz_worker.h \
  share/d3d12fuzz/d3d12fuzz_worker.c share/doc/d3d12fuzz/BACKENDS.md share/doc/d3d12fuzz/README.md share/doc/d3d12fuzz/LICENSE; do
  [ -f "$prefix/$file" ] || fail "$file is not installed"
done
quiet "$prefix/bin/d3d12fuzz" --version
if find "$prefix" -iname '*test*' | grep . >"$log"; then fail "tests are installed"; fi

step "the harness shows nothing but its C functions"
nm --defined-only --extern-only --format=just-symbols "$prefix/lib/libd3d12fuzz_target.a" | grep -v '^$\|:$' | sort >"$log"
diff "$log" <(sort "$here/../../fuzz/package/visible_symbols.txt") || fail "other symbols are visible"

cp -r "$here/example" "$here/cxx" "$here/misuse" "$scratch"
example=$scratch/example
stem=root_layout_root_signature

step "the example, with clang, sanitizers and libFuzzer"
clang=$scratch/clang
quiet configure "$example" "$clang" -DCMAKE_C_COMPILER=clang-19 -DCMAKE_BUILD_TYPE=Debug -DEXAMPLE_INSTRUMENT=ON \
  "-DCMAKE_C_FLAGS=-fsanitize=address,undefined -fno-sanitize-recover=undefined -Werror"
quiet cmake --build "$clang"
quiet ctest --test-dir "$clang" --no-tests=error --output-on-failure -L d3d12fuzz
for property in agreement forms repetition; do log_has "root_layout.root_signature.$property"; done
log_has "100% tests passed, 0 tests failed out of 4"
for file in .dict .options; do
  [ -f "$clang/${stem}_fuzzer$file" ] || fail "no ${stem}_fuzzer$file"
done
mkdir "$scratch/corpus"
quiet "$clang/${stem}_fuzzer" -runs=3000 -seed=1 "-dict=$clang/${stem}_fuzzer.dict" "$scratch/corpus" "$clang/${stem}_seeds"
log_has "inline 8-bit counters"

step "a fault in it fails its tests"
quiet configure "$example" "$clang" -DEXAMPLE_FAULT=ON
quiet cmake --build "$clang"
fails_in "$clang" root_layout.root_signature.{agreement,seeds}
log_has "root_layout reports a wrong value for parameters[].table_size at create expected parameters[0].table_size = 2 got parameters[0].table_size = 3"
if (cd "$scratch" && "$clang/${stem}_fuzzer" -runs=100000 -seed=1 "$scratch/corpus" >"$log" 2>&1); then fail "the engine missed the fault"; fi
log_has "Assertion failure:"

step "what was found is a test of its own until it is known"
findings=$clang/${stem}_findings
quiet configure "$example" "$clang" -DEXAMPLE_CORPUS="$findings"
quiet cmake --build "$clang"
fails_in "$clang" root_layout.root_signature.{agreement,corpus,seeds}
printf 'wrong-value parameters[].%s at create\t\tthe fault of the example\n' 'descriptor_ranges[].offset' table_size >"$scratch/known.tsv"
quiet configure "$example" "$clang" -DEXAMPLE_KNOWN="$scratch/known.tsv"
quiet cmake --build "$clang"
quiet ctest --test-dir "$clang" --output-on-failure
log_has "100% tests passed, 0 tests failed out of 5"

step "the example, with gcc, optimised, without an engine"
gcc=$scratch/gcc
quiet configure "$example" "$gcc" -DCMAKE_C_COMPILER=gcc-12 -DCMAKE_BUILD_TYPE=Release
quiet cmake --build "$gcc"
quiet ctest --test-dir "$gcc" --no-tests=error --output-on-failure
if [ -e "$gcc/${stem}_fuzzer" ]; then fail "a fuzz target without an engine"; fi

step "a worker that listens serves its plug-in"
coproc worker { exec "$prefix/bin/d3d12fuzz-worker" "$gcc/root_layout_plugin.so" --listen 0; }
worker_process=$worker_PID  # the shell forgets its own variable when the process ends
read -r _ _ address <&"${worker[0]}"
quiet "$prefix/bin/d3d12fuzz" run --candidate "tcp:$address" --cases 2000
log_has "no findings"
kill "$worker_process"
wait "$worker_process" || true
worker_process=

step "a backend in C++, with libc++"
quiet configure "$scratch/cxx" "$scratch/cxx_build" -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_CXX_FLAGS=-stdlib=libc++ \
  -DEXAMPLE_DIR="$example"
quiet cmake --build "$scratch/cxx_build"
quiet ctest --test-dir "$scratch/cxx_build" --no-tests=error --output-on-failure
quiet "$scratch/cxx_build/cxx_root_signature_fuzzer" -runs=1000 -seed=1

step "the commands of BACKENDS.md do what it says"
awk '/^ *```sh$/ {inside = 1; next} /^ *```$/ {inside = 0} inside' "$prefix/share/doc/d3d12fuzz/BACKENDS.md" >"$scratch/commands"
mkdir "$scratch/page"
quiet env -C "$scratch/page" PREFIX="$prefix" bash -euo pipefail "$scratch/commands"
log_has "100% tests passed, 0 tests failed out of 4"
log_has "root_layout reports a wrong value for parameters[].table_size at create"
[ "$(grep -c '^no findings' "$log")" = 3 ] || fail "expected three runs without findings"

step "misuse is refused in one line"
# refused LINE ARGUMENTS
refused() {
  if configure "$scratch/misuse" "$scratch/misuse_build" -DCMAKE_C_COMPILER=clang-19 "-DARGUMENTS=$2" >"$log" 2>&1; then fail "not refused: $2"; fi
  log_has "d3d12fuzz_add_fuzz_targets: $1"
}
refused 'NAME is missing' 'CANDIDATE;backend;DOMAINS;root_signature'
refused 'unknown domain "roots", expected one of: root_signature' 'NAME;a;CANDIDATE;backend;DOMAINS;roots'
refused 'CANDIDATE "nothing" is no target, expected a library of this build' 'NAME;a;CANDIDATE;nothing;DOMAINS;root_signature'
refused 'CANDIDATE "program" is of type EXECUTABLE, expected a static, object or shared library' \
  'NAME;a;CANDIDATE;program;DOMAINS;root_signature'
refused 'unknown argument "FILES", expected NAME, CANDIDATE, DOMAINS, CORPUS, KNOWN, OPTIONS, CASES or INSTRUMENT' \
  'FILES;x;NAME;a;CANDIDATE;backend;DOMAINS;root_signature'
refused 'CORPUS "absent" is no folder' 'NAME;a;CANDIDATE;backend;DOMAINS;root_signature;CORPUS;absent'
refused 'KNOWN "absent.tsv" is no file' 'NAME;a;CANDIDATE;backend;DOMAINS;root_signature;KNOWN;absent.tsv'
refused 'CASES is "few", expected a number above 0' 'NAME;a;CANDIDATE;backend;DOMAINS;root_signature;CASES;few'
refused 'NAME is "a b", expected letters, digits, _ and -' 'NAME;a b;CANDIDATE;backend;DOMAINS;root_signature'
refused 'OPTIONS has no value' 'NAME;a;CANDIDATE;backend;DOMAINS;root_signature;OPTIONS'
echo "install_test: passed"
