#!/usr/bin/env bash
# Regression on the cross-section of the corpus, where there is one: no wrong
# verdict, and per family at least as many solved tasks as scripts/floors.txt
# says. CUPEL_CORPUS names the corpus.
# The other engines: no wrong verdict and at least GPS of gps.set, CEGAR and
# TRACEABS of every fourth task of the cross-section.
# Petri nets: no wrong answer, and at least as many properties as PETRI says.
# Limits are processor time, so that other work on the machine makes no difference, and half as long again as
# the 10 s that the floors were measured with, since machines differ; those of
# the nets are by the clock, but nearly all of their properties take milliseconds.
set -euo pipefail
cd "$(dirname "$0")/.."
GPS=47 CEGAR=44 TRACEABS=46 PETRI=630 LIMIT=15s
corpus=${CUPEL_CORPUS:-../shared/corpus}
set_file=$corpus/c/core.set
if [ ! -f "$set_file" ]; then
  echo "corpus: none at $corpus, nothing to compare with"
  exit 0
fi
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
bin/cupel bench --quiet --cpu --timeout "$LIMIT" --disputed docs/disputed.csv --output "$out" "$set_file" >"$out/log" || { cat "$out/log"; exit 1; }
tail -n 4 "$out/log"
# below RESULTS...: the families with fewer solved tasks than their floors, and how many; of several tables a task counts once.
below() {
  awk -F, '
    FILENAME == "scripts/floors.txt" { if ($0 !~ /^#/ && NF) { split($0, part, " "); floor[part[1]] = part[2] } next }
    $6 ~ /^correct/ && !seen[$2]++ { solved[$3]++ }
    END { for (f in floor) if (solved[f] < floor[f]) print f, solved[f] + 0, floor[f] }' scripts/floors.txt "$@"
}
# A family below its floor is tried again with three times the limit: a machine may be slow, a lost task stays lost.
short=$(below "$out/results.csv")
if [ -n "$short" ]; then
  echo "$short" | while read -r family solved floor; do
    echo "corpus: $family: $solved solved, the floor is $floor; again with three times the limit" >&2
    awk -F, -v f="$family" '$3 == f { print $2 ".yml" }' "$out/results.csv"
  done | sed "s#^#$(dirname "$(realpath "$set_file")")/#" >"$out/again.set"
  bin/cupel bench --quiet --cpu --timeout "$((3 * ${LIMIT%s}))s" --disputed docs/disputed.csv --output "$out/again" "$out/again.set" >"$out/again.log" || { cat "$out/again.log"; exit 1; }
  short=$(below "$out/results.csv" "$out/again/results.csv")
fi
if [ -n "$short" ]; then
  echo "$short" | while read -r family solved floor; do echo "corpus: $family: $solved solved, the floor is $floor"; done
  exit 1
fi
echo "corpus: all $(grep -vc '^#\|^$' scripts/floors.txt) floors hold"
# solved RESULTS...: how many tasks are solved in one of several tables.
solved() { awk -F, '$6 ~ /^correct/ && !seen[$2]++ { n++ } END { print n + 0 }' "$@"; }
# engine NAME FLOOR SET...: the engine solves at least FLOOR tasks, if need be with three times the limit for those that it does not.
engine() {
  local name=$1 floor=$2 count tables
  shift 2
  tables=("$out/$name/results.csv")
  run() { bin/cupel bench --quiet --cpu --disputed docs/disputed.csv --run "$name=--engine $name" "$@" >"$out/$name.log" || { cat "$out/$name.log"; exit 1; }; }
  run --timeout "$LIMIT" --output "$out/$name" "$@"
  count=$(solved "${tables[@]}")
  if [ "$count" -lt "$floor" ]; then
    echo "corpus: $count tasks with $name, the floor is $floor; again with three times the limit" >&2
    awk -F, -v dir="$(realpath "$corpus/c")" 'NR > 1 && $6 !~ /^correct/ { print dir "/" $2 ".yml" }' "${tables[0]}" >"$out/$name.set"
    run --timeout "$((3 * ${LIMIT%s}))s" --output "$out/$name.again" "$out/$name.set"
    tables+=("$out/$name.again/results.csv")
    count=$(solved "${tables[@]}")
  fi
  echo "corpus: $count tasks with $name, the floor is $floor"
  [ "$count" -ge "$floor" ]
}
engine gps "$GPS" "$corpus/c/gps.set"
engine cegar "$CEGAR" --sample 4 "$set_file"
engine traceabs "$TRACEABS" --sample 4 "$set_file"
if [ -f "$corpus/petri/MANIFEST.csv" ]; then
  bin/cupel petri bench --quiet --core --timeout 10s "$corpus/petri" >"$out/petri" || { cat "$out/petri"; exit 1; }
  awk -v least="$PETRI" '
    $1 == "all" { right = $3 }
    END {
      printf "corpus: %d properties of Petri nets, the floor is %d\n", right, least
      exit right < least
    }' "$out/petri"
fi
