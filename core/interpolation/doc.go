// Package interpolation computes sequence interpolants of infeasible paths
// without an interpolating solver: it uses satisfiability under assumptions and
// unsatisfiable cores only.
//
// Contract (Sequencer): for steps T_1 ... T_n with an unsatisfiable conjunction it
// returns I_0 = true, I_1, ..., I_n = false such that I_(k-1) and T_k imply I_k, and
// I_k contains only symbols common to T_1..T_k and T_(k+1)..T_n.
//
// Example: for the steps
//
//	x#0 = 0 && y#0 >= 1;  x#1 = x#0 + y#0;  x#1 < 0
//
// NewNewton returns true, x#0 + y#0 >= 0, x#1 >= 0, false.
//
// The methods, each a Sequencer:
//
//   - Newton: strongest postconditions and weakest preconditions over the path
//     relaxed by an unsatisfiable core (Dietsch et al., ESEC/FSE 2017), for every
//     theory. Quantifiers are removed where that is cheap (projector).
//   - Farkas: sums of linear constraints, from certificates of the exact simplex
//     in package farkas; for Int and Real.
//   - Cubes: interpolants of pairs of cubes that models give, where case
//     distinctions are too many for Farkas.
//   - Spacer: one system of Horn clauses for the whole path, for Options.Horn.
//   - Portfolio: the others in the order that suits the path's theory.
//
// What makes the results useful as loop predicates happens around the methods.
// Cores are chosen by QuickXplain so that the proof lies at the end of the path,
// and several different cores compete (relaxations). Interpolants are
// generalised while they are computed (walk.generalise), Farkas sums decomposed.
// At last unify restates all the proofs found with as few predicates over
// program variables as possible, so that one predicate holds at every visit of a
// loop head instead of a new one at each. Size.Cost compares the outcomes.
//
// Every result can be validated (Check, Options.Validate). A limit that is hit
// leads to ErrUnknown or to a longer sequence, never to a wrong one.
package interpolation
