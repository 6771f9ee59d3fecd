package alias

// maxCells bounds the types that are laid out cell by cell.
const maxCells = 1024
