// Package loop sees a contract as a program with one loop: the constructor, and then for ever any public
// function with any arguments, sender and ether. Its translation to Boogie (product/solidity/translate) becomes a
// control-flow automaton (product/boogie/lower) whose goals are the checks that are not proved, and engines search
// it. What they say of the head of the loop is said about the state between transactions, and proposed as
// invariants of the contract.
//
//	system.go     the loop in Boogie
//	resume.go     unknown code: a call of it leads to the head of the loop, with the state as it is, and
//	              what is behind the call begins there, with any values of what is not state. So the
//	              transactions within a call are transactions as any others, of any number and depth
//	search.go     engines, one after the other; their proofs, claims and facts at the head
//	words.go      formulas as annotations
//
// The loop has all executions of the contract and more: block data, memory and what other contracts do are
// any values, assumptions with quantifiers are left out, and checks that are no goals are assumed, as
// elsewhere. Nothing rests on that, however: whoever is told an invariant checks it, and whoever is told
// of an execution that fails executes it.
package loop
