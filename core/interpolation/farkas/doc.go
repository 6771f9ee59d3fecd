// Package farkas decides conjunctions of linear constraints over the rationals
// exactly and certifies infeasibility: by Farkas' lemma a conjunction of linear
// constraints is infeasible exactly when a non-negative combination of them
// sums to a contradiction 0 <= c with c < 0 (or 0 < 0). Interpolants are derived
// from the multipliers of that combination.
//
// Example: x - y <= -1 (1), y <= 3 (2) and -x <= -3 (3) are infeasible with the
// certificate 1*(1) + 1*(2) + 1*(3), whose sum is 0 <= -1; the partial sum of (1)
// and (2), x <= 2, is an interpolant between these and (3).
//
// The decision procedure is the general simplex with bounds of Dutertre and de
// Moura, "A fast linear-arithmetic solver for DPLL(T)", CAV 2006: slack forms
// stay in the tableau, constraints are bounds that come and go with Push and
// Pop, strict bounds are handled with an infinitesimal, and Bland's rule makes
// every check end. The bounds of a conflict form an irreducible infeasible set,
// so the multipliers are unique up to scaling.
//
// Diophantine proves the infeasibility of a system of linear equations over the
// integers by rational multipliers whose combination has integral coefficients
// and a fractional constant (Jain, Clarke and Grumberg, "Efficient Craig
// interpolation for linear Diophantine (dis)equations and linear modular
// equations", CAV 2008).
package farkas
