#!/usr/bin/env bash
# steps.sh TARGET...: makes one target after the other, all of them even when one fails, and prints in the end
# which failed, how they did, and how long each took: by the clock, and processor time, which does not depend on what else runs.
set -uo pipefail
cd "$(dirname "$0")/.."
TIMEFORMAT='%R %U %S'
took=$(mktemp)
said=$(mktemp)
trap 'rm -f "$took" "$said"' EXIT
report=""
failures=""
code=0
for target in "$@"; do
  echo "== $target"
  failed=0
  { time ${MAKE:-make} --no-print-directory "$target" 2>&1 | tee "$said"; } 2>"$took" || failed=$?
  read -r wall user system <"$took"
  report+=$(awk -v t="$target" -v w="$wall" -v u="$user" -v s="$system" -v c="$failed" \
    'BEGIN { printf "  %-10s %7.0f s, processor %7.0f s%s", t, w, u + s, c ? "  FAILED" : "" }')$'\n'
  [ "$failed" -eq 0 ] && continue
  code=1
  # the list of failures, or the end of what was said
  list=$(sed -n '/^FAILED [^ ]/,$p' "$said" | head -n 80)
  failures+="== $target failed"$'\n'"${list:-$(tail -n 20 "$said")}"$'\n'
done
printf '%s' "$failures"
echo "== steps"
printf '%s' "$report"
exit "$code"
