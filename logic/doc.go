// Package logic holds sorts and hash-consed, immutable terms over Bool, Int,
// Real, bit-vectors, IEEE floats and arrays, with builders that simplify.
//
// A Factory owns terms; within it, structural equality is pointer equality. The
// builders normalise: sums and products are polynomials, inequalities have
// coprime integer coefficients, negations are pushed into comparisons, reads
// look through stores. What they cannot decide they leave to a solver; no
// solver is in this package.
//
// Meaning: every operator means what SMT-LIB 2.6 says, division by zero
// included. The NSW bit-vector operators have the meaning of their plain
// counterparts and carry the knowledge that C leaves their overflow undefined.
package logic
