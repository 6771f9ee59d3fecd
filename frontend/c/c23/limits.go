package c23

// maxConstant bounds the text of a constant's value, which other constants repeat, in bytes.
const maxConstant = 4000
