// Package products replaces products of terms that are no constants, and remainders and quotients by such terms, by uninterpreted functions, so that
// questions are about linear arithmetic and arrays. What is impossible then is impossible; sums and products are in normal
// form, so that what polynomials have in common is still seen.
//
// Source: Cimatti, Griggio, Irfan, Roveri, Sebastiani, "Incremental Linearization for Satisfiability and Verification Modulo
// Nonlinear Arithmetic and Transcendental Functions" (ACM TOCL 2018), with the lemmas about signs and small factors, once.
package products
