// Package engine defines the interface of verification engines: an engine decides whether the error location of
// a program, a single control-flow automaton, is reachable.
//
//	Info.New(Values) -> Engine                     choices of the command line
//	Engine.Verify(ctx, Problem, Observer) -> *Result
//
//	Problem   Program    x = y = 0; while (x != n) { x++; y++; } if (x != y) error;
//	          Facts      head: 0 <= n                         may be assumed, proven elsewhere
//	          Tools      solvers, interpolation, replay of counterexamples
//	Result    True       Proof{Invariants: head: x == y}      re-checked by package certify
//	          False      Counterexample{Path, Havocs}         replayed by Tools.Confirm
//	          Unknown    Reason{Kind, Text}                   decisions rest on Kind alone
//
// Info is an engine as a value: flags, help, configuration, validation and reports are derived from its
// choices. Engines know nothing of files, flags or each other; they exchange facts through Tools.Board.
package engine
