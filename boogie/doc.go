// Package boogie is the intermediate verification language Boogie: its syntax
// trees, a parser, a printer and a type checker. Package boogie/vc verifies what
// this one reads.
//
// The language is that of K. R. M. Leino, "This is Boogie 2" (2008), as version 2
// of the tool accepts it, with algebraic datatypes in both notations: functions
// with {:constructor} that return a type with {:datatype}, as solc-verify writes
// them, and "datatype T { C(x: int) }". The part of it that contracts need is
// listed in Hajdu's thesis on modular specification and verification (chapter 3,
// section 3.3: types, maps, assume, assert, call, loops with invariants).
//
// A program goes through three functions:
//
//	Parse(file, text)   text -> *Program, or the first syntax error
//	Check(program)      resolves names and computes the types of expressions
//	Print(w, program)   *Program -> text that Boogie and Parse read
//
// Trees may also be built by hand: every node is a struct with exported fields,
// the constructors of build.go shorten the common ones, positions may be zero.
// What Check finds out is stored in the nodes (Ident.Decl, Expr.Type, ...), so a
// node must not occur in two places of a checked program; Clone makes a program of
// which that is true, and copies what is to be changed.
package boogie
