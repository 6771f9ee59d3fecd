package annotation

// maxDepth bounds the nesting of an expression.
const maxDepth = 500
