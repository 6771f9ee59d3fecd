package summary

// maxSimplified bounds the size of guards on which quantifier elimination is tried.
const maxSimplified = 400
