// Package z3 is libz3 (4.8.12, Debian's) in process, behind a thin cgo layer:
// an incremental smt.Solver, quantifier elimination by rules and model-based projection,
// and constrained Horn clauses through the Spacer engine.
//
// Every Solver has a libz3 context of its own, so solvers of different
// goroutines never share state. Terms are translated once per context and
// cached; the cache holds one reference to each ast and is emptied when it is
// full, so memory stays bounded. Terms of any depth are translated with an
// explicit stack in both directions.
//
// Errors: libz3's error handler does nothing, the error code is read after
// every call that can fail and becomes a Go error. A limit of work is given to libz3,
// which counts it (rlimit); a context's end or the time limit interrupts libz3 from
// another goroutine. The answer is then Unknown and the solver stays usable.
// Spacer does not heed rlimit: only the context's end stops it.
//
// Memory: libz3 counts memory for the whole process, not per context. With
// Options.MemoryMB a check is interrupted, as by a time limit, when that count
// passes the limit; the solver parameter max_memory of 4.8.12 has no effect on
// this engine (a multiplication took 1.8 GB under a limit of 60 MB). libz3's hard
// limit memory_max_size is not set: it makes allocations throw, and one that fails
// in a destructor ends the process.
//
// Stacks: libz3 recurses on the depth of terms, and would end the process on
// store chains or sums some 10000 deep; stack.c makes the threads' stacks larger.
//
// Signals: libz3 would handle SIGINT during a check and then put the Go runtime's
// handler back incompletely; make.go, where all that searches is made, prevents it.
//
// Solver choice: Z3_mk_simple_solver, the incremental core alone. On small
// incremental queries it is as fast as the combined solver of Z3_mk_solver and
// avoids its switch between two solvers. libz3's own timeout parameter costs
// some 14 microseconds per check, a third of a small query; a Go timer that
// interrupts costs one. On eight small problems with products
// the tactic qfnia was faster on two, slower on two and equal on four, and it is not
// incremental.
//
// What the incremental core does not answer soon about bits is asked again for itself: see fallback.go and turns.go.
//
// Sources: Z3 API documentation; model-based projection and Spacer are
// Komuravelli, Gurfinkel and Chaki, "SMT-based model checking for recursive
// programs" (CAV 2014).
package z3
