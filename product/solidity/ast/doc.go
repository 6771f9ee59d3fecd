// Package ast is the syntax trees of Solidity sources as the compiler emits them, resolved and typed, as Go
// structs.
//
//	total += x    Assignment{Op: "+=", X: Identifier total, Y: Identifier x}, Type uint256, at 7:33
//
// Decode reads the "compact" JSON form of the versions 0.4 to 0.8 ("Compiler Input and Output JSON
// Description", AST). An unknown kind of node becomes *Unknown with its name and position, so that users of the
// tree can refuse it. Names are resolved (Identifier.Decl, MemberAccess.Decl, ContractDefinition.Linearized),
// types are parsed from the compiler's type identifiers (ParseType), and positions become line:column
// (Program.Position).
//
// Documentation comments are taken from the source text (Program.Doc) and not from the tree, since compilers
// before 0.8.2 drop those of loops.
package ast
