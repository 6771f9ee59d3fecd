// Package automaton translates a Petri net to a control-flow automaton over integer variables, so that the
// engines for programs decide reachability in nets.
//
//	places p = 2, q = 0;  t: p -> q;  goal q >= 2
//
//	Init --  p := 2, q := 0  --> L                      one variable per place
//	L --     assume p >= 1; p := p - 1; q := q + 1  --> L       one edge per transition
//	L --     assume q >= 2  --> Error                   the goal
//
// Predicate abstraction finds inductive invariants with disjunctions, such as "while p3 is marked p1 <= 1, and
// afterwards p2 + 2 p1 is constant", that neither the state equation nor k-induction can express (figure 1.13b
// of the thesis that package product/petri/cegar follows).
package automaton
