// Package bmc decides reachability in Petri nets with SMT solvers: by the state equation refined with
// structural facts, by bounded model checking, and by k-induction.
//
//	places p = 2, q = 0, r = 0;  t: p -> q;  u: q -> r
//
//	Prove  r >= 3   r = x_u, q = x_t - x_u >= 0, p = 2 - x_t >= 0 contradict it: a Certificate
//	Unroll r >= 2   step 1 fires t twice, step 2 fires u twice: Reached at depth 2
//
// [Prove] shows that a predicate is unreachable, or finds it reachable: the state equation m = m0 + C x, a
// linear over-approximation of the reachable markings, is asserted together with the predicate, first over the
// rationals, then over the integers. A solution is refuted, if possible, by facts that hold in every reachable
// marking, and the query is repeated:
//
//   - a trap that is marked stays marked (Esparza and Melzer, "Verification of safety properties using integer
//     programming: beyond the state equation", 2000), in the form for the subnet of the transitions that fire;
//   - the first transition of a set that fires needs a place that only transitions outside the set mark: the
//     siphon condition, again in the subnet of those that fire.
//
// When the query with the facts is unsatisfiable, the facts are the [Certificate]; its Check tests every fact
// structurally and repeats the query with any other solver.
//
// [Unroll] is bounded model checking: firing sequences of growing length as formulas. [Induct] is k-induction:
// no sequence of k steps from markings that satisfy the net's known invariants leads from k markings outside
// the predicate into it.
//
// All formulas are linear over the integers; inhibitor arcs and weights are exact in Unroll and Induct and only
// weaken Prove.
package bmc
