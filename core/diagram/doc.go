// Package diagram lays out directed graphs in layers, and writes them as Graphviz text.
//
// Example: of the nodes "begin" and "loop" with edges in both directions, the one back to
// begin is reversed, and Layout places the boxes below each other, at (0, 0) and (3, 73).
//
// The layout is the classical one of Sugiyama, Tagawa and Toda ("Methods for Visual Understanding of Hierarchical System
// Structures", IEEE Transactions on Systems, Man, and Cybernetics 1981): cycles are broken by a depth-first search, nodes
// are put into layers by longest paths, long edges pass through the layers by points of their own, the order within a
// layer is improved by barycentres.
package diagram
