// Package petritest generates random bounded nets with weights and inhibitor arcs, and random predicates, and
// enumerates state spaces breadth first as the reference for differential tests. Except for the firing rule of
// package petri it shares no code with the packages under test.
package petritest
