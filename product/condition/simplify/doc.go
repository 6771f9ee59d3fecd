// Package simplify minimises a quantifier-free condition over a program's inputs, exactly, relative to a
// domain:
//
//	(x == -4 || x == -3 || x < -4) || (x == -2 || x == -1) || x == 2 || x == 4 || ...   ->   x < 0 || x % 2 == 0
//
// A condition is read as a disjunction of cubes: a cube has for every symbol the set of its values, as
// intervals in the order of its C type, and other literals. Fast merges, absorbs and prints cubes without a
// solver. Full replaces cubes by prime implicants, by unsatisfiable cores against the negation of the condition
// and then literal by literal, moves bounds outwards as far as possible, guesses congruences and relations from
// common properties of points, covers what is no disjunction of cubes by implicants of its models, and drops
// disjuncts that the others cover; where no disjunction of cubes is smaller it keeps the formula's shape and
// drops what is redundant in its context. Decisions are made by a solver; a final query proves the result
// equivalent.
//
// Builders order conjunctions by the age of their parts; Result.Cubes has a readable order.
//
// Source: the thesis "CEGECORE: Finding Precise Error Conditions Using CPAchecker" (2025) leaves the
// simplification of conditions to post-processing (section 4.5). Prime implicants by consensus and expansion
// are Quine's ("The problem of simplifying truth functions", 1952); implicants from cores of a contradiction
// with the negation are used by MARCO (Liffiton et al., "Fast, flexible MUS enumeration", 2016); redundancy in
// context is from Dillig, Dillig and Aiken, "Small formulas for large programs" (SAS 2010).
package simplify
