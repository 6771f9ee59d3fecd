// Package c is the front end for C: it translates one translation unit of C11
// with GNU extensions to a program.Module.
//
// Example: "while (i < n) i = i + 2;" with ints i and n becomes, in the function
// main at the loop head L6 ("cupel verify --dump module"),
//
//	L6 main e.c:7:2
//	  -> L7 at e.c:7:2 [true]
//	       assume main::i < main::n
//	  -> L5 at e.c:7:2 [false]
//	       assume main::n <= main::i
//	L7 main e.c:7:16
//	  -> L6 at e.c:7:16
//	       check add_ok(main::i, 2) (signed overflow)
//	       main::i := main::i + 2
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
// flattened index. Every other object has an address in a memory region.
// Expressions without side effects become one term; short-circuit operators in
// them become connectives, and the checks of a guarded operand become
// implications. Everything else becomes control flow. Constructs without a model
// become cuts (program.Location.Cut).
package c
