// Package tree navigates the syntax trees of the C parser: expressions without
// parentheses, the callee and arguments of calls, operands of assembler statements, all nodes of a subtree.
//
// Example: for "(f)((x))", the callee's name is f and the argument is x.
package tree
