#!/usr/bin/env bash
# go test with a fixed seed for the property tests, so that a run can be repeated:
# test.sh FLAGS PACKAGES. CUPEL_RAPID_SEED chooses another seed.
set -euo pipefail
cd "$(dirname "$0")/.."
flags=() packages=()
for a in "$@"; do
  case $a in
    ./*) packages+=("$a") ;;
    *) flags+=("$a") ;;
  esac
done
import='{{if eq . "pgregory.net/rapid"}}{{$.ImportPath}}{{"\n"}}{{end}}'
random=$(go list -f "{{range .TestImports}}$import{{end}}{{range .XTestImports}}$import{{end}}" "${packages[@]}" | sort -u)
other=$(go list "${packages[@]}" | sort -u | comm -23 - <(echo "$random"))
if [ -n "$other" ]; then
  go test "${flags[@]}" $other
fi
if [ -n "$random" ]; then
  go test "${flags[@]}" $random -rapid.seed="${CUPEL_RAPID_SEED:-1}"
fi
