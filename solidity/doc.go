// Package solidity verifies annotated Solidity contracts modularly, function by function.
//
//	sources, build information   solidity/solc       compiler output
//	syntax trees                 solidity/ast        with solidity/annotation
//	Boogie program               solidity/translate
//	verdict per procedure        boogie/vc           invariants by boogie/infer and solidity/loop
//	Report                       C::add: OK          violations with transactions by solidity/trace
//
// The method is modular verification of Hajdu's thesis on the specification and verification of smart
// contracts, chapter 3.
package solidity
