package vc

import (
	"math/big"
	"slices"

	"cupel/core/logic"
)

// obligation is an assertion at one point of the acyclic graph.
type obligation struct {
	check *check
	// fails is a symbol that implies that the assertion is reached and false.
	fails *logic.Term
	// when is the condition that fails implies.
	when *logic.Term
	// state maps variables to their values at the assertion.
	state map[*variable]value
}

// condition is the verification condition of a procedure in passive form.
//
// Invariant: a model of facts in which an obligation's symbol is true contains an execution (of the graph with
// its loops cut) to the failing assertion.
type condition struct {
	tr *translator
	// facts hold in every execution: definitions of the points' symbols, and axioms.
	facts       []*logic.Term
	obligations []obligation
	// goal selects the checks that become obligations; nil: all.
	goal func(*Failure) bool
	// meaning maps a symbol to its defining terms; loose are symbols that over-approximate, see exact.go.
	meaning map[*logic.Term][]*logic.Term
	// doubt are symbols that are false in real executions.
	doubt map[*logic.Term]bool
	// end implies that the body terminates; nil if its end is unreachable.
	end   *logic.Term
	loose map[*logic.Term]bool
}

// asked reports whether a check becomes an obligation.
func (c *condition) asked(k *check) bool {
	if c.goal == nil {
		return true
	}
	f := k.report()
	return c.goal(&f)
}

// generate computes the verification condition of an acyclic graph.
//
// Every point has a Boolean symbol that implies that some predecessor is reached and that the assumptions and
// assertions since then are true. A passed assertion counts as assumed (Boogie's subsumption): an error after
// it is reported if it can occur without the first one. With goal, only the selected checks are obligations,
// and they are not assumed.
func generate(tr *translator, g *graph, goal func(*Failure) bool) *condition {
	c := &condition{tr: tr, goal: goal, meaning: map[*logic.Term][]*logic.Term{}, loose: map[*logic.Term]bool{}, doubt: map[*logic.Term]bool{}}
	list, _ := g.order()
	preds := g.predecessors(list)
	ends := make([]end, len(g.blocks))
	left := make([]int, len(g.blocks)) // number of successors that have not merged the end yet
	for _, v := range list {
		left[v] = len(g.blocks[v].succs)
	}
	for _, v := range list {
		p := &passage{c: c, tr: tr, at: tr.f.True(), state: map[*variable]value{}}
		if v != g.entry {
			ins := make([]end, len(preds[v]))
			for i, q := range preds[v] {
				ins[i] = ends[q]
				if left[q]--; left[q] == 0 {
					ends[q] = end{}
				}
			}
			p.arrive(ins)
		}
		for _, cmd := range g.blocks[v].cmds {
			if p.at.IsFalse() {
				break
			}
			p.command(cmd)
		}
		p.here()
		ends[v] = end{at: p.at, state: p.state}
	}
	c.end = ends[g.exit].at
	c.facts = append(c.facts, c.background()...)
	return c
}

// end is the final state of a block.
type end struct {
	at    *logic.Term
	state map[*variable]value
}

// passage translates one block.
type passage struct {
	c       *condition
	tr      *translator
	at      *logic.Term   // the last point with a symbol
	pending []*logic.Term // conditions since then
	state   map[*variable]value
}

// name returns a symbol that implies a formula.
func (c *condition) name(prefix string, t *logic.Term) *logic.Term {
	if t.Op() == logic.OpConst || t.Op() == logic.OpVar {
		return t
	}
	s := c.tr.f.Fresh(prefix, logic.Bool)
	c.facts = append(c.facts, c.tr.f.Implies(s, t))
	c.meaning[s] = []*logic.Term{t}
	return s
}

// here introduces a symbol for the current point.
func (p *passage) here() {
	if len(p.pending) > 0 {
		p.at = p.c.name("at", p.tr.f.And(append(p.pending, p.at)...))
		p.pending = nil
	}
}

// arrive merges the ends of the predecessors: a variable whose values differ gets a new symbol, equal to the
// value of the predecessor taken.
func (p *passage) arrive(ins []end) {
	f := p.tr.f
	live := ins[:0:0]
	for _, e := range ins {
		if e.at != f.False() {
			live = append(live, e)
		}
	}
	if len(live) == 0 {
		p.at = f.False()
		return
	}
	p.state = make(map[*variable]value, len(live[0].state))
	equations := make([][]*logic.Term, len(live))
	for _, x := range variables(live) {
		vs := make([]value, len(live))
		for i, e := range live {
			vs[i] = p.tr.read(e.state, x)
		}
		p.state[x] = each(func(ts ...*logic.Term) *logic.Term {
			same := true
			for _, t := range ts {
				same = same && t == ts[0]
			}
			if same {
				return ts[0]
			}
			y := f.Fresh(x.name, ts[0].Sort())
			for i, t := range ts {
				equations[i] = append(equations[i], f.Eq(y, t))
			}
			p.c.meaning[y] = slices.Clone(ts)
			return y
		}, vs...)
	}
	ways, from := make([]*logic.Term, len(live)), make([]*logic.Term, len(live))
	for i, e := range live {
		ways[i], from[i] = f.And(append(equations[i], e.at)...), e.at
	}
	p.at = p.c.name("at", f.Or(ways...))
	if _, named := p.c.meaning[p.at]; named && len(live) > 1 {
		p.c.meaning[p.at] = from // the equations define the values' symbols
	}
}

// variables lists the variables with values in some end, in a fixed order.
func variables(ends []end) []*variable {
	seen := map[*variable]bool{}
	var out []*variable
	for _, e := range ends {
		for x := range e.state {
			if !seen[x] {
				seen[x] = true
				out = append(out, x)
			}
		}
	}
	sortVariables(out)
	return out
}

func (p *passage) environment(e expression) *environment {
	return &environment{in: e.in, state: p.state}
}

// command translates one command: assumptions and assertions extend pending, assignments and havoc change
// state.
func (p *passage) command(c command) {
	f := p.tr.f
	switch c.op {
	case opAssume:
		if c.dead {
			p.assume(f.False())
			return
		}
		if c.facts != nil {
			p.bounds(c.facts)
			return
		}
		env := p.environment(c.cond)
		if env.polarity = 1; c.negated {
			env.polarity = -1
		}
		t := p.tr.bool(c.cond.e, env)
		if c.negated {
			t = f.Not(t)
		}
		p.assume(t)
	case opAssert:
		t := p.tr.bool(c.cond.e, p.environment(c.cond))
		if t == f.True() {
			return
		}
		asked := p.c.asked(c.check)
		if asked {
			p.here()
			when := f.And(p.at, f.Not(t))
			p.c.obligations = append(p.c.obligations, obligation{
				check: c.check, fails: p.c.name("fails", when), when: when, state: snapshot(p.state),
			})
		}
		if !asked || p.c.goal == nil {
			p.assume(t)
		}
	case opAssign:
		values := make([]value, len(c.vars))
		for i := range c.vars {
			values[i] = p.tr.value(c.rhs[i].e, p.environment(c.rhs[i]))
			if c.lhs != nil {
				values[i] = p.tr.update(c.lhs[i].e, p.environment(c.lhs[i]), values[i])
			}
		}
		for i, x := range c.vars {
			p.state[x] = values[i]
		}
	case opHavoc:
		for _, x := range c.vars {
			p.state[x] = p.tr.fresh(x.name, x.typ)
			kind := p.c.loose
			if x.decl.Attrs.Find("doubt") != nil {
				kind = p.c.doubt
			}
			for _, t := range p.state[x].leaves(nil) {
				kind[t] = true
			}
		}
	case opForget:
		for _, x := range c.vars {
			delete(p.state, x)
		}
	}
}

func (p *passage) assume(t *logic.Term) {
	switch t {
	case p.tr.f.True():
	case p.tr.f.False():
		p.at, p.pending = t, nil
	default:
		p.pending = append(p.pending, t)
	}
}

// bounds assumes intervals.
func (p *passage) bounds(facts map[*variable]interval) {
	f := p.tr.f
	var xs []*variable
	for x := range facts {
		xs = append(xs, x)
	}
	sortVariables(xs)
	for _, x := range xs {
		t := p.tr.read(p.state, x).term
		if lo := facts[x].lo; lo != nil {
			p.assume(f.Ge(t, f.IntBig(lo)))
		}
		if hi := facts[x].hi; hi != nil {
			p.assume(f.Le(t, f.IntBig(new(big.Int).Set(hi))))
		}
	}
}

func snapshot(s map[*variable]value) map[*variable]value {
	r := make(map[*variable]value, len(s))
	for x, v := range s {
		if x.in == nil || len(x.in.args) == 0 {
			r[x] = v
		}
	}
	return r
}

// background returns the axioms and the distinctness of unique constants.
func (c *condition) background() []*logic.Term {
	tr := c.tr
	var out []*logic.Term
	for _, a := range tr.g.program.axioms {
		out = append(out, tr.bool(a.Cond, &environment{polarity: 1}))
	}
	type group struct{ values []value }
	byType := map[string]*group{}
	for _, k := range tr.g.program.consts {
		if !k.Unique {
			continue
		}
		t := tr.info.VarType(k)
		name := canonical(t)
		g := byType[name]
		if g == nil {
			g = &group{}
			byType[name] = g
		}
		v := tr.constant(k)
		for _, w := range g.values {
			out = append(out, tr.f.Not(equal(tr.f, v, w)))
		}
		g.values = append(g.values, v)
	}
	out = append(out, tr.orders()...)
	tr.instantiate()
	return append(out, tr.axioms...)
}
