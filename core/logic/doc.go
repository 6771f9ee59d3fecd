// Package logic implements sorts and hash-consed, immutable terms over Bool, Int,
// Real, bit-vectors, IEEE floats and arrays, with simplifying builders.
//
// Example: with Int symbols x and y, f.Sub(f.Add(x, y), x) is the term y, and
// f.Lt(f.Mul(f.IntConst(2), x), f.IntConst(5)) is the term x <= 2.
//
// A Factory owns terms; within it, structural equality is pointer equality. The
// builders normalise: sums and products are polynomials, inequalities have
// coprime integer coefficients, negations are pushed into comparisons, reads
// look through stores (long runs of stores are indexed, see chain.go), constants
// fold in every theory, IEEE 754 arithmetic in all formats and rounding modes
// included (float.go), and values taken apart into bytes or digits come back whole (digits.go). What they cannot decide they leave to a solver; no
// solver is in this package.
//
// Meaning: every operator has the semantics of SMT-LIB 2.6, division by zero
// included. The NSW bit-vector operators have the meaning of their plain
// counterparts and carry the knowledge that C leaves their overflow undefined.
//
// Terms can be a hundred thousand operators deep: substitution, evaluation,
// walking, and reading and writing SMT-LIB keep their own stacks. Sums of up to
// 1024 summands stay flat, so extending one term by term costs its length each
// time; a conjunction is always flat, so long path conditions are better kept as
// a list and conjoined once.
package logic
