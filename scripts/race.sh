#!/usr/bin/env bash
# The race detector, once over the packages that start goroutines, those that several goroutines share, and the tests of what
# runs beside each other in packages that are too large for it as a whole.
set -uo pipefail
cd "$(dirname "$0")/.."
starting=$(grep -rlE --include='*.go' '\bgo func|^[[:space:]]*go [a-zA-Z_.]+\(|\.Go\(' . | grep -v -e _test.go -e '^./tests/' | xargs -n1 dirname | sort -u)
code=0
go run ./tests/runner -race -short $starting ./core/work ./kernel/facts || code=1
go run ./tests/runner -race -short -run 'Basics|Interrupt|Parallel|Auto$|GoalProgress|Overdue' ./core/smt/z3 ./tests/strategies ./tests/stopping || code=1
exit $code
