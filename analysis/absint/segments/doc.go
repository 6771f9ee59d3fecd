// Package segments finds facts about all cells of arrays by abstract interpretation.
//
// The indices of all arrays together are divided into segments by how far the loops have come: those that a loop has not reached yet, those
// that it has passed since it was entered, those outside of its range. For each segment an element of the relational domain describes, for
// every index k in it, the program's variables together with k and the cells at k. (After Halbwachs and Péron, "Discovering properties about arrays
// in simple programs", PLDI 2008, and Cousot, Cousot and Logozzo, "A parametric segmentation functor for fully automatic and scalable array
// content analysis", POPL 2011.)
//
// Both are got from package distinguished: the program in which k is one arbitrary index and arrays are their cells at k, and its
// phases, whose locations are the segments of a location of the first. What is added here is that all k are considered at once: a read at another
// index than k gives what the segments say of the cell there.
package segments
