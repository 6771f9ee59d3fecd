package ilp

import (
	"context"
	"fmt"
)

// A Status is the kind of a result.
type Status uint8

// The kinds of answers.
const (
	Unknown    Status = iota // a limit was met, see Reason
	Optimal                  // X is a solution, of least cost as far as Minimal says
	Infeasible               // no solution; proven when Certificate is set
	Unbounded                // X is a solution and Ray is a direction of unbounded descent
)

// A Result is the answer to a problem. X and Ray satisfy their constraints exactly.
type Result struct {
	Status      Status
	X           []int64
	Objective   int64
	Minimal     bool // floating-point branch and bound or libz3 found nothing cheaper
	Ray         []int64
	Certificate *Certificate
	Reason      string // of Unknown
}

// Options bound one call of Solve. The zero value means the defaults.
type Options struct {
	// FastWork bounds a call of lp_solve, ExactWork one of libz3, in units of package work; 0: defaultWork.
	FastWork, ExactWork int
	// Certify requires a certificate for Infeasible. Otherwise it may be an unproven claim of floating-point
	// arithmetic, good enough to prune a heuristic search.
	Certify bool
	// Nodes is the number of branch-and-bound nodes after which any solution is accepted,
	// minimal or not; 0 means never.
	Nodes int
}

func (o Options) defaults() Options {
	if o.FastWork <= 0 {
		o.FastWork = defaultWork
	}
	if o.ExactWork <= 0 {
		o.ExactWork = defaultWork
	}
	return o
}

// Solve minimizes the cost. When ctx ends it returns Unknown within a second. An error means that libz3 is
// unavailable, never that a limit was reached.
func Solve(ctx context.Context, p *Problem, o Options) (Result, error) {
	o = o.defaults()
	if c := p.trivial(); c != nil {
		return Result{Status: Infeasible, Certificate: c}, nil
	}
	m, exact := newModel(p)
	m.integer, m.nodes = true, o.Nodes
	out := failed
	if exact {
		var x []float64
		out, x = m.solve(ctx, o.FastWork)
		switch out {
		case foundOptimum, foundSolution:
			if r, ok := p.accept(x); ok {
				r.Minimal = out == foundOptimum
				return r, nil
			}
		case foundInfeasible:
			if !o.Certify {
				return Result{Status: Infeasible}, nil
			}
			return p.refute(ctx, o)
		case foundUnbounded:
			if r, err := p.unbounded(ctx, o); err != nil || r.Status != Unknown {
				return r, err
			}
		case failed:
			// Numerical trouble: another pivot rule without scaling often gets through.
			m.plainPivot = true
			if second, x := m.solve(ctx, min(o.FastWork, again)); second == foundOptimum {
				if r, ok := p.accept(x); ok {
					return r, nil
				}
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return Result{Reason: err.Error()}, nil
	}
	return p.solveExactly(ctx, o, fmt.Sprintf("lp_solve: %v", out))
}

func (o outcome) String() string {
	switch o {
	case foundOptimum, foundSolution:
		return "inexact point"
	case foundInfeasible:
		return "unconfirmed infeasibility"
	case foundUnbounded:
		return "unconfirmed unboundedness"
	case stopped:
		return "limit"
	}
	return "numerical failure"
}

// accept rounds a floating-point optimum and checks it exactly.
func (p *Problem) accept(x []float64) (Result, bool) {
	z, ok := round(x)
	if !ok || p.Check(z) != nil {
		return Result{}, false
	}
	sum, ok := p.Objective(z)
	return Result{Status: Optimal, X: z, Objective: sum, Minimal: true}, ok
}

// trivial finds rows and bounds that alone have no integer solution.
func (p *Problem) trivial() *Certificate {
	for i, r := range p.rows {
		if r.unsatisfiable() {
			return &Certificate{Kind: ByRow, Row: i}
		}
	}
	for v := range p.cost {
		if p.lower[v] > p.upper[v] {
			return &Certificate{Kind: ByBounds, Var: v}
		}
	}
	return nil
}

// unbounded confirms that the cost has no minimum: a solution and an integer direction
// along which all rows and bounds stay satisfied and the cost falls.
func (p *Problem) unbounded(ctx context.Context, o Options) (Result, error) {
	dir := NewProblem(make([]int64, p.Vars()))
	fall := Row{Rel: LE, Bound: -1}
	for v, c := range p.cost {
		dir.cost[v] = 1
		fall.Terms = append(fall.Terms, Term{v, c})
		if p.upper[v] != Infinity {
			dir.upper[v] = 0
		}
	}
	for _, r := range p.rows {
		dir.rows = append(dir.rows, Row{r.Terms, r.Rel, 0})
	}
	if err := dir.Add(fall); err != nil {
		return Result{}, err
	}
	ray, err := Solve(ctx, dir, Options{FastWork: o.FastWork, ExactWork: o.ExactWork})
	if err != nil || ray.Status != Optimal {
		return Result{Reason: "no direction of descent found"}, err
	}
	some := p.Clone()
	for v := range some.cost {
		some.cost[v] = 1
	}
	r, err := Solve(ctx, some, o)
	if err != nil || r.Status != Optimal {
		return r, err
	}
	return Result{Status: Unbounded, X: r.X, Ray: ray.X}, nil
}
