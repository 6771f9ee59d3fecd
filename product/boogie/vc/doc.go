// Package vc verifies the procedures of a Boogie program, each by itself, with
// verification conditions for an SMT solver.
//
// The method is that of Hajdu's thesis on modular specification and verification
// of contracts (chapter 3, section 3.3) and of Barnett and Leino, "Weakest-
// precondition of unstructured programs" (PASTE 2005), on which Boogie rests:
//
//	body        -> graph     blocks of assume, assert, assign, havoc (graph.go);
//	                         calls are inlined or replaced by the contract (call.go)
//	graph       -> facts     intervals at loop heads (interval.go, bounds.go)
//	graph       -> acyclic   loops are cut at back edges, with invariants (loops.go)
//	acyclic     -> formulas  one symbol per point of the graph that implies how it
//	                         is reached: every variable is a term over what was
//	                         last havocked, or merged at joins (passive.go)
//	formulas    -> verdict   one query; after an error its assertion is taken out and
//	                         the query repeated (solve.go)
//
// An expression is a value: one term, or for datatypes a tuple of values; a map to
// a datatype is a tuple of maps (value.go). So no theory of datatypes is needed,
// but each may have one constructor only and must not contain itself.
//
// Meaning. A call of a procedure with {:inline n} and a body is its body, up to n
// times within itself; its preconditions are asserted before and its postconditions
// behind it. Any other call asserts the preconditions, havocs the globals that the
// callee may modify, which is inferred, and assumes the postconditions. This holds
// for a call beyond the depth of inlining, too, and such a procedure is then
// verified by itself like the others; Boogie's own default there is to assume
// false, which proves anything about recursion.
//
// Values of an uninterpreted type are integers. That is exact as long as nothing is
// said about all values of the type; otherwise OK is decided again with values that
// are the image of an unknown function, which may be finite (translator.retract).
package vc
