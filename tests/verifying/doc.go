// Package verifying is the rig of tests that verify whole programs: a text becomes a task, and is verified with some settings within
// a budget of work, so that no test depends on the machine's speed or load.
//
//	task := verifying.Load(t, file, verifying.Prologue+"int main(void) { int x = 5; check(x == 5); }")
//	rep := verifying.Run(t, task, verifying.Usual, verifying.With("cegar", "domain", "expl"))
//	rep.Verdict                                  // "TRUE"
//
// A test of what is not to be proven has a small budget, which the engine spends; one of what is to be proven a large one, of which it
// takes what it needs.
package verifying
