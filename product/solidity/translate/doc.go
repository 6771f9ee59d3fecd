// Package translate translates annotated Solidity contracts to Boogie, for modular verification: one procedure
// per function, to be verified by itself (package product/boogie/vc).
//
//	/// @notice invariant total >= 0            procedure add(this: int, msg_sender: int, msg_value: int, x: int)
//	contract C {                                  requires total[this] >= 0;
//	  uint total;                                 ensures total[this] >= 0;
//	  function add(uint x) public {             { assume {:fact} 0 <= x && x <= 2^256-1;
//	    total += x;                               assume 0 <= total[this] + x && total[this] + x <= 2^256-1;
//	  }                                           total := total[this := total[this] + x]; }
//	}                                           mode checked: overflow reverts, so the execution does not go on
//
// It follows Hajdu's thesis on modular specification and verification of smart contracts, chapter 3 (state as
// maps from addresses, transactions, re-entrancy, arithmetic, delayed detection of overflows, sums over
// collections) and the tool solc-verify where the thesis is silent. Differences, for soundness with respect to
// Solidity:
//
//   - Every contract that can be deployed is verified with all functions that it inherits, and calls are
//     dispatched in that contract.
//   - Calls of unknown code (call, and functions of other contracts, Options.External) require the invariants
//     before and return in an arbitrary state with the invariants.
//   - Recursive functions are never unfolded; their annotations stand for them.
//   - Division truncates, casts wrap, the operands of &&, || and ?: take effect only when they are evaluated,
//     indices are checked, an assignment to a whole collection changes its sum.
//   - In modes with ranges, type ranges are assumed where values are read, and an annotation is checked on the
//     assumption that its variables are in range.
//
// An unsupported construct makes the function Skipped, with reason and position: its procedure has no body and
// may modify everything. Each assertion carries {:sourceloc} and {:message}, from which reports are made.
//
//	file          idea
//	translate.go  all contracts; the result
//	context.go    one contract as deployed: linearization, dispatch, invariants
//	function.go   procedures: parameters, specifications, modifiers, constructors
//	stmt.go       statements; loop.go loops
//	expr.go       expressions; arith.go arithmetic in the modes; convert.go conversions
//	pointer.go    pointers to functions; recursive.go structs that contain themselves; text.go strings and bytes
//	encode.go     encodings; yul.go assembly, yul_end.go its calls and what ends a call
//	call.go       internal calls; external.go transactions to other accounts
//	order.go      order of evaluation; selector.go selectors; calldata.go msg.sig and msg.data
//	place.go      left values; removed.go removed elements; sorts.go the sorts of types; memory.go allocation and copies
//	spec.go       annotations; sum.go sums; frame.go modifies; event.go events
package translate
