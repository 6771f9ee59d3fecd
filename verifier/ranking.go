package verifier

import (
	"context"
	"fmt"

	"cupel/analysis/absint/interval"
	"cupel/analysis/absint/relational"
	"cupel/analysis/intlower"
	"cupel/analysis/summary/mortal"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/measured"
	"cupel/core/program/passes"
	"cupel/engine"
)

// A RankedLoop is what is claimed of a loop whose executions end.
type RankedLoop struct {
	Head  *program.Location // of the original program
	Tuple measured.Measure  // that gets smaller with each visit of the head
}

// rankings proves that every execution of a source ends: it guesses a measure for each loop, from the transition formulas of the turns, and has the engine prove
// that the measures get smaller. The answer is nil where there is no guess for some loop, or no proof.
func (s *source) rankings(ctx context.Context, p *program.Program, o engine.Observer) (*answer, []RankedLoop, error) {
	r, err := s.newRanker(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	measures, err := r.measures(ctx)
	if err != nil || measures == nil {
		return nil, nil, err
	}
	q, err := measured.Of(p, measures)
	if err != nil {
		return nil, nil, err
	}
	m := *s
	m.model, m.module, m.checks, m.plain, m.rest = q, nil, nil, nil, nil
	a, err := m.byEngine(ctx, executions{}, o)
	if err != nil || a == nil || a.result.Verdict != engine.True {
		return a, nil, err
	}
	var loops []RankedLoop
	for _, h := range measured.Heads(p) {
		loops = append(loops, RankedLoop{h, measures[h]})
	}
	return a, loops, nil
}

// A ranker guesses measures for the loops of a program.
type ranker struct {
	s       *source
	p       *program.Program // the original
	machine *program.Program // what its termination depends on, undefined behaviour blocked
	lowered *program.Program // over the integers; operations without a meaning there are left out
	over    *mortal.Analysis // of lowered
	bits    *mortal.Analysis // of machine
}

// rankingPasses leave what decides whether a head is visited again.
var rankingPasses = passes.Pipeline{passes.DropMemoryOps, passes.AssumeChecks, passes.Simplify, passes.Constants, passes.DeadCode, passes.Simplify, passes.Slice,
	passes.DeadCode, passes.Simplify, passes.Scalars, passes.DeadCode, passes.Simplify}

func (s *source) newRanker(ctx context.Context, p *program.Program) (*ranker, error) {
	u := s.setup
	r := &ranker{s: s, p: p}
	aimed, err := measured.Aimed(p)
	if err != nil {
		return nil, err
	}
	sub, done := u.begin(ctx, "passes", "for rankings, "+sizeOf(aimed))
	r.machine, _, err = rankingPasses.RunSome(sub, aimed, 2)
	done()
	if err != nil {
		return nil, err
	}
	program.MarkLoopHeads(r.machine)
	r.bits = mortal.New(r.machine, mortal.Options{Open: u.open, Typed: true, Coarse: true})
	sub, done = u.begin(ctx, "integer lowering", "for rankings, "+sizeOf(r.machine))
	defer done()
	ranges := interval.Analyze(sub, r.machine)
	if !ranges.Complete() {
		ranges = nil
	}
	if r.lowered, err = intlower.Lower(sub, r.machine, intlower.Options{Ranges: ranges, Relax: true}); err != nil {
		if ctx.Err() == nil {
			err = nil
		}
		return r, err
	}
	program.MarkLoopHeads(r.lowered)
	facts, _ := relational.Search(sub, r.lowered)
	r.over = mortal.New(r.lowered, mortal.Options{Open: u.open, Typed: true, Invariant: func(l *program.Location) *logic.Term {
		if !facts.Complete() {
			return nil
		}
		return facts.Invariant(l)
	}})
	return r, nil
}

// measures guesses a measure for each loop; nil: there is none for some loop.
func (r *ranker) measures(ctx context.Context) (map[*program.Location]measured.Measure, error) {
	out := map[*program.Location]measured.Measure{}
	heads := map[*program.Location]bool{}
	for _, h := range measured.Heads(r.p) {
		heads[h] = true
	}
	for _, h := range measured.Heads(r.machine) {
		at := h
		for at != nil && !heads[at] {
			at = at.Origin
		}
		if at == nil {
			return nil, nil
		}
		m, err := r.measure(ctx, h)
		if err != nil {
			return nil, err
		}
		if m == nil {
			r.s.setup.journal.About(fmt.Sprintf("no measure for the loop at %s", h.Pos))
			return nil, nil
		}
		out[at] = m
	}
	return out, nil
}

// measure guesses one for the loop at a head of r.machine; nil: there is none.
func (r *ranker) measure(ctx context.Context, h *program.Location) (measured.Measure, error) {
	if r.over != nil {
		low := r.lowered.Locs[h.ID]
		ranking, err := r.over.Rank(ctx, low)
		if err != nil {
			return nil, err
		}
		if m := r.translated(ranking); ranking.Total && m != nil {
			return m, nil
		}
	}
	ranking, err := r.bits.Pool(ctx, h)
	if err != nil || !ranking.Total {
		return nil, err
	}
	m := measured.Measure{}
	for _, t := range ranking.Tuple {
		m = append(m, original(r.p, r.machine, t))
	}
	for _, t := range m {
		if t == nil {
			return nil, nil
		}
	}
	return m, nil
}

// translated is a tuple over the original program; nil: it has no translation.
func (r *ranker) translated(ranking mortal.Ranking) measured.Measure {
	m := measured.Measure{}
	for _, t := range ranking.Tuple {
		b, ok := mortal.ToMachine(r.lowered, r.p, t)
		if !ok {
			return nil
		}
		m = append(m, b)
	}
	return m
}

// original is a term over the variables of p that one over those of a program derived from it stands for; nil: there is none.
func original(p, derived *program.Program, t *logic.Term) *logic.Term {
	by := map[*logic.Term]*logic.Term{}
	for _, x := range logic.FreeVars(t) {
		v := derived.VarOf(x)
		if v == nil {
			return nil
		}
		if by[x] = mortal.Ancestor(p, v); by[x] == nil {
			return nil
		}
	}
	return p.Terms.Subst(t, by)
}
