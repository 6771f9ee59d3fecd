package programtest

import (
	"fmt"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
)

// Shape bounds a random program.
type Shape struct {
	Locations int // at most, besides Error and Cut
	Vars      int
	Width     int // of the bit-vector variables; their states are enumerated
	Checks    bool
}

// Small is the shape most properties use: at most 64 valuations.
var Small = Shape{Locations: 9, Vars: 3, Width: 2, Checks: true}

// Program draws a program: a random control-flow graph, reducible or not, with
// an error and sometimes a cut.
func Program(t *rapid.T, s Shape) *program.Program {
	p := &program.Program{Terms: logic.NewFactory(), Model: program.LP64}
	g := &gen{t: t, f: p.Terms, s: s, p: p}
	for i := range s.Vars {
		v := p.NewVar(fmt.Sprintf("v%d", i), logic.BVSort(s.Width))
		v.Signed = i%2 == 0
	}
	n := rapid.IntRange(1, s.Locations).Draw(t, "locations")
	for range n {
		p.NewLocation("main", program.Pos{})
	}
	p.Init = p.Locs[0]
	p.Error = p.NewLocation("", program.Pos{})
	targets := n + 1
	if g.chance(4) {
		p.NewLocation("main", program.Pos{}).Cut = "unsupported construct"
		targets++
	}
	for i := range n {
		next := func() *program.Location {
			// Mostly forward, so that the targets are often reached.
			if g.chance(4) {
				return p.Locs[g.n(0, targets-1)]
			}
			return p.Locs[min(i+1+g.n(0, 2), targets-1)]
		}
		switch g.n(0, 9) {
		case 0: // an end
		case 1, 2, 3, 4:
			p.NewEdge(p.Locs[i], next(), g.ops()...)
		default:
			c := g.cond(1)
			if g.chance(10) {
				c = p.Terms.True() // both ways nondeterministically
				p.NewEdge(p.Locs[i], next(), append(g.checked(program.Assume(c)), g.ops()...)...)
				p.NewEdge(p.Locs[i], next(), append(g.checked(program.Assume(c)), g.ops()...)...)
				continue
			}
			p.NewEdge(p.Locs[i], next(), append(g.checked(program.Assume(c)), g.ops()...)...)
			p.NewEdge(p.Locs[i], next(), append(g.checked(program.Assume(p.Terms.Not(c))), g.ops()...)...)
		}
	}
	program.MarkLoopHeads(p)
	return p
}

type gen struct {
	t      *rapid.T
	f      *logic.Factory
	s      Shape
	p      *program.Program
	inputs int
}

func (g *gen) n(lo, hi int) int       { return rapid.IntRange(lo, hi).Draw(g.t, "n") }
func (g *gen) chance(one int) bool    { return g.n(1, one) == 1 }
func (g *gen) variable() *program.Var { return g.p.Vars[g.n(0, len(g.p.Vars)-1)] }

func (g *gen) ops() []program.Op {
	var ops []program.Op
	for range g.n(0, 3) {
		switch g.n(0, 9) {
		case 0:
			ops = append(ops, program.Havoc(g.variable(), nil))
		case 1, 2:
			v := g.variable()
			g.inputs++
			ops = append(ops, program.Havoc(v, &program.Input{ID: g.inputs, Callee: "input", Sort: v.Sort()}))
		case 3:
			ops = append(ops, g.checked(program.Assume(g.cond(1)))...)
		case 4:
			if g.s.Checks {
				ops = append(ops, g.checked(program.CheckOf(program.OtherCheck, g.cond(1), "undefined"))...)
			}
		default:
			ops = append(ops, g.checked(program.Assign(g.variable(), g.term(2)))...)
		}
	}
	return ops
}

// checked adds the check that a front end emits for an operation whose term may be undefined: before an assignment, after a condition.
func (g *gen) checked(o program.Op) []program.Op {
	var conds []*logic.Term
	logic.Walk(func(t *logic.Term) bool {
		switch t.Op() {
		case logic.OpBVUDiv:
			conds = append(conds, g.f.Ne(t.Arg(1), g.f.BV(0, g.s.Width)))
		case logic.OpBVAddNSW:
			wide := func(t *logic.Term) *logic.Term { return g.f.SignExt(1, t) }
			sum := g.f.BVOp(logic.OpBVAdd, t.Arg(0), t.Arg(1))
			conds = append(conds, g.f.Eq(g.f.BVOp(logic.OpBVAdd, wide(t.Arg(0)), wide(t.Arg(1))), wide(sum)))
		}
		return true
	}, o.Expr)
	c := g.f.And(conds...)
	switch {
	case c.IsTrue():
		return []program.Op{o}
	case o.Kind == program.OpAssign:
		return []program.Op{program.CheckOf(program.OtherCheck, c, "undefined"), o}
	}
	return []program.Op{o, program.CheckOf(program.OtherCheck, c, "undefined")}
}

func (g *gen) term(depth int) *logic.Term {
	if depth == 0 || g.chance(3) {
		if g.chance(3) {
			return g.f.BV(uint64(g.n(0, 1<<g.s.Width-1)), g.s.Width)
		}
		return g.variable().Sym
	}
	a, b := g.term(depth-1), g.term(depth-1)
	ops := []logic.Op{logic.OpBVAdd, logic.OpBVSub, logic.OpBVMul, logic.OpBVAnd, logic.OpBVOr, logic.OpBVXor, logic.OpBVShl}
	if g.s.Checks {
		ops = append(ops, logic.OpBVAddNSW, logic.OpBVUDiv)
	}
	if i := g.n(0, len(ops)); i < len(ops) {
		return g.f.BVOp(ops[i], a, b)
	}
	return g.f.Ite(g.cond(0), a, b)
}

func (g *gen) cond(depth int) *logic.Term {
	if depth > 0 && g.chance(3) {
		a, b := g.cond(depth-1), g.cond(depth-1)
		if g.chance(2) {
			return g.f.And(a, b)
		}
		return g.f.Or(a, g.f.Not(b))
	}
	a, b := g.term(depth), g.term(depth)
	switch g.n(0, 3) {
	case 0:
		return g.f.Eq(a, b)
	case 1:
		return g.f.ULt(a, b)
	case 2:
		return g.f.SLe(a, b)
	}
	return g.f.Ne(a, b)
}
