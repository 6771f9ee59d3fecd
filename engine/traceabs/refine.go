package traceabs

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"cupel/analysis/absint/domains"
	"cupel/core/automata"
	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/engine"
	"cupel/engine/errorpath"
)

// decide checks a path to a target, and if it is infeasible subtracts it with the other paths that its proof
// covers.
func (x *search) decide(ctx context.Context, path []*program.Edge) error {
	start := time.Now()
	trace := errorpath.New(x.p, path, x.given.Facts)
	r, err := x.traces.Decide(ctx, trace.Ops...)
	x.stats.traceTime += time.Since(start)
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case r == smt.Unsat:
		return x.generalise(ctx, path, trace)
	case r == smt.Unknown:
		x.stats.undecided++
		x.GiveUp(engine.Reason{Kind: engine.Undecided, Text: "a path to the error is undecided: " + x.traces.ReasonUnknown()})
		return x.exclude(ctx, path)
	}
	if end := path[len(path)-1].Dst; end != x.p.Error {
		x.Cut = engine.CutReason(end)
		x.ignoreCuts()
		return nil
	}
	m, err := x.traces.Model()
	if err != nil {
		return err
	}
	cex := trace.Counterexample(m, path)
	x.stats.candidates++
	if r := x.given.Tools.Replayed(ctx, cex); !r.OK() {
		x.GiveUp(r.Reason())
		if err := ctx.Err(); err != nil || x.Undefined() {
			return err
		}
		return x.exclude(ctx, path)
	}
	x.Cex = cex
	return nil
}

// ignoreCuts makes the error the only target: one reachable cut suffices.
func (x *search) ignoreCuts() {
	for q := range x.rest.States {
		s := &x.rest.States[q]
		s.Accepting = s.Kind == x.p.Error.ID
	}
	rest, number := x.rest.Trim()
	x.notes.drop(x.rest, number)
	x.rest = rest
}

// generalise finds a proof for an infeasible path and subtracts its language (Fig. 5 and 6).
func (x *search) generalise(ctx context.Context, path []*program.Edge, trace *errorpath.Path) error {
	r, err := x.interpret(ctx, path)
	if err != nil {
		return err
	}
	origin := "a path program's fixpoint"
	if r == nil {
		origin = "interpolants"
		if r, err = x.interpolate(ctx, path, trace); err != nil {
			return err
		}
	}
	if r == nil {
		x.GiveUp(engine.Reason{Kind: engine.NoProgress, Text: "no proof was found for an infeasible path"})
		return x.exclude(ctx, path)
	}
	x.proofs, x.origins = append(x.proofs, r), append(x.origins, origin)
	return x.subtract(ctx, r, r.formula)
}

// interpret analyses the path program of a path with a loop edge; nil if it was analysed before or the fixpoint
// does not exclude the error.
func (x *search) interpret(ctx context.Context, path []*program.Edge) (proof, error) {
	loop := false
	for _, e := range path {
		loop = loop || x.onLoop[e.ID]
	}
	if !loop || x.o.Analysis == None {
		return nil, nil
	}
	key := pathKey(path)
	if x.analysed[key] {
		x.stats.repeated++
		return nil, nil
	}
	x.analysed[key] = true
	x.stats.analysed++
	start := time.Now()
	defer func() { x.stats.analysisTime += time.Since(start) }()
	for a := range x.analyses(path) {
		d, err := x.exclusion(ctx, a)
		if err != nil {
			return nil, err
		}
		if d == nil {
			continue
		}
		if ok, err := accepts(ctx, d, path); err != nil {
			return nil, err
		} else if ok {
			x.stats.useful++
			return d, nil
		}
	}
	return nil, nil
}

// An analysis is a path program with the options of an analysis of it.
type analysis struct {
	p *pathProgram
	o domains.Options
}

// analyses yields those of a path that are tried until one excludes the error: one, or with Auto those of ever more precise domains.
func (x *search) analyses(path []*program.Edge) iter.Seq[analysis] {
	return func(yield func(analysis) bool) {
		o := domains.Options{Domain: x.o.Analysis, States: x.o.States, Delay: x.o.Delay,
			Narrowings: x.o.Narrowings, Restart: x.o.Restart, Plain: x.o.Plain, Work: x.o.Work}
		p := newPathProgram(x.p, path, x.o.Unwind)
		if o.Domain != Auto {
			yield(analysis{p, o})
			return
		}
		if o.Domain = domains.OctagonsCongruences; !yield(analysis{p, o}) || len(p.LoopHeads()) == 0 {
			return
		}
		o.Domain, o.Restart = domains.Polyhedra, true
		if !yield(analysis{p, o}) {
			return
		}
		for _, next := range []func(int, *program.Edge) int{newWays(p).next, newTurns(p, 1).next} {
			if q := p.apart(next, maxCopies); q != nil && !yield(analysis{q, o}) {
				return
			}
		}
	}
}

// exclusion is the automaton of a fixpoint that excludes the error; nil: it does not.
func (x *search) exclusion(ctx context.Context, a analysis) (proof, error) {
	fix, err := domains.Solve(ctx, a.p.Program, a.o)
	if err != nil || fix == nil {
		return nil, err
	}
	defer fix.Close()
	if fix.At(a.p.Error) != nil {
		return nil, nil
	}
	if x.o.Automata != Closed {
		return newData(x.triples, x.p.Edges, a.p, fix, x.o.Automata == Enhanced), nil
	}
	preds, err := needed(ctx, x.triples, a.p, fix)
	if preds == nil || err != nil {
		return nil, err
	}
	return newFloydHoare(x.triples, preds, false), nil
}

// interpolate makes predicates of the path's interpolants; nil if there are none.
func (x *search) interpolate(ctx context.Context, path []*program.Edge, trace *errorpath.Path) (proof, error) {
	start := time.Now()
	itps, err := x.given.Tools.Interpolate.Sequence(ctx, x.f, trace.Enc.Steps)
	x.stats.interpolateTime += time.Since(start)
	var invalid *interpolation.InvalidError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, interpolation.ErrSat), errors.Is(err, interpolation.ErrUnknown), errors.As(err, &invalid):
		x.stats.noInterpolants++
		return nil, nil
	case err != nil:
		return nil, err
	}
	var preds, inner []*logic.Term
	seen := map[*logic.Term]bool{}
	for i := 1; i < trace.Len(); i++ {
		back, ok := trace.Enc.Back(i, itps[i])
		if !ok {
			x.stats.noInterpolants++
			return nil, nil
		}
		inner = append(inner, back)
		parts := []*logic.Term{back}
		if x.o.Split == Conjuncts {
			parts = logic.Conjuncts(back)
		}
		for _, c := range parts {
			if !seen[c] && !c.IsConst() {
				seen[c] = true
				preds = append(preds, c)
			}
		}
	}
	var a proof = newFloydHoare(x.triples, preds, x.o.Interpolants == Enhanced)
	if x.o.Interpolants == Plain {
		a = newTrace(x.triples, path, inner)
	}
	ok, err := accepts(ctx, a, path)
	if err == nil && !ok && x.o.Interpolants != Plain { // a triple took too much work
		a = newTrace(x.triples, path, inner)
		ok, err = accepts(ctx, a, path)
	}
	if err != nil || !ok {
		return nil, err
	}
	x.stats.refinements++
	return a, nil
}

// exclude subtracts one path without a proof.
func (x *search) exclude(ctx context.Context, path []*program.Edge) error {
	ids := make([]int, len(path))
	for i, e := range path {
		ids[i] = e.ID
	}
	return x.subtract(ctx, single{ids}, func(int) *logic.Term { return x.f.True() })
}

// subtract subtracts the language of an annotated automaton.
func (x *search) subtract(ctx context.Context, a automata.Lazy, formula func(q int) *logic.Term) error {
	start := time.Now()
	defer func() { x.stats.differenceTime += time.Since(start) }()
	full, pairs, err := automata.Difference(ctx, x.rest, a, maxStates)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, automata.ErrSize) {
			err = fmt.Errorf("traceabs: difference: %w", err)
		}
		return err
	}
	x.notes.split(pairs, formula)
	trim, number := full.Trim()
	x.notes.drop(full, number)
	if x.o.Unminimised {
		x.rest = trim
		return nil
	}
	least, class := trim.Minimize()
	x.notes.merge(class, len(least.States))
	x.rest = least
	return nil
}
