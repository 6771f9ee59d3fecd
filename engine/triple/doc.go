// Package triple decides Hoare triples {P} operations {Q} with a solver. P and Q are formulas over the symbols
// of the program's variables; Q is replaced by its weakest precondition for deterministic operations:
//
//	{x >= 0}  x := x + 1  {x >= 1}      Before(x >= 1) is x + 1 >= 1;
//	                                    Check(not(x + 1 >= 1)) is Unsat under x >= 0: the triple is valid
//
// A Transfer is the encoding of the operations; a Question is all triples with one transfer and precondition.
package triple
