#!/usr/bin/env bash
# Runs every fuzz target for the given time (default 5s), one after the other.
set -euo pipefail
time=${1:-5s}
grep -rl --include='*_test.go' '^func Fuzz' . | while read -r file; do
  dir=$(dirname "$file")
  grep -ho '^func Fuzz[A-Za-z0-9_]*' "$file" | sed 's/func //' | while read -r target; do
    echo "fuzz $dir $target $time"
    go test -run '^$' -fuzz "^$target\$" -fuzztime "$time" "$dir" >/tmp/cupel-fuzz.$$ 2>&1 || { cat /tmp/cupel-fuzz.$$; rm -f /tmp/cupel-fuzz.$$; exit 1; }
    rm -f /tmp/cupel-fuzz.$$
  done
done
