// Package reduce applies structural reductions to nets, such that a predicate is reachable in the smaller net
// exactly if it is in the original one.
//
//	places p = 2, q = 0, r = 0;  t: p -> q;  u: q -> r;  goal r >= 2
//
//	pre-agglomeration of q    one transition tu: p -> r, with origin [t u]
//	Lift([tu tu])             [t u t u]
//
// Every transition of the reduced net stands for a sequence of transitions of the original net, so firing
// sequences are mapped back by concatenation ([Result.Lift]).
//
// # Rules
//
// Let the goal be in negation normal form over rows. Its support, the places its rows mention, is never touched
// by agglomerations and parallel places. A pure deadlock goal stays as it is; the rules marked (D) also
// preserve deadlocks, and only they are used then.
//
//   - Constants (D): a fixpoint over-approximates which transitions can ever fire and which counts can rise or
//     fall. Dead transitions are removed; places whose count never changes are replaced by their value, in the
//     goal too; inhibitor arcs that never inhibit are removed.
//   - Relevance: more tokens on a place may help the goal or the firing of a relevant transition, or fewer may
//     (inhibitor arcs, upper bounds). Transitions that change no place in a helpful direction are removed; a
//     run without them ends in a marking that is at least as good. Places that nothing relevant tests are
//     removed. This subsumes the removal of sinks, of identity and of purely consuming transitions, and
//     slicing.
//   - Untested places (D): a place from which nothing consumes, which inhibits nothing and which is not in the
//     support is removed.
//   - Dominated transitions (D): of two with the same effect, the one whose enabling implies that of the other
//     is removed (parallel transitions).
//   - Parallel places (D): the counts of two places whose rows of the incidence matrix are proportional
//     determine each other; one is removed if its tests follow from the tests on the other.
//   - Post-agglomeration (D): every consumer f of p has p as its only input, produces where nothing is
//     inhibited, and p and its outputs are outside the support: f can fire as soon as a producer h of p has.
//     Each h is joined with each f.
//   - Pre-agglomeration: every producer h of p produces only in p and takes from places outside the support
//     that inhibit nothing: h can wait until a consumer f of p fires, or for ever. Each f is joined with each
//     h.
//
// The rules and their conditions are from Murata, "Petri nets: properties, analysis and applications" (1989);
// Berthelot, "Transformations and decompositions of nets" (1987); Boenneland et al., "Stubborn versus
// structural reductions for Petri nets" (2019), whose treatment of inhibitor arcs is followed; and
// Thierry-Mieg, "Structural reductions revisited" (2020), for pre-agglomeration without a condition on the
// other consumers of h's inputs, which suffices for reachability.
package reduce
