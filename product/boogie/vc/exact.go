package vc

import (
	"cupel/core/logic"
	"cupel/product/boogie"
)

// A counterexample is a model of formulas, in which some symbols stand for more than happens: what a
// loop or a call by contract leaves, what havoc leaves in the program (which may have been written for
// something that is not known), the results of functions without bodies, constants with {:some}, and
// the values of globals without {:any} at the beginning (or at the
// procedure, with their names). Where an obligation mentions none of them, directly or by what its symbols mean, its
// model is an execution.
//
// A variable with {:doubt} that is havocked is false in executions: with it a program says under which
// conditions what it does happens, and assumes no more.

// anyAtEntry reports whether {:any "name"} at the procedure says that the global may have any value
// when it begins.
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

// exact reports whether whatever makes the obligation with this symbol fail is an execution where the doubts
// are false.
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

// confident is the condition that no doubt is left.
func (c *condition) confident(doubts []*logic.Term) *logic.Term {
	return c.tr.f.Not(c.tr.f.Or(doubts...))
}
