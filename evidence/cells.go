package evidence

import (
	"context"
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/display"
	"cupel/frontend/c/library"
	"cupel/kernel/certify"
)

// cellInvariants prints the quantified array invariants of a proof for people, only the needed ones where that
// is known. C and hence witnesses cannot express them.
func (s *explanation) cellInvariants(ctx context.Context, c *certify.Proof) []Invariant {
	if !c.Quantifies() || s.stages.Module == nil {
		return nil
	}
	needed, err := c.Slim(ctx, s.tools.Open)
	if err != nil {
		needed = c
	}
	p := c.Program()
	copies := map[program.Pos]int{} // of a loop, by inlining
	at := func(l *program.Location) program.Pos {
		if l.LoopPos.IsValid() {
			return l.LoopPos
		}
		return l.Pos
	}
	for _, l := range p.LoopHeads() {
		copies[at(l)]++
	}
	var out []Invariant
	var of []int
	holds := map[Invariant]int{}
	for _, l := range p.LoopHeads() {
		t, facts := needed.Invariants[l], c.Invariants[l]
		if t == nil || library.Within(l.LoopPos.File) {
			continue
		}
		said := map[Invariant]bool{}
		for _, claim := range logic.Conjuncts(t) {
			if claim.Op() != logic.OpForall {
				continue
			}
			i := Invariant{At: at(l).String(), Formula: display.All(p, l.Func, claim, logic.Conjuncts(facts), maxFormula)}
			if said[i] {
				continue
			}
			said[i] = true
			if holds[i]++; holds[i] == 1 {
				out, of = append(out, i), append(of, copies[at(l)])
			}
		}
	}
	for k, i := range out {
		if holds[i] < of[k] {
			out[k].Copies = fmt.Sprintf("%d of %d", holds[i], of[k])
		}
	}
	return out
}
