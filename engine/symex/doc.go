// Package symex is symbolic execution, plain and with implicit predicate
// abstraction and counterexample-guided refinement.
//
// Source: "Symbolic Execution with Implicit Predicate Abstraction and CEGAR"
// (FMCAD 2024, the KRATOS engine "symexecia"). Engine symex is its Algorithm 1:
// depth-first enumeration of feasible paths with one incremental solver. Engine
// symexecia is Algorithms 2 and 3: at loop heads that the path has visited at
// least a threshold number of times the symbolic memory is replaced by a fresh
// one that agrees with it on the head's predicates, and only simple paths, on
// which no abstract state of a head repeats, are explored. Candidate error paths
// are checked without abstraction; infeasible ones give predicates by sequence
// interpolation at the abstraction points, or raise thresholds, and the search
// backtracks to the first abstraction point whose precision changed.
//
// What the paper leaves open and this package decides:
//   - A model of the path condition is kept along the path: an assumption that it
//     satisfies needs no solver call, and an abstraction extends it by copying values.
//   - What the model does not answer is a question about the conjuncts that are connected
//     with it, see package pathcond.
//   - Where one side of a branch is infeasible the other is not added to the path
//     condition, which keeps it short.
//   - Outgoing edges are tried in the order of their distance to the error.
//   - Operations that only state that behaviour is defined (program.OpCheck) are
//     ignored until a counterexample fails to replay because of undefined behaviour;
//     from then on they are assumptions.
package symex
