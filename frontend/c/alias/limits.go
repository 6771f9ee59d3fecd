package alias

// maxCells bounds the cells of a type that is laid out cell by cell.
const maxCells = 1024

// MaxDepth bounds the pointers, each reached through the one before it, through which objects outside the program are
// modelled; see Library.Outside.
const MaxDepth = 2

// maxFlags are the lowest bits of an address in which flags may be.
const maxFlags = 15
