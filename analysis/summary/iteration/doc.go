// Package iteration over-approximates the reflexive transitive closure of loop
// bodies: for a transition formula F it computes a transition formula F* that
// relates every pair of states connected by zero or more iterations of F.
//
// Example: the closure of "[n > i] i := i + 2" computed by Default is
//
//	[K = 0 || n > i && n - i - 2*K >= -1 && K > 0] i := i + 2*K
//
// It is compositional recurrence analysis restricted to linear results, as GPS
// uses it (OOPSLA 2025, section 6): recurrences that hold for every iteration
// are read off the body by a solver and replaced by their closed forms in a
// counter K of iterations (Farzan and Kincaid, "Compositional recurrence
// analysis", FMCAD 2015). The recurrences of this package:
//
//   - Guards: the last and the first iteration could happen;
//   - Translation: linear maps a with a.x' = a.x + c, and the guard, projected to
//     them, at every step in between: exact for counting loops;
//   - Lossy: the convex hull of the differences x' - x gives a.x' - a.x >= c*K
//     (Ancourt, Coelho and Irigoin, "A modular static analysis approach to affine
//     loop invariants detection", 2010);
//   - Congruence: x' - x = c modulo m in every iteration, as with counters that
//     wrap around, and the same of sums of variables;
//   - Alternation: linear maps a with a.x' = c - a.x, such as toggled flags and
//     swapped variables;
//   - Stratified: x' = q*x + t over counters, as far as the result is linear;
//   - Polyhedral: guards as convex polyhedra, which is less than Guards.
//
// A Product reads all of them off one body and shares the counter. Split and
// Directions cut a body into phases, each summarised by another domain (Silverman
// and Kincaid, "Loop summarization with rational vector addition systems", CAV
// 2019; Zhu and Kincaid, "Termination analysis without the tears", PLDI 2021, for
// the phase graph of invariant predicates).
//
// Facts concern Bool, Int and Real variables; what the body does with other sorts
// is any value after one iteration or more. Terms that are not linear are
// arbitrary numbers. Every limit, of time, models or size, weakens the result and
// never is an error.
package iteration
