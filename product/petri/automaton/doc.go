// Package automaton presents a Petri net as a control-flow automaton over integer
// variables, one for each place: a location with an edge for each transition
// that leads back to it, and one to the error that assumes the goal. The engines for
// programs then decide reachability in nets. Predicate abstraction finds inductive
// invariants with disjunctions, such as "while p3 is marked p1 <= 1, and afterwards
// p2 + 2 p1 is constant", that neither the state equation nor k-induction has
// (figure 1.13b of the thesis that package product/petri/cegar follows).
package automaton
