// Package distinguished replaces arrays by single cells at an arbitrary place: a program that reads and writes arrays becomes one over scalars,
// which every engine and the polyhedral analysis can search for facts about all cells.
//
// Source: Monniaux, Gonnord, "Cell morphing: from array programs to array-free Horn clauses", SAS 2016, as a transformation of programs. One
// variable, the distinguished index, keeps an arbitrary value throughout an execution. Of each array only the cells at that index (and at
// constant distances from it) are known, as variables. A write elsewhere changes none of them, a read elsewhere gives any value. Indices
// of the form c*t + d, as addresses are, are counted by t, so that the same element of several arrays is distinguished.
//
// Two indices. With a second distinguished index, behind the first, the cells at any two places are known together, as sortedness and the absence of
// duplicates need it. Only indices that are integers have a second one.
//
// The result over-approximates: for every execution of the original, and every value of the index, or every two values in order, there is one of the result
// that passes the same locations: the one in which each cell is what the array holds there, and each read elsewhere gives what was read. Nothing but an edge into
// the error restricts the indices, except by their order, with which executions begin. Where such an edge reads an array, the index is the one that is
// read: a failing execution fails at some index, which may have been the distinguished one from the start. Where it reads two cells, these
// are at the two indices, the first one at either; or both are the same cell, at the first index, and the second is any. No failing execution is lost, as one of these is the
// case, and its two values were among those that were begun with. So if the result is safe, the original is; an error of the result says nothing.
//
// A cell that is read into a variable, on which the error depends later, is at no index that an edge into the error reads. Remember keeps where such a read was
// last, and that place, whatever it is at first, is then one of those that are distinguished.
//
// Phases tell apart how far loops have come, for each index. What they leave out is impossible by the order of the indices.
//
// Follow gives cells at indices that variables hold variables of their own, before. That changes no execution.
package distinguished
