package oracle

// defaultLoop bounds the summary of one loop, in units of package work.
const defaultLoop = 700_000
