// Package memory makes goals of the properties of memory: an access outside of a live object (valid-deref), a release of what is no live heap block
// (valid-free), and a heap block that is left at the end (valid-memcleanup) become checks, which passes.RaiseChecks turns into edges to the error.
//
// Which object a pointer belongs to is decided by what it was computed from, not by its value (C11 6.5.6p8). So each pointer has metadata beside it, the first
// address and the size of its object: variables for pointers in variables, arrays for pointers in memory, parameters for pointers that are passed. A pointer
// of unknown provenance (from an integer, from bytes, never written) has the metadata of none, and may not be used. That is the representation of SoftBound
// (Nagarakatte, Zhao, Martin, Zdancewic, PLDI 2009, section 3); as addresses are never used again, the first address is the key of the lifetime, too, and an array by first
// addresses says what is released (CETS, ISMM 2010, section 4, has keys and locks for that).
//
// The goals are reached whenever an execution has a fault, and may be reached where none is: a counterexample is to be judged by the interpreter
// (interp.Memory). They are exact but for pointers of unknown provenance and objects whose lifetimes overlap with earlier ones of the same variable.
//
// A flow-insensitive points-to analysis of the module (inclusion constraints, Andersen 1994) keeps the metadata small: only pointers that are used have any, sizes that are the same for all objects
// are constants, and an access asks for the lifetime only if a release of one of its objects may come before it.
package memory
