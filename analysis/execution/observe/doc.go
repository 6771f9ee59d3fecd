// Package observe collects concrete states at loop heads from runs of a program on small random inputs: data from which
// candidate invariants are guessed, and by which wrong candidates are refuted. Executions that were not run are not
// covered, so that a candidate has to be proven by other means.
//
// Programs over the integers only (package analysis/intlower). A loop that runs to a large constant would take too long
// for few distinct states: such a constant is replaced by a small one, which varies between runs, wherever it or a
// multiple of it occurs (Unit). This changes the program, which is sound because candidates are checked on the original.
//
// Example: for "i = 0; while (i < n) i = i + 2" the states at the loop head of two runs are
//
//	n=3: i=0, i=2, i=4
//	n=0: i=0
//
// which support the candidates i mod 2 == 0 and i <= n + 1, and refute i <= n.
package observe
