// Package explicit searches the state space of a net marking by marking.
//
// [Search] explores breadth first, depth first or best first, with markings in a compact
// encoding and every visited one in a hash set of bounded memory. Its answers are a firing
// sequence to the goal, or the statement that the explored set is complete; both hold for
// inhibitor arcs and weights.
//
// Stubborn sets leave out transitions whose firing can be postponed. The set of a marking
// m that does not satisfy the goal contains the goal's interesting transitions, one of
// which is on every path from m to the goal, and is closed: with an enabled t, all
// transitions that t can disable; with a disabled t, all transitions that can remove one
// chosen reason. Then the first transition of the set on a path to the goal can be moved
// to its front, so the set preserves a shortest path (Schmidt, "Stubborn sets for standard
// properties", 1999; Boenneland et al., "Start pruning when time gets urgent", 2018). A
// deadlock is a goal like others: its interesting transitions are those that can disable
// one enabled transition.
//
// [Walk] tries random and guided runs without remembering markings; it finds distant goals
// in huge state spaces and proves nothing.
package explicit
