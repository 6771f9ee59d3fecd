#!/usr/bin/env bash
# steps.sh TARGET...: makes one target after the other, stops at the first that fails, and says
# how long each took: by the clock, and processor time, which does not depend on what else runs.
set -uo pipefail
cd "$(dirname "$0")/.."
TIMEFORMAT='%R %U %S'
took=$(mktemp)
trap 'rm -f "$took"' EXIT
report=""
code=0
for target in "$@"; do
  echo "== $target"
  { time ${MAKE:-make} --no-print-directory "$target" 2>&3; } 3>&2 2>"$took" || code=$?
  read -r wall user system <"$took"
  report+=$(awk -v t="$target" -v w="$wall" -v u="$user" -v s="$system" -v c="$code" \
    'BEGIN { printf "  %-10s %7.0f s, processor %7.0f s%s", t, w, u + s, c ? "  FAILED" : "" }')$'\n'
  [ "$code" -eq 0 ] || break
done
echo "== steps"
printf '%s' "$report"
exit "$code"
