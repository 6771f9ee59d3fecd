package ilp

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/core/work"
)

// abandoned counts the calls of libz3 that were given up and still run. libz3 4.8.12 does
// not look at its interrupt flag everywhere in its integer arithmetic (minutes were seen
// on random equations), and a second such call would only take the processor from others.
var abandoned atomic.Int32

// solveExactly uses libz3, whose integers are exact. A call that does not stop in time is abandoned.
func (p *Problem) solveExactly(ctx context.Context, o Options, why string) (Result, error) {
	if abandoned.Load() > 0 {
		return Result{Reason: why + "; libz3 does not stop"}, nil
	}
	ctx, cancel := work.Within(ctx, o.ExactWork)
	defer cancel()
	type answer struct {
		r   Result
		err error
	}
	done := make(chan answer)
	quit := make(chan struct{})
	q := p.Clone() // the caller may change p while the call runs on
	go func() {
		r, err := q.askZ3(ctx, why)
		select {
		case done <- answer{r, err}:
		case <-quit:
			abandoned.Add(-1)
		}
	}()
	select {
	case a := <-done:
		return a.r, a.err
	case <-ctx.Done():
	case <-time.After(hang):
		cancel()
	}
	select {
	case a := <-done:
		return a.r, a.err
	case <-time.After(grace):
		abandoned.Add(1)
		close(quit)
		return Result{Reason: why + "; libz3: limit"}, nil
	}
}

// askZ3 finds a solution and improves it by requiring lower costs until that is infeasible or ctx ends.
func (p *Problem) askZ3(ctx context.Context, why string) (Result, error) {
	f := logic.NewFactory()
	s, err := z3.New(f, smt.Options{})
	if err != nil {
		return Result{}, fmt.Errorf("ilp: %w", err)
	}
	defer s.Close()
	vars, rows := p.terms(f)
	for _, t := range rows {
		if err := s.Assert(t); err != nil {
			return Result{}, fmt.Errorf("ilp: %w", err)
		}
	}
	best := Result{Reason: why}
	cost := f.IntConst(0)
	for v, c := range p.cost {
		cost = f.Add(cost, f.Mul(f.IntConst(c), vars[v]))
	}
	// step is how much cheaper the next solution must be; halving costs converges fast,
	// and the last failure with step 1 proves optimality.
	for step := int64(1); ; {
		var assume []*logic.Term
		if best.Status == Optimal {
			if best.Objective <= 0 && p.nonnegativeCost() {
				best.Minimal = true
				return best, nil
			}
			step = max(1, best.Objective/2)
			assume = append(assume, f.Le(cost, f.IntConst(best.Objective-step)))
		}
		r, err := s.Check(ctx, assume...)
		if err != nil {
			return Result{}, fmt.Errorf("ilp: %w", err)
		}
		if r == smt.Unsat && best.Status == Optimal && step > 1 {
			// Too greedy; at least one cheaper?
			assume[0] = f.Le(cost, f.IntConst(best.Objective-1))
			step = 1
			if r, err = s.Check(ctx, assume...); err != nil {
				return Result{}, fmt.Errorf("ilp: %w", err)
			}
		}
		switch r {
		case smt.Unknown:
			return best, nil
		case smt.Unsat:
			if best.Status == Unknown {
				return Result{Status: Infeasible, Certificate: &Certificate{Kind: BySolver}}, nil
			}
			best.Minimal = true
			return best, nil
		}
		x, err := p.read(s, vars)
		if err != nil || x == nil {
			return best, err
		}
		sum, ok := p.Objective(x)
		if !ok || p.Check(x) != nil {
			best.Reason = "libz3's solution does not fit 64 bits"
			return best, nil
		}
		best = Result{Status: Optimal, X: x, Objective: sum}
		if !p.boundedBelow() {
			return best, nil
		}
	}
}

func (p *Problem) nonnegativeCost() bool {
	for _, c := range p.cost {
		if c < 0 {
			return false
		}
	}
	return true
}

// boundedBelow reports whether improving ends: every variable of negative cost is bounded.
func (p *Problem) boundedBelow() bool {
	for v, c := range p.cost {
		if c < 0 && p.upper[v] == Infinity {
			return false
		}
	}
	return true
}

// terms translates bounds and rows into integer arithmetic over fresh symbols.
func (p *Problem) terms(f *logic.Factory) (vars, rows []*logic.Term) {
	for v := range p.cost {
		x := f.Var(fmt.Sprintf("x%d", v), logic.Int)
		vars = append(vars, x)
		rows = append(rows, f.Ge(x, f.IntConst(p.lower[v])))
		if p.upper[v] != Infinity {
			rows = append(rows, f.Le(x, f.IntConst(p.upper[v])))
		}
	}
	for _, r := range p.rows {
		sum := []*logic.Term{f.IntConst(0)}
		for _, t := range r.Terms {
			sum = append(sum, f.Mul(f.IntConst(t.Coef), vars[t.Var]))
		}
		left, right := f.Add(sum...), f.IntConst(r.Bound)
		switch r.Rel {
		case GE:
			rows = append(rows, f.Ge(left, right))
		case LE:
			rows = append(rows, f.Le(left, right))
		default:
			rows = append(rows, f.Eq(left, right))
		}
	}
	return vars, rows
}

// read takes the values of the variables from the solver's model; nil when one does not
// fit an int64.
func (p *Problem) read(s smt.Solver, vars []*logic.Term) ([]int64, error) {
	m, err := s.Model()
	if err != nil {
		return nil, fmt.Errorf("ilp: %w", err)
	}
	x := make([]int64, len(vars))
	for v, t := range vars {
		val := m.Value(t)
		if val == nil {
			return nil, nil
		}
		k, ok := val.Rational().Int64()
		if !ok {
			return nil, nil
		}
		x[v] = k
	}
	return x, nil
}

// unsatisfiable checks with libz3 that there is no solution.
func (p *Problem) unsatisfiable(ctx context.Context, limit int) (bool, error) {
	q := p.Clone()
	for v := range q.cost {
		q.cost[v] = 0
	}
	r, err := q.solveExactly(ctx, Options{ExactWork: limit}.defaults(), "")
	return r.Status == Infeasible, err
}
