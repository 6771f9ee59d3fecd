package facts

import (
	"context"
	"errors"
	"fmt"

	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/work"
	"cupel/internal/sabotage"
	"cupel/kernel/certify"
)

// CheckOptions bound the work of a check.
type CheckOptions struct {
	Work int // of the solver, in the units of package work; 0: checkWork
}

// Outcome describes a check.
type Outcome struct {
	Candidates, Kept int
	Ended            string // why some candidates were not tried to the end; "" if all were
}

// Check finds the largest inductive subset of the facts on the original program, over the integers where they
// have an exact translation, and marks it as Checked. Facts checked before remain so.
func (b *Board) Check(ctx context.Context, open smt.Opener, o CheckOptions) (Outcome, error) {
	if b.Len() == 0 {
		return Outcome{}, nil
	}
	p := b.p
	if !p.Lowered {
		q, err := intlower.Lower(ctx, p, intlower.Options{Relax: true})
		var no *intlower.NotExpressibleError
		switch {
		case err == nil:
			p = q
		case !errors.As(err, &no):
			return Outcome{}, err
		}
	}
	d := Derive(b.p, p)
	var cs []Fact
	back := map[factKey]*logic.Term{} // the original of a candidate with an exact translation
	for _, x := range b.Facts() {
		for _, l := range d.Images(x.At) {
			t := d.Down(x.Formula)
			cs = append(cs, Fact{l, t, x.Origin, x.Status})
			if p == b.p || quantifies(x.Formula) || d.exact(x.Formula) {
				back[factKey{l, t}] = x.Formula
			}
		}
	}
	found, out, err := inductive(ctx, p, nil, cs, open, o)
	if err != nil {
		return out, err
	}
	for _, l := range p.Locs {
		for _, t := range found[l] {
			u := back[factKey{l, t}]
			if u == nil {
				u = d.Up(t)
			}
			if !u.IsTrue() {
				b.mark(d.Origin(l), u, "check")
			}
		}
	}
	return out, nil
}

// exact reports whether a bit-vector formula has an equivalent over the integers.
func (d *Derivation) exact(t *logic.Term) bool {
	wraps := false
	logic.Walk(func(t *logic.Term) bool {
		switch t.Op() { // these are read as mathematical operations
		case logic.OpBVAddNSW, logic.OpBVSubNSW, logic.OpBVMulNSW, logic.OpBVNegNSW:
			wraps = true
		}
		return !wraps
	}, t)
	if wraps {
		return false
	}
	_, ok := intlower.ToIntegers(d.to, t)
	return ok
}

// inductive returns formulas among the candidates and the clauses of their atoms that are jointly inductive on
// p relative to given, without redundant ones. It tries all claims and literals first, then clauses together
// with what remains; quantified claims are tried before both, by themselves with the other claims.
func inductive(ctx context.Context, p *program.Program, given map[*program.Location]*logic.Term, cs []Fact,
	open smt.Opener, o CheckOptions) (found map[*program.Location][]*logic.Term, out Outcome, err error) {
	if o.Work == 0 {
		o.Work = checkWork
	}
	ops := 0
	for _, e := range p.Edges {
		for range program.AllOps(e.Ops) {
			ops++
		}
	}
	if ops > maxOps {
		out.Ended = fmt.Sprintf("the program has more than %d operations", maxOps)
		return nil, out, nil
	}
	k, err := newCheck(ctx, p, given, cs)
	if err != nil {
		if errors.Is(err, certify.ErrInconclusive) {
			out.Ended = err.Error()
			return nil, out, nil
		}
		return nil, out, err
	}
	whole := ctx
	ctx, end := work.Within(ctx, o.Work)
	defer end()
	open = briefly(open)
	done := func(err error) (map[*program.Location][]*logic.Term, Outcome, error) {
		for _, ts := range found {
			out.Kept += len(ts)
		}
		if whole.Err() != nil {
			return found, out, whole.Err()
		}
		if ctx.Err() != nil {
			out.Ended, err = work.Reason(ctx), nil
		}
		return found, out, err
	}
	if n := k.cells(); n > 0 {
		out.Candidates = n
		sub, end := work.Within(ctx, o.Work/2)
		left, err := k.hold(sub, open, k.said(true))
		end()
		if err != nil && sub.Err() == nil {
			return done(err)
		}
		if sabotage.Active(sabotage.CellsUnchecked) {
			left, err = k.said(true), nil
		}
		if err == nil && left != nil {
			k.know(left)
		}
		found = map[*program.Location][]*logic.Term{}
		for l, ts := range k.all(nil) {
			found[p.Locs[l.ID]] = ts
		}
	}
	for _, candidates := range []func(left map[*program.Location][]*logic.Term) map[*program.Location][]*logic.Term{k.claims, k.clauses} {
		tried := candidates(k.left)
		n := 0
		for _, ts := range tried {
			n += len(ts)
		}
		out.Candidates = max(out.Candidates, n)
		if n == 0 {
			continue
		}
		left, err := k.hold(ctx, open, tried)
		if err != nil {
			return done(err)
		}
		if left == nil {
			return done(nil)
		}
		k.left = left
		found = map[*program.Location][]*logic.Term{}
		for l, ts := range k.all(left) {
			found[p.Locs[l.ID]] = ts
		}
	}
	return done(nil)
}

// check is one search for inductive facts on a copy p of the program in which every location with a claim is a
// cut point. Invariant: known is inductive relative to given, and conjoined to the invariants of proof; left is
// inductive relative to these.
type check struct {
	p     *program.Program
	proof *certify.Proof
	cuts  []*program.Location
	at    map[*program.Location][]Fact
	left  map[*program.Location][]*logic.Term
	known map[*program.Location][]*logic.Term // found inductive, and assumed as invariants of proof
}

// newCheck copies p and makes every location with a claim a cut point.
func newCheck(ctx context.Context, p *program.Program, given map[*program.Location]*logic.Term, cs []Fact) (*check, error) {
	c := program.Clone(p)
	q := c.Program
	program.MarkLoopHeads(q)
	k := &check{p: q, at: map[*program.Location][]Fact{}, left: map[*program.Location][]*logic.Term{}, known: map[*program.Location][]*logic.Term{}}
	relevant := program.Reaching(q, q.Targets()...) // the proof has no steps from other locations
	for _, x := range cs {
		l := c.Location(x.At)
		if !relevant[l.ID] || l == q.Init || l == q.Error || l.Cut != "" || x.Formula.IsTrue() {
			continue
		}
		l.LoopHead = true
		x.At = l
		k.at[l] = append(k.at[l], x)
	}
	for _, l := range q.Locs {
		if l.LoopHead && relevant[l.ID] && l != q.Init {
			k.cuts = append(k.cuts, l)
		}
	}
	var err error
	if k.proof, err = certify.New(ctx, q); err != nil {
		return nil, err
	}
	for _, l := range k.cuts {
		if t := given[p.Locs[l.ID]]; t != nil {
			k.proof.Invariants[l] = t
		}
	}
	return k, nil
}

// claims returns as candidates all unquantified claims, the atoms of the facts, their negations and neighbours,
// and the first maxBorrowed atoms of facts at other locations.
func (k *check) claims(map[*program.Location][]*logic.Term) map[*program.Location][]*logic.Term {
	f := k.p.Terms
	out, said := map[*program.Location][]*logic.Term{}, k.said(false)
	for _, l := range k.cuts {
		b := newBag(out, l)
		b.add(said[l]...)
		for _, a := range k.atoms(l) {
			b.add(a, f.Not(a))
			b.add(neighbours(f, a)...)
		}
	}
	for _, l := range k.cuts {
		b := &bag{out, l, map[*logic.Term]bool{}}
		for _, t := range out[l] {
			b.has[t] = true
		}
		n := 0
		for _, m := range k.cuts {
			for _, a := range k.atoms(m) {
				if n++; m != l && n <= maxBorrowed {
					b.add(a, f.Not(a))
				}
			}
		}
	}
	return out
}

// neighbours returns inequalities weaker by one than an integer atom or its negation, and the two inequalities
// that make up an equation: what a loop condition implies inside the loop holds weakened by one at its head.
func neighbours(f *logic.Factory, a *logic.Term) []*logic.Term {
	if len(a.Args()) != 2 || !a.Arg(0).Sort().IsInt() {
		return nil
	}
	x, y := a.Arg(0), a.Arg(1)
	switch a.Op() {
	case logic.OpLe:
		return []*logic.Term{f.Le(x, f.Add(y, f.IntConst(1))), f.Le(y, x)}
	case logic.OpEq:
		return []*logic.Term{f.Le(x, y), f.Le(y, x)}
	}
	return nil
}

// clauses returns left and the clauses of two literals over the first maxPaired atoms that left does not
// decide.
func (k *check) clauses(left map[*program.Location][]*logic.Term) map[*program.Location][]*logic.Term {
	f := k.p.Terms
	out := map[*program.Location][]*logic.Term{}
	some := false
	for _, l := range k.cuts {
		b := newBag(out, l)
		b.add(left[l]...)
		var open []*logic.Term
		for _, a := range k.atoms(l) {
			if !b.has[a] && !b.has[f.Not(a)] && len(open) < maxPaired {
				open = append(open, a)
			}
		}
		for i, x := range open {
			for _, y := range open[:i] {
				for _, c := range []*logic.Term{f.Or(x, y), f.Or(x, f.Not(y)), f.Or(f.Not(x), y), f.Or(f.Not(x), f.Not(y))} {
					if !c.IsTrue() {
						b.add(c)
						some = true
					}
				}
			}
		}
	}
	if !some {
		return nil
	}
	return out
}

// atoms returns the distinct atoms of the facts at a location in the order of the facts.
func (k *check) atoms(l *program.Location) []*logic.Term {
	f := k.p.Terms
	var out []*logic.Term
	seen := map[*logic.Term]bool{}
	for _, x := range k.at[l] {
		if quantifies(x.Formula) {
			continue
		}
		for _, a := range logic.Atoms(x.Formula) {
			if !a.IsGround() && !seen[a] && !seen[f.Not(a)] {
				seen[a] = true
				out = append(out, a)
			}
		}
	}
	return out
}

// A bag is a set of formulas at a location, in order of insertion.
type bag struct {
	to  map[*program.Location][]*logic.Term
	l   *program.Location
	has map[*logic.Term]bool
}

func newBag(to map[*program.Location][]*logic.Term, l *program.Location) *bag {
	return &bag{to, l, map[*logic.Term]bool{}}
}

func (b *bag) add(ts ...*logic.Term) {
	for _, t := range ts {
		if !b.has[t] && !t.IsTrue() {
			b.has[t] = true
			b.to[b.l] = append(b.to[b.l], t)
		}
	}
}

// briefly bounds the work of each query: a fact that is hard to prove rarely helps.
func briefly(open smt.Opener) smt.Opener {
	return func(f *logic.Factory, o smt.Options) (smt.Solver, error) {
		o.Work, o.TimeoutMS = perQuestion, 0
		return open(f, o)
	}
}
