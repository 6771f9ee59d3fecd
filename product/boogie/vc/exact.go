package vc

import (
	"cupel/core/logic"
	"cupel/product/boogie"
)

// A counterexample is a model of the verification condition, in which some symbols over-approximate: values
// after a loop or a call by contract, havoc in the program (which may model something unknown), results of
// functions without bodies, constants with {:some}, and initial values of globals without {:any} (at the global
// or, with its name, at the procedure). If an obligation depends on none of them, directly or through
// definitions, its model is an execution: the counterexample is exact.
//
// A havocked variable with {:doubt} is false in real executions: a program uses it to mark what happens under
// conditions that its model leaves open.

// anyAtEntry reports whether {:any "name"} at the procedure states that the global may have any initial value.
func (g *graph) anyAtEntry(name string) bool {
	a := g.unit.proc.Attrs.Find("any")
	if a == nil {
		return false
	}
	for _, e := range a.Args {
		if s, ok := e.(*boogie.StringLit); ok && s.Value == name {
			return true
		}
	}
	return false
}

// exact reports whether every model in which the obligation with this symbol fails is an execution, provided
// that the returned doubts are false.
func (c *condition) exact(fails *logic.Term) (ok bool, doubts []*logic.Term) {
	loose := map[*logic.Term]bool{}
	for x, v := range c.tr.initial {
		if x.in != nil || x.decl.Attrs.Find("any") != nil || c.tr.g.anyAtEntry(x.decl.Name) {
			continue
		}
		for _, t := range v.leaves(nil) {
			loose[t] = true
		}
	}
	for k, v := range c.tr.consts {
		if k.Attrs.Find("some") != nil {
			for _, t := range v.leaves(nil) {
				loose[t] = true
			}
		}
	}
	seen := map[*logic.Term]bool{}
	todo := []*logic.Term{fails}
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		switch {
		case c.loose[t] || loose[t] || c.tr.nullary[t]:
			return false, nil
		case c.doubt[t]:
			doubts = append(doubts, t)
		case t.Op() == logic.OpApp || t.Op() == logic.OpForall || t.Op() == logic.OpExists:
			return false, nil
		}
		todo = append(append(todo, t.Args()...), c.meaning[t]...)
	}
	return true, doubts
}

// confident is the condition that all doubts are false.
func (c *condition) confident(doubts []*logic.Term) *logic.Term {
	return c.tr.f.Not(c.tr.f.Or(doubts...))
}
