package vc

import (
	"slices"

	"cupel/product/boogie"
)

// call translates a call by inlining or by contract; site is its source position, or nil.
func (b *builder) call(s *boogie.Call, site *boogie.SourceLoc) {
	called := b.g.program.ast.Called(s)
	d := called.Proc
	args := make([]boogie.Type, len(called.Inst))
	for i, t := range called.Inst {
		args[i] = boogie.Instantiate(t, b.s.params, b.s.args)
	}
	depth := b.g.program.inlineDepth(d)
	inline := depth > b.g.inlined[d]
	var u *unit
	if inline {
		u = b.g.program.bodies[d][0]
	}
	in := b.g.newScope(d, u, args)
	callee := &builder{g: b.g, s: in, cur: b.cur, labels: map[string]int{}}
	if len(d.Ins) > 0 {
		c := command{op: opAssign}
		for i, v := range d.Ins {
			c.vars = append(c.vars, in.vars[v])
			c.rhs = append(c.rhs, expression{s.Args[i], b.s})
		}
		callee.add(c)
	}
	b.g.save(callee, in, d)
	callee.requires(s, d, site)
	if inline {
		b.g.inlined[d]++
		callee.inline(u)
		b.g.inlined[d]--
	} else {
		if depth > 0 && !slices.Contains(b.g.deep, d) {
			b.g.deep = append(b.g.deep, d)
		}
		callee.contract(d)
	}
	b.cur = callee.cur
	if len(d.Outs) > 0 {
		c := command{op: opAssign}
		for i, v := range d.Outs {
			c.vars = append(c.vars, b.g.lookup(b.s, b.g.decl(s.Outs[i]), false))
			c.rhs = append(c.rhs, expression{b.g.identOf(v), in})
		}
		b.add(c)
	}
	// As for assignments, where clauses are not assumed for the results.
	b.forget(in)
}

// requires asserts the preconditions of a call of d.
func (b *builder) requires(s *boogie.Call, d *boogie.Procedure, site *boogie.SourceLoc) {
	for _, r := range d.Requires {
		if r.Free || s.Free {
			continue
		}
		b.assert(r.Cond, &check{id: b.g.program.id(Precondition, s, r), attrs: r.Attrs, pos: s.Pos, clause: r.Pos, source: site})
	}
}

// inline adds the body of the callee; old refers to the state at the call.
func (b *builder) inline(u *unit) {
	b.havoc(append(slices.Clone(u.outs), u.body.Locals...))
	b.body(u.body)
	for _, e := range u.proc.Ensures {
		if !e.Free {
			b.assert(e.Cond, &check{id: b.g.program.id(Postcondition, e, nil), attrs: e.Attrs, pos: e.Pos, clause: e.Pos})
		}
	}
}

// contract havocs what the callee may modify and assumes its postconditions.
func (b *builder) contract(d *boogie.Procedure) {
	b.havoc(append(b.g.program.modified(d), d.Outs...))
	for _, e := range d.Ensures {
		b.assume(e.Cond)
	}
}

// forget drops the variables of a finished instance.
func (b *builder) forget(in *scope) {
	seen := map[*variable]bool{}
	c := command{op: opForget}
	for _, m := range []map[*boogie.Variable]*variable{in.vars, in.old} {
		for _, x := range m {
			if !seen[x] {
				seen[x] = true
				c.vars = append(c.vars, x)
			}
		}
	}
	b.add(c)
}
