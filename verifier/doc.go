// Package verifier runs one verification task from source text to evidence:
// front end, inlining, passes, arithmetic, engine, confirmation of a
// counterexample on the original program or certification of a proof, witness
// and harness. The command line and the benchmark runner sit on top of it.
package verifier

// Version is the release.
const Version = "0.1.0"
