package verifier

import (
	"context"

	"cupel/analysis/absint/relational"
	"cupel/engine"
)

// earlyEngine is the engine that searches before the longer phases of Auto: alone, it decides most programs that everyday code is made of.
const earlyEngine = "symex"

// earlyBlocks is a search of a kind of blocks, what it may take, and the member of the portfolio that goes on with it.
type earlyBlocks struct {
	encoding string
	most     usage
	member   string
}

var earlySearches = []earlyBlocks{
	{engine.Sbe, usage{cpu: earlyPaths, work: earlyPathsWork}, earlyEngine},
	{engine.Diamond, usage{cpu: earlyJoined, work: earlyJoinedWork}, onBlocks},
}

// early lets a short abstract interpretation and a short search come before the phases that take longer, so that what is easy for one of
// them does not wait for the others; both within little of the limits. nil: they do not decide. The blocks are those of the program as it is,
// analysed if the analysis came to an end; nil: it did not.
func (l *lowering) early(ctx context.Context, o engine.Observer) (*answer, *blocks, error) {
	u := l.setup()
	b := &blocks{lowering: l, encoding: engine.Sbe, prepared: l.lowered}
	if err := b.encode(ctx); err != nil {
		return nil, nil, err
	}
	analysed := false
	if u.cfg.Invariants == InvariantsRelational {
		sub, done := u.beginEarly(ctx, "first invariants", sizeOf(b.prepared), usage{cpu: earlyInvariants})
		facts, proof := relational.Search(sub, b.prepared)
		done()
		if proof != nil || facts.Complete() {
			b.analysis, analysed = relationalAnalysis(b.prepared, facts, proof), true
		}
		if b.analysis.safe {
			return (&attempt{blocks: b}).answer(b.analysis.proved()), nil, nil
		}
	}
	if !analysed {
		b = nil
	}
	for _, s := range earlySearches {
		if a, err := l.earlySearch(ctx, s.encoding, s.most, o); a != nil || err != nil {
			return a, nil, err
		}
	}
	return nil, b, nil
}

// earlySearch is early for the search of blocks.
func (l *lowering) earlySearch(ctx context.Context, encoding string, most usage, o engine.Observer) (*answer, error) {
	sub, done := l.setup().beginEarly(ctx, "first search", "on "+encoding+" blocks, "+sizeOf(l.lowered), most)
	defer done()
	out := l.apart(l.lowered)
	u := out.setup()
	u.cfg.askFor(earlyEngine)
	u.cfg.Invariants = InvariantsNone
	if err := u.use(earlyEngine); err != nil {
		return nil, err
	}
	a, err := out.searchEncoding(sub, encoding, 0, o)
	switch {
	case err != nil && cutShort(ctx, sub):
		return nil, nil
	case err != nil:
		return nil, err
	case a.result.Verdict == engine.Unknown, a.result.Verdict == engine.True && !l.inlining.anyAddresses && len(a.addressUses(ctx)) > 0: // a proof for all addresses takes longer
		return nil, nil
	}
	return a, nil
}
