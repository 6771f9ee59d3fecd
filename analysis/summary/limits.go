package summary

// maxSimplified bounds the guards on which quantifier elimination is tried.
const maxSimplified = 400
