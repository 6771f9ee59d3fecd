// Package simplify makes a quantifier-free condition over a program's inputs small
// and readable, and exactly equivalent within a domain: the disjunction of the
// conditions of paths, or forty single models, becomes x < 0 || x % 2 == 0.
//
// A condition is read as cubes: for every symbol the set of its values, as
// intervals in the order of its C type, and other literals. Fast merges, absorbs and
// writes cubes without a solver. Full replaces cubes by prime implicants, by unsat
// cores against the negation of the condition and then literal by literal, moves
// bounds outwards as far as they go, guesses congruences and relations that points
// have in common, covers what is no disjunction of cubes by implicants of its models,
// and leaves out disjuncts that the others cover; where no disjunction of cubes is
// smaller it keeps the shape and drops what is redundant in its context. What it
// decides, it asks a solver; a last question proves the whole.
//
// Builders order conjunctions by the age of their parts: people are shown
// Result.Cubes, which is in a readable order.
//
// Source: the thesis "CEGECORE: Finding Precise Error Conditions Using CPAchecker"
// (2025) leaves the simplification of conditions to post-processing (section 4.5).
// Prime implicants by consensus and expansion are Quine's ("The problem of
// simplifying truth functions", 1952); implicants from cores of a contradiction with
// the negation are used by MARCO (Liffiton et al., "Fast, flexible MUS enumeration",
// 2016); redundancy in context is from Dillig, Dillig and Aiken, "Small formulas for
// large programs" (SAS 2010).
package simplify
