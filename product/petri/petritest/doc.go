// Package petritest supports tests: random bounded nets with weights and inhibitor arcs,
// random predicates, and a plain breadth-first exploration of the state space as the
// truth to compare with. It shares no code with the packages under test beyond the firing
// rule of package petri.
package petritest
