// Package work bounds computations by a deterministic measure of work instead of time. A budget is
// a context that ends when a number of units has been spent in it: code that respects its context's
// deadline respects a budget as well, and stops at the same point in every run, on every machine,
// under any load.
//
// The unit is that of libz3's rlimit: in linear arithmetic, the most frequent kind of query, about a
// microsecond. Solvers spend what libz3 counts; other computations count their elementary steps
// (pivots, rows combined, states).
//
// Example: in the context of Within(ctx, 1000), two calls of Spend with 600 units end the context
// with the cause ErrSpent.
package work
