// Package guided tests that summary-guided search and its ablations, as the presets of verify give them, treat the examples of the
// paper as the paper says: what the first test finds, what dead ends prove, and what does not end.
//
//	rep := verify(t, "gps", programs["EX-3"], verifying.Usual)
//	stat(t, rep, "covered")                          // at least 1: an invariant of the first loop
package guided
