// Package procedure computes summaries of recursive functions: a formula per
// function that relates its arguments and globals before a call to its result and
// globals after it, for all calls that return.
//
// Example: for
//
//	int f(int n) { if (n <= 0) return 0; return f(n - 1) + 2; }
//
// called with 0 <= n <= 1000, the summary is "2*n == result && result <= 1998 &&
// result >= 0" for the recursive calls (cupel verify --explain).
//
// The package works on a program made by passes.InlineClosed, after passes and
// the integer lowering: shared instances of recursive functions begin and end at
// marks, and calls are stepped over by edges with a mark. For every such function
// f it computes a formula S_f over the function's slots, and replaces the marks
// of calls by these formulas.
//
// # Soundness
//
// Let Phi_f(z; S) be the relation of the paths from the entry of f's instance to
// its exit in which calls satisfy S, computed from path expressions
// (packages summary, pathexpr, iteration). Formulas with
//
//	Phi_f(z; S) implies S_f(z)   for all f
//
// hold of all calls that return, by induction on the depth of the calls below
// one that returns. Compute returns only formulas for which a solver proved this;
// functions for which it could not keep no more than true. Phi contains the
// checks for undefined behaviour as assumptions, because an execution does not go
// on behind a check that fails, and the ranges of the C types. It also contains
// bounds of the states in which calls come to f, from the interval analysis of the
// program whose calls return anything; passes and the lowering use such facts,
// too. A summary therefore holds of the calls that the program makes, not of
// every call. Result.Obligation is a program that poses the same question without
// Phi, for another solver.
//
// Calls that never return have no place in S_f: an error below such a call is
// reached over call edges, see passes.InlineClosed.
//
// # Computation
//
// Kleene iteration from false, as in the functional approach of Sharir and Pnueli,
// "Two approaches to interprocedural data flow analysis", 1981, with widening
// (Cousot and Cousot, "Static determination of dynamic properties of recursive
// procedures", 1977). An abstract value is one convex polyhedron over the slots
// for each cell of a partition of the values before the call. The partition comes
// from the conditions of the function on its arguments and the conditions of the
// program on what it passes; Options.Fine takes all the points between the
// constants found in them, which makes tables of functions over small ranges, and the
// remainders by which the program divides. The
// polyhedra are convex hulls of Phi, cell by cell (package analysis/absint/polyhedra/hull);
// models of Phi outside of S determine the cells that have to grow. Narrowing repeats the
// hulls without widening.
package procedure
