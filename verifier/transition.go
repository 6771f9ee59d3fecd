package verifier

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/core/program/measured"
	"cupel/core/work"
	"cupel/engine"
	"cupel/engine/recurrence"
)

// transitionBy names the step.
const transitionBy = "transition"

// byTransitions looks for a transition invariant of each loop without a measure (measured.Covered): finitely many measures, of which one is smaller at a visit of the
// head than at each visit before. An execution that refutes it goes from a visit to another one; a measure of this way, repeated, is added (Cook, Podelski and
// Rybalchenko, "Termination proofs for systems code", PLDI 2006). Where there is none, the execution is where byRecurrence looks.
func (t *termination) byTransitions(ctx context.Context) *answer {
	m := t.measures(ctx).whole()
	if m == nil || !m.ready(ctx) {
		return nil
	}
	var open []*program.Location
	for _, h := range m.heads {
		if m.open(h) && m.measures[h] == nil {
			open = append(open, h)
		}
	}
	for i, h := range open {
		left, _ := work.Left(ctx)
		sub, stop := work.Within(ctx, left/(len(open)-i))
		proof, text, refuted := m.cover(sub, h)
		stop()
		if refuted != nil {
			return refuted
		}
		if proof != nil {
			proof.reduced = append(proof.reduced, "instrumentation with a transition invariant")
			m.found[h].text = text
			m.close(proof, h)
		}
	}
	return t.allClosed(ctx, transitionBy)
}

// transitionEngines are asked whether one of some measures is smaller: the first finds what refutes it.
var transitionEngines = []string{"symex", "symexecia", "kinduction", "cegar"}

// cover looks for measures of a loop of which one is smaller at each visit of its head than at each before. refuted: it need not end.
func (m *measuredProgram) cover(ctx context.Context, h *program.Location) (proof *answer, text string, refuted *answer) {
	for ctx.Err() == nil {
		q, err := measured.Covered(m.p, h, m.found[h].covers)
		if err != nil {
			return nil, "", nil
		}
		f := m.t.ask(ctx, q, transitionEngines...)
		switch f.verdict {
		case engine.Unknown:
			return nil, "", nil
		case engine.True:
			return f.answer, "at each visit one of " + strings.Join(m.found[h].coverTexts, ", ") + " is smaller than at each visit before", nil
		}
		tuple, text := m.turnMeasure(ctx, h, turnsSince(q, h, f.run))
		if tuple == nil || len(m.found[h].covers) >= maxCovers || slices.Contains(m.found[h].coverTexts, text) {
			return nil, "", m.t.recursFrom(ctx, f.run, transitionBy)
		}
		m.found[h].covers, m.found[h].coverTexts = append(m.found[h].covers, tuple), append(m.found[h].coverTexts, text)
	}
	return nil, "", nil
}

// turnsSince are the edges of the original program that an execution of q, a program of measured.Covered, has taken since the visit of the head that it has chosen last.
func turnsSince(q *program.Program, h *program.Location, out *interp.Outcome) program.Path {
	take := measured.Take(q, h)
	var chosen []bool
	for _, c := range out.Havocs {
		if c.Var.Root() == take || c.Var == take {
			chosen = append(chosen, !c.Value.IsConst() || c.Value.BVBig().Sign() != 0)
		}
	}
	var path program.Path
	visit := 0
	for _, e := range out.Path {
		if e.Origin != nil {
			path = append(path, e.Origin)
		}
		for i := range e.Ops {
			if e.Ops[i].Var != take || e.Ops[i].Kind != program.OpHavoc {
				continue
			}
			if visit < len(chosen) && chosen[visit] {
				path = nil
			}
			visit++
		}
	}
	return path
}

// turnMeasure is a measure of the loop that consists of one path round a head; nil: there is none, or it is no such path.
func (m *measuredProgram) turnMeasure(ctx context.Context, h *program.Location, path program.Path) (measured.Measure, string) {
	if len(path) == 0 || path[0].Src != h || path[len(path)-1].Dst != h {
		return nil, ""
	}
	c := program.NewCopy(m.p)
	init, head, end := c.NewLocation(h.Func, h.Pos), c.NewLocation(h.Func, h.Pos), c.NewLocation(h.Func, h.Pos)
	head.LoopPos = h.LoopPos
	c.Init, c.Error = init, end
	var ops, any []program.Op
	for _, v := range c.Vars {
		any = append(any, program.Havoc(v, nil))
	}
	for _, e := range path {
		ops = append(ops, e.Ops...)
	}
	c.NewEdge(init, head, any...)
	c.NewEdge(head, head, ops...)
	c.NewEdge(head, end, program.Assume(c.Terms.True()))
	program.MarkLoopHeads(c.Program)
	c.VarOf(nil)
	if program.SanityProgram(c.Program) != nil {
		return nil, ""
	}
	r, err := m.in.newRanker(ctx, c.Program)
	if err != nil {
		return nil, ""
	}
	tuple, _, _, err := r.measure(ctx, head)
	if err != nil || len(tuple) == 0 {
		return nil, ""
	}
	texts := namedTerms(m.p, tuple)
	if len(texts) == 1 {
		return tuple, texts[0]
	}
	return tuple, fmt.Sprintf("(%s)", strings.Join(texts, ", "))
}

// recursFrom looks for a recurrence set with an execution that a step has found; nil: there is none.
func (t *termination) recursFrom(ctx context.Context, out *interp.Outcome, by string) *answer {
	if t.source.separable() {
		return nil
	}
	u := t.setup()
	l, err := recurrence.Find(ctx, t.original, func() interp.Source { return given(out) }, recurrence.Options{Open: u.open, Solver: u.solver})
	if err != nil || l == nil {
		return nil
	}
	a := t.recurs(ctx, t.original, l)
	if a != nil {
		a.result.By = recurrenceBy + " from an execution of " + by
	}
	return a
}
