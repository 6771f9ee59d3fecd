// Package segments computes quantified array invariants by abstract interpretation with array segmentation.
//
// The indices of all arrays together are divided into segments by loop progress: indices that a loop has not reached yet, indices that it has passed since
// it was entered, and indices outside of its range. Each segment has an element of the relational domain over the program's variables, an index k in the
// segment, and the array cells at k. (After Halbwachs and Péron, "Discovering properties about arrays in simple programs", PLDI 2008, and Cousot, Cousot and
// Logozzo, "A parametric segmentation functor for fully automatic and scalable array content analysis", POPL 2011.)
//
// Example: at the head of "for (i = 0; i < n; i++) a[i] = 42;" the segments are
//
//	passed:       0 <= k < i, a[k] = 42
//	not reached:  k >= i
//	outside:      k < 0
//
// and the invariant is "for all k: 0 <= k < i ==> a[k] == 42".
//
// The program with one arbitrary index k and the arrays' cells at k, and its phases, whose locations are the segments, are those of package distinguished. In
// addition, this analysis considers all k at once: a read at an index other than k yields the cell's value in the segments of that index.
package segments
