// Package symex is symbolic execution, plain (engine symex) and with implicit predicate abstraction and
// counterexample-guided refinement (engine symexecia).
//
// Source: "Symbolic Execution with Implicit Predicate Abstraction and CEGAR" (FMCAD 2024, the KRATOS engine
// "symexecia"). Engine symex is its Algorithm 1: depth-first enumeration of feasible paths with one incremental
// solver. Engine symexecia is Algorithms 2 and 3: at loop heads that the path has visited at least a threshold
// number of times the symbolic memory is replaced by a fresh one that agrees with it on the head's predicates,
// and only simple paths, on which no abstract state of a head repeats, are explored. Candidate error paths are
// checked without abstraction; infeasible ones give predicates by sequence interpolation at the abstraction
// points, or raise thresholds, and the search backtracks to the first abstraction point whose precision
// changed.
//
//	i = s = 0; while (i != n) { i++; s++; } if (s != i) error();     head h, threshold 0
//
//	precision {}          h: i, s unconstrained, exit, s != i: a candidate; infeasible, interpolant i == s
//	precision {i == s}    h: i1 == s1, iteration, h: i2 == s2: the abstract state repeats; exit, s1 != i1
//	                      is infeasible: no simple path is left, the program is safe
//
// What the paper leaves open and this package decides:
//   - A model of the path condition is kept along the path: an assumption that it satisfies needs no solver
//     call, and an abstraction extends it by copying values.
//   - Terms over integers are simplified under the bounds that the path condition states, see package ranges. A
//     certificate's exploration does without.
//   - A path to the error without abstraction, of whose condition a model is known, is replayed without another query.
//   - Other queries are restricted to the conjuncts connected with them by shared symbols, see package
//     pathcond.
//   - Where one side of a branch is infeasible the other is not added to the path condition, which keeps it
//     short.
//   - Outgoing edges are tried in the order of their distance to the error.
//   - Checks of definedness (program.OpCheck) are ignored until a counterexample fails to replay because of
//     undefined behaviour, and assumed from then on (package definedness).
package symex
