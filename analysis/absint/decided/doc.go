// Package decided simplifies programs by linear invariants: where the relational domain (package relational) decides the condition of a conditional
// term in an array index, the term is replaced by the chosen branch. Such terms come from index arithmetic that may wrap around; loop bounds decide
// whether it does. The executions are preserved, undefined ones included.
//
// Example: at a location with the invariant 1 <= i <= 100, i unsigned,
//
//	a[i == 0 ? 4294967295 : i - 1]    becomes    a[i - 1]
//
// By the same invariants, NonNegative assumes bounds of variables that the program never changes, where all failing executions satisfy them: the result
// fails if and only if the program does. Reachable removes edges that no execution takes.
package decided
