// Package evidence explains a verdict: it certifies proofs with a second solver, says what a
// proof assumed away and what a counterexample depends on, writes witnesses and harnesses, and
// fills in the report. It is given a Case, the answer with what it rests on, and changes
// nothing of it. docs/proofs.md tells how a proof is checked.
package evidence
