package vc

import "cupel/product/boogie"

// builder adds the blocks of one procedure instance to a graph. The current block is -1 in unreachable code.
type builder struct {
	g      *graph
	s      *scope
	cur    int
	labels map[string]int // label to block
	exit   int
	breaks []target
}

// target is the continuation of a break.
type target struct {
	labels []string
	loop   bool
	block  int
}

func (b *builder) block() int {
	b.g.blocks = append(b.g.blocks, &block{in: b.s})
	b.count()
	return len(b.g.blocks) - 1
}

func (b *builder) count() {
	if b.g.commands++; b.g.commands > maxCommands {
		fail("more than %d commands after inlining", maxCommands)
	}
}

// start begins a new block.
func (b *builder) start() int {
	b.cur = b.block()
	return b.cur
}

func (b *builder) add(c command) {
	if b.cur >= 0 {
		b.count()
		blk := b.g.blocks[b.cur]
		blk.cmds = append(blk.cmds, c)
	}
}

func (b *builder) edge(to int) {
	if b.cur >= 0 {
		blk := b.g.blocks[b.cur]
		blk.succs = append(blk.succs, to)
	}
}

// jump ends the current block with an edge; the code after it is unreachable.
func (b *builder) jump(to int) {
	b.edge(to)
	b.cur = -1
}

// enter ends the current block with an edge to blk and continues there.
func (b *builder) enter(blk int) {
	b.edge(blk)
	b.cur = blk
}

func (b *builder) assume(e boogie.Expr) {
	b.add(command{op: opAssume, cond: expression{e, b.s}})
}

func (b *builder) assert(e boogie.Expr, c *check) {
	if c.source == nil {
		if l, ok := c.attrs.SourceLoc(); ok {
			c.source = &l
		}
	}
	c.in = b.s
	b.add(command{op: opAssert, cond: expression{e, b.s}, check: c})
}

// set assigns a whole variable.
func (b *builder) set(v *variable, e expression) {
	b.add(command{op: opAssign, vars: []*variable{v}, rhs: []expression{e}})
}

// assumeWhere assumes the where clause of a variable; the parameters of an implementation have those of the procedure.
func (b *builder) assumeWhere(v *boogie.Variable) {
	if d := b.g.lookup(b.s, v, false).decl; d.Where != nil {
		b.assume(d.Where)
	}
}

// havoc havocs variables and assumes their where clauses.
func (b *builder) havoc(vs []*boogie.Variable) {
	if len(vs) == 0 {
		return
	}
	c := command{op: opHavoc}
	for _, v := range vs {
		c.vars = append(c.vars, b.g.lookup(b.s, v, false))
	}
	b.add(c)
	for _, v := range vs {
		b.assumeWhere(v)
	}
}

// body adds the statements of a body and continues at its exit.
func (b *builder) body(body *boogie.Body) {
	b.exit = b.block()
	boogie.WalkStmts(body.Stmts, func(s boogie.Stmt) {
		if l, ok := s.(*boogie.Label); ok {
			k := b.block()
			b.labels[l.Name], b.g.blocks[k].label = k, l.Pos
		}
	})
	b.stmts(body.Stmts)
	b.enter(b.exit)
}

func (b *builder) stmts(ss []boogie.Stmt) {
	var labels []string // immediately before the statement
	for i, s := range ss {
		if c, ok := s.(*boogie.Call); ok && b.cur >= 0 {
			b.call(c, callSite(c, ss[:i]))
			labels = nil
			continue
		}
		if l, ok := s.(*boogie.Label); ok {
			b.enter(b.labels[l.Name])
			labels = append(labels, l.Name)
			continue
		}
		b.stmt(s, labels)
		labels = nil
	}
}

// callSite is the source position of a call: from its own attribute, or from an assumption immediately before
// it, as solc-verify writes it.
func callSite(c *boogie.Call, before []boogie.Stmt) *boogie.SourceLoc {
	l, ok := c.Attrs.SourceLoc()
	if !ok && len(before) > 0 {
		if a, isAssume := before[len(before)-1].(*boogie.Assume); isAssume {
			l, ok = a.Attrs.SourceLoc()
		}
	}
	if !ok {
		return nil
	}
	return &l
}

// around runs f with a target for break.
func (b *builder) around(labels []string, loop bool, after int, f func()) {
	b.breaks = append(b.breaks, target{labels, loop, after})
	f()
	b.breaks = b.breaks[:len(b.breaks)-1]
}

// stmt adds a statement with its labels.
func (b *builder) stmt(s boogie.Stmt, labels []string) {
	switch s := s.(type) {
	case *boogie.Assert:
		b.assert(s.Cond, &check{id: b.g.program.id(Assertion, s, nil), attrs: s.Attrs, pos: s.Pos, clause: s.Pos})
	case *boogie.Assume:
		b.add(command{op: opAssume, cond: expression{s.Cond, b.s}, attrs: s.Attrs})
	case *boogie.Assign:
		c := command{op: opAssign}
		for i, l := range s.Lhs {
			c.vars = append(c.vars, b.g.lookup(b.s, b.g.decl(root(l)), false))
			c.lhs = append(c.lhs, expression{l, b.s})
			c.rhs = append(c.rhs, expression{s.Rhs[i], b.s})
		}
		b.add(c)
	case *boogie.Havoc:
		b.havoc(b.g.program.assigned(s))
	case *boogie.If:
		b.ifStmt(s, labels)
	case *boogie.While:
		b.while(s, labels)
	case *boogie.Goto:
		for _, l := range s.Labels {
			b.edge(b.labels[l])
		}
		b.cur = -1
	case *boogie.Return:
		b.jump(b.exit)
	case *boogie.Break:
		for i := len(b.breaks) - 1; i >= 0; i-- {
			t := b.breaks[i]
			if s.Label == "" && t.loop || s.Label != "" && contains(t.labels, s.Label) {
				b.jump(t.block)
				return
			}
		}
	}
}

func contains(names []string, n string) bool {
	for _, m := range names {
		if m == n {
			return true
		}
	}
	return false
}

// branch starts a block after from that assumes a condition or its negation.
func (b *builder) branch(from int, cond boogie.Expr, negated bool) {
	b.cur = from
	to := b.block()
	b.enter(to)
	if cond != nil && from >= 0 {
		b.add(command{op: opAssume, cond: expression{cond, b.s}, negated: negated})
	}
}

func (b *builder) ifStmt(s *boogie.If, labels []string) {
	from, after := b.cur, b.block()
	if from >= 0 {
		b.g.blocks[from].branches = s.Cond != nil
	}
	b.around(labels, false, after, func() {
		b.branch(from, s.Cond, false)
		b.unreachableFrom(from)
		b.stmts(s.Then)
		b.edge(after)
		b.branch(from, s.Cond, true)
		b.unreachableFrom(from)
		b.stmts(s.Else)
		b.edge(after)
	})
	b.cur = after
}

// unreachableFrom makes the current block unreachable if the block before is; labels inside may still be
// reached.
func (b *builder) unreachableFrom(from int) {
	if from < 0 {
		b.cur = -1
	}
}

func (b *builder) while(s *boogie.While, labels []string) {
	head, after := b.block(), b.block()
	b.enter(head)
	b.g.blocks[head].loop, b.g.blocks[head].branches = s, s.Cond != nil
	for _, i := range s.Invariants {
		if i.Free {
			b.assume(i.Cond)
		} else {
			b.assert(i.Cond, &check{id: b.g.program.id(Assertion, i, nil), attrs: i.Attrs, pos: i.Pos, clause: i.Pos})
		}
	}
	b.around(labels, true, after, func() {
		b.branch(head, s.Cond, false)
		b.stmts(s.Body)
		b.edge(head)
	})
	b.branch(head, s.Cond, true)
	b.enter(after)
}
