// Package portfolio decides the reachability of a predicate in a net by several methods in rounds of growing
// budgets: structural reductions first, then random runs, proofs from the state equation, explicit search, its
// CEGAR algorithm, predicate abstraction, and unrolling.
//
//	Check(r >= 2)            Reachable, Method RANDOM_WALK, Sequence t u t u, Marking r=2
//	Check(p + q + r >= 3)    Unreachable, Method EXPLICIT STUBBORN_SETS, Certificate "complete state space, ..."
//
// # Soundness of the answers
//
// Reachable comes with a firing sequence that was replayed on the original net, where the last marking
// satisfies the original predicate. Unreachable comes with the name of its certificate: a complete state space,
// an infeasible state equation (with valid facts added), an inductive invariant or abstract reachability graph
// that was checked, or the argument of the reductions. Everything else is Unknown with the reasons of all
// methods.
package portfolio
