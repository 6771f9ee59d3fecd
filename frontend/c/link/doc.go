// Package link makes one translation unit of several, as texts. Each unit is
// preprocessed C. What a linker keeps apart (static functions and variables) and
// what the language keeps apart (types, enumeration constants) is renamed where
// two units mean different things by one name; what the units share (the types
// of a common header) stands once. The unit that comes of it has C's meaning of
// the linked program (C11 6.2.2, 6.2.7).
//
// The package looks at declarations of file scope and at the roles of names
// (tag, member, ordinary), without types: a name that is used for something
// else in an inner scope is renamed with the others, which does not change what
// it means there. The result is parsed and type checked by whoever asked for it.
package link
