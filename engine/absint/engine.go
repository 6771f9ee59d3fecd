package absint

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"cupel/analysis/absint/domains"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/engine"
	"cupel/engine/triple"
	"cupel/kernel/facts"
)

// Engine implements engine.Engine.
type Engine struct{ o domains.Options }

// New returns an engine.
func New(o domains.Options) *Engine { return &Engine{o} }

// Engines describes the engine.
func Engines() []*engine.Info {
	choices := []engine.Choice{engine.EncodingChoice(engine.Sbe, engine.Seq, engine.Diamond, engine.Lbe), engine.BlockSize}
	return []*engine.Info{{
		Name:    "absint",
		Doc:     "abstract interpretation alone, see --domain; with --invariants none nothing else: proofs, or UNKNOWN",
		Choices: append(choices, fields(new(domains.Options)).Choices()...),
		New: func(v engine.Values) engine.Engine {
			var o domains.Options
			fields(&o).Read(v)
			return New(o)
		},
	}}
}

// Defaults returns the options of the command line without flags.
func Defaults() domains.Options {
	var o domains.Options
	fields(&o).Reset()
	return o
}

func fields(o *domains.Options) engine.Fields {
	number := func(name, help string, def int, to *int) engine.Field {
		return engine.Field{Choice: engine.Choice{Name: name, Kind: engine.Number, Default: strconv.Itoa(def), Help: help},
			To: engine.As(to, strconv.Itoa, strconv.Atoi)}
	}
	toggle := func(name, help string, to *bool) engine.Field {
		return engine.Field{Choice: engine.Choice{Name: name, Kind: engine.Switch, Help: help}, To: engine.As(to, strconv.FormatBool, strconv.ParseBool)}
	}
	return engine.Fields{
		{Choice: engine.OneOf("domain", "abstract domain", domains.Names...), To: engine.Text(&o.Domain)},
		number(domains.States, domains.StatesHelp, 1, &o.States),
		number(domains.Delay, domains.DelayHelp, wideningDelay, &o.Delay),
		number(domains.Narrowings, domains.NarrowingsHelp, narrowings, &o.Narrowings),
		toggle(domains.Restart, domains.RestartHelp, &o.Restart),
		toggle(domains.Plain, domains.PlainHelp, &o.Plain),
	}
}

// Name returns absint.
func (e *Engine) Name() string { return "absint" }

// Verify analyses the program.
func (e *Engine) Verify(ctx context.Context, p engine.Problem, obs engine.Observer) (*engine.Result, error) {
	start := time.Now()
	obs.Progress(engine.Progress{Phase: "abstract interpretation in " + e.o.Domain})
	x, err := domains.Solve(ctx, p.Program, e.o)
	if err != nil || x == nil {
		return engine.Because(engine.Stopped, "in the abstract interpretation"), nil
	}
	defer x.Close()
	a := &analysed{p: p.Program, values: make([]*logic.Term, len(p.Program.Locs))}
	for _, l := range a.p.Locs {
		if a.values[l.ID] = x.At(l); a.values[l.ID] == nil {
			a.values[l.ID] = a.p.Terms.False()
		}
	}
	res, err := a.result(ctx, p)
	if err != nil {
		return nil, err
	}
	res.Stats = append(a.stats(), engine.Duration("time of the engine", time.Since(start)))
	res.Explain = a.explain
	return res, nil
}

// analysed is a program with the value of every location; false where it is unreachable.
type analysed struct {
	p      *program.Program
	values []*logic.Term // by ID
}

func (a *analysed) result(ctx context.Context, p engine.Problem) (*engine.Result, error) {
	invariants := map[*program.Location]*logic.Term{}
	for _, l := range a.p.LoopHeads() {
		invariants[l] = a.values[l.ID]
	}
	for l, t := range invariants {
		if !t.IsFalse() {
			p.Tools.Board.Publish("absint", facts.Claimed, l, t)
		}
	}
	switch reached := a.reached(); {
	case reached == a.p.Error:
		return engine.Because(engine.NoProgress, "the abstract states reach the error"), nil
	case reached != nil:
		return &engine.Result{Reason: engine.CutReason(reached)}, nil
	}
	// The domains assume partial operations defined where formulas give them values.
	switch err := a.check(ctx, p.Tools.Solve, triple.Partial); {
	case ctx.Err() != nil:
		return engine.Because(engine.Stopped, "in the confirmation by a solver"), nil
	case errors.Is(err, errInvalid):
		return engine.Because(engine.NoProgress, "the analysis assumes that operations are defined: "+err.Error()), nil
	case errors.Is(err, errUndecided):
		return engine.Because(engine.Undecided, err.Error()), nil
	case err != nil:
		return nil, err
	}
	return &engine.Result{Verdict: engine.True, Proof: &engine.Proof{
		Invariants: invariants, Complete: true,
		Summary: fmt.Sprintf("a fixpoint that excludes the error, with invariants of %d loop heads", len(invariants)),
		Check: func(ctx context.Context, open smt.Opener) error {
			return a.check(ctx, func(f *logic.Factory) (smt.Solver, error) { return open(f, smt.Options{}) }, func([]program.Op) bool { return true })
		},
	}}, nil
}

// reached is the error, or else a cut, whose value is not false; nil if there is none.
func (a *analysed) reached() *program.Location {
	var cut *program.Location
	for _, l := range a.p.Targets() {
		switch {
		case a.values[l.ID].IsFalse():
		case l == a.p.Error:
			return l
		case cut == nil:
			cut = l
		}
	}
	return cut
}

var (
	errInvalid   = errors.New("absint: the values are no proof")
	errUndecided = errors.New("absint: the solver does not confirm the values")
)

// check has a solver decide that the edges with such operations lead from values to values, that executions begin in the first, and that
// no target has one.
func (a *analysed) check(ctx context.Context, open func(*logic.Factory) (smt.Solver, error), such func([]program.Op) bool) error {
	if !a.values[a.p.Init.ID].IsTrue() || a.reached() != nil {
		return errInvalid
	}
	s, err := open(a.p.Terms)
	if err != nil {
		return err
	}
	defer s.Close()
	for _, e := range a.p.Edges {
		before, after := a.values[e.Src.ID], a.values[e.Dst.ID]
		if before.IsFalse() || after.IsTrue() || !such(e.Ops) {
			continue
		}
		t := triple.New(a.p, nil, e.Ops)
		if t.Dead {
			continue
		}
		q := t.From(smt.Counted{Solver: s, Checks: new(int), Undecided: new(int)}, before)
		r, err := q.Check(ctx, a.p.Terms.Not(t.Before(after)))
		q.End()
		switch {
		case err != nil:
			return err
		case r == smt.Sat:
			return fmt.Errorf("%w: {%v} %v {%v} is not valid", errInvalid, before, e, after)
		case r == smt.Unknown:
			return fmt.Errorf("%w: {%v} %v {%v}", errUndecided, before, e, after)
		}
	}
	return nil
}

func (a *analysed) stats() []engine.Stat {
	reached := 0
	for _, t := range a.values {
		if !t.IsFalse() {
			reached++
		}
	}
	return []engine.Stat{
		{Name: "locations", Value: strconv.Itoa(len(a.p.Locs))},
		{Name: "locations reached in the abstract", Value: strconv.Itoa(reached)},
		{Name: "loop heads", Value: strconv.Itoa(len(a.p.LoopHeads()))},
	}
}

// explain prints the values at loop heads.
func (a *analysed) explain(w io.Writer) error {
	for _, l := range a.p.LoopHeads() {
		if _, err := fmt.Fprintf(w, "invariant at %s: %s\n", engine.Place(l), engine.Readable(a.p, l, a.values[l.ID], maxExplained)); err != nil {
			return err
		}
	}
	return nil
}
