// Package distinguished replaces arrays by single cells at an arbitrary place: a program that reads and writes arrays becomes one over scalars,
// which every engine and the polyhedral analysis can search for facts about all cells.
//
// Source: Monniaux, Gonnord, "Cell morphing: from array programs to array-free Horn clauses", SAS 2016, as a transformation of programs. One
// variable, the distinguished index, keeps an arbitrary value throughout an execution. Of each array only the cells at that index (and at
// constant distances from it) are known, as variables. A write elsewhere changes none of them, a read elsewhere gives any value. Indices
// of the form c*t + d, as addresses are, are counted by t, so that the same element of several arrays is distinguished.
//
// The result over-approximates: for every execution of the original, and every value of the index, there is one of the result that passes the same
// locations. Where an edge into the error reads an array, the index is the one that is read: a failing execution fails at some
// index, which may have been the distinguished one from the start. So if the result is safe, the original is; an error of the result says nothing.
package distinguished
