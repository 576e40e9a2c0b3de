#!/usr/bin/env bash
# Makes the findings of a candidate in corpus/findings anew: runs it, puts a file for each finding into the folder, and
# lists what these show in the folder's known.tsv. Reasons that stand there are kept; new lines have the reason
# "unreviewed", to be replaced by hand. Findings that the run does not make are gone from the folder: see git diff.
#
# Usage: scripts/update_findings.sh CANDIDATE FOLDER [ARGUMENTS OF "d3d12fuzz run"...]
#   scripts/update_findings.sh d3d12 corpus/findings/d3d12-vkd3d-1.2
#   scripts/update_findings.sh d3d12:./libd3d12.so corpus/findings/mine --cases 1000000 --seed 7
set -euo pipefail
[ $# -ge 2 ] || { echo "update_findings.sh: expected CANDIDATE and FOLDER" >&2 && exit 2; }
candidate=$1
folder=$(realpath -m "$2")
shift 2
cd "$(dirname "$0")/.."

[ -f build/release/build.ninja ] || cmake --preset release >&2
cmake --build --preset release --target d3d12fuzz >&2
program=build/release/d3d12fuzz
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Cases, not time: the same findings whatever the machine.
status=0
"$program" run --candidate "$candidate" --cases 60000 --jobs "$(nproc)" --keep-going --out "$scratch/findings" "$@" ||
  status=$?
[ "$status" -le 1 ] || exit "$status"

shopt -s nullglob
findings=("$scratch"/findings/*.json)
known=()
[ ! -f "$folder/known.tsv" ] || known=(--known "$folder/known.tsv")
if [ "${#findings[@]}" -gt 0 ]; then
  status=0
  "$program" replay "${findings[@]}" --candidate "$candidate" "${known[@]}" --write-known "$scratch/known.tsv" \
    >"$scratch/replay" || status=$?
  [ "$status" -le 1 ] || exit "$status"
else
  printf 'signature\tshape\treason\n' >"$scratch/known.tsv"
fi

mkdir -p "$folder"
rm -f "$folder"/*.json
for file in "${findings[@]}" "$scratch/known.tsv"; do cp "$file" "$folder/"; done
echo "$folder: ${#findings[@]} findings; known.tsv: $(($(wc -l <"$folder/known.tsv") - 1)) lines, of which" \
  "$(grep -c $'\tunreviewed$' "$folder/known.tsv" || true) are unreviewed"
