// Package explicit explores the state space of a net marking by marking, with stubborn sets, and by random
// walks.
//
//	places p = 2, q = 0, r = 0;  t: p -> q;  u: q -> r
//
//	Search(r >= 2)              Reached: t u t u
//	Search(p + q + r >= 3)      Complete, 1 marking: no transition raises the sum, so the stubborn set is empty
//
// [Search] explores breadth first, depth first or best first, with markings in a compact encoding and every
// visited one in a hash set of bounded memory. The result is a firing sequence to the goal, or Complete if the
// goal is unreachable; both are exact for inhibitor arcs and weights.
//
// Stubborn sets omit transitions whose firing can be postponed. The set of a marking m that does not satisfy
// the goal contains the goal's interesting transitions, one of which is on every path from m to the goal, and
// is closed: with an enabled t, all transitions that t can disable; with a disabled t, all transitions that can
// remove one chosen reason. Then the first transition of the set on a path to the goal can be moved to its
// front, so the set preserves a shortest path (Schmidt, "Stubborn sets for standard properties", 1999;
// Boenneland et al., "Start pruning when time gets urgent", 2018). A deadlock is a goal like others: its
// interesting transitions are those that can disable one enabled transition.
//
// [Walk] tries random and guided runs without storing markings; it finds distant goals in huge state spaces and
// proves nothing.
package explicit
