// Package supervise watches over the process that does the work, so that a fault
// that Go cannot recover from (an exhausted stack or memory, a fault inside libz3)
// ends with a verdict, an exit code of its own and a request for a bug report.
//
// A constructor forks before the Go runtime starts: the child runs the program, the
// parent is a few lines of C that pass signals on and wait. When the child ends
// without announcing it (Exit), the parent reports a fault. It costs a fork of
// a process that has nothing in memory yet, a fraction of a millisecond. The child dies with the
// parent. CUPEL_UNSUPERVISED=1 leaves all that out.
//
// The constructor acts on the command lines of the commands that verify something
// (the table commands in supervise.c), and answers for a run that a signal ended early;
// only cmd/cupel imports the package. Before, it sets the limits of the system that CUPEL_RLIMITS names.
package supervise
