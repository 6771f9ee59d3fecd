// Package cells tests what is proven of all cells of arrays: by quantified, by distinguished cells, by segments, and by facts that one
// engine tells another.
//
//	testdata/arrays      sorts, partitions, lists and strings, all of them right
//	testdata/cells       programs that were written to mislead; the name says what is right, as in copy_overlap_false.c
//	testdata/cellfacts   programs whose loops need different engines: one finds the fact, another proves by it
package cells
