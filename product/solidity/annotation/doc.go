// Package annotation parses the specifications in documentation comments of Solidity sources: contract and loop
// invariants, preconditions, postconditions, frame conditions, case analyses and what events track.
//
//	/// @notice postcondition total == __verifier_old_uint(total) + x
//	Clause{Kind: Postcondition, Expr: total == Old(total) + x, ...}
//
// The language is that of solc-verify (Hajdu's thesis on modular specification and verification, chapter 3,
// section "Specification annotations", and the tool's manual), with the thesis's shorter names for its
// functions, too.
//
// Of decodes and parses all annotations before a node:
//
//	@notice invariant SPEC                             contracts and loops
//	@notice precondition SPEC, postcondition SPEC      functions and events
//	@notice modifies TARGET [if EXPR], modifies *      functions
//	@notice specification [ case SPEC: SPEC; ... ]     functions
//	@notice emits EVENT                                functions
//	@notice {contractInvariants}                       functions and loops
//	@notice tracks-changes-in VARIABLE                 events
//	@notice allow-no-change-emit                       events
//	SPEC: [forall (TYPE ID, ...) | exists (TYPE ID, ...) | property(ARRAY) (ID, ...)] EXPR
//
// Expressions are those of Solidity without side effects; they are nodes of package ast and of this package:
// *Quantifier, *Sum, *Old, *Before and *Equal. Resolve finds the declarations of names in a Scope and computes
// the types by the rules of the compiler. Positions are exact: those of the characters in the file.
package annotation
