// Package cegar decides reachability in Petri nets by counterexample-guided abstraction refinement on the state
// equation, for any Boolean combination of linear constraints on the marking, with arc weights and weighted
// inhibitor arcs.
//
//	places p = 2, q = 0, r = 0;  t: p -> q;  u: q -> r;  target r >= 2
//
//	state equation   p = 2 - x_t, q = x_t - x_u, r = x_u, all >= 0, r >= 2    minimal solution x = (2, 2)
//	exploration      t u t u has the Parikh image x and reaches r = 2:        Reachable
//	target r >= 3    the equation has no solution:                            NotReachable, by a certificate
//
// # The abstraction
//
// If a firing sequence with the Parikh image x leads from m0 to m, then m = m0 + C x. Natural solutions x of
// this state equation, with the target substituted for m and m >= 0, over-approximate the sequences that reach
// the target. The integer solver returns a minimal solution; exploring the firing sequences within x either
// realizes it or shows what it lacks. Sources: H. Wimmel and K. Wolf, "Applying CEGAR to the Petri net state
// equation" (TACAS 2011), and chapter 1 of the thesis of Á. Hajdu (2020), called "the thesis" here, whose
// numbers of algorithms and definitions the code keeps.
//
//	file          | what
//	--------------|-----------------------------------------------------------------
//	check.go      | Check: the two halves alternate; replay; reasons
//	cases.go      | exact half: case distinctions until all are closed
//	lemmas.go     | combinations of rows that closed cases, tried on further ones
//	certificate.go| their rules, and the check of a finished proof
//	structure.go  | traps, first firings, last firings, capacities
//	search.go     | heuristic half: main loop 1.7
//	grow.go       | further solutions: increments with retries, jumps 1.2 and 1.3
//	tree.go       | maximal firing sequences within a solution, 1.1
//	stubborn.go   | deadlock-preserving stubborn sets for 1.1
//	increments.go | increment constraints 1.4 and 1.8, over depgraph.go
//	filter.go     | T-invariant filters 1.5 and 1.10; partial.go has 1.11
//	better.go     | better intermediate markings 1.6, definition 1.10
//	distant.go    | distant invariants 1.9
//
// # Soundness of the answers
//
// Reachable: only with a sequence that was replayed from the initial marking and whose last marking satisfies
// the target.
//
// Not reachable: only with a [Certificate] that was checked. An empty queue of the main loop proves nothing:
// the estimates of 1.4 can be too high (the thesis's 1.1.4.11), and the filters cut branches. The exact half
// therefore makes case distinctions that cover all runs, and a case is closed only by the infeasibility of its
// system of inequalities over natural numbers, confirmed by exact arithmetic. The rules are: an alternative of
// the target's disjunctions; an initially marked trap stays marked (Esparza and Melzer, "Verification of safety
// properties using integer programming", 2000); transitions that lack tokens for their first firing need others
// to fire before, and mirrored for their last firing (the two conditions under which a solution is realizable
// by continuous firings: Fraca and Haddad, "Complexity analysis of continuous Petri nets", 2015); a transition
// that no solution of the state equation enables never fires; inhibitor arcs from a place to all transitions
// that fill it bound its tokens; a solution none of whose orders fires is excluded in favour of those around
// it.
//
// Inconclusive: everything else, with the reason and the number of branches that heuristics cut.
//
// The last rule enumerates all solutions in the end, so every reachable target is found given enough time and
// memory, and a finite set of solutions is decided.
//
// # Differences from the thesis
//
//   - 1.1 visits a remaining vector once, as it determines the marking.
//   - 1.2 makes its jumps into disjoint regions, one at a time: it reaches the same base solutions without
//     meeting them in every order of jumps.
//   - 1.4 subtracts the tokens at hand, which the printed algorithm forgets and its examples need. Where
//     increments have no solution, smaller estimates are tried by bisection.
//   - 1.5 with predicates: the additional firings need not form a T-invariant; a partial solution is skipped if
//     they brought none of the lacking places closer.
//   - 1.6 looks for the best marking over all orders of a solution's firings, not only on the sequence at hand,
//     because 1.1 keeps one order of many; of the prefixes of that sequence only those count that are better
//     than all shorter ones.
//   - 1.11 as printed drops both ends of a chain of partial solutions; here only those strictly between two
//     others are dropped.
//   - The target is tested on all markings on the way.
//
// Options.Without leaves out these parts and those of the thesis, one by one.
package cegar
