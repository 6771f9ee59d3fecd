// Package translate makes a Boogie program of Solidity contracts with annotations: one procedure
// for each function, to be verified by itself (package product/boogie/vc).
//
// It follows Hajdu's thesis on modular specification and verification of smart contracts, chapter 3
// (state as maps from addresses, transactions, re-entrancy, arithmetic, delayed detection of
// overflows, sums over collections) and the tool solc-verify where the thesis is silent. What is
// different, since a proof must be one of Solidity:
//
//   - Every contract that can be deployed is verified with all functions that it inherits, and
//     calls go to what overrides in that contract.
//   - Calls of unknown code (call, and functions of other contracts, Options.External) need the
//     invariants before and find any state with the invariants after.
//   - Functions that call themselves are never unfolded; their annotations stand for them.
//   - Division truncates, casts wrap, effects in &&, || and ?: happen only when they do, indices are
//     checked, an assignment to a whole collection changes its sum.
//   - In modes with ranges, what the machine guarantees is assumed where it is read, and an
//     annotation is checked on the assumption that its variables are in range.
//
// A construct that is not supported makes the function Skipped, with reason and place: its
// procedure has no body and may change everything. Each assertion carries {:sourceloc} and
// {:message}, from which reports are made.
//
//	file          idea
//	translate.go  all contracts; the result
//	context.go    one contract as deployed: linearization, dispatch, invariants
//	function.go   procedures: parameters, specifications, modifiers, constructors
//	stmt.go       statements; loop.go loops
//	expr.go       expressions; arith.go numbers in the modes; convert.go conversions
//	call.go       calls; external.go transactions to other accounts
//	place.go      what can be assigned; removed.go elements that are gone; sorts.go the sorts of types; memory.go allocation and copies
//	spec.go       annotations; sum.go sums; frame.go modifies; event.go events
package translate
