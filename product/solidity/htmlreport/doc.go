// Package htmlreport writes the report about contracts as one self-contained HTML page: the answers, transactions that
// lead to errors, the sources with checks and errors beside their lines and the annotations marked, what was inferred,
// what is assumed.
//
//	Counter::jump   violated   Counter.sol:13:5   1. constructor()  2. jump(y = 10)
//	  13 | function jump(uint y) public {       Invariant 'x <= 10' might not hold at end of function
//
// Texts come from programs that may be hostile: see package evidence/page.
package htmlreport
