package procedure

import (
	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
)

// Obligation returns a program whose error is unreachable exactly when the summaries are inductive for the reached calls: it has the paths of the summarised
// program, calls are replaced by summaries, and an instance that ends with values outside of the function's summary goes to the error. It depends on the
// program and the formulas only, not on how they were found.
func (res *Result) Obligation() *program.Program {
	f := res.p.Terms
	of := res.byFunction()
	c := program.NewCopy(res.p)
	c.Init, c.Error = c.Location(res.p.Init), c.Location(res.p.Error)
	for _, e := range res.p.Edges {
		if e.Dst == res.p.Error || e.Dst.Cut != "" && !res.m.drop[e] {
			continue
		}
		ops := passes.Assumed(e.Ops)
		dst := e.Dst
		for i, o := range ops {
			switch fn, kind := res.m.closure.MarkOf(&o); {
			case fn != nil && kind == passes.MarkCall:
				o.Expr = res.apply(of[fn], o.Expr.Args())
			case fn != nil && kind == passes.MarkExit:
				s, args := of[fn], o.Expr.Args()
				o.Expr = f.Not(res.apply(s, args))
				for k, slot := range s.Slots {
					o.Expr = f.And(res.said(within(f, args[s.at[k]], interval.VarRange(slot.Var))), o.Expr)
				}
				dst = res.p.Error
			case fn != nil:
				o.Expr = f.False()
			}
			ops[i] = o
		}
		if res.m.drop[e] && dst != res.p.Error {
			continue
		}
		n := c.NewEdge(c.Location(e.Src), c.Location(dst), ops...)
		n.Pos, n.Branch, n.Origin = e.Pos, e.Branch, e
	}
	program.MarkLoopHeads(c.Program)
	c.VarOf(nil)
	return c.Program
}

func (res *Result) byFunction() map[*passes.AbstractFunc]*Summary {
	of := map[*passes.AbstractFunc]*Summary{}
	for i, b := range res.m.bodies {
		of[b.fn] = res.Summaries[i]
	}
	return of
}

// On returns the summaries for another program with the marks of the closure, such as the one before all passes. say translates a formula over marks'
// arguments to its terms, or to a weaker one; nil: the identity.
func (res *Result) On(p *program.Program, say func(*logic.Term) *logic.Term) *Result {
	return &Result{Summaries: res.Summaries, p: p, m: findMarks(p, res.m.closure), say: say}
}

// Marks is the number of marks in the program.
func (res *Result) Marks() int { return len(res.m.drop) + len(res.m.sites) }

func (res *Result) apply(s *Summary, args []*logic.Term) *logic.Term {
	return res.said(s.Apply(res.p.Terms, args))
}

func (res *Result) said(t *logic.Term) *logic.Term {
	if res.say == nil {
		return t
	}
	return res.say(t)
}

// Apply is the summary of a call with the arguments of its mark.
func (s *Summary) Apply(f *logic.Factory, args []*logic.Term) *logic.Term {
	by := make(map[*logic.Term]*logic.Term, len(s.Params))
	for i, p := range s.Params {
		by[p] = args[s.at[i]]
	}
	return f.Subst(s.Formula, by)
}
