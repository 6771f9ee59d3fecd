// Package gps decides reachability by summary-guided search (Fang, Kincaid and
// Reps, "Software model checking via summary-guided search", OOPSLA 2025).
//
// A summary over-approximates all paths from a location to the error. The search
// asks, for a path at the frontier of the tree of explored paths, whether the
// path followed by the summary is satisfiable (Figs. 4 and 5). If so, a model is
// a test that is executed concretely and grows the tree (EXPLORE); summaries
// resolve its nondeterministic choices. If not, the path is a dead end, and
// interpolants of the path with the summary as its last element label the tree;
// labels that repeat cover leaves (TRYCOVER, REFINE of Fig. 6). The frontier is
// first in, first out, and a variable gas bounds the loop iterations of every
// test (section 5.3), which makes the search complete for refutation.
//
// What differs from the paper: labels are kept at loop heads and leaves only, so
// that a label covers a whole path segment; deterministic statements are executed
// by the interpreter without a solver, which looks at loop heads whether the
// error is still in reach, less and less often; and a leaf that is a dead end
// without interpolants is kept as one that is closed for its path only, so that
// none of its ancestors can cover another path.
//
// GPSLite is the search without labels, cra asks the summary of the initial
// location alone.
package gps
