// Package petritest generates random bounded nets with weights and inhibitor arcs, and random predicates, and
// enumerates state spaces breadth first as the reference for differential tests.
//
//	p=2 q=0             a net in the notation of Parse: places with their tokens,
//	t: 2p + q -> 3r     a transition that consumes 2 from p and 1 from q, and produces 3 in r
//
// Except for the firing rule of package petri it shares no code with the packages under test.
package petritest
