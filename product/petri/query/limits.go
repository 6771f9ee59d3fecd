package query

// maxDepth bounds the nesting of parentheses and negations.
const maxDepth = 1000
