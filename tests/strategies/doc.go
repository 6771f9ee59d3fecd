// Package strategies tests what the verifier does around engines: runs before them, random and for all inputs; slices per goal,
// restrictions, facts from files, the arithmetic chosen, invariants found before, and auto.
//
//	rep := verifying.Source(t, locks(10, 0), verifying.With("symexecia"))
//	rep.Proof                                        // "... on 10 slices of their own, 1 of which ..."
package strategies
