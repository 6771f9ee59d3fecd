// Package c23 rewrites what C23 added to C, as GCC 14 accepts it, as the C11 with GNU's extensions that the parser reads.
//
// The text is a preprocessed one, since the new words may come from macros. Its lines stay; columns may move. Each word of C23 is a keyword unless the program
// declares it as a name of its own, as programs in older C may.
//
// The value of an object that constexpr declares takes the place of its name, which therefore needs the scopes of all names: of the object, and of what its
// initializer names. Where a name in the initializer denotes something else than at the declaration, the use is refused. So it is with the members of structs and
// unions, whose values follow from their initializers (initial.go) and types (shape.go); one whose value is not known is refused where a constant may be needed.
//
// Not rewritten here, because they concern preprocessing or the parser reads them: digit separators, #elifdef and the like, labels and their attributes at the
// ends of blocks (frontend/c/scan.go), conditions of directives (frontend/c/condition.go), the types of enumerations, labels before declarations, empty
// initialisers, unnamed parameters.
package c23
