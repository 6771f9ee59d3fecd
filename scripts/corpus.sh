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
awk -F, '
  NR == FNR { if ($0 !~ /^#/ && NF) { split($0, part, " "); floor[part[1]] = part[2] } next }
  $6 ~ /^correct/ { solved[$3]++ }
  END {
    for (f in floor) {
      checked++
      if (solved[f] < floor[f]) { printf "corpus: %s: %d solved, the floor is %d\n", f, solved[f], floor[f]; bad = 1 }
    }
    if (!bad) printf "corpus: all %d floors hold\n", checked
    exit bad
  }' scripts/floors.txt "$out/results.csv"
# engine NAME FLOOR SET...: the engine solves at least FLOOR tasks.
engine() {
  local name=$1 floor=$2 solved
  shift 2
  bin/cupel bench --quiet --cpu --timeout "$LIMIT" --disputed docs/disputed.csv --output "$out/$name" --run "$name=--engine $name" "$@" >"$out/$name.log" || { cat "$out/$name.log"; exit 1; }
  solved=$(awk -F, '$6 ~ /^correct/' "$out/$name/results.csv" | wc -l)
  echo "corpus: $solved tasks with $name, the floor is $floor"
  [ "$solved" -ge "$floor" ]
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
