package infer

import (
	"context"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine/kinduction"
	"cupel/product/boogie"
	"cupel/product/boogie/lower"
)

// claimed returns the formulas that analyses and engines claim at the loops of a procedure, as text. What
// cannot be translated is dropped.
func claimed(ctx context.Context, p *boogie.Checked, procedure string) map[*boogie.While][]string {
	out := map[*boogie.While][]string{}
	l, err := lower.Lower(ctx, p, procedure, lower.Options{Weaken: true})
	if err != nil {
		return out
	}
	say := func(at *program.Location, t *logic.Term) {
		w := l.Loops[l.Program.Nearest(at)]
		if w == nil || t == nil {
			return
		}
		for _, c := range logic.Conjuncts(t) {
			if e, ok := l.Expr(c); ok && !c.IsTrue() {
				out[w] = append(out[w], boogie.ExprString(e))
			}
		}
	}
	for _, large := range []bool{false, true} {
		s, err := l.Prepare(ctx, large)
		if err != nil {
			return out
		}
		for _, h := range s.Program.LoopHeads() {
			say(h, s.Program.CellsToSelects(s.Facts[h]))
		}
		if large && !s.Safe {
			sub, cancel := work.Within(ctx, engineWork)
			_, err := s.Verify(sub, kinduction.New())
			cancel()
			if err != nil {
				return out
			}
		}
		for _, f := range s.Board.Facts() {
			say(f.At, f.Formula)
		}
	}
	return out
}
