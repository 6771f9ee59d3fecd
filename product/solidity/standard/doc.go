// Package standard is a library of specifications of contracts by the standards for tokens, one text per standard:
// erc20.spec, erc721.spec, erc1155.spec and erc4626.spec. Their clauses are those of the texts of the ERCs (Ethereum
// Improvement Proposals 20, 721, 1155 and 4626), which comments name, in the language of annotations
// (package product/solidity/annotation) and in terms of the public functions of the interface.
//
//	standard erc20 Token Standard             name and title
//	function balanceOf(address a) view returns (uint256)
//	function approve(address spender, uint256 value) returns (bool success)
//	optional function decimals() view returns (uint8)
//	clause sets the allowance                 of the function before it
//	  precondition value > 0                  of the state at its beginning
//	  postcondition success ==> allowance(msg.sender, spender) == value
//	every function                            that may write, and the constructor
//	clause the balances sum up to totalSupply
//	  invariant sum(balanceOf) == totalSupply()
//
// A line that begins with none of these words continues the one before it; // begins a comment. Names of parameters and
// results are those of the text, whatever a contract calls them.
//
// Apply finds the functions in a contract, also getters of state variables, and makes the requirements that package
// product/solidity/translate checks.
package standard
