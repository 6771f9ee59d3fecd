// Package fit computes a table for package portfolio from measured runs.
//
//	runs     task, family, features, engine, limit; solved after so much work and processor time
//	table    class-1 when branches <= 12: symex 100k, symexecia 1600k, ...
//	         class-2 when branches > 12 and loops <= 2: kinduction 100k, bmc 400k, ...
//
// A decision tree over comparisons of features divides the programs into classes; for each class the steps are
// chosen greedily: the next one is the engine and amount of work that solves most of the open tasks per
// processor time spent on all open ones (Streeter and Golovin, "An Online Algorithm for Maximizing Submodular
// Functions", NIPS 2008). A class is divided if that lowers the mean time to an answer and both parts have
// enough programs.
//
// CrossValidate estimates overfitting: each family of programs is evaluated with a table fitted to the others.
package fit
