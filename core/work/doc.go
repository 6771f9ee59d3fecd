// Package work bounds computations by what they do, not by how long they take. A budget is
// a context that ends when so much work was done in it: code that watches its context for a
// limit of time watches it for a limit of work as well, and ends in the same place in every
// run, on every machine, whatever else the machine does.
//
// The unit is that of libz3's rlimit: where it decides linear arithmetic, which is most of
// what is asked, about a microsecond. Solvers spend what libz3 counts; other computations
// count what they repeat (pivots, rows combined, states).
package work
