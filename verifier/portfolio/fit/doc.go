// Package fit finds a table for package portfolio from measured runs.
//
// Programs are divided by comparisons of features, a small tree; for each class the steps are chosen greedily: the next one is
// the engine and the amount of work that solves most of what is still open for the processor time that it takes on all that is
// open (Streeter and Golovin, "An Online Algorithm for Maximizing Submodular Functions", NIPS 2008). A class is divided where
// that lowers the mean time to an answer, as long as both parts have enough programs.
//
// CrossValidate says how much of what a table promises is luck: each family of programs is judged by a table that
// was fitted to the others.
package fit
