// Package loop represents a contract as a program with one loop, in which engines search for contract
// invariants: the constructor, and then repeatedly any public function with arbitrary arguments, sender and
// ether.
//
//	constructor();  while (*) { add(x) | get() | ... }     engine: total == sum at the loop head
//	                                                       candidate: invariant total == sum(balances)
//
// The translation to Boogie (product/solidity/translate) is lowered to a control-flow automaton (product/boogie/lower) whose
// goals are the checks not proved so far. Invariants that engines find at the loop head are about the state
// between transactions, and proposed as contract invariants.
//
//	system.go     the loop in Boogie
//	resume.go     unknown code: a call leads to the loop head, with the current state, and the code after
//	              the call begins there with arbitrary values of everything else, so that transactions
//	              within a call are ordinary ones, of any number and depth
//	search.go     engines in sequence; their proofs, claims and facts at the head
//	sequence.go paths as transactions with calls within them
//	words.go      formulas as annotations
//
// The loop over-approximates the contract: block data, memory and the effects of other contracts are arbitrary,
// assumptions with quantifiers are dropped, and checks that are no goals are assumed. Results are candidates
// only: users check invariants and replay failing executions.
package loop
