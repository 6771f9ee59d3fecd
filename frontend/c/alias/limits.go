package alias

// maxCells bounds the types that are laid out cell by cell.
const maxCells = 1024

// MaxDepth bounds the pointers, one behind the other, from outside that lead to objects;
// see Library.Outside.
const MaxDepth = 2
