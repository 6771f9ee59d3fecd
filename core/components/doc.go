// Package components finds the strongly connected components of graphs (Tarjan, "Depth-first
// search and linear graph algorithms", SIAM J. Computing 1, 1972), with an explicit stack.
package components
