// Package trace shows that a check of a contract is violated, by a sequence of transactions: the
// deployment and calls of public functions, with all values that the environment chooses.
//
//	driver.go   a procedure in Boogie that deploys the contract and calls some of its functions one
//	            after the other with any arguments, around the procedures of package translate
//	search.go   that procedure as an automaton (product/boogie/lower), whose paths to the check bounded model
//	            checking looks for, first with one transaction, then with more
//	outside.go  what code outside does; callback.go the functions that it calls back
//	supply.go   no account has more ether than there is
//	replay.go   a path is executed with the values found; it counts if the same happens whatever values
//	            those parts have that the translation only approximates
//
// What may be chosen is the sender (an account other than the contract), arguments, ether, the block, the
// balances at the beginning, and what code outside answers and does: nothing, one call back, ether that it
// passes on. Hashes, encodings, results of approximated operations and calls that are replaced by contracts may not.
package trace
