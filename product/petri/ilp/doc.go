// Package ilp is integer linear programming over natural numbers: it minimizes a linear cost under linear rows
// and bounds, with every answer checked in exact arithmetic.
//
//	NewProblem([1 1]), rows x0 >= 1, x1 - x0 >= 1     Optimal, X = [1 2], objective 3
//	rows 2*x0 - 2*x1 = 1                              Infeasible, certificate ByRow: 2 does not divide 1
//
// A [Problem] holds exact integers. [Solve] gives it to lp_solve 5.5 in floating point and checks the result: a
// point is rounded and evaluated in every row with exact arithmetic; a claim of infeasibility is, on demand,
// turned into a [Certificate]: multipliers of Farkas' lemma (Schrijver, "Theory of Linear and Integer
// Programming", 1986), read off the alternative system's basic solution, rationalized and checked exactly, or a
// branch-and-bound tree with such leaves. If floating point fails, libz3 decides; its integers are exact. Only
// minimality is not checked; nothing that must be sound rests on it.
//
// # Why lp_solve
//
// Of the solvers in Debian 12, lp_solve 5.5.2 and GLPK 5.0 were measured on 504 state equations of 168 nets, up
// to 1200x800: both solved all with the same answers (mean 0.3 and 0.2 ms, worst 20 and 9 ms), neither leaked
// over the run, and both came back within 15 ms of a limit on random equations that neither solves. GLPK keeps
// its memory in thread-local lists, so that every problem is tied to an OS thread; it ends the process when it
// is misused, hangs in its presolve, and its licence (GPL) would become that of the binary. lp_solve has none
// of this. It is linked from its static archive: the binary does not need the library.
//
// Every call builds the model anew: this costs less than solving it, and an answer then depends on nothing but
// the problem, which keeps the search deterministic.
//
// # Limits
//
// lp_solve polls a callback for cancellation. A call that does not return within half a second of its end is
// abandoned on its thread, so a cancelled Solve returns within a second in any case.
package ilp
