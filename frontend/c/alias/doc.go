// Package alias decides which objects of a C program can stay plain variables
// and divides the others into memory regions.
//
// It is a flow-insensitive, context-insensitive, unification-based points-to
// and escape analysis after B. Steensgaard, "Points-to analysis in almost
// linear time" (POPL 1996), over the abstract syntax tree of
// modernc.org/cc/v4. Every abstract object belongs to one class, and so does
// everything a pointer-valued expression may point into.
package alias
