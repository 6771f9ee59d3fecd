package overlap

// maxWords bounds the words of memory that are noted; beyond it a run is watched no longer.
const maxWords = 1 << 20

// word is the number of bytes that are noted together.
const word = 8
