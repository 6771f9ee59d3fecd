// Package ast is the syntax tree of Solidity sources as the compiler gives it, resolved and typed,
// as Go structs.
//
// Decode reads the "compact" JSON form of the versions 0.4 to 0.8 ("Compiler Input and Output JSON
// Description", AST). A kind of node that is not known here becomes *Unknown with its name and
// position: whoever walks the tree sees it and can refuse. Names are resolved (Identifier.Decl,
// MemberAccess.Decl, ContractDefinition.Linearized), types are read from the compiler's type
// identifiers (ParseType), and positions become line:column (Program.Position).
//
// Documentation comments are taken from the source text (Program.Doc) and not from the tree, since
// compilers before 0.8.2 drop those of loops.
package ast
