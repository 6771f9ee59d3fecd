// Package limits lists the constants that bound searches and decide by measured experience
// rather than by necessity: budgets, sizes, numbers of tries. Those of a package lie in its
// file limits.go; docs/limits.md is the table of all of them, made by
//
//	go test ./tests/limits -update
package limits
