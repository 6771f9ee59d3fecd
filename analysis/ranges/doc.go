// Package ranges simplifies integer terms under bounds of their subterms.
//
// A path condition bounds its symbols: an input by its type, an index by the branches taken. Under these bounds many
// conditions have one outcome, many remainders are their dividends, and a symbol may have a single value left. What is
// decided here costs no solver query, and terms do not keep the cases that cannot occur:
//
//	0 <= x <= 255                  (x + 1 <= 2^32 - 1 ? x + 1 : x + 1 - 2^32)  is  x + 1
//	0 <= x <= 255, 0 <= y <= 255   (x + y) mod 65521                           is  x + y
//	n <= 5, 5 <= n                 n div 2                                     is  2
//
// Bounds are learnt from conjuncts (Learn) and given up in reverse order (Undo), as the search backtracks. The result of
// Simplify is equal to its argument in all models of what has been learnt, not in others.
package ranges
