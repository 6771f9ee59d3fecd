// Package portfolio decides whether a predicate over the markings of a net is reachable,
// by several methods that share the time: structural reductions first, then random runs,
// proofs from the state equation, explicit search, its CEGAR algorithm, predicate
// abstraction, and unrolling.
//
// # What may be answered
//
// Reachable comes with a firing sequence that was replayed on the original net, where the
// last marking satisfies the original predicate. Unreachable comes with the name of its
// certificate: a complete state space, an infeasible state equation (with valid facts
// added), an inductive invariant or abstract reachability graph that was checked, or the argument of the reductions. Everything else is
// Unknown with the reasons of all methods.
package portfolio
