// Package certify checks inductive invariants with a second solver that took no part in finding them: a proof
// certificate is an assignment of formulas to the loop heads of a program, and checking it means discharging
// one verification condition per loop-free path segment between cut points (Floyd's method of inductive
// assertions). No code is shared with the engines: edges are encoded here.
//
// For example, x = 0; while (x < n) x++; assert(x <= n) with 0 <= n <= 100 and the predicates
// x <= n and n <= 100 at the loop head h:
//
//	Infer        h: x <= n && n <= 100           disjunction of the reachable abstract states
//	Obligations  step from Init to h: 2 questions
//	             step from h to h: 2 questions   x <= n && n <= 100 && x < n  =>  x+1 <= n && n <= 100
//	             step from h to Error            x <= n && n <= 100 && n <= x && n < x  is unsatisfiable
//	Check        nil: all hold; else ErrRefuted (a model) or ErrInconclusive (the solver gave up)
//
// Candidate invariants come from the engines and need not be inductive:
//
//   - Infer computes Boolean predicate abstraction over large blocks by enumerating the predicates' valuations
//     (Lahiri, Nieuwenhuis and Oliveras, CAV 2006);
//   - Weaken and Houdini keep the largest inductive subset (Flanagan and Leino, FME 2001);
//   - KInduction (Sheeran, Singh and Stålmarck, FMCAD 2000) and Unroll need weaker invariants, or none;
//   - WithGhosts makes transition invariants of loop summaries expressible, Machine translates a proof over the
//     integers to bit-vectors, and Slim drops the conjuncts that no obligation needs.
//
// What these construct is untrusted; only Check decides. Ends proves of a program that it has no infinite execution: with
// Check, that an instrumented program ends.
package certify
