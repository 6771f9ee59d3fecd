#!/usr/bin/env bash
# portfolio.sh DATA.csv TASK.yml...: measures every engine alone on the tasks that no analysis before the engines decides
# (LIMIT of processor time each, default 5s; what DATA.csv has is not measured again), fits the table of --engine auto to
# the measurements and writes it to verifier/portfolio.table. It says what the table promises on the programs that it was fitted to, and
# on families that it was not.
set -euo pipefail
cd "$(dirname "$0")/.."
data=$(realpath -m "$1")
shift
go build -o bin/cupel ./cmd/cupel
go run ./cmd/portfolio-fit run -cupel bin/cupel -limit "${LIMIT:-5s}" -engines "${ENGINES:-bmc,symex,symexecia,gps,cegar,traceabs,kinduction}" -out "$data" "$@"
table=$(mktemp)
trap 'rm -f "$table"' EXIT
go run ./cmd/portfolio-fit fit "$data" >"$table"
cp "$table" verifier/portfolio.table
