package kinduction

import (
	"context"
	"slices"

	"cupel/facts"
	"cupel/logic"
	"cupel/program"
	"cupel/smt"
	"cupel/smt/houdini"
	"cupel/work"
)

// What others claim, and the comparisons that the program makes, are tried as invariants by
// k-induction, too, all of them together: those that hold at the depths of the base case, and at a
// depth of the step case if they hold at those before it. What is proven strengthens the step case
// at all depths (Kahsai, Ge, Tinelli, "Instantiation-Based Invariant Discovery", NFM 2011), and the
// board is told.

// A claim is a candidate. on assumes it at the depths of the step case before the last one.
type claim struct {
	at      *program.Location
	formula *logic.Term
	on      *logic.Term
}

// A lemma is a set of claims that were proven together at a depth of the step case, assuming the
// facts and the lemmas before it.
type lemma struct {
	depth  int
	claims []*claim
}

// begin gathers the comparisons that the program makes.
func (x *search) begin() {
	x.seen = map[*program.Location][]*logic.Term{}
	all := compared(x.p)
	for _, l := range x.p.LoopHeads() {
		for _, t := range all {
			x.candidate(l, t)
		}
	}
}

// gather adds the claims of the board that are new.
func (x *search) gather() {
	board := x.given.Tools.Board
	if board.Len() == x.read {
		return
	}
	x.read = board.Len()
	down := facts.Derive(board.Program(), x.p)
	claims := board.Claims()
	for _, l := range board.Program().Locs {
		for _, t := range claims[l] {
			for _, image := range down.Images(l) {
				x.candidate(image, down.Down(t))
			}
		}
	}
}

// candidate adds the conjuncts of a formula at a location where executions go on, unless they are
// known.
func (x *search) candidate(l *program.Location, formula *logic.Term) {
	if len(l.Out) == 0 {
		return
	}
	known := x.step.facts[l]
	for _, t := range logic.Conjuncts(formula) {
		if t.IsTrue() || known != nil && slices.Contains(logic.Conjuncts(known), t) || len(x.seen[l]) >= maxClaims ||
			slices.Contains(x.seen[l], t) || logic.Size(t) > maxClaimSize {
			continue
		}
		x.seen[l] = append(x.seen[l], t)
		x.open = append(x.open, &claim{at: l, formula: t})
	}
}

// compared are the comparisons that the program makes, and their negations; nil: there are many.
func compared(p *program.Program) []*logic.Term {
	var exprs, all []*logic.Term
	for _, e := range p.Edges {
		for op := range program.AllOps(e.Ops) {
			if op.Kind == program.OpAssume {
				exprs = append(exprs, op.Expr)
			}
		}
	}
	for _, t := range logic.Atoms(exprs...) {
		if len(t.Args()) == 2 && !t.Arg(0).Sort().IsBool() && !t.IsGround() {
			all = append(all, t, p.Terms.Not(t))
		}
	}
	if len(all) > maxCompared {
		return nil
	}
	return all
}

// strengthen tries the open claims at the present depth and adds what is proven to the facts, as
// long as that has taken no more than a part of the work.
func (x *search) strengthen(ctx context.Context) error {
	before := x.work()
	budget := max(before/claimShare, firstClaims) - x.claimWork
	if budget <= 0 {
		return nil
	}
	x.gather()
	sub, end := work.Within(ctx, budget)
	defer end()
	proven, err := x.try(sub)
	x.claimWork += x.work() - before
	switch {
	case sub.Err() != nil && ctx.Err() == nil:
		return nil
	case err != nil || len(proven) == 0:
		return err
	}
	x.lemmas = append(x.lemmas, lemma{x.step.depth, proven})
	x.open = slices.DeleteFunc(x.open, func(c *claim) bool { return slices.Contains(proven, c) })
	for _, c := range proven {
		x.given.Tools.Board.Publish("kinduction", facts.Relative, c.at, c.formula)
	}
	return x.step.learn(proven)
}

// try returns the open claims that are proven at the present depth; it drops those that are wrong.
func (x *search) try(ctx context.Context) ([]*claim, error) {
	open, err := x.base.holding(ctx, x.open)
	if err != nil {
		return nil, err
	}
	x.open = open
	for _, c := range open {
		if c.on == nil {
			c.on = x.step.fresh()
		}
		if err := x.step.suppose(c); err != nil {
			return nil, err
		}
	}
	return x.step.inductive(ctx, open)
}

// invariants are what was proven, by location of the program that was given.
func (x *search) invariants() map[*program.Location]*logic.Term {
	found := map[*program.Location]*logic.Term{}
	for _, l := range x.lemmas {
		for _, c := range l.claims {
			x.p.Conjoin(found, c.at, c.formula)
		}
	}
	if x.p == x.given.Program {
		return found
	}
	return facts.Derive(x.given.Program, x.p).UpAll(found)
}

// holding returns the claims that hold at the depths until now; it remembers which depths those are.
func (u *unrolling) holding(ctx context.Context, claims []*claim) ([]*claim, error) {
	from := len(u.layers)
	for _, c := range claims {
		from = min(from, u.held[c])
	}
	for d := from; d < len(u.layers); d++ {
		var open []question
		var out []*claim
		for _, c := range claims {
			var n *node
			if u.held[c] <= d {
				n = at(u.layers[d], c.at)
			}
			if n != nil {
				open = append(open, u.fails(c, n))
			} else {
				out = append(out, c)
			}
		}
		open, err := u.refute(ctx, open, nil)
		if err != nil {
			return nil, err
		}
		for _, q := range open {
			out = append(out, q.claim)
		}
		claims = out
	}
	for _, c := range claims {
		u.held[c] = len(u.layers)
	}
	return claims, nil
}

// at is the node of a location in a layer.
func at(layer []*node, l *program.Location) *node {
	for _, n := range layer {
		if n.loc == l {
			return n
		}
	}
	return nil
}

// at is what a formula says at a node; what it says of dead variables, it says of fresh ones: an
// assumption of some values, a question of any.
func (u *unrolling) at(n *node, t *logic.Term) *logic.Term {
	u.enter(n)
	for _, sym := range logic.FreeVars(t) {
		if v := u.p.VarOf(sym); v != nil && n.vals[v] == nil {
			u.state.Set(v, u.f.Fresh(v.Name, v.Sort()))
		}
	}
	return u.state.Eval(t)
}

// suppose lets a claim's symbol assume it in the layers before the last.
func (u *unrolling) suppose(c *claim) error {
	for _, layer := range u.layers[u.held[c] : len(u.layers)-1] {
		if n := at(layer, c.at); n != nil {
			if err := u.s.Assert(u.f.Implies(u.f.And(c.on, n.in), u.at(n, c.formula))); err != nil {
				return err
			}
		}
	}
	u.held[c] = len(u.layers) - 1
	return nil
}

// A question is whether a claim can fail somewhere.
type question struct {
	*claim
	fail *logic.Term
}

// fails asks whether a claim fails at a node.
func (u *unrolling) fails(c *claim, n *node) question {
	return question{c, u.f.And(n.in, u.f.Not(u.at(n, c.formula)))}
}

// refute leaves the questions whose answer is no for all of those together that are left, while
// their claims and the given ones are assumed where they can be: the most of them, but for questions
// that have no answer.
func (u *unrolling) refute(ctx context.Context, open []question, assumed []*claim) ([]question, error) {
	q := houdini.Questions[question]{
		Ask: func(ctx context.Context, left []question) (smt.Result, error) {
			var fails, on []*logic.Term
			for _, q := range left {
				fails = append(fails, q.fail)
				if q.on != nil {
					on = append(on, q.on)
				}
			}
			for _, c := range assumed {
				on = append(on, c.on)
			}
			some := u.f.Or(fails...)
			if some.IsFalse() {
				return smt.Unsat, nil
			}
			u.asked++
			r, err := u.s.Check(ctx, append(on, some)...)
			if err == nil {
				err = ctx.Err()
			}
			return r, err
		},
		Model: u.s.Model,
		Fails: func(m smt.Model, q question) bool {
			v := m.Value(q.fail)
			return v == nil || v.IsTrue()
		},
	}
	return q.Holding(ctx, open)
}

// inductive returns the claims that hold in the last layer when they hold in those before it.
func (u *unrolling) inductive(ctx context.Context, claims []*claim) ([]*claim, error) {
	var open []question
	var out []*claim // where no execution is after so many blocks
	for _, c := range claims {
		if n := at(u.layers[u.depth], c.at); n != nil {
			open = append(open, u.fails(c, n))
		} else {
			out = append(out, c)
		}
	}
	open, err := u.refute(ctx, open, out)
	for _, q := range open {
		out = append(out, q.claim)
	}
	return out, err
}

// learn makes proven claims facts of all depths.
func (u *unrolling) learn(claims []*claim) error {
	if u.facts == nil {
		u.facts = map[*program.Location]*logic.Term{}
	}
	for _, c := range claims {
		u.p.Conjoin(u.facts, c.at, c.formula)
		for _, layer := range u.layers {
			if n := at(layer, c.at); n != nil {
				if err := u.s.Assert(u.f.Implies(n.in, u.at(n, c.formula))); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
