package distinguished

// maxBack bounds the edges before one into the error on which its reads are looked for.
const maxBack = 8

// maxOffsets bounds the cells of an array that are known.
const maxOffsets = 3
