// Package boogie is the intermediate verification language Boogie: syntax trees, a parser, a printer and a type
// checker. Package product/boogie/vc verifies its programs.
//
//	Parse(file, text)   text -> *Program, or the first syntax error
//	Check(program)      *Program -> *Checked, the same tree with a table of what its names mean and of the types of expressions, or all mistakes
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
// Check leaves the tree alone. What it finds out is in the Info, by node:
//
//	c, err := Check(p)
//	c.Decls                the tree, as it was
//	c.TypeOf(e)            the type of an expression
//	c.Var(id)              the variable that a name stands for; c.Kind(v) and c.VarType(v) tell which it is
//	c.Called(s).Proc       the procedure that is called; Inst instantiates its type parameters
//
// So a tree can be checked any number of times, and goroutines can share it. A node may stand in several places of
// it if it means the same there. Who changes a tree that others use copies it before (Clone, CloneExpr, CloneStmts),
// and checks the copy after the change.
package boogie
