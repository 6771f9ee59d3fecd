// Package distinguished replaces arrays by single cells at an arbitrary index (cell morphing): a program over arrays becomes one over scalars, so
// that every engine and the polyhedral analysis can search for quantified array invariants.
//
// Source: Monniaux, Gonnord, "Cell morphing: from array programs to array-free Horn clauses", SAS 2016, as a transformation of programs. One
// variable, the distinguished index, keeps an arbitrary value throughout an execution. Of each array only the cells at that index (and at
// constant distances from it) are represented, as variables. A write at another index changes none of them, a read at another index is a havoc.
// Indices of the form c*t + d, as addresses are, are represented by t, so that the same element of several arrays is distinguished.
//
// Example: the loop "while (i < n) { a[i] = 42; i++; }" followed by a loop with the error edge "a[j] != 42" becomes
//
//	assume n > i                                       // first loop
//	a@#index := i == #index ? 42 : a@#index
//	i := i + 1
//
//	havoc #read                                        // edge into the error
//	assume j == #index
//	assume (j == #index ? a@#index : #read) != 42
//
// for which the scalar invariant "#index < i ==> a@#index == 42" of the first loop proves the array invariant
// "for all k: 0 <= k < i ==> a[k] == 42" (Cells.Quantify).
//
// Two indices. With a second distinguished index, greater than the first, the cells at any two indices are represented together, as sortedness and the
// absence of duplicates require. Only integer indices can have a second one.
//
// Soundness. The result over-approximates: for every execution of the original, and every value of the index (or every ordered pair of values), there is an
// execution of the result over the same locations, in which each cell has the value of the array there and each read at another index yields the value
// that was read. The indices are restricted only by their order, initially, and by edges into the error. Where such an edge reads one array cell, it assumes
// the distinguished index to be the index read: a failing execution fails at some index, which may have been the distinguished one from the start. Where it
// reads two cells, the two are assumed to be at the two indices, in either order, or both at the first index, the second being arbitrary. One of these
// cases applies to every failing execution, so none is lost. If the result is safe, so is the original; an error path of the result proves nothing.
//
// A cell that is read into a variable on which the error depends later is at no index that an edge into the error reads. Remember adds variables for the
// index of the last such read, with an arbitrary initial value, and Transform distinguishes that index.
//
// Phases splits locations by loop progress relative to each index; the cases it omits contradict the order of the indices. Follow, applied first, makes
// variables for cells at indices held in variables, and preserves the executions.
// Follow gives cells at indices that variables hold variables of their own, before. That changes no execution.
package distinguished
