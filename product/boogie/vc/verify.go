package vc

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"cupel/core/logic"
	"cupel/core/smt/smtlib"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/product/boogie"
)

// Options bound the verification.
type Options struct {
	// Timeout per procedure; 0: none. Most of it is given to the first solver as a limit of work.
	Timeout time.Duration
	// Work bounds what the first solver spends on a procedure; 0: half of what the timeout has room for.
	Work int
	// Jobs is the number of procedures verified at a time, at least one.
	Jobs int
	// MemoryMB bounds the memory of the solver in process; 0: none.
	MemoryMB int
	// Only are the names of the procedures to verify; empty: all.
	Only []string
	// NoInference switches the interval analysis off.
	NoInference bool
	// Unroll is the number of iterations of loops without invariants to examine separately if an assertion is
	// not proved otherwise; 0: none.
	Unroll int
	// MaxErrors limits the errors reported per procedure; 0: five.
	MaxErrors int
	// Solver is the only one that is asked: z3, in process, or another one by its name in package smtlib; "": z3, then Second.
	Solver string
	// Second names the solver to try when the first gives up; "": none. See package smtlib.
	Second string
	// SecondWork bounds what the second solver spends on a procedure; 0: only the timeout does.
	SecondWork int
	// Goal selects the assertions to verify, each by itself without being assumed after it; the others are
	// assumed. nil: all are verified in order.
	Goal func(*Failure) bool
	// Dump, if not nil, receives each verification condition as a script of SMT-LIB, from several goroutines at a time.
	Dump func(procedure, script string)
}

// InProcess is the solver that no process is started for.
const InProcess = "z3"

// Verify verifies the procedures with bodies in order, except those that are inlined at every call. An error
// concerns the input: an unknown name in Only.
func Verify(ctx context.Context, ast *boogie.Checked, o Options) ([]Result, error) {
	p := newProgram(ast)
	for _, n := range o.Only {
		if !slices.ContainsFunc(p.units, func(u *unit) bool { return u.proc.Name == n }) {
			return nil, fmt.Errorf("the program has no procedure %s with a body", n)
		}
	}
	var units []*unit
	for _, u := range p.units {
		inlined := p.inlineDepth(u.proc) > 0 && !p.callsItself(u.proc)
		if len(o.Only) == 0 && !inlined && !skipped(u) || slices.Contains(o.Only, u.proc.Name) {
			units = append(units, u)
		}
	}
	results := make([]Result, len(units))
	next := make(chan int)
	var wg sync.WaitGroup
	for range max(1, o.Jobs) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				results[i] = p.guarded(ctx, units[i], &o)
			}
		}()
	}
	for i := range units {
		next <- i
	}
	close(next)
	wg.Wait()
	return results, nil
}

// skipped reports whether the procedure has {:verify false}.
func skipped(u *unit) bool {
	for _, as := range []boogie.Attributes{u.proc.Attrs, u.attrs} {
		if a := as.Find("verify"); a != nil && len(a.Args) > 0 {
			if b, ok := a.Args[0].(*boogie.BoolLit); ok && !b.Value {
				return true
			}
		}
	}
	return false
}

// callsItself reports whether a procedure is recursive, so that inlining alone does not cover its executions.
func (p *program) callsItself(d *boogie.Procedure) bool {
	seen := map[*boogie.Procedure]bool{}
	found := false
	var visit func(c *boogie.Procedure)
	visit = func(c *boogie.Procedure) {
		for _, u := range p.bodies[c] {
			boogie.WalkStmts(u.body.Stmts, func(s boogie.Stmt) {
				if s, ok := s.(*boogie.Call); ok {
					callee := p.ast.Called(s).Proc
					found = found || callee == d
					if !seen[callee] {
						seen[callee] = true
						visit(callee)
					}
				}
			})
		}
	}
	visit(d)
	return found
}

// guarded is verify, abandoned when a solver does not return some time after its limit: libz3 can miss an
// interrupt.
func (p *program) guarded(ctx context.Context, u *unit, o *Options) Result {
	if o.Timeout <= 0 {
		return p.verify(ctx, u, o)
	}
	done := make(chan Result, 1)
	go func() { done <- p.verify(ctx, u, o) }()
	late := time.NewTimer(o.Timeout + grace)
	defer late.Stop()
	select {
	case r := <-done:
		return r
	case <-late.C:
		return Result{
			Procedure: u.proc.Name, Attrs: u.proc.Attrs, Pos: u.proc.Pos,
			Verdict: Timeout, Reason: "a solver overstays the time limit", Time: o.Timeout + grace,
		}
	}
}

// verify decides one procedure. Internal failures become part of the result.
func (p *program) verify(ctx context.Context, u *unit, o *Options) (r Result) {
	start := time.Now()
	r = Result{Procedure: u.proc.Name, Attrs: u.proc.Attrs, Pos: u.proc.Pos}
	ctx, spent := work.Measured(ctx)
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Timeout)
		defer cancel()
	}
	defer func() {
		r.Time, r.Work = time.Since(start), spent()
		switch e := recover().(type) {
		case nil:
		case giveUp:
			r.Verdict, r.Reason = Unknown, e.reason
		default:
			r.Verdict, r.Reason = Unknown, fmt.Sprintf("internal error: %v; please report this with the input", e)
		}
	}()
	g := buildGraph(p, u).cut(o)
	if p.patterned {
		tr := newAbstract(g)
		c := generate(tr, g, o.Goal)
		c.dump(o, u.proc.Name, "")
		a, err := solve(ctx, c, o.byPatterns(), o.maxErrors())
		if err == nil && tr.partial != "" && len(a.failures) > 0 {
			// What fails need not: the facts are those about the types that occur.
			a.undecided, a.failures = append(a.undecided, a.failures...), nil
			a.reason = "there is a counterexample for the types that occur, but the program " + tr.partial
		}
		if r.conclude(ctx, a, err); r.Verdict == OK || tr.partial != "" || p.polymorphic || ctx.Err() != nil {
			return r
		}
	}
	tr := newTranslator(logic.NewFactory(), g)
	c := generate(tr, g, o.Goal)
	c.dump(o, u.proc.Name, "")
	a, err := solve(ctx, c, o.attempts(), o.maxErrors())
	if u.proc.Attrs.Find("ends") != nil {
		r.Ends = c.ends(ctx, o.attempts())
	}
	if err == nil && o.Unroll > 0 && len(a.failures)+len(a.undecided) > 0 && ctx.Err() == nil {
		a = p.unrolled(ctx, u, o, a)
	}
	r.conclude(ctx, a, err)
	if r.Verdict == OK && tr.opaque != "" {
		r.Verdict = Unknown
		r.Reason = fmt.Sprintf("there is no error if the type %s is infinite, but something is said about all of its values", tr.opaque)
		if a, err := solve(ctx, generate(newAbstract(g), g, o.Goal), o.attempts(), o.maxErrors()); err == nil && len(a.failures) == 0 && a.reason == "" {
			r.Verdict, r.Reason = OK, ""
		}
	}
	return r
}

// newAbstract is a translator for proofs about all universes, in which uninterpreted types are sorts of their own.
func newAbstract(g *graph) *translator {
	tr := newTranslator(logic.NewFactory(), g)
	tr.shapes.abstract = true
	return tr
}

// cut makes the graph acyclic.
func (g *graph) cut(o *Options) *graph {
	var facts map[int]map[*variable]interval
	if !o.NoInference {
		facts = g.boundLoops()
	}
	g.cutLoops(facts)
	return g
}

// unrolled decides a procedure again with its loops unrolled, if that may change the answer.
func (p *program) unrolled(ctx context.Context, u *unit, o *Options, a answer) answer {
	g := buildGraph(p, u)
	if !g.unroll(o.Unroll) {
		return a
	}
	c := generate(newTranslator(logic.NewFactory(), g.cut(o)), g, o.Goal)
	c.dump(o, u.proc.Name, fmt.Sprintf(", loops unrolled %d times", o.Unroll))
	b, err := solve(ctx, c, o.attempts(), o.maxErrors())
	if err != nil || ctx.Err() != nil {
		return a
	}
	return both(a, b)
}

// conclude derives the verdict from the solvers' answer.
func (r *Result) conclude(ctx context.Context, a answer, err error) {
	sortFailures(a.undecided)
	r.Undecided = a.undecided
	switch {
	case len(a.failures) > 0:
		sortFailures(a.failures)
		r.Verdict, r.Failures, r.Reason = Error, a.failures, a.reason
	case err != nil:
		r.Verdict, r.Reason = Unknown, err.Error()
	case a.reason != "":
		r.Verdict, r.Reason = Unknown, a.reason
		if ctx.Err() != nil {
			r.Verdict = Timeout
		}
	default:
		r.Verdict = OK
	}
}

func (o *Options) maxErrors() int {
	if o.MaxErrors > 0 {
		return o.MaxErrors
	}
	return maxErrors
}

// byPatterns are attempts with instances of quantifiers at their patterns only.
func (o *Options) byPatterns() []attempt {
	out := o.attempts()
	for i := range out {
		out[i].patterns = true
	}
	return out
}

// attempts lists the solvers in order; the first gets half of the time if another one may follow.
func (o *Options) attempts() []attempt {
	units := o.Work
	if units == 0 && o.Timeout > 0 {
		if units = work.For(o.Timeout); o.Solver == "" {
			units /= 2
		}
	}
	switch o.Solver {
	case "":
	case InProcess:
		return []attempt{{name: InProcess, open: z3.Open, work: units, memory: o.MemoryMB}}
	default:
		only := attempt{name: o.Solver, open: smtlib.Opener(o.Solver)}
		if units > 0 {
			only.open = smtlib.Bounded(o.Solver, units)
		}
		return []attempt{only}
	}
	out := []attempt{{name: InProcess, open: z3.Open, work: units, memory: o.MemoryMB}}
	if o.Second != "" && smtlib.Available(o.Second) {
		second := attempt{name: o.Second, open: smtlib.Opener(o.Second)}
		if o.SecondWork > 0 {
			second.open = smtlib.Bounded(o.Second, o.SecondWork)
		}
		out = append(out, second)
	}
	return out
}
