// Package child starts processes that do not outlive this one.
//
// A benchmark or verifier killed with SIGKILL cannot clean up, but the kernel can:
// PR_SET_PDEATHSIG (prctl(2)) kills a child when the thread that started it
// ends. Processes are therefore started from one thread that lasts as long as the process.
//
// Limits of processor time are about children, too: ProcessorTime is what they have used.
package child
