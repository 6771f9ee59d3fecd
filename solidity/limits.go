package solidity

// maxErrors bounds the errors of a function.
const maxErrors = 200
