// Package link merges several translation units into one, as texts. Each unit is
// preprocessed C. Names with internal linkage (static functions and variables) and
// names of types and enumeration constants are renamed where two units use one
// name for different entities; declarations common to the units (the types of a
// header) are kept once. The resulting unit has C's meaning of the linked program
// (C11 6.2.2, 6.2.7).
//
// Example: of "static int n; int f(void) { return n; }" and "static int n;" the
// second unit's n is renamed, to a name that occurs nowhere else.
//
// The package looks at declarations of file scope and at the roles of names
// (tag, member, ordinary), without types: a name that is used for something
// else in an inner scope is renamed with the others, which does not change what
// it means there. The result is parsed and type checked by the caller.
package link
