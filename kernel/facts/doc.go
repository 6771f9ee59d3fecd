// Package facts keeps what is known about a program while it is verified, so that what one
// engine learns another can use: in the same run, in the next one, or from a person.
//
// A fact is a formula at a location of the original program (as inlined, machine-typed). It has
// an origin, the engine or analysis that found it, a file, or the user, and a status. Everything
// that is published is a claim and nobody's claim is trusted: an engine may assume what Check
// or View.Check made inductive on the original program or on the one that the engine sees,
// by dropping what is not (Flanagan and Leino, Houdini, FME 2001; package certify asks).
// Predicates, parts of formulas that mattered, are tried with their negations and in clauses of two
// (Gulwani, Srivastava, Venkatesan, "Constraint-based invariant inference over predicate
// abstraction", VMCAI 2009).
//
// A Derivation translates formulas between a program and one that passes, lowerings and encodings
// derived from it. A View is the board as an engine sees it, in terms of its program.
//
// A fact about all cells of arrays is "for all numbers k: ..." about the numbers that variables hold; it is checked by its
// instances (package core/logic/instances).
//
// Files of facts are JSON with SMT-LIB terms, see File; a person's own facts may be lines of C expressions.
package facts
