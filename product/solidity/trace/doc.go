// Package trace finds counterexamples of contracts: sequences of transactions (the deployment and calls of
// public functions, with all values that the environment chooses) that violate a check.
//
//	constructor()                      total = 0
//	add(x = 3)                         total = 3
//	check(y = 3)                       assert(total != y) fails
//
//	driver.go   a Boogie procedure that deploys the contract and calls some of its functions in sequence
//	            with arbitrary arguments, around the procedures of package translate
//	search.go   bounded model checking of that procedure as an automaton (product/boogie/lower), first with one
//	            transaction, then with more
//	outside.go  the behaviour of external code; callback.go the functions that it calls back, variant.go how
//	            deep these calls nest, with one copy of the procedures for each depth
//	created.go  contracts that the contract creates, whose code is known, and which others call, too
//	supply.go   bounds on the ether of accounts
//	replay.go   execution of a path with the values found; it counts if it fails for all values of what
//	            the translation only approximates
//
// Nondeterministic choices of the environment are the sender (an account other than the contract), arguments,
// ether, the block, the initial balances, and what external code returns and does: nothing, calls of functions,
// which may call external code again, ether that it passes on. Hashes, encodings, results of approximated operations
// and calls replaced by contracts are not choices.
package trace
