#!/usr/bin/env bash
# Processor time, memory and the times of phases for programs of thousands of lines, see tests/scale.
#   scripts/scale.sh BINARY FLAGS [LINES...]    such as "--engine symex" or "--function instance_7"
set -euo pipefail
binary=$1
flags=$2
shift 2
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for lines in ${*:-5000 10000 20000 50000}; do
  CUPEL_SCALE_LINES=$lines CUPEL_SCALE_FILE=$dir/p.c go test -count=1 -run '^TestWrite$' ./tests/scale >/dev/null
  echo "== $lines lines, $flags"
  # shellcheck disable=SC2086 # several flags
  /usr/bin/time -f 'processor %U s, %M kB' "$binary" verify $flags --cpu-time 60s --timeout 180s --stats "$dir/p.c" 2>&1 |
    grep -E '^(time |VERDICT|processor |ended in|solver calls|work:)' || true
done
