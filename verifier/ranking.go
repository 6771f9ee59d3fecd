package verifier

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cupel/analysis/absint/interval"
	"cupel/analysis/absint/relational"
	"cupel/analysis/intlower"
	"cupel/analysis/summary/mortal"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/measured"
	"cupel/core/program/passes"
	"cupel/core/work"
	"cupel/engine"
	"cupel/evidence"
	"cupel/internal/lazyregexp"
)

// byMeasures looks for a measure for each loop that is not known to end, and has engines prove that they get smaller. Where recursion goes beyond its bound it is
// closed, and a cycle of call edges is a loop: an infinite execution enters calls for ever that do not return, or stays in one activation from some time on and
// steps over those that do.
func (t *termination) byMeasures(ctx context.Context) *answer {
	if m := t.measures(ctx); m != nil {
		return m.decide(ctx)
	}
	return nil
}

// measures are the programs with measures; nil: they cannot be made, or not within ctx.
func (t *termination) measures(ctx context.Context) *measuring {
	if t.measuring == nil {
		m := &measuring{t: t}
		if m.prepare(ctx) != nil {
			return nil
		}
		t.measuring = m
	}
	return t.measuring
}

// whole is the original program; nil: the measures are about others.
func (m *measuring) whole() *measuredProgram {
	if m == nil {
		return nil
	}
	if i := slices.IndexFunc(m.programs, (*measuredProgram).original); i >= 0 {
		return m.programs[i]
	}
	return nil
}

// measuring is what byMeasures keeps between rounds.
type measuring struct {
	t        *termination
	programs []*measuredProgram
}

// A measuredProgram is a way to see the program, with the measures of its loops.
type measuredProgram struct {
	t        *termination
	in       *inlining // of t.original, of t.descent's, or with closed recursion
	p        *program.Program
	ranker   *ranker
	heads    []*program.Location // of p
	measures map[*program.Location]measured.Measure
	within   map[*program.Location]*logic.Term // where they get smaller, of those with a mortal precondition, see byMortal
	found    map[*program.Location]*found      // of heads
}

// found is what is known of a loop besides its measure.
type found struct {
	text       string             // what people read of its measures
	bits       bool               // it takes machine arithmetic to show that the measure gets smaller
	tried      int                // the work that was left when no measure was found; 0: that was not so
	triedSome  int                // the same of one with a condition
	proof      *answer            // that it ends
	covers     []measured.Measure // of which one is smaller, see byTransitions
	coverTexts []string           // what people read of them
}

// measuresBy names the step.
const measuresBy = "measure"

func (m *measuring) decide(ctx context.Context) *answer {
	var a *answer
	m.t.inTurn(ctx, len(m.programs), func(ctx context.Context, i int) bool {
		a = m.programs[i].decide(ctx)
		return a != nil
	})
	return a
}

// prepare makes the programs: the original, unless recursion goes beyond its bound; then those with closed recursion, first without summaries.
func (m *measuring) prepare(ctx context.Context) error {
	s := m.t.source
	recursive := slices.ContainsFunc(m.t.cuts, func(l *program.Location) bool { return l.CutByRecursion })
	if !recursive || s.module == nil || !passes.Closable(s.module) {
		m.programs = []*measuredProgram{{t: m.t, in: &inlining{source: s, original: m.t.original}}}
		return nil
	}
	if d := m.t.descent; d != nil { // where summaries are not needed, it is the smallest question
		m.programs = append(m.programs, &measuredProgram{t: m.t, in: &inlining{source: s, original: d.original}})
	}
	for _, c := range measuredClosings {
		in, err := s.inlineClosed(ctx, c)
		if err != nil {
			if errors.Is(err, passes.ErrTooLarge) {
				break
			}
			return err
		}
		m.programs = append(m.programs, &measuredProgram{t: m.t, in: in})
	}
	return nil
}

// measuredClosings are the ways to close recursion for measures.
var measuredClosings = []closing{{depth: 1, fine: true}, {depth: 2}}

// original reports whether m is about the program as the other steps see it.
func (m *measuredProgram) original() bool { return m.in.original == m.t.original }

// open reports whether it is not known of a loop that it ends.
func (m *measuredProgram) open(h *program.Location) bool {
	return m.found[h].proof == nil && (!m.original() || m.t.open(m.t.original.Locs[h.ID]))
}

// ready makes the program and the ranker; false: it cannot, or not within ctx.
func (m *measuredProgram) ready(ctx context.Context) bool {
	if m.p == nil {
		p, _, err := passes.Pipeline{passes.AssumeAccesses, passes.ReuseHeap}.Run(ctx, m.in.original)
		if err != nil {
			return false
		}
		m.p, m.heads, m.measures = p, m.t.wanted(measured.Heads(p)), map[*program.Location]measured.Measure{}
		m.within, m.found = map[*program.Location]*logic.Term{}, map[*program.Location]*found{}
		for _, h := range m.heads {
			m.found[h] = &found{}
		}
	}
	if m.ranker == nil {
		r, err := m.in.newRanker(ctx, m.p)
		if err != nil {
			return false
		}
		m.ranker = r
	}
	return true
}

func (m *measuredProgram) decide(ctx context.Context) *answer {
	if !m.ready(ctx) {
		return nil
	}
	var ranked, unranked []*program.Location
	for _, h := range m.heads {
		switch {
		case !m.open(h):
		case m.rank(ctx, h):
			ranked = append(ranked, h)
		default:
			unranked = append(unranked, h)
		}
	}
	if len(unranked) == 0 {
		a := m.ask(ctx, ranked, 0.75)
		switch {
		case a != nil:
			return m.proven(a, ranked)
		case len(ranked) < 2:
			return nil
		}
	}
	for i, h := range ranked {
		if a := m.ask(ctx, []*program.Location{h}, 1/float64(len(ranked)-i)); a != nil {
			m.close(a, h)
		}
	}
	if m.original() {
		return m.t.allClosed(ctx, m.by(m.heads...))
	}
	if slices.ContainsFunc(m.heads, m.open) {
		return nil
	}
	return m.answer(nil)
}

// close notes a proof that some loops end.
func (m *measuredProgram) close(proof *answer, heads ...*program.Location) {
	for _, h := range heads {
		m.found[h].proof = proof
		if m.original() {
			m.t.closeProven(m.t.original.Locs[h.ID], m.by(h), m.found[h].text, proof)
		}
	}
}

// proven is the answer that all loops end, of which the last ones have a proof.
func (m *measuredProgram) proven(proof *answer, last []*program.Location) *answer {
	m.close(proof, last...)
	return m.answer(proof)
}

// by is the step that has found why loops end; the one that had to do most, if there are several.
func (m *measuredProgram) by(heads ...*program.Location) string {
	by := measuresBy
	for _, h := range heads {
		switch {
		case m.measures[h] == nil && len(m.found[h].covers) > 0:
			return transitionBy
		case m.within[h] != nil:
			by = mortalBy
		}
	}
	return by
}

// rank reports whether there is a measure for the loop at a head.
func (m *measuredProgram) rank(ctx context.Context, h *program.Location) bool {
	if _, known := m.measures[h]; known {
		return true
	}
	return m.tries(ctx, &m.found[h].tried, func() bool {
		tuple, text, bits, err := m.ranker.measure(ctx, h)
		if err != nil || tuple == nil {
			return false
		}
		m.measures[h], m.found[h].text, m.found[h].bits = tuple, text, bits
		return true
	})
}

// tries looks for something, unless that has failed with more than half of the work, which tried keeps.
func (m *measuredProgram) tries(ctx context.Context, tried *int, find func() bool) bool {
	left, bounded := work.Left(ctx)
	if *tried > 0 && (!bounded || left < 2**tried) {
		return false
	}
	if find() {
		return true
	}
	*tried = left
	m.t.more = m.t.more || bounded && left < enoughToRank
	return false
}

// answer is that all loops end. last is the proof about the last ones; nil: it is among those of the loops.
func (m *measuredProgram) answer(last *answer) *answer {
	summary := fmt.Sprintf("a measure gets smaller in each of %d loops", len(m.heads))
	switch {
	case len(m.heads) == 0:
		summary = noLoop
	case m.original():
		return m.t.proven(summary, m.by(m.heads...))
	}
	var proofs []*answer
	if last != nil { // about the ends of the model, too, where there are no loops
		proofs = append(proofs, last)
	}
	for _, h := range m.heads {
		proofs = append(proofs, m.found[h].proof)
	}
	a := m.t.source.ended(summary, m.by(m.heads...), proofs)
	a.loops, a.ranked = m.rows(), m.ranked()
	return a
}

// ranked are the measures that were proven, of which one is smaller than at any visit before; nil: there are none, or not all loops were asked about.
func (m *measuredProgram) ranked() *evidence.Ranked {
	r := &evidence.Ranked{Inlined: m.in.original, Program: m.p, Tuples: map[*program.Location][]measured.Measure{}}
	for h, f := range m.found {
		switch {
		case f.proof == nil:
		case m.measures[h] != nil:
			r.Tuples[h] = []measured.Measure{m.measures[h]}
		default:
			r.Tuples[h] = f.covers
		}
	}
	if len(r.Tuples) == 0 || m.t.only() != nil {
		return nil
	}
	return r
}

// ranked are the measures that were proven for the loops of the program as the other steps see it; nil: there are none.
func (t *termination) ranked() *evidence.Ranked {
	if m := t.measuring.whole(); m != nil && m.p != nil {
		return m.ranked()
	}
	return nil
}

// rows are what the report tells of the loops, one row for all copies of one.
func (m *measuredProgram) rows() []evidence.Loop {
	var rows []evidence.Loop
	for _, h := range m.heads {
		at := place(h).String()
		i := slices.IndexFunc(rows, func(r evidence.Loop) bool { return r.At == at })
		if i < 0 {
			i, rows = len(rows), append(rows, evidence.Loop{At: at, Ends: m.found[h].text, By: m.by(h)})
		}
		rows[i].Copies++
	}
	return rows
}

// ask proves that the measures of some loops get smaller, by a part of the work that is left; nil: it is not proven.
func (m *measuredProgram) ask(ctx context.Context, heads []*program.Location, part float64) *answer {
	q, err := measured.Within(m.p, heads, m.measures, m.within)
	if err != nil {
		return nil
	}
	a := m.directly(ctx, q, heads, part)
	if a == nil {
		sub, stop := work.Within(ctx, work.Share(ctx, mostStepWork, part))
		defer stop()
		f := m.t.askAbout(sub, &inlining{original: q, closed: m.in.closed}, measuringEngines)
		if f.verdict != engine.True {
			return nil
		}
		a = f.answer
	}
	if !m.original() {
		a.reduced = append(a.reduced, endlessRecursion)
	}
	a.reduced = append(a.reduced, "instrumentation with measures")
	if len(heads) == len(measured.Heads(m.p)) {
		a.ranks = measured.Ranks(q, heads, m.measures)
	}
	return a
}

// directly is ask without a search, where it takes machine arithmetic.
func (m *measuredProgram) directly(ctx context.Context, q *program.Program, heads []*program.Location, part float64) *answer {
	if !slices.ContainsFunc(heads, func(h *program.Location) bool { return m.found[h].bits }) {
		return nil
	}
	ctx, stop := work.Within(ctx, work.Share(ctx, mostStepWork, 0.5*part))
	defer stop()
	return m.direct(ctx, q, heads)
}

// measuringEngines are asked whether measures get smaller.
var measuringEngines = []string{"symexecia", "kinduction", "cegar"}

// A ranker guesses measures for the loops of a program.
type ranker struct {
	in      *inlining
	p       *program.Program // the original
	machine *program.Program // what its termination depends on, undefined behaviour blocked
	lowered *program.Program // over the integers; operations without a meaning there are left out
	relaxed bool             // there are such
	over    *mortal.Analysis // of lowered
	bits    *mortal.Analysis // of machine

	bitsAt, overAt map[*program.Location]*program.Location // heads of machine and lowered, by those of p
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
	var lost intlower.Stats
	if r.lowered, err = intlower.Lower(sub, r.machine, intlower.Options{Ranges: ranges, Relax: true, Stats: &lost}); err != nil {
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
	r.relaxed = lost.Left > 0
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

// heads maps heads of r.p to those of a program derived from it. Where passes have merged a head with what follows it, the loop that this is in says which one it is.
func (r *ranker) heads(q *program.Program) map[*program.Location]*program.Location {
	out := map[*program.Location]*program.Location{}
	if q == nil {
		return out
	}
	mine := map[*program.Location]bool{}
	for _, h := range measured.Heads(r.p) {
		mine[h] = true
	}
	_, innermost := program.Loops(r.p)
	merged := map[*program.Location]*program.Location{}
	for _, h := range measured.Heads(q) {
		switch at := r.p.Nearest(h); {
		case at == nil:
		case mine[at]:
			out[at] = h
		case innermost[at.ID] != nil:
			merged[innermost[at.ID].Head] = h
		}
	}
	for at, h := range merged {
		if out[at] == nil {
			out[at] = h
		}
	}
	return out
}

// measure guesses one for the loop at a head of r.p, what people read of it, and whether that takes machine arithmetic; nil: there is none. A loop that cannot be gone around any more has the empty one.
func (r *ranker) measure(ctx context.Context, head *program.Location) (m measured.Measure, text string, bits bool, err error) {
	if r.bitsAt == nil {
		r.bitsAt, r.overAt = r.heads(r.machine), r.heads(r.lowered)
	}
	h, low := r.bitsAt[head], r.overAt[head]
	if h == nil {
		return measured.Measure{}, "it is not gone around", false, nil
	}
	if r.over != nil && low != nil {
		ranking, err := r.over.Rank(ctx, low)
		if err != nil {
			return nil, "", false, err
		}
		if m := r.translated(ranking); ranking.Total && m != nil {
			text := told(r.lowered, ranking.Tuple)
			if len(ranking.Tuple) == 1 {
				if b, ok := r.over.Turns(ctx, low); ok {
					text += "; at most " + namedTerms(r.lowered, []*logic.Term{b})[0] + " turns"
				}
			}
			return m, text, r.relaxed, nil
		}
	}
	ranking, err := r.bits.Pool(ctx, h)
	if err != nil || !ranking.Total {
		return nil, "", false, err
	}
	m = measured.Measure{}
	for _, t := range ranking.Tuple {
		if t = original(r.p, r.machine, t); t == nil {
			return nil, "", false, nil
		}
		m = append(m, t)
	}
	return m, told(r.machine, ranking.Tuple), true, nil
}

// widthOf is how an extension to more bits is printed.
var widthOf = lazyregexp.New(`\([iu][0-9]+\)`)

// told is what people read of a tuple over the variables of a program.
func told(p *program.Program, tuple []*logic.Term) string {
	texts := namedTerms(p, tuple)
	if slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, "::#") }) {
		return "what is left to do for it gets less in each turn" // a loop that is not in the source
	}
	switch len(texts) {
	case 0:
		return "it is not gone around"
	case 1:
		return texts[0] + " gets smaller in each turn"
	}
	return "(" + strings.Join(texts, ", ") + ") gets smaller in each turn, the first of them that changes"
}

// namedTerms are terms over the variables of a program with the names of the source.
func namedTerms(p *program.Program, terms []*logic.Term) []string {
	f := logic.NewFactory() // in which no other symbol has a name of the source
	names, taken := map[*program.Var]string{}, map[string]int{}
	for _, x := range logic.FreeVars(terms...) {
		if v := p.VarOf(x); v != nil {
			names[v] = v.Root().CName
			taken[names[v]]++
		}
	}
	by := map[*logic.Term]*logic.Term{}
	for v, n := range names {
		if n == "" || taken[n] > 1 {
			n = v.Name
		}
		by[f.Import(v.Sym)] = f.Var(n, v.Sort())
	}
	texts := make([]string, len(terms))
	for i, t := range terms { // widths are such that nothing overflows
		texts[i] = widthOf().ReplaceAllString(f.Subst(f.Import(t), by).String(), "")
	}
	return texts
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
