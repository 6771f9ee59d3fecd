package verifier

import (
	"context"
	"slices"
	"time"

	"cupel/analysis/absint/relational"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/work"
	"cupel/engine"
)

// earlyEngine is the engine that searches before the longer phases of Auto: alone, it decides most programs that everyday code is made of.
const earlyEngine = "symex"

// hasEarly reports whether short phases come first: their processor time bounds them, so that a run with them need not repeat itself, and they do not
// look at facts that are given.
func (u *setup) hasEarly() bool {
	return u.engine.Name == Auto && u.choices[turnsChoice] == byTime && len(u.cfg.FactsIn) == 0
}

// An earlySearch is a short search of a kind of blocks, what it may take, and the member of the portfolio that begins again with it.
type earlySearch struct {
	engine, encoding string
	most             usage
	member           string
}

// The early searches. The first ones are so short that what an engine decides at once does not wait for the others.
var (
	brief  = usage{cpu: earlyBrief, work: earlyBriefWork}
	longer = usage{cpu: 2 * earlyBrief, work: 2 * earlyBriefWork}

	briefPathSearch   = earlySearch{earlyEngine, engine.Sbe, longer, earlyEngine}
	briefJoinedSearch = earlySearch{earlyEngine, engine.Diamond, brief, onBlocks}
	briefInduction    = earlySearch{"kinduction", engine.Sbe, brief, "kinduction"}
	briefSummaries    = earlySearch{"gps", engine.Sbe, longer, "gps"}
	briefPredicates   = earlySearch{"symexecia", engine.Sbe, longer, "symexecia"}
	briefTemplates    = earlySearch{templates, engine.Sbe, longer, templates}

	earlyPathSearch   = earlySearch{earlyEngine, engine.Sbe, usage{cpu: earlyPaths, work: earlyPathsWork}, earlyEngine}
	earlyJoinedSearch = earlySearch{earlyEngine, engine.Diamond, usage{cpu: earlyJoined, work: earlyJoinedWork}, onBlocks}
	earlyUnwinding    = earlySearch{"bmc", engine.Sbe, usage{cpu: earlyUnwound, work: earlyUnwoundWork}, "bmc"}
	bitsInduction     = earlySearch{"kinduction", engine.Sbe, usage{cpu: earlyJoined, work: earlyJoinedWork}, "kinduction"}
	earlyInduction    = earlySearch{"kinduction", engine.Sbe, usage{cpu: earlyJoined, work: earlyJoinedWork}, "kinduction"}
)

// Their order for kinds of programs: those with memory or machine arithmetic, those with floats, which are hard for induction, those over integer
// variables, those that only decide, and those over integers whose runs do not end.
var (
	earlyComputing = []earlySearch{earlyPathSearch, earlyInduction, earlyJoinedSearch, earlyUnwinding}
	earlyFloats    = []earlySearch{briefPathSearch, briefJoinedSearch, earlyPathSearch, earlyJoinedSearch, earlyUnwinding}
	earlyIntegral  = []earlySearch{briefPathSearch, briefInduction, briefJoinedSearch, briefSummaries, briefPredicates, briefTemplates,
		earlyPathSearch, earlyInduction, earlyJoinedSearch, earlyUnwinding}
	earlyDeciding = []earlySearch{earlyInduction, earlyPathSearch}
	earlyEndless  = []earlySearch{briefSummaries, briefPredicates, briefInduction, briefTemplates}
)

// earlySearches are those for a program.
func (l *lowering) earlySearches() []earlySearch { return l.earlyAfter(l.inlining.source.dice) }

// earlyAfter are the early searches for a program of which these runs are known; nil: none.
func (l *lowering) earlyAfter(dice *rolls) []earlySearch {
	has := func(kind func(*logic.Sort) bool) bool {
		return slices.ContainsFunc(l.lowered.Vars, func(v *program.Var) bool { return kind(v.Sort()) })
	}
	arrays, floats := has((*logic.Sort).IsArray), has((*logic.Sort).IsFloat)
	integers := l.arithmetic == inIntegers
	endless, long := false, false
	if dice != nil {
		endless, long = dice.endless() == 100, dice.endless() > 0 || dice.longest >= longRun
	}
	switch {
	case l.onlyDecides:
		return earlyDeciding
	case arrays && integers && long: // segments of indices are faster
		return nil
	case endless && integers:
		return earlyEndless
	case endless:
		return nil
	case floats:
		return earlyFloats
	case integers && !arrays:
		return earlyIntegral
	}
	return earlyComputing
}

// earlySearches are those of an answer that is left to others.
func (a *answer) earlySearches() []earlySearch {
	if a.on == nil {
		return nil
	}
	return a.on.lowering.earlySearches()
}

// early lets a short abstract interpretation and a short search come before the phases that take longer, so that what is easy for one of
// them does not wait for the others; both within little of the limits. nil: they do not decide. The blocks are those of the program as it is,
// analysed if the analysis came to an end; nil: it did not.
func (l *lowering) early(ctx context.Context, o engine.Observer) (*answer, *blocks, error) {
	u := l.setup()
	before := work.ProcessorTime() - u.shares.start
	b := &blocks{lowering: l, encoding: engine.Sbe, prepared: l.lowered}
	if err := b.encode(ctx); err != nil {
		return nil, nil, err
	}
	if l.onlyDecides {
		if a, err := l.overIntegers(ctx); a != nil || err != nil {
			return a, nil, err
		}
	}
	analysed := false
	if u.cfg.Invariants == InvariantsRelational {
		sub, done := u.beginEarly(ctx, "first invariants", sizeOf(b.prepared), usage{cpu: earlyInvariants})
		facts, proof := relational.Search(sub, b.prepared)
		done()
		if proof != nil || facts.Complete() {
			b.analysis, analysed = relationalAnalysis(b.prepared, facts, proof), true
		}
		b.analysis = u.withEquations(ctx, b.prepared, b.analysis)
		if b.analysis.safe {
			return (&attempt{blocks: b}).answer(b.analysis.proved()), nil, nil
		}
	}
	if !analysed {
		b = nil
	}
	if a, err := l.overBits(ctx, before/earlyPart, o); a != nil || err != nil {
		return a, nil, err
	}
	for _, s := range l.earlySearches() {
		if a, err := l.searchEarly(ctx, &s, before/earlyPart, b, o); a != nil || err != nil {
			return a, nil, err
		}
	}
	return nil, b, nil
}

// searchSlice is early for a slice, without regard to how long the runs of the whole program are. An answer in any case, unless there is an error.
func (l *lowering) searchSlice(ctx context.Context, o engine.Observer) (*answer, error) {
	b := &blocks{lowering: l, encoding: engine.Sbe, prepared: l.lowered}
	if err := b.encode(ctx); err != nil {
		return nil, err
	}
	analysed := b
	if l.setup().cfg.Invariants == InvariantsRelational {
		sub, done := l.setup().beginEarly(ctx, "first invariants", sizeOf(b.prepared), usage{cpu: earlyIntegers})
		facts, proof := relational.Search(sub, b.prepared)
		done()
		if proof != nil || facts.Complete() {
			b.analysis = relationalAnalysis(b.prepared, facts, proof)
		} else {
			analysed = nil
		}
		if b.analysis.safe {
			return (&attempt{blocks: b}).answer(b.analysis.proved()), nil
		}
	}
	for _, s := range l.earlyAfter(nil) {
		s.most = usage{cpu: min(s.most.cpu, earlySlice), work: min(s.most.work, earlySliceWork)}
		if a, err := l.searchBriefly(ctx, &s, 0, analysed, o); a != nil || err != nil {
			return a, err
		}
	}
	return (&attempt{blocks: b}).answer(engine.Because(engine.LeftToOthers, "left to others")), nil
}

// overIntegers is the proof of a program that only decides by a short abstract interpretation over the integers; nil: there is none.
func (l *lowering) overIntegers(ctx context.Context) (*answer, error) {
	if l.setup().cfg.Invariants != InvariantsRelational {
		return nil, nil
	}
	sub, done := l.setup().beginEarly(ctx, "first invariants", sizeOf(l.sliced), usage{cpu: earlyIntegers})
	defer done()
	out := l.apart(l.sliced)
	if err := out.setup().use("symexecia"); err != nil { // which wants the integers
		return nil, err
	}
	if err := out.toIntegers(sub); err != nil {
		return nil, cutOr(ctx, sub, err)
	}
	b := &blocks{lowering: out, encoding: engine.Sbe, prepared: out.lowered}
	if err := b.encode(sub); err != nil {
		return nil, cutOr(ctx, sub, err)
	}
	facts, proof := relational.Search(sub, b.prepared)
	if b.analysis = relationalAnalysis(b.prepared, facts, proof); !b.analysis.safe {
		return nil, nil
	}
	return (&attempt{blocks: b}).answer(b.analysis.proved()), nil
}

// overBits is the answer of a short k-induction over bit-vectors about a program over the integers with parts of words, such as bit-fields: their
// quotients and remainders are hard for a solver, and the bits are not. nil: there is none.
func (l *lowering) overBits(ctx context.Context, least time.Duration, o engine.Observer) (*answer, error) {
	if l.arithmetic != inIntegers || l.setup().cfg.Arithmetic != ArithAuto || l.inlining.closed != nil || partsOfWords(l.sliced) < leastParts {
		return nil, nil
	}
	out := l.apart(l.sliced)
	out.arithmetic = "bit-vectors (the program has parts of words)"
	p, err := out.setup().passed(ctx, passes.Scalars, out.lowered)
	if err != nil {
		return nil, err
	}
	out.lowered = p
	return out.searchEarly(ctx, &bitsInduction, least, nil, o)
}

// partsOfWords counts the terms that are bits of others but no bytes of them.
func partsOfWords(p *program.Program) int {
	parts := map[*logic.Term]bool{}
	var ts []*logic.Term
	for _, e := range p.Edges {
		for op := range program.AllOps(e.Ops) {
			op.Terms(func(t *logic.Term) { ts = append(ts, t) })
		}
	}
	logic.Walk(func(t *logic.Term) bool {
		if t.Op() == logic.OpExtract && (t.Lo()%8 != 0 || (t.Hi()+1)%8 != 0) {
			parts[t] = true
		}
		return true
	}, ts...)
	return len(parts)
}

// searchEarly is early for a search, which may have at least so much time unless it is short; analysed are the blocks with facts that help other engines than the first, nil: there are none.
func (l *lowering) searchEarly(ctx context.Context, s *earlySearch, least time.Duration, analysed *blocks, o engine.Observer) (*answer, error) {
	a, err := l.searchBriefly(ctx, s, least, analysed, o)
	if a != nil && a.result.Verdict == engine.True && !l.inlining.anyAddresses && len(a.addressUses(ctx)) > 0 { // a proof for all addresses takes longer
		return nil, nil
	}
	return a, err
}

// searchBriefly is searchEarly with a proof that may be for one choice of addresses only.
func (l *lowering) searchBriefly(ctx context.Context, s *earlySearch, least time.Duration, analysed *blocks, o engine.Observer) (*answer, error) {
	most := s.most
	if least > most.cpu && most.cpu > 2*earlyBrief { // a worker would do again all that came before
		most = usage{cpu: least, work: int(float64(most.work) * float64(least) / float64(most.cpu))}
	}
	if left, bounded := work.Left(ctx); bounded {
		most.work = min(most.work, int(float64(left)*earlyShare))
	}
	sub, done := l.setup().beginEarly(ctx, "first search of "+s.member, s.engine+" on "+s.encoding+" blocks, "+sizeOf(l.lowered), most)
	defer done()
	out := l.apart(l.lowered)
	u := out.setup()
	u.cfg.askFor(s.engine)
	u.cfg.Invariants = InvariantsNone
	err := u.use(s.engine)
	if err != nil {
		return nil, err
	}
	var b *blocks
	if analysed != nil && !u.engine.Unaided && s.encoding == analysed.encoding {
		b = &blocks{lowering: out, encoding: s.encoding, prepared: analysed.prepared, analysis: analysed.analysis}
	} else if b, err = out.encode(sub, s.encoding); err != nil {
		return nil, cutOr(ctx, sub, err)
	}
	a, err := b.search(sub, 0, o)
	switch {
	case err != nil:
		return nil, cutOr(ctx, sub, err)
	case a.result.Verdict == engine.Unknown:
		return nil, nil
	}
	return a, nil
}

// cutOr is no error where a phase ended in sub, a part of ctx, because of its share.
func cutOr(ctx, sub context.Context, err error) error {
	if cutShort(ctx, sub) {
		return nil
	}
	return err
}
