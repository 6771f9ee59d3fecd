// Package readable prints formulas for people who know the C program: variables have their names in the source, and what only says
// that values lie in the range of their type is left out, with sums and products that stay far below such a bound.
//
//	main::n!int <= 2147483647 && main::n!int > main::i!int     with the names and without the bound:  n > i
package readable
