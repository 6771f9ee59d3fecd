// Package facts keeps candidate invariants of a program during its verification, and decides which of them may
// be assumed: a blackboard over which engines exchange what they learn, in one run, between runs (files), or
// from a user.
//
// A Fact is a formula at a location of the original program (as inlined, machine-typed) with an origin (an
// engine or analysis, a file, the user) and a Status, its trust level. Everything published is an untrusted
// claim. An engine may assume only what Check or View.Check has shown to be inductive, on the original program
// or the derived one that the engine sees, by dropping claims until the rest is (Flanagan and Leino, Houdini,
// FME 2001; package certify discharges the verification conditions). Predicates, parts of formulas that
// mattered in some proof, are tried with their negations and in clauses of two literals (Gulwani, Srivastava,
// Venkatesan, "Constraint-based invariant inference over predicate abstraction", VMCAI 2009).
//
//	x = y = 0; while (x < 10) { x++; y++; }      over 8 bits
//
//	published at the loop head      after Check
//	x = y                           Checked
//	x <= 10                         Checked
//	x <= 9                          not Checked: the loop does not preserve it
//	false                           not Checked: fails on entry
//
// A Board holds the facts of one program. A Derivation translates formulas between a program and one that
// passes, lowerings and encodings derived from it, and a View is the board in terms of such a program:
//
//	engine  -- View.Publish -->  Derivation.Up  -->  Board  -->  Derivation.Down  -- View.Known -->  engine
//
// A quantified array invariant has the form "for all numbers k: ..." over the integer values of variables; it
// is checked by its ground instances (package core/logic/instances).
//
// Files of facts are JSON with SMT-LIB terms (File); a user's facts may also be lines of C expressions.
package facts
