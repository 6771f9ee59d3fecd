// Package gps decides reachability by summary-guided search (Fang, Kincaid and Reps, "Software model checking
// via summary-guided search", OOPSLA 2025).
//
// A summary over-approximates all paths from a location to the error. For a path at the frontier of the tree of
// explored paths the search checks whether the path followed by the summary is satisfiable (Figs. 4 and 5):
//
//	i = 0; while (i < n) i++; if (i > 100) error();     summary from the loop head h: i <= i' && i' > 100 && ...
//
//	path Init -> h, then summary    satisfiable: its model, say n = 101, is a test; it is executed and
//	                                reaches the error, a counterexample
//	with n <= 100 assumed           unsatisfiable: a dead end, labelled with interpolants such as n <= 100
//
// If it is satisfiable, the model is a test that is executed concretely and grows the tree (EXPLORE), with
// summaries resolving its nondeterministic choices. If not, the path is a dead end, and interpolants of the
// path with the summary as the last element label the tree; labels that repeat cover leaves (TRYCOVER, REFINE
// of Fig. 6). The frontier is first in, first out, and a variable gas bounds the loop iterations of every test
// (section 5.3), which makes the search complete for refutation.
//
// Differences from the paper: only loop heads and leaves have labels, so that a label covers a whole path
// segment; deterministic statements are executed by the interpreter without a solver, which at loop heads
// checks less and less often whether the error is still reachable; and a dead end without interpolants is
// closed for its own path only, so that none of its ancestors can cover another path.
//
// Each difference has an option that goes back to the paper (Options), and the presets of package preset choose them all. With the option
// Statements the tree grows by single statements without tests, which is lazy abstraction with interpolants (McMillan, "Lazy abstraction with
// interpolants", CAV 2006).
//
// GPSLite is the search without labels; cra evaluates the summary of the initial location alone.
package gps
