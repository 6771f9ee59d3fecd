// Package determinism tests that two runs give the same verdict, statistics, evidence and witness, whatever engine and load.
//
//	first := outcomes(t, n)                          // every engine on every program, within a budget of work
//	elsewhere(t, &second)                            // the same in a process with one processor, beside a busy one
package determinism
