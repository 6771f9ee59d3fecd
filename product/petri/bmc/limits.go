package bmc

// relaxedSearches bounds the bounded searches for rational solutions: where only integers help, they would continue for
// ever.
const relaxedSearches = 30

// maxFirings bounds the length of a sequence read from a model.
const maxFirings = 10_000_000
