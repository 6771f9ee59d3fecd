package definedness

import (
	"context"
	"slices"

	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/smt"
	"cupel/engine"
	"cupel/kernel/certify"
)

// Verify runs an engine on a problem whose program may have checks. The result refers to that program, and its
// Proof.Check verifies the facts used, too.
func Verify(ctx context.Context, e engine.Engine, given engine.Problem, o engine.Observer) (*engine.Result, error) {
	checked := passes.HasChecks(given.Program)
	worked := 0
	q, ok := e.(engine.Quantifier)
	cells := !ok || !q.Quantifies()
	if checked {
		p, err := view(ctx, given, false, cells)
		if err != nil {
			return nil, err
		}
		if pause := given.Tools.Pause; pause != nil {
			p.Tools.Pause = func(work int) bool { worked = work; return pause(work) }
		}
		res, err := e.Verify(ctx, p, o)
		if err != nil || !matters(res) || ctx.Err() != nil {
			return back(given, res), err
		}
	}
	p, err := view(ctx, given, true, cells)
	if err != nil {
		return nil, err
	}
	p.Tools.Confirm = final(given.Tools.Confirm)
	if pause := given.Tools.Pause; pause != nil {
		p.Tools.Pause = func(work int) bool { return pause(worked + work) }
	}
	res, err := e.Verify(ctx, p, o)
	if err != nil || !checked {
		return back(given, res), err
	}
	if res.Proof != nil {
		res.Proof.Strict = true
	}
	res.Stats = append(res.Stats, engine.Stat{Name: "definedness", Value: "assumed, in a second search"})
	return back(given, res), nil
}

// matters reports whether assuming definedness may change the answer: some path to the error or a cut may be an
// execution with undefined behaviour.
func matters(res *engine.Result) bool {
	if res.Verdict != engine.Unknown {
		return false
	}
	switch res.Reason.Kind {
	case engine.UndefinedFirst, engine.Recursion, engine.ModelEnds:
		return true
	}
	return false
}

// final is a replay after definedness was assumed already: undefined behaviour is no reason to assume it again.
func final(confirm func(context.Context, *program.Counterexample) engine.Replay) func(context.Context, *program.Counterexample) engine.Replay {
	if confirm == nil {
		return nil
	}
	return func(ctx context.Context, cex *program.Counterexample) engine.Replay {
		r := confirm(ctx, cex)
		if r.Kind == engine.Undefined {
			r.Kind = engine.Differs
		}
		return r
	}
}

// View returns the problem without checks: dropped or, if strict, as assumptions. Quantified facts become
// assumptions about the cells that the program reads. Locations and edges keep their IDs.
func View(ctx context.Context, given engine.Problem, strict bool) (engine.Problem, error) {
	return view(ctx, given, strict, true)
}

func view(ctx context.Context, given engine.Problem, strict, cells bool) (engine.Problem, error) {
	pass := passes.DropChecks
	if strict {
		pass = passes.AssumeChecks
	}
	p, _, err := pass.Run(ctx, given.Program)
	if err != nil {
		return given, err
	}
	facts := moved(p, given.Facts)
	if cells {
		q, rest := passes.AssumeCells(p, facts)
		p, facts = q, moved(q, rest)
	}
	given.Program, given.Facts, given.Precision, given.Thresholds = p, facts, moved(p, given.Precision), moved(p, given.Thresholds)
	return given, nil
}

// back translates a result to the locations of the given program; a counterexample's edges are mapped by their
// origins. Checking the proof begins with the facts that the engine assumed: they are about executions without
// undefined behaviour, so they are checked on the program with its checks.
func back(given engine.Problem, res *engine.Result) *engine.Result {
	if res == nil || res.Proof == nil {
		return res
	}
	q := res.Proof
	q.Invariants = moved(given.Program, q.Invariants)
	q.Predicates = moved(given.Program, q.Predicates)
	q.Thresholds = moved(given.Program, q.Thresholds)
	if own := q.Loops; own != nil {
		q.Loops = func(ctx context.Context) *engine.LoopClaims {
			c := *own(ctx)
			c.Harmless = moved(given.Program, c.Harmless)
			c.Summaries = slices.Clone(c.Summaries)
			for i, l := range c.Summaries {
				c.Summaries[i].Head = given.Program.Locs[l.Head.ID]
			}
			return &c
		}
	}
	if own := q.Check; own != nil && len(given.Facts) > 0 {
		q.Check = func(ctx context.Context, open smt.Opener) error {
			if err := certify.Inductive(ctx, given.Program, given.Facts, open); err != nil {
				return err
			}
			return own(ctx, open)
		}
	}
	return res
}

// moved translates the keys of a map to locations of p.
func moved[T any](p *program.Program, m map[*program.Location]T) map[*program.Location]T {
	if m == nil {
		return nil
	}
	out := make(map[*program.Location]T, len(m))
	for l, x := range m {
		if l != nil { // locations that the engine added have no origin
			out[p.Locs[l.ID]] = x
		}
	}
	return out
}
