package solidity

// maxErrors bounds the errors of a function.
const maxErrors = 200

// unroll is how many rounds of loops without invariants are looked at by themselves.
const unroll = 5
