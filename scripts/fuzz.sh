#!/usr/bin/env bash
# fuzz.sh [COUNT]: runs every fuzz target on COUNT inputs (default 2000). A count, because the end of
# a limit in seconds can fail a target that has found nothing (go.dev/issue/75804), and because
# a busy machine must not make a difference. Failing inputs are kept by go below testdata/fuzz.
set -euo pipefail
cd "$(dirname "$0")/.."
count=${1:-2000}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for dir in $(grep -rl --include='*_test.go' '^func Fuzz' . | xargs -n1 dirname | sort -u); do
  # One instrumented binary for the targets of a package; -fuzz only says that there is something to instrument.
  go test -c -fuzz=Fuzz -o "$tmp/fuzz" "$dir"
  for target in $(grep -ho '^func Fuzz[A-Za-z0-9_]*' "$dir"/*_test.go | sed 's/func //'); do
    started=$SECONDS
    (cd "$dir" && "$tmp/fuzz" -test.run='^$' -test.fuzz="^$target\$" -test.fuzztime="${count}x" \
      -test.fuzzminimizetime=100x -test.fuzzcachedir="$tmp/cache") >"$tmp/log" 2>&1 || { cat "$tmp/log"; exit 1; }
    echo "fuzz: $dir $target: $count inputs, $((SECONDS - started)) s"
  done
done
