// Package vc verifies the procedures of a Boogie program modularly, each by one verification condition for an
// SMT solver.
//
//	procedure Count(n: int) returns (i: int)  requires n >= 0;  ensures i == n;
//	{ i := 0; while (i < n) invariant i <= n; { i := i + 1; } }
//
//	Count: OK; without the invariant ERROR, as the loop is cut
//	Wrong(x) y := x * 2, ensures y > x: ERROR at the postcondition
//
// The method is that of Hajdu's thesis on modular specification and verification of contracts (chapter 3,
// section 3.3) and of Barnett and Leino, "Weakest-precondition of unstructured programs" (PASTE 2005), on which
// Boogie rests:
//
//	body        -> graph     blocks of assume, assert, assign, havoc (graph.go);
//	                         calls are inlined or replaced by the contract (call.go)
//	graph       -> facts     intervals at loop heads (interval.go, bounds.go)
//	graph       -> acyclic   loops are cut at back edges, with invariants (loops.go)
//	acyclic     -> formulas  passive form: a reachability symbol per point of the graph; every variable is
//	                         a term over what was last havocked, or merged at joins (passive.go)
//	formulas    -> verdict   one query; after an error its assertion is removed and the query
//	                         repeated (solve.go)
//
// An expression is translated to a value: one term, or for datatypes a tuple of values; a map to a datatype is
// a tuple of maps (value.go). No theory of datatypes is needed, but each may have one constructor only and must
// not be recursive.
//
// Semantics. A call of a procedure with {:inline n} and a body is its body, nested up to n times; its
// preconditions are asserted before and its postconditions after it. Any other call asserts the preconditions,
// havocs the globals that the callee may modify (inferred), and assumes the postconditions. This holds for a
// call beyond the depth of inlining, too, and such a procedure is then verified like the others; Boogie's own
// default there is to assume false, which is unsound for recursion.
//
// Values of an uninterpreted type are integers. That is exact as long as no quantifier ranges over the type;
// otherwise OK is decided again with the values being the image of an unknown function, which may be finite
// (translator.retract).
package vc
