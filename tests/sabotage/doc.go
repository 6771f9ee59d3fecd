// Package sabotage tests that mistakes in the verifier are noticed: with a fault injected (internal/sabotage) or a dishonest solver, no
// wrong proof is certified, and where a technique for arrays is made wrong, a wrong program is proven that is open otherwise.
//
//	restore := sabotage.Inject(sabotage.LowerWrap)   // the lowering to integers forgets that machine arithmetic wraps around
//	rep := certifyWith(t, file, "... check(x + 10 >= x) ...", "cvc5", "symexecia", verifier.InvariantsNone, true)
//	rep.Certified                                    // "no: ...": TRUE, and the certificate does not hold
package sabotage
