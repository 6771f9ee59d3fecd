#!/usr/bin/env bash
# traced.sh CUPEL N FILE...: verifies N of the files, evenly chosen, under strace, with and without --certify, and
# fails when any program but the configured solvers and the verifier itself, as a worker, is started.
set -euo pipefail
bin=$1 n=$2
shift 2
files=("$@")
step=$(( (${#files[@]} + n - 1) / n ))
log=$(mktemp)
trap 'rm -f "$log"' EXIT
self=$(readlink -f "$bin")
runs=0 solvers=0 workers=0 foreign=0
for ((i = 0; i < ${#files[@]}; i += step)); do
  for flag in "" --certify; do
    strace -f -qq -e trace=execve,execveat -e signal=none -o "$log" "$bin" verify --timeout 5s --certify-timeout 5s $flag "${files[i]}" >/dev/null 2>&1 || true
    runs=$((runs + 1))
    # The first program is the verifier; failed searches along PATH start nothing.
    started=$(grep -E 'execve(at)?\(' "$log" | tail -n +2 | grep ' = 0$' || true)
    worker=$(grep -cF "(\"$self\", [" <<<"$started" || true)
    started=$(grep -vF "(\"$self\", [" <<<"$started" || true)
    own=$(grep -cE '/(cvc5|lp_solve)"' <<<"$started" || true)
    others=$(grep -vE '/(cvc5|lp_solve)"' <<<"$started" | grep -c . || true)
    workers=$((workers + worker)) solvers=$((solvers + own)) foreign=$((foreign + others))
    [ "$others" = 0 ] || { echo "${files[i]} $flag:"; grep -vE '/(cvc5|lp_solve)"' <<<"$started"; }
  done
done
echo "traced: $runs runs, solvers started: $solvers, workers started: $workers, other programs started: $foreign"
[ "$foreign" = 0 ]
