// Package cegar decides reachability by counterexample-guided abstraction refinement with configurable
// ingredients, after Hajdu and Micskei, "Efficient Strategies for CEGAR-Based Model Checking" (Journal of
// Automated Reasoning 64(6), 2020), the algorithms of the tool Theta.
//
//	i = s = 0; while (i != n) { i++; s++; } if (s != i) error();     predicate abstraction
//
//	iteration 1   precision {}          ARG: L0 true -> L1 true -> error      infeasible; interpolant i == s
//	iteration 2   precision {i == s}    ARG: L0 true -> L1 i == s -> L1 i == s, covered by its parent:
//	                                    complete without the error, 3 nodes
//
// The loop (Algorithm 2.3 there; search.run) alternates between building an abstract reachability graph
// (Algorithm 2.1; search.abstract) and refuting the abstract counterexamples in it (Algorithms 2.2 and 2.5;
// search.refine). Its parts are chosen independently of each other:
//
//   - the Domain of abstract states: predicates (Cartesian, Boolean, or split into cubes), explicit values with
//     bounded enumeration of successors (Algorithm 2.4), and their product;
//   - the Precision, global or per location, and its initial value;
//   - the order of the search by depth and distance to the error;
//   - the refuter of a path: binary interpolants forwards or backwards, sequence interpolants, unsatisfiable
//     cores, and how interpolants become predicates;
//   - the number of counterexamples refuted at a time, and how much of the graph is pruned;
//   - the blocks that count as one step.
//
// Differences from the paper, each with the choice that undoes it: a path is checked by its operations first and
// with the abstract states only to refute it, so that an error that a state excludes wrongly is still found
// (--path-formula); pruning removes all successors of the pruned node's block, since an enumeration or a split
// has several (--prune subtree); a path that is refuted again with the same precision means no progress, which
// makes the configuration stronger step by step (search.escalate) or ends the search (--no-escalation); what has
// no interpolants is refuted by a core (--without-interpolants); a block that no state can pass is found with the
// solver where values do not show it (--dead-blocks); enumerations are bounded (--max-cubes, --enumeration-cap,
// --exploration).
//
// The evidence of True is the graph itself, which Checker re-checks with a solver and code of its own.
package cegar
