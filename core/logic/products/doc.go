// Package products abstracts nonlinear arithmetic: products of non-constant terms, and remainders and quotients by such terms, become applications of
// uninterpreted functions, so that queries are over linear arithmetic and arrays. An unsatisfiable abstraction proves the query unsatisfiable; as polynomials
// are in normal form, common monomials are still recognised.
//
// Example: x*y > 0 && x > 0 && y < 0 becomes p > 0 && x > 0 && y < 0 with p = mul(x, y), and the sign lemma "x > 0 && y < 0 ==> p < 0" refutes it.
//
// Source: Cimatti, Griggio, Irfan, Roveri, Sebastiani, "Incremental Linearization for Satisfiability and Verification Modulo
// Nonlinear Arithmetic and Transcendental Functions" (ACM TOCL 2018), with the lemmas about signs and small factors, once.
package products
