// Package diagram writes formulas as ordered decision diagrams: which value without decisions a term has, decided by atoms (Bryant,
// Graph-based algorithms for Boolean function manipulation, IEEE Transactions on Computers 1986; with other leaves than truth
// values: Bahar and others, Algebraic decision diagrams and their applications, ICCAD 1993).
//
// A condition that came of merging all paths of a program with flags and counters repeats its decisions in every value that it
// compares: ite(c, 1, 0) + ite(d, 1, 0) <= ite(e, 2, x). A diagram makes each decision once, in the order in which the inputs come:
// of 16,000 operators 118 remain. Atoms are what is left of comparisons when all decisions are made; atoms that depend
// on each other are taken for independent, which costs size, not correctness.
package diagram
