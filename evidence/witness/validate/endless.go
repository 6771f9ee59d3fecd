package validate

import (
	"cmp"
	"context"
	"slices"

	"cupel/analysis/adjacency"
	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

// endless searches for an execution that passes the waypoints of the cycle for ever.
func (v *validation) endless(ctx context.Context, x *executable) error {
	if k := impure(v.m, v.plan.pure); k != nil {
		v.r.unknown("the expression at %s: %s", k.Pos, k.refused)
		return nil
	}
	if len(v.r.Unsupported) > 0 {
		v.r.unknown("the witness says what is not supported: %s: %s", v.r.Unsupported[0].At, v.r.Unsupported[0].Text)
		return nil
	}
	t := newTracker(v.plan)
	if !t.chain {
		v.r.unknown("waypoints to be avoided in a witness of an execution that never ends are not supported")
		return nil
	}
	done, err := v.repeats(ctx, x, t)
	switch {
	case err != nil:
		return err
	case done:
		v.r.verdict("FALSE", "confirmed", "")
		return nil
	}
	p := v.prover(assertClaims(v.m, nil))
	how := p.executed(ctx, x)
	if how == nil {
		if how, err = p.bounded(ctx); err != nil {
			return err
		}
	}
	if how != nil {
		v.r.Proof, v.r.Trusted = "every execution ends: "+how.How, how.Trusted
		v.r.verdict("TRUE", "rejected", "every execution ends")
		return nil
	}
	v.r.unknown("no execution was found that comes to a state again and passes the waypoints of the cycle in between")
	return nil
}

// A round is an execution that has come to a state that it was in before.
type round struct {
	first, second interp.Visit
	stem, cycle   []interp.Consumed // inputs
	arguments     []interp.Consumed
}

// repeats searches for an execution that never ends and, unless t is nil, passes the waypoints of the cycle again and again. It reports it.
func (v *validation) repeats(ctx context.Context, x *executable, t *tracker) (bool, error) {
	if len(adjacency.Uses(ctx, v.m, recursionBound)) > 0 {
		v.r.notes("no execution that never ends was looked for, as the addresses of objects matter")
		return false, nil
	}
	live := interp.LiveAt(x.p, x.calls)
	steps := 0
	for seed := range uint64(randomRuns) {
		var other func(*program.Op) *logicTerm
		limit := runSteps
		if seed > 0 {
			other, limit = dice(x.p.Terms, seed), min(randomEach, randomSteps-steps)
		}
		y := &interp.Repeat{Live: live, Visits: repeatVisits}
		out, _, err := x.run(ctx, t, nil, other, interp.Options{MaxSteps: limit, Stepwise: t != nil, Repeat: y})
		if err != nil {
			return false, err
		}
		if y.Found {
			r := &round{first: y.First, second: y.Second, stem: out.Inputs[:y.First.Inputs], cycle: out.Inputs[y.First.Inputs:y.Second.Inputs], arguments: out.Arguments}
			if ok, err := v.goesRound(ctx, x, t, live, r); ok || err != nil {
				return ok, err
			}
			if t != nil { // the waypoints of more turns make a cycle
				if ok, err := v.goesRoundBy(ctx, x, t, live, other, out.Arguments, y.Second.Steps); ok || err != nil {
					return ok, err
				}
			}
		}
		if seed > 0 {
			steps += out.Steps
		}
		if len(out.Inputs)+len(out.Arguments) == 0 || steps >= randomSteps || ctx.Err() != nil {
			break
		}
	}
	return false, nil
}

// goesRoundBy tries the parts of an execution between two times at which it has passed the last waypoint of the cycle. steps are those after which it was in a state again.
func (v *validation) goesRoundBy(ctx context.Context, x *executable, t *tracker, live func(*program.Location) []*program.Var, other func(*program.Op) *logicTerm, arguments []interp.Consumed, steps int) (bool, error) {
	if other != nil { // its values are other ones each time
		return false, nil
	}
	var laps []int
	n, lap, at := len(t.a.States), len(t.a.States)-t.a.Cycle, 0
	visits := 0
	_, _, err := x.watched(ctx, t, func(passed int) bool {
		if passed >= n+at*lap {
			laps, at = append(laps, visits), at+1
		}
		visits++
		return len(laps) < mostRounds
	}, interp.Options{MaxSteps: min(runSteps, mostRounds*(steps+1)), Stepwise: true})
	if err != nil {
		return false, err
	}
	for i := 1; i < len(laps); i++ {
		first, _, err := x.run(ctx, t, nil, nil, interp.Options{MaxSteps: laps[i-1], Stepwise: true})
		if err != nil {
			return false, err
		}
		second, _, err := x.run(ctx, t, nil, nil, interp.Options{MaxSteps: laps[i], Stepwise: true})
		if err != nil {
			return false, err
		}
		stem := len(first.Inputs)
		r := &round{first: interp.Visit{Steps: laps[i-1]}, second: interp.Visit{Steps: laps[i]}, stem: first.Inputs, cycle: second.Inputs[stem:], arguments: arguments}
		if ok, err := v.goesRound(ctx, x, t, live, r); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// watched is a run on the values that the witness gives, of which each says at each location how many waypoints were passed, and whether the run goes on.
func (x *executable) watched(ctx context.Context, t *tracker, each func(passed int) bool, o interp.Options) (*interp.Outcome, bool, error) {
	m, err := interp.New(x.p)
	if err != nil {
		return nil, false, err
	}
	g := x.guide(t, nil, nil)
	o.Calls, o.Watch = x.calls, g
	o.Visit = func(*program.Location) bool { return len(g.states) == 0 || each(g.states[len(g.states)-1]) }
	return m.Run(ctx, g, o), false, nil
}

// goesRound repeats an execution, with the inputs of its cycle again and again, and reports whether it comes to the same state each time, depends on nothing but what the
// environment chooses, and passes all waypoints of the cycle of a witness.
func (v *validation) goesRound(ctx context.Context, x *executable, t *tracker, live func(*program.Location) []*program.Var, r *round) (bool, error) {
	length := r.second.Steps - r.first.Steps
	if length <= 0 || r.second.Steps+mostRounds*length > runSteps {
		v.r.notes("an execution comes to a state again, behind too many steps")
		return false, nil
	}
	y := &interp.Repeat{Live: live, Marks: []int{r.first.Steps, r.second.Steps, r.second.Steps + length}}
	depend := r.second.Steps+length <= dependSteps
	out, _, err := x.runOn(ctx, t, r.source(), interp.Options{MaxSteps: y.Marks[2] + 1, Stepwise: true, Repeat: y, Depend: depend, Trace: !depend, MaxTrace: interp.ReplayTrace})
	if err != nil || !y.Found || out.Kind != interp.Repeated || out.Adjacent {
		return false, err
	}
	reason := counts(out)
	if !depend && slices.ContainsFunc(out.Havocs, func(h interp.Consumed) bool { return h.Input == nil && h.Unknown != nil }) {
		reason = "unknown values, and is long"
	}
	if reason != "" || out.DependsMany {
		v.r.notes("an execution that comes to a state again depends on %s", cmp.Or(reason, "too many values"))
		return false, nil
	}
	if t != nil {
		ok, err := v.passes(ctx, x, t, r, length)
		if err != nil || !ok {
			v.r.notes("an execution comes to a state again, and does not pass the waypoints of the cycle in between")
			return false, err
		}
	}
	pos := y.First.Loc.LoopPos
	if !pos.IsValid() {
		pos = y.First.Loc.Pos
	}
	at, _ := v.text.original(pos)
	all := *out
	all.Inputs = slices.Concat(r.stem, r.cycle)
	all.Steps = r.second.Steps
	v.r.execution(&all, nil, at, v.text)
	v.r.notes("the execution is in the same state after %d steps and after %d, and goes on as in between with the same inputs, %d of them", r.first.Steps, r.second.Steps, len(r.cycle))
	return true, nil
}

// passes reports whether a periodic execution passes all waypoints of the cycle again and again: it does if it is at the same waypoint at two ends of a period, and has
// passed some in between.
func (v *validation) passes(ctx context.Context, x *executable, t *tracker, r *round, length int) (bool, error) {
	n, lap := t.a.Cycle, len(t.a.States)-t.a.Cycle
	var at []int // waypoints passed at the ends of periods
	for i := range mostRounds {
		_, passed, err := x.runOn(ctx, t, r.source(), interp.Options{MaxSteps: r.first.Steps + i*length, Stepwise: true})
		if err != nil {
			return false, err
		}
		if passed >= n && slices.ContainsFunc(at, func(q int) bool { return q >= n && passed > q && (passed-q)%lap == 0 }) {
			return true, nil
		}
		at = append(at, passed)
	}
	return false, nil
}

// source supplies the inputs of the stem once, then those of the cycle again and again.
func (r *round) source() *again {
	return &again{repeated: repeated{r.stem, r.arguments}, cycle: r.cycle}
}

type again struct {
	repeated
	cycle, rest []interp.Consumed
}

// Next implements interp.Source.
func (s *again) Next(op *program.Op, e *program.Edge) (*logic.Term, bool) {
	if op.Input == nil || len(s.inputs) > 0 {
		return s.repeated.Next(op, e)
	}
	if len(s.rest) == 0 {
		s.rest = s.cycle
	}
	if len(s.rest) == 0 || s.rest[0].Value.Sort() != op.Var.Sort() {
		return nil, false
	}
	v := s.rest[0].Value
	s.rest = s.rest[1:]
	return v, true
}

// runOn is a run with values from a source; passed is the number of waypoints passed.
func (x *executable) runOn(ctx context.Context, t *tracker, in interp.Source, o interp.Options) (out *interp.Outcome, passed int, err error) {
	m, err := interp.New(x.p)
	if err != nil {
		return nil, 0, err
	}
	g := x.guide(t, nil, nil)
	if o.Calls = x.calls; t != nil {
		o.Watch = g
	}
	out = m.Run(ctx, in, o)
	if len(g.states) > 0 {
		passed = g.states[len(g.states)-1]
	}
	return out, passed, nil
}
