package memory

// maxSizes is the number of objects of other sizes than the usual one for which a size is computed from the first address.
const maxSizes = 4

// maxHeldSteps bounds the edges between an allocation and the assignment of its address to a variable.
const maxHeldSteps = 16

// flagBits are the lowest bits of a pointer in which programs keep flags.
const flagBits = 4
