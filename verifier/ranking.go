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

// rankings proves that every execution of an inlining ends: it guesses a measure for each loop, from the transition formulas of the turns, and has the engine prove
// that the measures get smaller. The answer is nil where there is no guess for some loop. Where recursion is closed a cycle of call edges is a loop, too: an
// infinite execution either enters calls for ever that do not return, or stays in one activation and steps over those that do.
func (in *inlining) rankings(ctx context.Context, o engine.Observer) (*answer, []RankedLoop, error) {
	p, _, err := passes.AssumeAccesses.Run(ctx, in.original)
	if err != nil {
		return nil, nil, err
	}
	r, err := in.newRanker(ctx, p)
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
	s := *in.source
	s.model, s.module, s.checks, s.plain, s.rest = q, nil, nil, nil, nil
	a, err := (&inlining{source: &s, original: q, closed: in.closed}).search(ctx, o)
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
	in      *inlining
	p       *program.Program // the original
	machine *program.Program // what its termination depends on, undefined behaviour blocked
	lowered *program.Program // over the integers; operations without a meaning there are left out
	over    *mortal.Analysis // of lowered
	bits    *mortal.Analysis // of machine
}

// rankingPasses leave what decides whether a head is visited again.
var rankingPasses = passes.Pipeline{passes.DropMemoryOps, passes.AssumeChecks, passes.Simplify, passes.Constants, passes.DeadCode, passes.Simplify, passes.Slice,
	passes.DeadCode, passes.Simplify, passes.Scalars, passes.DeadCode, passes.Simplify}

func (in *inlining) newRanker(ctx context.Context, p *program.Program) (*ranker, error) {
	u := in.setup()
	r := &ranker{in: in, p: p}
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
	if in.closed != nil {
		if r.lowered, _, err = in.summarise(sub, r.lowered); err != nil {
			if ctx.Err() == nil {
				r.lowered, err = nil, nil
			}
			return r, err
		}
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
	bits, over := r.heads(r.machine), r.heads(r.lowered)
	for _, h := range measured.Heads(r.p) {
		if bits[h] == nil {
			continue // not reached again
		}
		m, err := r.measure(ctx, over[h], bits[h])
		if err != nil {
			return nil, err
		}
		if m == nil {
			r.in.setup().journal.About(fmt.Sprintf("no measure for the loop at %s", h.Pos))
			return nil, nil
		}
		out[h] = m
	}
	return out, nil
}

// heads maps heads of the original program to those of one derived from it.
func (r *ranker) heads(q *program.Program) map[*program.Location]*program.Location {
	out := map[*program.Location]*program.Location{}
	if q == nil {
		return out
	}
	mine := map[*program.Location]bool{}
	for _, h := range measured.Heads(r.p) {
		mine[h] = true
	}
	for _, h := range measured.Heads(q) {
		for at := h; at != nil; at = at.Origin {
			if mine[at] {
				out[at] = h
				break
			}
		}
	}
	return out
}

// measure guesses one for the loop at a head of r.lowered, if there is one, and of r.machine; nil: there is none.
func (r *ranker) measure(ctx context.Context, low, h *program.Location) (measured.Measure, error) {
	if r.over != nil && low != nil {
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
		if t = original(r.p, r.machine, t); t == nil {
			return nil, nil
		}
		m = append(m, t)
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
