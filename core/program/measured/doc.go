// Package measured reduces termination to reachability: given a measure for the head of each loop, it constructs the
// program whose error is reached exactly where an execution comes back to a head, without having left the head's loop,
// in a state whose measure is not smaller than at the last visit.
//
// Example: of the program on the left and the measure n - i at H, Of makes the one on the right.
//
//	S -> H: i := 0                      S -> H: i := 0; m := n - i
//	H -> H: assume i < n; i := i + 1    H -> M: assume i < n; i := i + 1
//	H -> E: assume n <= i               M -> error: assume not (n - i < m)
//	                                    M -> H: assume n - i < m; m := n - i
//	                                    H -> E: assume n <= i
//
// # Why an unreachable error means that every execution ends
//
// Loops are those of the nesting forest that a weak topological order defines (program.Loops), whose graphs may be
// irreducible. Of a loop C with head h, what is left of C without h has no strongly connected parts but the loops
// nested directly in C. Consider an infinite execution. From some time on it stays in a loop, since the
// graph is finite and each edge between strongly connected parts is taken once. Let C be an innermost loop in which it
// stays from some time on. If it visited h only finitely often, it would from some time on stay in C without h, hence in one of the strongly connected parts
// of that, a loop nested in C; but C is an innermost one. So it visits h infinitely often without leaving C, and each of these visits has a smaller
// measure than the one before, as otherwise the error would be reached. But no infinite sequence of measures descends:
//
//   - a term over bit-vectors has finitely many values, and a lexicographic order of finitely many tuples is a strict order;
//   - a term over the integers gets smaller only from a value that is not negative: the first component of a tuple that
//     decides infinitely often, with those before it constant from some time on, would descend for ever from values that are not negative.
//
// The value of the last visit is forgotten when the loop is entered from outside: then the head is visited first, or, where a loop has more than one entry, a
// flag says that it was not visited yet.
//
// An execution of the original that fails has come to an end: the new program has no error for it. Ends of the model stay.
package measured
