#!/usr/bin/env bash
# Verifies the two shipped examples and says where the evidence lies.
set -euo pipefail
cd "$(dirname "$0")/.."
out=demo-output
mkdir -p "$out"
run() { # file, expected exit code
  local name; name=$(basename "$1" .c)
  echo
  echo "\$ bin/cupel verify --witness $out/$name.yml --certify --harness $out/$name $1"
  local code=0
  bin/cupel verify --witness "$out/$name.yml" --certify --harness "$out/$name" "$1" || code=$?
  if [ "$code" -ne "$2" ]; then echo "demo: expected exit code $2, got $code" >&2; exit 1; fi
}
run examples/safe.c 0
run examples/unsafe.c 1
echo
echo "demo: one TRUE, one FALSE. Evidence: $out/safe.yml (invariants), $out/unsafe.yml (violation witness), $out/unsafe/ (a C harness that reaches the error)."
