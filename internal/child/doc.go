// Package child starts processes that do not outlive this one.
//
// Whoever kills a benchmark or a verifier with SIGKILL gives it no chance to tidy up; the
// kernel does it: PR_SET_PDEATHSIG (prctl(2)) kills a child when the thread that started it
// ends. Processes are therefore started from one thread that lasts as long as the process.
package child
