// Package c is the front end for C: it lowers one translation unit of C11 with
// GNU extensions to a program.Module.
//
// Parsing, preprocessing and name resolution are modernc.org/cc/v4's; the
// standard headers are our own (package frontend/c/include). Types, layouts,
// conversions and evaluation are computed here, because a verifier needs gcc's
// exact results: ILP32 and LP64 layouts of gcc on x86 with its bit-field
// allocation, integer promotions of bit-fields and enumerations, and C's
// undefined behaviour as explicit checks (program.OpCheck).
//
// An object whose address never escapes (package frontend/c/alias) is a set of
// variables, one per scalar leaf of its type, arrays being SMT arrays over the
// flattened index. Every other object lives at an address in memory regions.
// Expressions without side effects become one term; short-circuit operators in
// them become connectives, and the checks of a guarded operand become
// implications. Everything else becomes control flow.
package c
