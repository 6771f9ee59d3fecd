package evidence

import (
	"context"
	"slices"

	"cupel/certify"
	"cupel/frontend/c/library"
	"cupel/logic"
	"cupel/program/display"
)

// cellInvariants are the claims of a proof about all cells of arrays, as people read them, which no witness can say: those that the proof needs where that can be told.
func (s *explanation) cellInvariants(ctx context.Context, c *certify.Proof) []Invariant {
	if !c.Quantifies() || s.Module == nil {
		return nil
	}
	needed, err := c.Slim(ctx, s.Open)
	if err != nil {
		needed = c
	}
	p := c.Program()
	var out []Invariant
	for _, l := range p.LoopHeads() {
		t, facts := needed.Invariants[l], c.Invariants[l]
		if t == nil || library.Within(l.LoopPos.File) {
			continue
		}
		at := l.LoopPos
		if !at.IsValid() {
			at = l.Pos
		}
		for _, claim := range logic.Conjuncts(t) {
			if claim.Op() != logic.OpForall {
				continue
			}
			i := Invariant{at.String(), display.All(p, claim, logic.Conjuncts(facts), maxFormula)}
			if !slices.Contains(out, i) {
				out = append(out, i)
			}
		}
	}
	return out
}
