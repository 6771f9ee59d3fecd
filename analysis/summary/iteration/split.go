package iteration

import (
	"context"
	"slices"

	"cupel/analysis/summary"
	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/work"
)

// Split splits bodies into phases by predicates (phase graph of invariant predicates). If a body F preserves p, then F* = (F and not p)*; (F and p)*, and if it
// preserves not p, too, F* = (F and not p)* or (F and p)*. The candidates are the atoms of the body over program variables, and the signs of the differences
// x' - x that are linear over program variables. A split is made where the differences have better bounds in both phases than in F (in one of them, with
// Options.Eager), and the phases are split again by other predicates.
type Split struct {
	inner Domain
	o     Options
}

// NewSplit returns the domain that summarises phases with inner.
func NewSplit(inner Domain, o Options) *Split { return &Split{inner, o.withDefaults()} }

// Name is split(inner's name).
func (d *Split) Name() string { return "split(" + d.inner.Name() + ")" }

// Star summarises the phases one after the other.
func (d *Split) Star(ctx context.Context, a *summary.Algebra, body *summary.Transition) (*summary.Transition, error) {
	p := newPool(a, d.o)
	defer p.close()
	return d.starIn(ctx, a, body, p)
}

func (d *Split) starIn(ctx context.Context, a *summary.Algebra, body *summary.Transition, p *pool) (*summary.Transition, error) {
	ctx, spent := work.Measured(ctx)
	return d.star(ctx, a, body, p, d.o.Depth, func() bool { return spent() < d.o.Work/2 })
}

// star splits as long as more reports that work is left.
func (d *Split) star(ctx context.Context, a *summary.Algebra, body *summary.Transition, p *pool, depth int, more func() bool) (*summary.Transition, error) {
	if depth > 0 && !body.IsFalse() && body.Size() <= maxBody && more() {
		if c := d.cut(ctx, a, body, p); c != nil {
			d.o.Statistics.Splits++
			first, err := d.star(ctx, a, c.first, p, depth-1, more)
			if err != nil {
				return nil, err
			}
			second, err := d.star(ctx, a, c.second, p, depth-1, more)
			if err != nil {
				return nil, err
			}
			if c.apart {
				return a.Choice(first, second), nil
			}
			return a.Compose(first, second), nil
		}
	}
	return starIn(ctx, d.inner, a, body, p)
}

// cut is a body split into two phases.
type cut struct {
	first, second *summary.Transition
	apart         bool // no iteration leads from the first to the second
}

// candidate is a predicate with its value after an iteration, both linear.
type candidate struct{ p, before, after *logic.Term }

// cut looks for a predicate; nil: none is useful.
func (d *Split) cut(ctx context.Context, a *summary.Algebra, body *summary.Transition, p *pool) *cut {
	l, ctx := newLoop(ctx, a, body, p, d.o)
	defer l.p.close()
	open := slices.DeleteFunc(l.independent(), l.isReset)
	if len(open) == 0 || len(open) > 3*d.o.Dimensions {
		return nil
	}
	cs := l.candidates()
	if len(cs) == 0 {
		return nil
	}
	l.relation()
	for i := range cs {
		cs[i].before = l.pure.pure(cs[i].p)
		cs[i].after = l.pure.pure(a.Factory().NewSubst(func(v *logic.Term) *logic.Term { return l.body.Value(v) }).Apply(cs[i].p))
	}
	l.rel = l.pure.conjoin(l.rel) // the definitions that the predicates added
	preserved := l.preserved(ctx, cs)
	if len(preserved) == 0 {
		return nil
	}
	whole := l.bounding(ctx, l.f.True(), open)
	for _, q := range preserved {
		yes, no := l.bounding(ctx, q.before, open), l.bounding(ctx, l.f.Not(q.before), open)
		if a, b := slices.Equal(yes, whole), slices.Equal(no, whole); a && b || (a || b) && !d.o.Eager {
			continue
		}
		with := func(p *logic.Term) *summary.Transition {
			return a.Make(l.f.And(p, body.Guard()), values(body))
		}
		c := &cut{with(l.f.Not(q.p)), with(q.p), q.up && q.down}
		if !q.up {
			c.first, c.second = c.second, c.first
		}
		return c
	}
	return nil
}

// isReset reports whether a variable is assigned from other variables: bounds of its difference do not accumulate over iterations.
func (l *Loop) isReset(v *logic.Term) bool {
	return !slices.ContainsFunc(logic.FreeVars(l.body.Value(v)), func(x *logic.Term) bool { return x == v || !l.isVar(x) })
}

func values(t *summary.Transition) map[*logic.Term]*logic.Term {
	m := map[*logic.Term]*logic.Term{}
	for _, v := range t.Written() {
		m[v] = t.Value(v)
	}
	return m
}

// bounding describes the differences of variables in the iterations with p.
func (l *Loop) bounding(ctx context.Context, p *logic.Term, vars []*logic.Term) []string {
	rel, hulls := l.rel, l.hulls
	l.rel, l.hulls = l.f.And(rel, p), nil
	l.p.open(l.rel)
	defer func() {
		l.p.done()
		l.rel, l.hulls = rel, hulls
	}()
	var out []string
	for _, c := range l.differences(ctx, vars) {
		out = append(out, c.String())
	}
	slices.Sort(out)
	return out
}

// candidates returns the atoms of the body over program variables that the body
// may change the truth of, and the signs of differences.
func (l *Loop) candidates() []candidate {
	f := l.f
	seen := map[*logic.Term]bool{}
	var cs []candidate
	add := func(p *logic.Term) {
		if p.Op() == logic.OpNot {
			p = p.Arg(0)
		}
		if n := f.Not(p); p.IsConst() || seen[p] || seen[n] {
			return
		}
		seen[p] = true
		if !slices.ContainsFunc(logic.FreeVars(p), func(v *logic.Term) bool { return !l.isVar(v) }) {
			cs = append(cs, candidate{p: p})
		}
	}
	var atoms []*logic.Term
	terms := []*logic.Term{l.body.Guard()}
	for _, v := range l.body.Written() {
		terms = append(terms, l.body.Value(v))
	}
	logic.Walk(func(t *logic.Term) bool {
		if logic.IsAtom(t) && !t.IsConst() {
			atoms = append(atoms, t)
		}
		return t.Op() != logic.OpForall && t.Op() != logic.OpExists
	}, terms...)
	slices.SortFunc(atoms, func(a, b *logic.Term) int { return int(a.ID()) - int(b.ID()) })
	for _, v := range l.nums {
		d := f.Sub(l.body.Value(v), v)
		prods, _, _ := logic.Linear(d)
		if _, ok := l.steps[v]; ok || l.isReset(v) || slices.ContainsFunc(prods, func(v *logic.Term) bool { return !v.IsVar() || !l.isVar(v) }) {
			continue
		}
		zero := f.Sub(d, d)
		add(f.Lt(zero, d))
		add(f.Lt(d, zero))
	}
	for _, t := range atoms {
		add(t)
	}
	return cs
}

// preservation is a predicate with the polarities that the body preserves.
type preservation struct {
	candidate
	up, down bool
}

// preserved returns the candidates, at most the options' number, that the body neither implies nor refutes and that it preserves in one polarity. Most are
// refuted by earlier models.
func (l *Loop) preserved(ctx context.Context, cs []candidate) []preservation {
	f := l.f
	l.p.open(l.rel)
	defer l.p.done()
	// For each candidate, whether p, not p, p lost, and p gained have a model.
	type seen struct{ yes, no, lost, won bool }
	known := make([]seen, len(cs))
	note := func(m smt.Model) {
		for i, c := range cs {
			b, a := m.Value(c.before), m.Value(c.after)
			if b == nil || a == nil {
				continue
			}
			k := &known[i]
			k.yes, k.no = k.yes || b.IsTrue(), k.no || b.IsFalse()
			k.lost, k.won = k.lost || b.IsTrue() && a.IsFalse(), k.won || b.IsFalse() && a.IsTrue()
		}
	}
	ask := func(t *logic.Term) bool { // whether there is a model; false: unknown or none
		r, m := l.p.check(ctx, t)
		if r == smt.Sat {
			note(m)
		}
		return r != smt.Unsat
	}
	var out []preservation
	for i, c := range cs {
		if len(out) >= l.o.Splits {
			break
		}
		not, k := f.Not(c.before), &known[i]
		switch {
		case k.lost && k.won,
			!k.yes && !ask(c.before), !k.no && !ask(not),
			!k.yes, !k.no:
			continue
		}
		lost := k.lost || ask(f.And(c.before, f.Not(c.after)))
		won := k.won || ask(f.And(not, c.after))
		if !lost || !won {
			out = append(out, preservation{c, !lost, !won})
		}
	}
	return out
}
