// Package triple decides Hoare triples {P} operations {Q} over program variables, whose
// symbols stand for the values before the operations.
package triple
