package polynomial

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/rational"
	"cupel/core/work"
	"cupel/internal/sabotage"
)

// A Result is what a search has proved. The zero value is nothing.
type Result struct {
	// Invariants are equations at loop heads that hold whenever an execution comes there, and, taken together with the given facts, are inductive.
	Invariants map[*program.Location]*logic.Term
	// Safe: with them no path reaches the error or a cut.
	Safe bool
}

// Search looks for equations at the loop heads of a program over the integers that compares polynomials. facts are invariants that are known; none of them is
// in the result. It ends, without a result, when ctx does, and after a bounded amount of work.
func Search(ctx context.Context, p *program.Program, facts map[*program.Location]*logic.Term) Result {
	compares := compares(p)
	if !compares && (len(p.Vars) > maxLinear || len(p.Edges) > maxLinear) {
		return Result{}
	}
	return find(ctx, p, facts, compares)
}

// find is Search for a program that compares polynomials, or for one of which others know more.
func find(ctx context.Context, p *program.Program, facts map[*program.Location]*logic.Term, compares bool) Result {
	most := linearWork
	if compares {
		most = searchWork
	}
	ctx, end := work.Within(ctx, most)
	defer end()
	s := &search{prover: prover{ctx: ctx, f: p.Terms}, p: p, facts: facts, claims: map[*program.Location][]equation{}}
	if s.paths = pathsOf(p); s.paths == nil {
		return Result{}
	}
	s.values = fewValues(s.f, p.Vars, s.paths)
	s.collect()
	found := s.proved()
	if !found.Safe {
		s.addTemplates()
		if more := s.proved(); more.Invariants != nil {
			found = more
		}
	}
	switch {
	case !compares && !(found.Safe && found.multiplies()): // others know more about linear arithmetic
		return Result{}
	case found.Safe:
		s.addValues(found.Invariants)
	}
	return found
}

// multiplies reports whether an invariant has a product of variables.
func (r *Result) multiplies() bool {
	for _, t := range r.Invariants {
		if nonlinear(t) {
			return true
		}
	}
	return false
}

// compares reports whether the program decides anything by an equation of polynomials.
func compares(p *program.Program) bool {
	found := false
	var all []*logic.Term
	for _, e := range p.Edges {
		for op := range program.AllOps(e.Ops) {
			op.Terms(func(t *logic.Term) { all = append(all, t) })
		}
	}
	logic.WalkUp(func(t *logic.Term) {
		found = found || t.Op() == logic.OpEq && t.Arg(0).Sort().IsInt() && nonlinear(t)
	}, all...)
	return found
}

type search struct {
	prover
	p      *program.Program
	facts  map[*program.Location]*logic.Term
	paths  []*path
	values values
	claims map[*program.Location][]equation // candidates that have not been dropped
}

// collect adds candidates: the equations that decide whether a path ends in the error, those with the assignments on paths to their loops substituted, and
// what holds on entry of the program.
func (s *search) collect() {
	for _, p := range s.paths {
		if p.to == nil && p.from != nil {
			goals, _ := denied(s.f, literals(s.f, p.assumes...))
			for _, e := range goals {
				s.candidate(p.from, e)
				if e.modulus == nil {
					for _, m := range remainders(e.p) {
						s.candidate(p.from, equation{newRing(s.f, m).of(e.p), m})
					}
				}
			}
		}
	}
	for range pullbacks {
		for _, p := range s.paths {
			if p.from == nil || p.to == nil || p.from == p.to {
				continue
			}
			for _, e := range s.claims[p.to] {
				r := newRing(s.f, e.modulus)
				s.candidate(p.from, equation{r.of(s.f.Subst(e.p, p.after)), e.modulus})
			}
		}
	}
	for _, p := range s.paths {
		if p.from == nil && p.to != nil {
			s.entered(p)
		}
	}
}

// entered adds the equations that say of a variable which polynomial of others it is at the end of a path from the beginning.
func (s *search) entered(p *path) {
	holder := map[*logic.Term]*logic.Term{} // the variables that have the values of inputs
	for _, v := range s.p.Vars {
		if t := p.after[v.Sym]; t.IsVar() && holder[t] == nil {
			holder[t] = v.Sym
		}
	}
	for _, v := range s.p.Vars {
		if t := p.after[v.Sym]; v.Sort().IsInt() && !t.IsVar() && nonlinear(t) {
			s.candidate(p.to, equation{s.f.Sub(v.Sym, s.f.Subst(t, holder)), nil})
		}
	}
}

// candidate adds an equation at a loop head, if it is one over the variables there.
func (s *search) candidate(at *program.Location, e equation) {
	if e.p.IsConst() || slices.Contains(s.claims[at], e) || len(s.claims[at]) >= maxCandidates || logic.Size(e.p) > maxSize {
		return
	}
	for _, v := range logic.FreeVars(e.p) {
		if s.p.VarOf(v) == nil {
			return
		}
	}
	s.claims[at] = append(s.claims[at], e)
}

// inductive drops claims until each path leads from the claims at its beginning to those at its end; false: the work is done before.
func (s *search) inductive() bool {
	for changed := true; changed; {
		changed = false
		for _, p := range s.paths {
			if p.to == nil {
				continue
			}
			var kept []equation
			for _, e := range s.claims[p.to] {
				if s.leads(p, e) {
					kept = append(kept, e)
				}
			}
			if s.ctx.Err() != nil {
				return false
			}
			changed = changed || len(kept) < len(s.claims[p.to])
			s.claims[p.to] = kept
		}
	}
	return true
}

// leads reports whether an equation holds at the end of a path.
func (s *search) leads(p *path, e equation) bool {
	goal := equation{s.f.Subst(e.p, p.after), e.modulus}
	premises, values := s.before(p)
	if p.from == nil && sabotage.Active(sabotage.PolynomialEntry) {
		return true
	}
	return premises == nil || s.follows(premises, values, goal)
}

// before are the premises of a path and the values of variables at its beginning; nil: there is no execution along it.
func (s *search) before(p *path) (premises []*logic.Term, few map[*logic.Term][]*logic.Term) {
	premises = append([]*logic.Term{s.f.True()}, p.assumes...)
	if p.from == nil {
		return premises, nil
	}
	if s.values[p.from] == nil {
		return nil, nil
	}
	if few = left(s.f, s.values[p.from], literals(s.f, p.assumes...)); few == nil {
		for _, t := range p.assumes {
			s.rely(logic.FreeVars(t)...)
		}
		return nil, nil
	}
	for _, v := range s.p.Vars {
		if cs := few[v.Sym]; len(cs) == 1 {
			s.rely(v.Sym)
			premises = append(premises, s.f.Eq(v.Sym, cs[0]))
		}
	}
	if t := s.facts[p.from]; t != nil {
		premises = append(premises, t)
	}
	for _, e := range s.claims[p.from] {
		premises = append(premises, e.term(s.f))
	}
	return premises, few
}

// impossible reports whether no execution takes a path.
func (s *search) impossible(p *path) bool {
	premises, few := s.before(p)
	if premises == nil {
		return true
	}
	premises = literals(s.f, premises...)
	goals, at := denied(s.f, premises)
	for i, e := range goals {
		if s.follows(slices.Delete(slices.Clone(premises), at[i], at[i]+1), few, e) {
			return true
		}
	}
	if s.allDenied(premises, few, goals) {
		return true
	}
	// The premises may contradict each other.
	return s.follows(premises, few, equation{s.f.Num(logic.Int, rational.One), nil})
}

// proved is the result of the claims, of which those that are not inductive are dropped. It is nothing where the work is done before.
func (s *search) proved() Result {
	if !s.inductive() {
		return Result{}
	}
	out := Result{Safe: true}
	for _, p := range s.paths {
		if p.to == nil && out.Safe {
			out.Safe = s.impossible(p)
		}
	}
	out.Invariants = s.formulas()
	if s.ctx.Err() != nil {
		return Result{}
	}
	return out
}

// formulas are the claims at the loop heads without those that follow from others there.
func (s *search) formulas() map[*program.Location]*logic.Term {
	out := map[*program.Location]*logic.Term{}
	for _, l := range s.p.LoopHeads() {
		left := slices.Clone(s.claims[l])
		slices.SortStableFunc(left, func(a, b equation) int { return logic.Size(a.p) - logic.Size(b.p) })
		for i := len(left) - 1; i >= 0; i-- {
			others := slices.Delete(slices.Clone(left), i, i+1)
			premises := []*logic.Term{s.p.Terms.True()}
			if t := s.facts[l]; t != nil {
				premises = append(premises, t)
			}
			for _, e := range others {
				premises = append(premises, e.term(s.f))
			}
			if s.follows(premises, nil, left[i]) {
				left = others
			}
		}
		for _, e := range left {
			s.p.Conjoin(out, l, e.term(s.f))
		}
	}
	return out
}
