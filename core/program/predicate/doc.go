// Package predicate reads predicates over program variables written as C
// expressions, for precisions and invariants given by the user: comparisons of
// sums, differences, products, quotients and remainders of variables and
// integer literals, joined by &&, ||, ! and parentheses.
//
// Over a lowered program (mathematical integers) the operators are
// mathematical, / and % truncate as in C. Over a machine-typed program they are
// the bit-vector operations of the operands' width, signed when the variable
// is; literals take the width of what they are combined with.
package predicate
