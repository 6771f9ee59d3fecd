// Package evidence turns an answer into a report with its evidence: it certifies proofs with a second solver,
// lists the assumptions of a proof and the dependences of a counterexample, and writes witnesses and harnesses.
//
//	Case     FALSE, Confirmation: x = 5, error at f.c:9       Report  inputs, execution, dependences,
//	                                                                  witness, harness
//	Case     TRUE, Proof: h: i == s                           Report  invariant at f.c:5:3: i == s
//	                                                                  certified: source, 3 obligations, cvc5;
//	                                                                  trusted: C front end, inlining
//
// Explain computes the Report of a Case, which it does not change. A certificate has a level: LevelSource if
// the claims are proven on the inlined program in machine arithmetic, LevelLowered if only over the integers.
// docs/proofs.md describes how proofs are checked.
package evidence
