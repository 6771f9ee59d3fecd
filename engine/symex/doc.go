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
// What the paper leaves open or does not have and this package decides; the presets of the paper (package product/preset) switch off
// what changes the search, by the flags in brackets:
//   - A model of the path condition is kept along the path: an assumption that it satisfies needs no solver
//     call, and an abstraction extends it by copying values. Terms over integers are simplified under the bounds
//     that the path condition states, see package ranges. A path to the error without abstraction, of whose
//     condition a model is known, is replayed without another query. Other queries are restricted to the
//     conjuncts connected with them by shared symbols, see package pathcond. Where one side of a branch is
//     infeasible the other is not added to the path condition. [--path-conditions incremental]
//   - Outgoing edges are tried in the order of their distance to the error. [--order source]
//   - An abstract state is pruned also if it was finished on another path; predicates that the path condition
//     decides are found by queries for that. [--cover ancestors]
//   - Refinements of a head raise its threshold after some number of them. [--unroll-after 0]
//   - Where a path gives no new predicate, thresholds rise to its visits, not by one. [--raise one]
//   - Edges from which the error cannot be reached are not followed.
//   - Checks of definedness (program.OpCheck) are ignored until a counterexample fails to replay because of
//     undefined behaviour, and assumed from then on (package definedness).
//
// A certificate's exploration leaves all queries to its solver. Without --restart root the search goes on after a
// refinement as section IV-C has it at its end.
package symex
