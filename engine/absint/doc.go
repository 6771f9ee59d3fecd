// Package absint decides reachability by abstract interpretation alone (Cousot and Cousot, POPL 1977): the error is unreachable if the
// post-fixpoint in a domain (package analysis/absint/domains) has no value there. It finds proofs, never errors.
//
//	edges  a: x = 0    b: x < 100; x++    c: x >= 100; x > 100     paths to the error: a b* c
//
//	intervals at the loop head   0 <= x <= 100, from which c leads nowhere: the program is safe
//
// The evidence of True is the value at every location, which a solver re-checks edge by edge; those at loop heads are the claims of the
// certificate. Facts of analyses before are not used.
package absint
