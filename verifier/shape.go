package verifier

import (
	"context"
	"fmt"

	"cupel/analysis/absint/shape"
	"cupel/analysis/execution/interp"
	"cupel/core/program/memory"
	"cupel/core/program/passes"
	"cupel/core/work"
	"cupel/engine"
)

// byShape names the analysis of linked lists.
const byShape = "shape analysis"

// uncertifiedShapes says why its proofs are not certified.
const uncertifiedShapes = "the proof is a shape analysis, whose graphs of memory are no formulas"

// shapes is a proof of a property of memory by shape analysis of the module without goals; nil: there is none. It holds wherever objects lie.
func (s *source) shapes(ctx context.Context) *answer {
	y := s.memory()
	if y != nil { // which order of pointers is right is not its concern
		for use := range y.Only {
			if use.Fault == interp.Unrelated {
				return nil
			}
		}
	}
	if y == nil || s.plain != nil || s.unmodelled() != "" || s.setup.cfg.onlyPaths() || s.aimsAtMore() {
		return nil
	}
	r := s.shapesOf(ctx, shape.Task{Lost: y.LostBlock, Left: y.LeftBlock})
	if r == nil {
		return nil
	}
	summary := fmt.Sprintf("shape analysis: %d graphs of memory at loop heads, %d of them with lists of any length", r.Graphs, r.Lists)
	return &answer{source: s, ran: true, shaped: true, result: &engine.Result{Verdict: engine.True, By: byShape,
		Proof: &engine.Proof{Summary: summary, Trusts: byShape, Beyond: uncertifiedShapes}}}
}

// losesNothing reports whether no block is lost by executions whose accesses and releases are valid, which engines prove.
func (s *source) losesNothing(ctx context.Context) bool {
	return s.shapesOf(ctx, shape.Task{Lost: true, Valid: true}) != nil
}

// shapesOf is a proof of a task of shape analysis; nil: there is none.
func (s *source) shapesOf(ctx context.Context, t shape.Task) *shape.Result {
	y := s.memory()
	if y == nil {
		y = s.newJudge()
	}
	if s.setup.cfg.Function != "" || s.automatic() || memory.Outlived(s.module) {
		return nil
	}
	ctx, done := s.setup.begin(ctx, byShape, "")
	defer done()
	ctx, stop := work.Within(ctx, min(shapeWork, plan(&s.setup.cfg)/shapeShare))
	defer stop()
	o := passes.InlineOptions{RecursionBound: firstRecursionBound, SymbolicBases: true, MaxLocations: shapeLocations}
	o.Spend = func(units int) error {
		work.Spend(ctx, units)
		return ctx.Err()
	}
	p, err := passes.Inline(s.module, o)
	if err != nil {
		s.setup.journal.About(err.Error())
		return nil
	}
	t.Program, t.Static, t.Blocks = p, y.Globals, s.module.Blocks
	for _, l := range p.Locs {
		if y.Main != nil && l.Origin == y.Main.Exit {
			t.Returns = append(t.Returns, l)
		}
	}
	r := shape.Analyse(ctx, t)
	if !r.Proved() {
		s.setup.journal.About(r.Reason)
		return nil
	}
	return r
}

// automatic reports whether a function has objects whose lifetimes are approximated.
func (s *source) automatic() bool {
	for _, fn := range s.module.Funcs {
		if s.module.Jumps[fn] && len(fn.Objects) > 0 {
			return true
		}
	}
	return false
}
