// Package predicate parses predicates over program variables from C expressions,
// for precisions and invariants given by the user: comparisons of sums,
// differences, products, quotients and remainders of variables and integer
// literals, joined by &&, ||, ! and parentheses.
//
// Over a lowered program (mathematical integers) the operators are
// mathematical, / and % truncate as in C. Over a machine-typed program they are
// the bit-vector operations of the operands' width, signed when the variable
// is; literals take the width of the operand they are combined with.
//
// Example: "i <= n + 1 && i % 2 == 0" in main becomes, over a machine-typed
// program,
//
//	main::i <= main::n + 1 && main::i % 2 == 0
//
// with signed comparisons and 32-bit literals.
package predicate
