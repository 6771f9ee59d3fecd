// Package alias computes points-to classes of a C program: which objects can be
// plain variables because their address does not escape, and which memory region
// each other object and each pointer dereference belongs to.
//
// It is a flow-insensitive, context-insensitive, unification-based points-to
// and escape analysis after B. Steensgaard, "Points-to analysis in almost
// linear time" (POPL 1996), over the abstract syntax tree of
// modernc.org/cc/v4. Every abstract object belongs to one class, and so does
// the set of targets of every pointer-valued expression.
//
// Example: in
//
//	int x, y, z, *p = &x, *q = &y;
//	if (c) q = p;
//
// x and y are in one class, the targets of p and q, and live in one memory
// region; z, p and q do not escape and become variables.
//
// Beyond the paper:
//
//   - A class has one pointee for each kind of cell (integers, pointers to T)
//     rather than a single one, so that members of different pointer types do
//     not merge their targets. Where cells of two kinds may be at the same
//     place (unions, casts of pointers to pointers, byte-wise copies), their
//     pointees are unified.
//   - Integers of any width carry pointers that were converted to them.
//   - A class is byte-level when cells of different kinds may overlap in it. A
//     pointer that was never converted points to an object of its target type; converted
//     pointers of one class may all point to the same place, so that the layouts
//     of the types they have must agree (see overlaps).
//
// What it relies on, all of it undefined behaviour otherwise: a pointer made
// from an array or a member stays within that array or member unless it is
// converted; va_arg requests the type that was passed; and a pointer of unknown
// origin (the result of a function without a body) is not used to access an
// object of the program, unless the program compares it with a pointer to the
// object. Functions without a body store no pointers, except those of the C
// library that are modelled.
package alias
