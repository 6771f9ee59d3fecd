// Package cexpr prints formulas over the variables of a program as C expressions and parses such expressions back, for
// invariants in witnesses and for facts that people write.
//
// Print goes from a formula to text, and may weaken it; Parse goes from text to the exact formula:
//
//	1 <= c and not 0 <= x - 8    ->  c >= 1 && x <= 7           (c an unsigned char, x an int)
//	"u >= 4000000000 && x < y"   ->  the conjunction over the symbols of u, x and y
//
// Printed expressions have no side effects and no undefined behaviour: sums are computed in long long, or in __int128
// where long long is too narrow (LP64). Parse refuses expressions that are not defined for all values of their operands' types.
package cexpr
