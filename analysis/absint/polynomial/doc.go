// Package polynomial finds and proves equations of polynomials, exact or modulo a constant, by the arithmetic of the ring alone, for programs over the
// integers whose assertions are such equations. Solvers bit-blast products; multiplying out and comparing coefficients needs none of that.
//
// Example: for
//
//	x = a; y = b; u = b; v = a;                     // unsigned
//	while (x != y)
//	  if (x > y) { x = x - y; v = v + u; } else { y = y - x; u = u + v; }
//	assert(x*u + y*v == 2*a*b);
//
// Search finds (x*u + y*v - 2*a*b) mod 2^32 == 0 at the loop head, and proves that the error is not reached: modulo 2^32 it is of no importance whether x - y
// wraps around, and (x - y)*u + y*(v + u) is x*u + y*v.
//
// Candidates are the equations that decide whether a path leads to the error, these with the assignments of a path to their loop substituted, equations
// that hold on entry, and what linear algebra says about all polynomials of small degree (template.go; Müller-Olm, Seidl, "Computing polynomial program
// invariants", IPL 2004). Those that ring arithmetic does not prove inductive, together, are dropped. A path's goal is proved (prove.go) by
//
//   - substituting what equations among its premises say of single variables;
//   - dividing the rest by the claims at its beginning: multiples of them are zero;
//   - case distinctions on the conditions of conditional terms, and on remainders by small constants: with y == 2*g + r both y mod 2 and y div 2 are
//     polynomials, and halving steps are ring identities, too;
//   - the values of variables with few of them, such as powers of two (values.go), which exclude remainders;
//   - the bounds of a sum (bounds.go): a number below 2^32 that is zero modulo 2^32 is zero.
//
// Soundness rests on these rules and on the terms' builders; no solver is asked. Facts that are given are premises. OpCheck operations need not hold. Programs
// that compare no polynomials are searched briefly, and nothing is said of them unless it is a proof with a product in it.
package polynomial
