// Package absinttest is an oracle for tests of analyses and transformations: it
// draws small random programs and terms, evaluates terms with an evaluator of
// its own, and enumerates all reachable states of a program.
package absinttest
