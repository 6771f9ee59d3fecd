// Package limits holds the table of the constants that bound searches and decide by measured
// experience rather than by necessity: budgets, sizes, numbers of tries. Those of a package lie in
// its file limits.go, from which
//
//	go test ./internal/limits -update
//
// writes table.csv, which is part of the program: cupel limits prints it. docs/limits.md has the
// few that flags set.
package limits
