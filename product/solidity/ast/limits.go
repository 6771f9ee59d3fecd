package ast

const (
	// maxTypeDepth bounds the nesting of a type.
	maxTypeDepth = 200
	// maxDepth bounds the nesting of a tree.
	maxDepth = 2000
)
