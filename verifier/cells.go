package verifier

import (
	"context"
	"iter"
	"slices"

	"cupel/analysis/absint/decided"
	"cupel/analysis/absint/relational"
	"cupel/analysis/absint/segments"
	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program"
	"cupel/core/program/distinguished"
	"cupel/core/program/passes"
	"cupel/core/work"
	"cupel/engine"
	"cupel/kernel/certify"
	"cupel/kernel/facts"
)

// The values of Config.Cells.
const (
	CellsAuto     = "auto" // CellsSegments where the engine is Auto, CellsOff with others
	CellsOff      = "off"
	CellsOn       = "on"       // all that follows
	CellsSegments = "segments" // an analysis by segments of indices, package analysis/absint/segments
	CellsSearch   = "search"   // the engine searches the program over cells: those at one index, or at two, as the goal needs it
	CellsSearch1  = "search-1" // at one index
	CellsSearch2  = "search-2" // at two
	CellsOnly     = "only"     // CellsSearch, and nothing else
)

// byCells is searchOnCells, with the answer that there is none where nothing else is to be tried.
func (l *lowering) byCells(ctx context.Context, o engine.Observer) (*answer, error) {
	a, err := l.searchOnCells(ctx, o)
	if a != nil || err != nil || l.setup().cfg.Cells != CellsOnly {
		return a, err
	}
	open := l.onOriginal(engine.Because(engine.Undecided, "no proof with single cells in place of arrays"), "")
	open.result.Proof = nil
	return open, nil
}

// searchOnCells lets the engine prove the program with distinguished cells in place of arrays, or find an error there that is one of the program; nil: it does
// not, or there are no arrays on which the error depends.
func (l *lowering) searchOnCells(ctx context.Context, o engine.Observer) (*answer, error) {
	how := l.setup().cfg.Cells
	if how == CellsAuto && l.setup().engine.Name == Auto {
		how = CellsSegments
	}
	if how == CellsAuto || how == CellsOff || l.inlining.closed != nil {
		return nil, nil
	}
	var most usage
	if l.setup().hasEarly() {
		if most.cpu = earlySegments; l.inlining.source.dice != nil && l.inlining.source.dice.endless() == 0 { // a search of all paths is more likely to end
			most.cpu /= 2
		}
	}
	sub, done := l.setup().beginEarly(ctx, "segments", sizeOf(l.lowered), most)
	p := decided.Indices(sub, l.lowered, segmentOptions)
	cells := distinguished.Transform(p, 1)
	if how == CellsOn || how == CellsSegments {
		if a, err := l.bySegments(sub, p, cells); a != nil || err != nil && !cutShort(ctx, sub) {
			done()
			return a, err
		}
	}
	done()
	if how == CellsSegments {
		return nil, nil
	}
	for some := range cellPrograms(p, how) {
		if a, err := l.searchCells(ctx, some, cells, o); a != nil || err != nil {
			return a, err
		}
	}
	return nil, nil
}

// cellPrograms are the programs over distinguished cells that are searched round-robin: with the cells that edges into the error read, two where these relate two, else one; with
// variables for cells at indices that variables hold; with the cells that were read before, and on which the error depends.
func cellPrograms(p *program.Program, how string) iter.Seq[*distinguished.Cells] {
	return func(yield func(*distinguished.Cells) bool) {
		n := 1
		if how == CellsSearch2 || how != CellsSearch1 && distinguished.Relates(p) {
			n = 2
		}
		try := func(c *distinguished.Cells) bool { return c == nil || yield(c) }
		if !try(distinguished.Transform(p, n)) {
			return
		}
		if q := distinguished.Follow(p); q != p && !try(distinguished.Transform(q, n)) {
			return
		}
		if how == CellsSearch1 {
			return
		}
		for _, r := range distinguished.Remember(p) {
			if !try(r.Transform()) || !try(r.Follow()) {
				return
			}
		}
	}
}

// searchCells is searchOnCells by the engine alone on one program over cells. single has those at one index, if any, for the certificate.
func (l *lowering) searchCells(ctx context.Context, cells, single *distinguished.Cells, o engine.Observer) (*answer, error) {
	p, _, err := passes.Default.Run(ctx, decided.NonNegative(ctx, cells.Program, cells.Known, segmentOptions))
	if err != nil {
		return nil, err
	}
	p = decided.Reachable(ctx, distinguished.Phases(ctx, p), reachableOptions)
	share := cellsShare
	if l.setup().cfg.Cells == CellsOnly {
		share = cellsOnlyShare
	}
	sub, cancel := work.Within(ctx, work.Share(ctx, cellsWork, share))
	defer cancel()
	a, err := l.apart(p).searchEncodings(sub, o)
	switch {
	case err != nil && ctx.Err() == nil && sub.Err() != nil: // the rest is for the program as it is
		return nil, nil
	case err != nil:
		return nil, err
	case a.result.Verdict == engine.False:
		a.source = l.inlining.source
		return a, nil
	case a.result.Verdict != engine.True:
		return nil, nil
	}
	summary := "with single cells at any index in place of arrays"
	if cells.Indices() > 1 {
		summary = "with two cells at any two indices in place of arrays"
	}
	if a.result.Proof.Summary != "" {
		summary += ": " + a.result.Proof.Summary
	}
	return l.onOriginal(l.withFacts(ctx, a.result, single), summary), nil
}

// withFacts is a proof of the program over distinguished cells, with claims about all cells where it is to be certified: those of the array
// segmentation, which hold independently of the engine's proof. Its own are about phases that the program does not have.
func (l *lowering) withFacts(ctx context.Context, r *engine.Result, cells *distinguished.Cells) *engine.Result {
	if !l.setup().cfg.Certify || cells == nil {
		return r
	}
	res, proof := *r, *r.Proof
	proof.Invariants = l.cellFacts(cells, segments.Analyze(ctx, cells, segmentOptions).Invariant)
	res.Proof = &proof
	return &res
}

// bySegments is a proof by array segmentation; nil: there is none, but the facts about all cells are published, also where the error reads
// no cells (cells is nil). simple is the lowered program with simplified indices.
func (l *lowering) bySegments(ctx context.Context, simple *program.Program, cells *distinguished.Cells) (*answer, error) {
	var found *segments.Result
	if cells != nil {
		if found = segments.Analyze(ctx, cells, segmentOptions); found.Safe() {
			return l.onOriginal(&engine.Result{Verdict: engine.True, By: "segments of indices", Proof: &engine.Proof{Invariants: l.cellFacts(cells, found.Invariant)}},
				"an analysis of all cells by segments of indices"), nil
		}
	} else if cells = distinguished.TransformReads(simple); cells == nil {
		return nil, nil
	}
	if found == nil || !found.Complete() {
		if found = segments.AnalyzeWritten(ctx, cells, writtenOptions); !found.Complete() {
			return nil, nil
		}
	}
	return nil, l.tellSegments(ctx, l.cellFacts(cells, found.Invariant))
}

// tellSegments publishes the facts of the array segmentation about all cells at the loop heads of the lowered program, simplified. As any
// facts they are checked before they are assumed.
func (l *lowering) tellSegments(ctx context.Context, found map[*program.Location]*logic.Term) error {
	sub, cancel := work.Within(ctx, work.Share(ctx, segmentFactWork, segmentFactShare))
	defer cancel()
	heads := program.Clone(l.lowered)
	program.MarkLoopHeads(heads.Program)
	var view *facts.View
	for _, o := range l.lowered.Locs {
		if found[o] == nil || !heads.Location(o).LoopHead {
			continue
		}
		claims, err := certify.Tidy(sub, l.lowered.Terms, l.setup().open, found[o])
		if err != nil { // it has no answer in time
			claims = []*logic.Term{found[o]}
		}
		claims = slices.DeleteFunc(claims, func(t *logic.Term) bool { return !instances.Quantified(t) }) // the others the analysis finds again
		if len(claims) == 0 {
			continue
		}
		if view == nil {
			l.setup().facts.open = true // workers receive them even if no other reader of facts exists
			board, err := l.setup().boardFor(l.inlining.original)
			if err != nil {
				return err
			}
			view = board.View(l.lowered, nil)
		}
		view.Publish("segments", facts.Relative, o, claims...)
	}
	return ctx.Err()
}

// segmentOptions are those of the analysis by segments.
var segmentOptions = relational.Options{PackSize: 10, Rows: 200, Work: 4_000_000}

// writtenOptions are those of the analysis for facts about written cells.
var writtenOptions = relational.Options{PackSize: 10, Rows: 200, Work: 4_000_000}

// reachableOptions are those of the analysis that determines the reachable phases: there are many, and they are easy.
var reachableOptions = relational.Options{PackSize: 8, Rows: 100, Work: 10_000_000}

// cellFacts are facts about locations of a program over cells, at those of the lowered program.
func (l *lowering) cellFacts(cells *distinguished.Cells, at func(*program.Location) *logic.Term) map[*program.Location]*logic.Term {
	out := map[*program.Location]*logic.Term{}
	for _, m := range cells.Locs {
		if o := l.lowered.Nearest(m); o != nil {
			if t := at(m); t != nil {
				out[o] = t
			}
		}
	}
	return out
}

// onOriginal is a proof about cells as one of the program as it is. Its invariants are about locations of that.
func (l *lowering) onOriginal(r *engine.Result, summary string) *answer {
	whole := program.Clone(l.lowered)
	program.MarkLoopHeads(whole.Program)
	res := *r
	res.Proof = &engine.Proof{Summary: summary, Invariants: map[*program.Location]*logic.Term{}}
	if r.Proof != nil {
		res.Proof.Strict, res.Proof.Beyond = r.Proof.Strict, r.Proof.Beyond
		for o, t := range r.Proof.Invariants {
			if l.lowered.Has(o) && whole.Location(o).LoopHead {
				res.Proof.Invariants[whole.Location(o)] = t
			}
		}
	}
	return (&attempt{blocks: &blocks{lowering: l, encoding: "sbe", prepared: whole.Program}}).answer(&res)
}

// apart is a lowering with another program, whose variables are not shared: facts about it are not exchanged.
func (l *lowering) apart(p *program.Program) *lowering {
	u, s, in, out := *l.setup(), *l.inlining.source, *l.inlining, *l
	u.facts = &factPool{}
	s.setup, in.source, out.inlining, out.lowered = &u, &s, &in, p
	return &out
}
