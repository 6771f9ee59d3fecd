package distinguished_test

import (
	"pgregory.net/rapid"

	"cupel/analysis/absint/absinttest"
	"cupel/core/logic"
	"cupel/core/program"
)

// automaton draws programs with a few loops over arrays, whose executions are short: all states can be enumerated.
type automaton struct {
	t       *rapid.T
	p       *program.Program
	f       *logic.Factory
	n, i, x *program.Var
	r       *program.Var // rounds of all loops
	a       []*program.Var
	written []*logic.Term // that cells are what was written there, last
	simple  bool          // nothing is surprising, so that most is right
	stride  []int64
	base    []int64
}

// draw returns a program and where it may begin.
func draw(t *rapid.T) (*program.Program, []absinttest.Env) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Lowered: true}
	s := logic.ArraySort(logic.Int, logic.Int)
	g := &automaton{t: t, p: p, f: f, n: p.NewVar("n", logic.Int), i: p.NewVar("i", logic.Int), x: p.NewVar("x", logic.Int), r: p.NewVar("r", logic.Int)}
	g.a = []*program.Var{p.NewVar("a", s), p.NewVar("b", s)}
	g.stride = []int64{int64(1 + 3*g.pick(2)), int64(1 + g.pick(2))}
	g.base = []int64{int64(10 * g.pick(2)), 0}
	g.simple = g.pick(2) == 0
	l := p.NewLocation("main", program.Pos{})
	p.Init, p.Error = l, p.NewLocation("main", program.Pos{})
	l = g.edge(l, nil, program.Havoc(g.n, nil), program.Assume(f.And(f.Le(g.num(0), g.n.Sym), f.Le(g.n.Sym, g.num(3)))))
	first := g.edge(l, nil, program.Assign(g.r, g.num(0)))
	l = first
	for range 1 + g.pick(3) {
		l = g.loop(l, false)
	}
	if g.pick(3) == 0 { // all again
		once := f.Lt(g.r.Sym, g.num(1))
		g.edge(l, first, program.Assume(once), g.statement(), program.Assign(g.r, f.Add(g.r.Sym, g.num(1))))
		l = g.edge(l, nil, program.Assume(f.Not(once)))
	}
	g.loop(l, true)
	program.MarkLoopHeads(p)
	var begin []absinttest.Env
	for range 2 {
		env := absinttest.Env{}
		for _, v := range []*program.Var{g.n, g.i, g.x, g.r} {
			env[v.Sym] = int64(g.pick(3) - 1)
		}
		for _, v := range g.a {
			env[v.Sym] = absinttest.Array{Rest: int64(g.pick(3) - 1), Elems: map[int64]int64{int64(g.pick(4)): 5, 10: int64(g.pick(3) + 5)}}
		}
		begin = append(begin, env)
	}
	return p, begin
}

func (g *automaton) pick(n int) int { return rapid.IntRange(0, n-1).Draw(g.t, "pick") }

func (g *automaton) num(n int64) *logic.Term { return g.f.IntConst(n) }

// edge leads to a new location, or the given one.
func (g *automaton) edge(from, to *program.Location, ops ...program.Op) *program.Location {
	if to == nil {
		to = g.p.NewLocation("main", program.Pos{})
	}
	g.p.NewEdge(from, to, ops...)
	return to
}

// at is an index of an array, that of the counter more often than not.
func (g *automaton) at(which int) *logic.Term {
	f, k := g.f, g.i.Sym
	switch kind := g.pick(9); {
	case g.simple:
	case kind == 0:
		k = g.x.Sym
	case kind == 1:
		k = f.Sub(f.Sub(g.n.Sym, g.num(1)), k)
	case kind == 2:
		k = f.Add(k, g.num(int64(g.pick(3)-1)))
	case kind == 3:
		k = g.num(int64(g.pick(3)))
	}
	return f.Add(f.Mul(g.num(g.stride[which]), k), g.num(g.base[which]))
}

func (g *automaton) cell(which int) *logic.Term { return g.f.Select(g.a[which].Sym, g.at(which)) }

func (g *automaton) value() *logic.Term {
	switch kind := g.pick(6); {
	case kind == 0:
		return g.i.Sym
	case g.simple && kind < 4:
	case kind == 1:
		return g.x.Sym
	case kind == 2, kind == 3:
		return g.cell(g.pick(2))
	case kind == 4:
		return g.f.Add(g.cell(g.pick(2)), g.num(1))
	}
	return g.num(int64(g.pick(4) - 1))
}

func (g *automaton) cond() *logic.Term {
	a, b := g.cell(g.pick(2)), g.value()
	switch g.pick(4) {
	case 0:
		return g.f.Eq(a, b)
	case 1:
		return g.f.Lt(a, b)
	case 2:
		return g.f.Lt(g.x.Sym, b)
	}
	return g.f.Le(b, a)
}

// neighbours is a condition about two cells of an array whose numbers have a constant distance.
func (g *automaton) neighbours() *logic.Term {
	which := g.pick(2)
	at := g.at(which)
	far := g.f.Add(at, g.num(g.stride[which]*int64(1-2*g.pick(2))))
	a, b := g.f.Select(g.a[which].Sym, at), g.f.Select(g.a[which].Sym, far)
	switch g.pick(3) {
	case 0:
		return g.f.Eq(g.f.Add(a, b), g.num(int64(g.pick(5))))
	case 1:
		return g.f.Lt(b, a)
	}
	return g.f.Eq(a, b)
}

func (g *automaton) statement() program.Op {
	switch g.pick(6) {
	case 0:
		return program.Assign(g.x, g.value())
	case 1:
		return program.Assign(g.x, g.f.Add(g.x.Sym, g.num(1)))
	}
	return g.statementOf(g.i)
}

// statementOf writes a cell, more often than not that of a counter.
func (g *automaton) statementOf(count *program.Var) program.Op {
	which := g.pick(2)
	at, v := g.f.Subst(g.at(which), map[*logic.Term]*logic.Term{g.i.Sym: count.Sym}), g.value()
	is := []*logic.Term{g.f.Eq(g.f.Select(g.a[which].Sym, at), v), g.f.Le(g.f.Select(g.a[which].Sym, at), v), g.f.Le(v, g.f.Select(g.a[which].Sym, at))}
	g.written = append(g.written, is[g.pick(3)])
	return program.Assign(g.a[which], g.f.Store(g.a[which].Sym, at, v))
}

// loop adds a loop, with an error in it if it is to check something, and returns the location after it.
func (g *automaton) loop(l *program.Location, checks bool) *program.Location {
	f := g.f
	down := g.pick(4) == 0
	first, more, step := g.num(int64(g.pick(5)/4)), f.Lt(g.i.Sym, g.n.Sym), int64(1+g.pick(5)/4)
	if g.simple {
		first, step = g.num(0), 1
	} else if g.pick(4) == 0 {
		more = f.Lt(f.Add(g.i.Sym, g.num(1)), g.n.Sym)
	}
	if down {
		first, more, step = f.Sub(g.n.Sym, g.num(1)), f.Le(g.num(0), g.i.Sym), -1
	}
	start := []program.Op{program.Assign(g.i, first)}
	if !g.simple && g.pick(2) == 0 {
		start = append(start, g.statement())
	}
	head := g.edge(l, nil, start...)
	after := g.edge(head, nil, program.Assume(f.Not(more)))
	body := g.edge(head, nil, program.Assume(more))
	if checks {
		c := g.cond()
		if n := len(g.written); g.pick(4) == 0 {
			c = g.neighbours()
			if g.pick(2) == 0 { // in the loop that writes
				body = g.edge(body, nil, g.statementOf(g.i))
			}
		} else if n > 0 && g.simple {
			c = f.Not(g.written[n-1])
		} else if n > 0 && g.pick(4) > 0 {
			c = f.Not(g.written[g.pick(n)])
		}
		g.edge(body, g.p.Error, program.Assume(c))
		body = g.edge(body, nil, program.Assume(f.Not(c)))
	}
	switch {
	case g.simple:
	case g.pick(3) == 0: // two ways
		c := g.cond()
		join := g.edge(body, nil, program.Assume(c), g.statement())
		g.edge(body, join, program.Assume(f.Not(c)))
		body = join
	case g.pick(5) == 0: // out of the loop
		c := g.cond()
		g.edge(body, after, program.Assume(c))
		body = g.edge(body, nil, program.Assume(f.Not(c)))
	}
	if !g.simple && g.pick(5) == 0 { // a loop in it
		less := f.Lt(g.x.Sym, []*logic.Term{g.i.Sym, g.n.Sym}[g.pick(2)])
		inner := g.edge(body, nil, program.Assign(g.x, g.num(0)))
		g.edge(inner, inner, program.Assume(less), g.statementOf(g.x), program.Assign(g.x, f.Add(g.x.Sym, g.num(1))))
		body = g.edge(inner, nil, program.Assume(f.Not(less)))
	}
	var ops []program.Op
	switch {
	case g.simple && !checks:
		ops = append(ops, g.statementOf(g.i))
	case !g.simple:
		for range g.pick(3) {
			ops = append(ops, g.statement())
		}
	}
	g.edge(body, head, append(ops, program.Assign(g.i, f.Add(g.i.Sym, g.num(step))))...)
	return after
}
