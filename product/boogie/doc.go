// Package boogie is the intermediate verification language Boogie: syntax trees, a parser, a printer and a type
// checker. Package product/boogie/vc verifies its programs.
//
//	Parse(file, text)   text -> *Program, or the first syntax error
//	Check(program)      resolves names and computes the types of expressions
//	Print(w, program)   *Program -> text that Boogie and Parse read
//
//	ParseExpr("x + 1 > y")  ==  Bin(Gt, Bin(Add, Id("x"), N(1)), Id("y"))       apart from positions
//
// The language is that of K. R. M. Leino, "This is Boogie 2" (2008), as version 2 of the tool accepts it, with
// algebraic datatypes in both notations: functions with {:constructor} that return a type with {:datatype}, as
// solc-verify writes them, and "datatype T { C(x: int) }". The part of it that contracts need is listed in
// Hajdu's thesis on modular specification and verification (chapter 3, section 3.3: types, maps, assume,
// assert, call, loops with invariants).
//
// Trees may also be built by hand: every node is a struct with exported fields, the constructors of build.go
// shorten the common ones, positions may be zero.
//
// Invariant: Check stores its results in the nodes (Ident.Decl, Expr.Type, ...), so a node occurs only once in
// a checked program. After a change of the tree it has to be checked again.
package boogie
