package cexpr

// maxLength bounds a printed expression, in bytes: validators parse it.
const maxLength = 4000

// wordWidth is the width of the bit-vectors in which an expression is evaluated, in bits: sums and products of two 64-bit operands fit.
const wordWidth = 136
