// Package ic3ia is IC3 with implicit predicate abstraction, after Cimatti, Griggio, Mover and Tonetta, "IC3 Modulo Theories via Implicit
// Predicate Abstraction" (TACAS 2014).
//
// The transition system is the control-flow automaton: the location is an explicit component of a state, each edge (a large block by
// default) is a step. Frame F_k of a location is a set of clauses over its predicates that hold in all states that at most k steps reach
// there. A state that steps into the error is a cube over the predicates; it is blocked by a clause, or else a predecessor is found:
//
//	i = s = 0; while (i != n) { i++; s++; } if (s != i) error();     head h of the loop
//
//	no predicates    h: true steps into the error, and Init into h: true, an abstract counterexample;
//	                 infeasible, interpolant i == s at h
//	{i == s}         h: i != s steps into the error; no step from F_0 leads there, and none from i == s: the
//	                 clause i == s is added to F_1, then F_2; F_1 = F_2 is inductive
//
// Implicit abstraction: the text asks whether F(X) and c(X) with EQ(X, Y), T(Y, Y') and EQ(Y', X') reach c(X'), where EQ says that two
// states agree in all predicates. Frames and cubes are formulas over predicates alone, so that X and X' can be replaced by Y and Y', and
// EQ be left out; what is abstract is a predecessor, the cube of all predicates in a model. Nothing is quantified or enumerated.
//
// An abstract counterexample is a sequence of edges. If it is feasible it is replayed; otherwise the atoms of its sequence interpolants
// become predicates, and the frames are kept, which hold for more predicates as well.
//
// What the text leaves open or has in other words and this package decides:
//   - The location is no variable pc: there is a query for each edge into a location, and clauses are of one location.
//   - Refinement explains the path of the abstract counterexample, not all executions of its length.
//   - Predicates are those of all locations (as in the text) where their variables are live, or of the location only.
//   - Cuts are targets as the error is. One that can be reached rules out TRUE only.
package ic3ia
