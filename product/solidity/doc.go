// Package solidity verifies annotated Solidity contracts modularly, function by function.
//
//	sources, build information   product/solidity/solc       compiler output
//	syntax trees                 product/solidity/ast        with product/solidity/annotation
//	Boogie program               product/solidity/translate
//	verdict per procedure        product/boogie/vc           invariants by product/boogie/infer and product/solidity/loop
//	Report                       C::add: OK          violations with transactions by product/solidity/trace
//
// The method is modular verification of Hajdu's thesis on the specification and verification of smart
// contracts, chapter 3.
package solidity
