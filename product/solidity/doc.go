// Package solidity verifies Solidity contracts with annotations, function by function: sources or
// build information (package product/solidity/solc) become syntax trees (product/solidity/ast), these a Boogie
// program (product/solidity/translate), whose procedures are verified (product/boogie/vc), and answers become a
// report about the functions of the sources.
//
// The method is modular verification of Hajdu's thesis on the specification and verification of
// smart contracts, chapter 3.
package solidity
