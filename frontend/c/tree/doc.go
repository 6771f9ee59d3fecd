// Package tree reads the trees of the C parser: what an expression is below its parentheses,
// what a call names, every node of a subtree.
package tree
