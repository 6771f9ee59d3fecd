package diagram

// levelsPer is the number of levels reserved for atoms with the same last symbol; further ones are placed among those of
// the next symbols.
const levelsPer = 1 << 16

// lookPeriod is the number of nodes and steps between two looks at the context.
const lookPeriod = 256
