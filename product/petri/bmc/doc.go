// Package bmc asks SMT solvers about nets.
//
// [Prove] shows that a predicate is unreachable, or finds it reachable: the state equation m = m0 + C x, a
// linear over-approximation of the reachable markings, is asserted together with the
// predicate, first over the rationals, then over the integers. A solution is refuted, when
// possible, by facts that hold in every reachable marking, and the solver is asked again:
//
//   - a trap that is marked stays marked (Esparza and Melzer, "Verification of safety
//     properties using integer programming: beyond the state equation", 2000), in the form
//     for the subnet of the transitions that fire;
//   - the first transition of a set that fires needs a place that only transitions outside
//     the set mark: the siphon condition, again in the subnet of those that fire.
//
// When solver and facts agree that there is no solution, the facts are the [Certificate];
// its Check tests every fact structurally and asks any other solver.
//
// [Unroll] is bounded model checking: firing sequences of growing length as formulas.
// [Induct] is k-induction: no sequence of k steps from markings that satisfy the net's
// known invariants leads from k markings outside the predicate into it.
//
// All formulas are linear, over mathematical integers; inhibitor arcs and weights are exact
// in Unroll and Induct and only weaken Prove.
package bmc
