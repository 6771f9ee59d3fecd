package passes

import (
	"context"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// Constants propagates constants and copies of temporaries and parameters along
// the edges that can be taken, learns constants from assumptions x = c, folds
// the terms and removes edges whose assumptions became false. It is conditional
// constant propagation (Wegman and Zadeck) on the automaton instead of SSA form:
// the environment of a location is met only over edges found feasible.
var Constants = measured("constants", "conditional constant and copy propagation",
	func(ctx context.Context, p *program.Program) (*program.Program, error) {
		c := newConstants(p)
		if err := c.analyse(ctx); err != nil {
			return nil, err
		}
		d := newDraft(p, func(e *program.Edge) ([]program.Op, bool) {
			if !c.seen[e.Src.ID] {
				return nil, false
			}
			ops, _, ok := c.edge(e, c.at[e.Src.ID])
			return ops, ok
		})
		return d.build(), nil
	})

type constants struct {
	p    *program.Program
	f    *logic.Factory
	n    *numbering
	at   []trie[*logic.Term] // environment by location: a constant, or the symbol copied
	seen []bool
	// copies lists for a variable those that were once found to be copies of it,
	// to be forgotten when it changes.
	copies map[int][]int
	visits int // of locations, by the analysis
}

func newConstants(p *program.Program) *constants {
	return &constants{p: p, f: p.Terms, n: number(p), at: make([]trie[*logic.Term], len(p.Locs)), seen: make([]bool, len(p.Locs)), copies: map[int][]int{}}
}

func (c *constants) analyse(ctx context.Context) error {
	w := newWorklist(c.p, loopsFirst(program.WeakTopologicalOrder(c.p), nil))
	c.seen[c.p.Init.ID] = true
	w.add(c.p.Init)
	for n := 0; w.queue.Len() > 0; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		l := w.next()
		c.visits++
		for _, e := range l.Out {
			_, env, ok := c.edge(e, c.at[l.ID])
			if !ok {
				continue
			}
			to := e.Dst.ID
			if !c.seen[to] {
				c.seen[to], c.at[to] = true, env
				w.add(e.Dst)
				continue
			}
			if m := meet(c.at[to], env); m != c.at[to] && !sabotage.Active(sabotage.PassConstants) {
				c.at[to] = m
				w.add(e.Dst)
			}
		}
	}
	return nil
}

// loopsFirst appends the locations of the components to order, a loop's before what follows the loop. In a reverse postorder what
// follows may come before the loop's body, and is then visited again after each of the loops before it.
func loopsFirst(cs []*program.Component, order []*program.Location) []*program.Location {
	for _, c := range cs {
		order = loopsFirst(c.Inner, append(order, c.Head))
	}
	return order
}

// edge returns e's operations in the environment, the one after them, and false
// when the edge cannot be taken.
func (c *constants) edge(e *program.Edge, env trie[*logic.Term]) ([]program.Op, trie[*logic.Term], bool) {
	return c.ops(e.Ops, env, len(e.Src.Out) > 1)
}

func (c *constants) ops(ops []program.Op, env trie[*logic.Term], branch bool) ([]program.Op, trie[*logic.Term], bool) {
	out := make([]program.Op, 0, len(ops))
	for i, o := range ops {
		if o.Kind == program.OpChoice {
			n, after, ok := c.choice(o, env)
			if !ok {
				return nil, env, false
			}
			out, env = append(out, n), after
			continue
		}
		o = o.Map(func(t *logic.Term) *logic.Term { return c.fold(t, env) }, nil)
		switch o.Kind {
		case program.OpAssume:
			if o.Note == program.Room { // the model's alone (ReuseHeap)
				break
			}
			if o.Expr.IsFalse() {
				return nil, env, false
			}
			env = c.learn(o.Expr, env)
			if o.Expr.IsTrue() && !(branch && i == 0) {
				continue
			}
		case program.OpAssign:
			if o.Expr == o.Var.Sym {
				continue // v := v, after folding a copy
			}
			env = c.assign(c.n.index[o.Var], o.Expr, env)
		case program.OpHavoc:
			if !sabotage.Active(sabotage.PassForget) {
				env = c.forget(c.n.index[o.Var], env)
			}
		case program.OpCheck:
			if o.Expr.IsTrue() {
				continue
			}
		}
		out = append(out, o)
	}
	return out, env, true
}

// choice keeps infeasible alternatives, as an assumption that fails, so that
// alternatives stay aligned with the edge's Parts.
func (c *constants) choice(o program.Op, env trie[*logic.Term]) (program.Op, trie[*logic.Term], bool) {
	var after trie[*logic.Term]
	any := false
	alts := make([][]program.Op, len(o.Alts))
	for i, alt := range o.Alts {
		ops, end, ok := c.ops(alt, env, false)
		switch {
		case !ok:
			alts[i] = []program.Op{program.Assume(c.f.False())}
			continue
		case any:
			after = meet(after, end)
		default:
			after, any = end, true
		}
		alts[i] = ops
	}
	o.Alts = alts
	return o, after, any
}

func (c *constants) fold(t *logic.Term, env trie[*logic.Term]) *logic.Term {
	for _, i := range c.n.mentions(t) {
		if env.get(c.n.depth, i) != nil {
			return c.f.NewSubst(func(v *logic.Term) *logic.Term {
				if i, ok := c.n.bySym[v]; ok {
					return env.get(c.n.depth, i)
				}
				return nil
			}).Apply(t)
		}
	}
	return t
}

// forget removes all bindings that involve the variable i, which is assigned.
func (c *constants) forget(i int, env trie[*logic.Term]) trie[*logic.Term] {
	sym := c.n.vars[i].Sym
	for _, j := range c.copies[i] {
		if env.get(c.n.depth, j) == sym {
			env = env.set(c.n.depth, j, nil)
		}
	}
	return env.set(c.n.depth, i, nil)
}

func (c *constants) assign(i int, t *logic.Term, env trie[*logic.Term]) trie[*logic.Term] {
	env = c.forget(i, env)
	switch {
	case t.IsConst():
		return env.set(c.n.depth, i, t)
	case t.IsVar():
		j, ok := c.n.bySym[t]
		if !ok || j == i || !worthCopying(c.n.vars[i], c.n.vars[j]) {
			return env
		}
		known := false
		for _, k := range c.copies[j] {
			known = known || k == i
		}
		if !known {
			c.copies[j] = append(c.copies[j], i)
		}
		return env.set(c.n.depth, i, t)
	}
	return env
}

// worthCopying: temporaries and the parameters and results of inlined calls
// give way to what they copy; a variable of the source keeps its name, which
// predicates and invariants mention.
func worthCopying(copied, original *program.Var) bool {
	return copied.Temp || !original.Temp && copied.Func != original.Func
}

// learn adds the equalities with constants that a condition implies.
func (c *constants) learn(t *logic.Term, env trie[*logic.Term]) trie[*logic.Term] {
	know := func(v, val *logic.Term) {
		if i, ok := c.n.bySym[v]; ok && env.get(c.n.depth, i) == nil {
			env = env.set(c.n.depth, i, val)
		}
	}
	switch t.Op() {
	case logic.OpAnd:
		for _, a := range t.Args() {
			env = c.learn(a, env)
		}
	case logic.OpVar:
		know(t, c.f.True())
	case logic.OpNot:
		if t.Arg(0).IsVar() {
			know(t.Arg(0), c.f.False())
		}
	case logic.OpEq:
		a, b := t.Arg(0), t.Arg(1)
		if a.IsConst() {
			a, b = b, a
		}
		if a.IsVar() && b.IsConst() {
			know(a, b)
		}
	}
	return env
}
