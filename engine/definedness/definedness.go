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

// Verify runs an engine on a problem whose program may have checks. What it returns speaks of
// that program, and the check of its proof is one of the facts, too.
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

// matters reports whether another answer may be had when definedness is assumed: a path to
// the error or to a cut may be no execution that C defines.
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

// final is a replay that does not ask for definedness: it is assumed already.
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

// View is a problem without checks: they are left out or, with strict, assumptions. What is known of all cells of arrays
// are assumptions about the cells that the program reads. Its locations and edges have the IDs of those that they are derived from.
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
	given.Program, given.Facts, given.Precision = p, facts, moved(p, given.Precision)
	return given, nil
}

// back makes a proof speak of the locations of the given program. A counterexample leads back by
// the origins of its edges.
// The check of a proof begins with the facts that the engine made use of. They are about executions
// without undefined behaviour, so it is done on the program with its checks.
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

// moved makes a map speak of the locations of p.
func moved[T any](p *program.Program, m map[*program.Location]T) map[*program.Location]T {
	if m == nil {
		return nil
	}
	out := make(map[*program.Location]T, len(m))
	for l, x := range m {
		if l != nil { // an engine's own location has no origin
			out[p.Locs[l.ID]] = x
		}
	}
	return out
}
