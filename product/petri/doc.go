// Package petri is place/transition nets with arc weights and weighted inhibitor arcs, their markings and
// firing rule, and predicates over markings.
//
//	places p = 2, q = 0, r = 0;  t: p -> q;  u: q -> r
//
//	firing      t u t u        p=2  ->  p=1 q=1  ->  p=1 r=1  ->  q=1 r=1  ->  r=2
//	incidence   C              t: p -1, q +1;  u: q -1, r +1
//	P-invariant p + q + r      y C = 0, so the sum is 2 in every reachable marking
//
// # Nets
//
// A net (P, T, w-, w+, I) is built with a [Builder] and immutable afterwards. Places and transitions are
// numbered from 0 in the order of their addition; every sparse list of arcs is sorted by index. The definitions
// are those of Murata, "Petri nets: properties, analysis and applications" (1989), with the inhibitor arcs of
// TAPAAL: a transition t with an inhibitor arc of weight w from p is enabled only where m(p) < w, so w = 1 is
// the classical test for zero.
//
// The incidence matrix C = w+ - w- ([Transition.Effect], [Place.Effect]) loses read arcs (self-loops). Enabling
// therefore always uses w-, never C.
//
// # Markings
//
// Tokens are int64 and never negative. Firing fails with [ErrOverflow] instead of wrapping around.
//
// # Predicates
//
// A [Predicate] is a Boolean combination of linear constraints (rows) over token counts, of fireability of a
// transition, and of deadlock. [Net.Normalize] gives its negation normal form over rows; [Simplify] shortens
// it.
//
// [Net.Invariants] computes P-invariants, and [Net.Bounds] bounds of places from them.
//
//	type       | denotes
//	-----------|-------------------------------------------------------
//	Net        | (P, T, w-, w+, I) and the initial marking
//	Marking    | a function from places to natural numbers
//	Row        | a set of markings: sum c_p m(p) >= b, <= b or = b
//	Predicate  | a set of markings
//	Property   | a question: EF predicate, or AG predicate
package petri
