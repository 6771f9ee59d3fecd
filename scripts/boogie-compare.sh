#!/usr/bin/env bash
# Times cupel boogie beside Boogie on the same programs, in turn: A B A B ...
#
#   scripts/boogie-compare.sh RUNS FILE.bpl...       e.g. 3 ../shared/corpus/solidity/bpl/*/*.bpl
#
# A line for each program: seconds by the clock and of processor time of both, and of Boogie to cupel the
# ratio, each the median of the runs; then the medians of these ratios. What a process started counts.
set -euo pipefail
runs=$1
shift
here=$(cd "$(dirname "$0")/.." && pwd)
cupel=${CUPEL:-$here/bin/cupel}
command -v boogie >/dev/null || { echo "$0: Boogie is not installed" >&2; exit 1; }
TIMEFORMAT='%R %U %S'
took=$(mktemp)
trap 'rm -f "$took"' EXIT

# once COMMAND...: wall and processor seconds.
once() {
  { time timeout 100 "$@" >/dev/null 2>&1 || true; } 2>"$took"
  awk '{ print $1, $2 + $3 }' "$took"
}

for f; do
  for _ in $(seq "$runs"); do
    a=$(once "$cupel" boogie --jobs 1 "$f")
    b=$(once boogie /nologo /doModSetAnalysis /infer:j "$f")
    echo "$f $a $b"
  done
done | awk '
  function median(v, n,   i, j, t) {
    for (i = 2; i <= n; i++) { t = v[i]; for (j = i - 1; j > 0 && v[j] > t; j--) v[j + 1] = v[j]; v[j + 1] = t }
    return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
  }
  function flush(   i) {
    if (!n) return
    for (i = 1; i <= n; i++) { rw[i] = bw[i] / aw[i]; rc[i] = bc[i] / (ac[i] > 0.001 ? ac[i] : 0.001) }
    files++
    wall[files] = median(rw, n); cpu[files] = median(rc, n)
    printf "%-60s cupel %6.2f %6.2f  boogie %6.2f %6.2f  ratio %6.1f %6.1f\n", name, median(aw, n), median(ac, n), median(bw, n), median(bc, n), wall[files], cpu[files]
    n = 0
  }
  $1 != name { flush(); name = $1 }
  { n++; aw[n] = $2 > 0.001 ? $2 : 0.001; ac[n] = $3; bw[n] = $4; bc[n] = $5 }
  END { flush(); printf "%d programs: median of the ratios %.1f by the clock, %.1f of processor time\n", files, median(wall, files), median(cpu, files) }'
