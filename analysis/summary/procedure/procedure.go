package procedure

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/rational"
	"cupel/core/smt"
	"cupel/core/work"
)

// Note begins the Note of an assumption of a summary; the function's name follows.
const Note = "summary of "

// Options of Compute.
type Options struct {
	Open smt.Opener
	// Fine divides the values before calls into more cells: single values where
	// the program's constants leave few.
	Fine bool
	// Work bounds the work, in units of package work; functions not done by then get the summary true; 0: DefaultWork.
	Work int
}

// A Summary is a formula that over-approximates the calls of a function that return.
type Summary struct {
	Function string
	Slots    []passes.Slot
	Params   []*logic.Term // the symbols for the slots, of sort Int
	Formula  *logic.Term   // over Params
	Cells    int           // of the partition, that can be reached
	at       []int         // positions among the arguments of marks
	Trivial  string        // why nothing is known; "": something is
}

// Result holds the summaries of a program's recursive functions.
type Result struct {
	Summaries []*Summary
	Finer     bool // Options.Fine would make a difference
	Rounds    int
	Time      time.Duration

	p   *program.Program
	m   *marks
	r   *relations
	say func(*logic.Term) *logic.Term // puts formulas in the terms of p; nil: they are
}

// Compute summarises the functions that c lists in p, which was derived by
// passes, and perhaps the integer lowering, from the program made with c. The
// error is that of ctx, or of a solver that is broken.
func Compute(ctx context.Context, p *program.Program, c *passes.Closure, o Options) (*Result, error) {
	start := time.Now()
	m := findMarks(p, c)
	res := &Result{p: p, m: m, r: newRelations(ctx, p, m)}
	a := &analysis{r: res.r, f: p.Terms, open: o.Open, of: map[*body]*value{}}
	reason := map[*body]string{}
	if !p.Lowered {
		for _, b := range m.bodies {
			a.of[b] = &value{top: true}
			reason[b] = "only functions over integers are summarised"
		}
	} else if err := res.iterate(ctx, a, o, reason); err != nil {
		return nil, err
	}
	for _, b := range m.bodies {
		s := &Summary{Function: b.fn.Func.Name, Slots: b.slots, at: b.at, Params: b.params, Trivial: reason[b]}
		if a.of[b].top && s.Trivial == "" {
			s.Trivial = "the solver could not decide"
		}
		a.compact(ctx, b)
		s.Formula = a.formula(b, b.params)
		for _, c := range a.of[b].cells {
			if !c.value.IsEmpty() {
				s.Cells++
			}
		}
		res.Summaries = append(res.Summaries, s)
	}
	res.Finer = a.finer
	res.Rounds, res.Time = a.rounds, time.Since(start)
	return res, ctx.Err()
}

// iterate computes the abstract values.
func (res *Result) iterate(ctx context.Context, a *analysis, o Options, reason map[*body]string) error {
	limit := o.Work
	if limit == 0 {
		limit = DefaultWork
	}
	sub, cancel := work.Within(ctx, work.Share(ctx, limit, 0.75))
	defer cancel()
	cs := collect(res.p)
	err := a.start(sub, cs, o.Fine)
	if err == nil {
		if err = a.run(sub); err == nil {
			_ = a.narrow(sub) // on failure the values before it stay valid
		} else if ctx.Err() == nil {
			a.hasty = true
			err = a.run(ctx)
		}
	}
	if err == nil {
		err = a.settle(ctx)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		for _, b := range res.m.bodies {
			a.of[b] = &value{top: true}
			reason[b] = "the limit of work was reached"
			if sub.Err() == nil {
				reason[b] = err.Error()
			}
		}
	}
	return nil
}

// start makes the partitions, all values empty.
func (a *analysis) start(ctx context.Context, cs *conditions, fine bool) error {
	for _, b := range a.r.m.bodies {
		a.of[b] = &value{top: b.gate == nil}
	}
	if err := a.r.relevance(ctx); err != nil {
		return err
	}
	for _, b := range a.r.m.bodies {
		if !b.whole() {
			continue
		}
		// The conditions do not depend on the effects of calls.
		phi, err := a.r.of(ctx, b, func(*passes.AbstractFunc, []*logic.Term) *logic.Term { return a.f.True() })
		if err != nil {
			return err
		}
		cells, finer, err := a.r.partition(ctx, b, phi, cs, fine)
		if err != nil {
			return err
		}
		a.of[b].cells = cells
		a.finer = a.finer || finer
		for _, q := range inequalities(a.f, phi) {
			if c, ok := q.over(1, func(s *logic.Term) (int, bool) { return 0, s == q.syms[0] }); ok && len(a.limits) < 24 {
				if _, cut, ok := single(c); ok {
					a.limits = appendNew(appendNew(a.limits, cut), cut.Sub(rational.One))
				}
			}
		}
	}
	return nil
}

// settle makes the summaries inductive: functions for which the solver does not prove it become top, until it does for the others.
func (a *analysis) settle(ctx context.Context) error {
	for {
		b, err := a.broken(ctx)
		if b == nil || err != nil {
			return err
		}
		a.of[b].top = true
	}
}

// Program returns the program with the summaries in place of the marks. Checks become assumptions, as in the summaries: an execution ends at a failing
// check.
func (res *Result) Program() *program.Program {
	of := res.byFunction()
	c := without(res.p, func(e *program.Edge) bool { return res.m.drop[e] }, func(ops []program.Op) []program.Op {
		out := passes.Assumed(ops)
		for i, o := range out {
			if fn, kind := res.m.closure.MarkOf(&o); fn != nil && kind == passes.MarkCall {
				o.Expr, o.Note = res.apply(of[fn], o.Expr.Args()), Note+fn.Func.Name
			}
			out[i] = o
		}
		return out
	})
	return c.Program
}

// String names the functions that are summarised.
func (res *Result) String() string {
	var names []string
	for _, s := range res.Summaries {
		names = append(names, s.Function)
	}
	return "function summaries of " + strings.Join(names, ", ")
}

// named is the formula over symbols with the names of the slots, with underscores
// where a name is taken.
func (s *Summary) named(f *logic.Factory) *logic.Term {
	names := map[*logic.Term]*logic.Term{}
	for i, p := range s.Params {
		n := s.Slots[i].Name()
		for v := f.LookupVar(n); v != nil && v.Sort() != logic.Int; v = f.LookupVar(n) {
			n += "_"
		}
		names[p] = f.Var(n, logic.Int)
	}
	return f.Subst(s.Formula, names)
}

// Explain prints the summaries.
func (res *Result) Explain(w io.Writer) error {
	f := res.p.Terms
	for _, s := range res.Summaries {
		head := fmt.Sprintf("function %s, %d rounds in %s", s.Function, res.Rounds, res.Time.Round(time.Millisecond))
		if s.Trivial != "" {
			if _, err := fmt.Fprintf(w, "%s: nothing (%s)\n", head, s.Trivial); err != nil {
				return err
			}
			continue
		}
		if _, err := fmt.Fprintf(w, "%s, %d cases\n", head, s.Cells); err != nil {
			return err
		}
		for _, d := range logic.Disjuncts(s.named(f)) {
			if _, err := fmt.Fprintf(w, "  %s\n", d); err != nil {
				return err
			}
		}
	}
	return nil
}
