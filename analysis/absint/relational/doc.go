// Package relational computes linear invariants of programs over unbounded
// integers by abstract interpretation.
//
// Example: for
//
//	int n = __VERIFIER_nondet_int();
//	if (n < 0 || n > 1000) return 0;
//	int i = 0;
//	while (i < n) i = i + 2;
//
// Result.Invariant at the loop head is
//
//	n >= 0 && n <= 1000 && i >= 0 && i <= 1000 && n - i >= -1 && 2*n >= i && i mod 2 == 0
//
// A state is described by the product of
//
//   - the intervals of package interval, the box;
//   - convex polyhedra (Cousot and Halbwachs, "Automatic discovery of linear
//     restraints among variables of a program", POPL 1978) over packs, small
//     groups of variables that operations relate (Blanchet et al., "A static
//     analyzer for large safety-critical software", PLDI 2003, section 7.2.1);
//   - residue classes (package congruence) of variables that are counted by more
//     than one, multiplied or divided;
//   - definitions: flags such as C's truth values are terms over other variables
//     until one of those changes (Mine, "Symbolic methods to enhance the
//     precision of numerical abstract domains", VMCAI 2006).
//
// Terms are turned into interval linear forms (the same paper). Conditional terms,
// which is how wrap-around of unsigned arithmetic appears, split the state where
// the condition is open; where the state decides it they are exact. Quotients
// by constants are bounded linearly, remainders are exact within one period,
// everything else counts with its interval. Constraints are rounded to integers.
//
// Widening is delayed, first stops at the guards of the program, keeps the
// bounds that the box keeps, and two descending passes follow. Constraints at loop
// heads are kept few and simple. Optionally, executions that have iterated the
// last loops are kept apart from those that have not; invariants are then
// disjunctions.
//
// What exceeds a size limit is approximated from above, and a bound on the work,
// which does not depend on the clock, makes Analyze fall back to smaller packs and
// then give up, so that results are deterministic. As in package interval,
// OpCheck operations are assumed to hold. The invariants are inductive over the
// program's edges when taken together; invariants about elements of arrays, which
// the box uses, are the exception, as no formula expresses them.
package relational
