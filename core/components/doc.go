// Package components computes the strongly connected components of graphs (Tarjan, "Depth-first
// search and linear graph algorithms", SIAM J. Computing 1, 1972), with an explicit stack.
//
// Example: with edges 0 -> 1, 1 -> 2, 2 -> 1 and the root 0, the components are {2, 1} and {0}, in
// this order.
package components
