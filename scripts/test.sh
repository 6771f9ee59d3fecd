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
# Those whose tests are linked with rapid, directly or through a package of tests.
random=$(go list -test -f '{{with $p := .}}{{if .ForTest}}{{range .Deps}}{{if eq . "pgregory.net/rapid"}}{{$p.ForTest}}{{"\n"}}{{end}}{{end}}{{end}}{{end}}' "${packages[@]}" | sed '/^$/d' | sort -u)
other=$(go list "${packages[@]}" | sort -u | comm -23 - <(echo "$random"))
if [ -n "$other" ]; then
  go test "${flags[@]}" $other
fi
if [ -n "$random" ]; then
  go test "${flags[@]}" $random -rapid.seed="${CUPEL_RAPID_SEED:-1}"
fi
