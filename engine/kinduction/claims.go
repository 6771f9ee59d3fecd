package kinduction

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/houdini"
	"cupel/core/work"
	"cupel/kernel/facts"
)

// Claims of other analyses and the comparisons of the program are tried as auxiliary invariants by k-induction,
// all together: those that hold at the depths of the base case, and at some depth of the step case if they hold
// at the depths before it. What is proven strengthens the step case at all depths (Kahsai, Ge, Tinelli,
// "Instantiation-Based Invariant Discovery", NFM 2011), and is published.

// A claim is a candidate invariant. The selector on assumes it in the step case at all depths but the last.
type claim struct {
	at      *program.Location
	formula *logic.Term
	on      *logic.Term
}

// A lemma is a set of claims proven together at a depth of the step case, relative to the facts and earlier
// lemmas.
type lemma struct {
	depth  int
	claims []*claim
}

// begin adds the program's comparisons as claims.
func (x *search) begin() {
	x.seen = map[*program.Location][]*logic.Term{}
	all := compared(x.p)
	for _, l := range x.p.LoopHeads() {
		for _, t := range all {
			x.candidate(l, t)
		}
	}
}

// gather adds new claims of the board.
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

// candidate adds the unknown conjuncts of a formula at a location that is no target.
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

// compared returns the program's comparisons and their negations; nil if there are too many.
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

// strengthen tries the open claims at the current depth and adds those proven to the facts, while that has cost
// no more than a share of the work.
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

// try returns the open claims proven at the current depth, and drops refuted ones.
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

// invariants returns the proven formulas at locations of the given program.
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

// holding returns the claims that hold at all depths so far, and records up to which depth.
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

// at returns the node of a location in a layer.
func at(layer []*node, l *program.Location) *node {
	for _, n := range layer {
		if n.loc == l {
			return n
		}
	}
	return nil
}

// at instantiates a formula at a node. Dead variables become fresh symbols: existential in an assumption,
// universal in a goal.
func (u *unrolling) at(n *node, t *logic.Term) *logic.Term {
	u.enter(n)
	for _, sym := range logic.FreeVars(t) {
		if v := u.p.VarOf(sym); v != nil && n.vals[v] == nil {
			u.state.Set(v, u.f.Fresh(v.Name, v.Sort()))
		}
	}
	return u.state.Eval(t)
}

// suppose makes the claim's selector imply it in all layers but the last.
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

// A question is whether a claim can fail at some node.
type question struct {
	*claim
	fail *logic.Term
}

// fails returns the question whether a claim fails at a node.
func (u *unrolling) fails(c *claim, n *node) question {
	return question{c, u.f.And(n.in, u.f.Not(u.at(n, c.formula)))}
}

// refute returns the largest subset of the questions that are jointly unsatisfiable under their own claims and
// assumed, apart from questions without an answer: those that a model answers are dropped until none is.
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

// inductive returns the claims that hold in the last layer if they hold in all layers before.
func (u *unrolling) inductive(ctx context.Context, claims []*claim) ([]*claim, error) {
	var open []question
	var out []*claim // locations unreachable at this depth
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

// learn asserts proven claims at all depths.
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
