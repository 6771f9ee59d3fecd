// Package decided simplifies programs by linear invariants: where the relational domain (package relational) decides the condition of a conditional
// term, that is replaced by the one of its values. Indices whose arithmetic could wrap are such terms: which of their cases is meant is known where
// the bounds of a loop are. The executions stay the same, also those with undefined behaviour.
//
// By the same facts variables that a program never changes are bounded from the beginning on where all executions that fail have them in these bounds (NonNegative):
// the others are left out, and what is left fails if and only if the program does.
package decided
