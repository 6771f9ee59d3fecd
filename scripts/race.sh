#!/usr/bin/env bash
# The race detector, once: over the packages that start goroutines and those that several goroutines share, and of packages that are too
# large for it as a whole over the tests of what runs beside each other.
set -uo pipefail
cd "$(dirname "$0")/.."
large='./cmd/cupel|./frontend/c|./product/condition|./evidence/harness'
starting=$(grep -rlE --include='*.go' '\bgo func|^[[:space:]]*go [a-zA-Z_.]+\(|\.Go\(' . | grep -v -e _test.go -e '^./tests/' | xargs -n1 dirname | sort -u | grep -vxE "$large")
code=0
go run ./tests/runner -race -short $starting ./core/work ./kernel/facts || code=1
go run ./tests/runner -race -short -run 'Basics|Interrupt|Parallel|Auto$|GoalProgress|Overdue|KilledWorkers|Progress|ParserEnds|RunAllMany|Compiled$' \
  ./core/smt/z3 ./tests/strategies ./tests/stopping ${large//|/ } || code=1
go run ./tests/runner -race -short -run 'TestScript/(check|witness)' ./cmd/cupel || code=1
exit $code
