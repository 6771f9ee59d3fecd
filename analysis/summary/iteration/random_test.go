package iteration

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"cupel/analysis/summary"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/rational"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/tests/effort"

	"pgregory.net/rapid"
)

// A node is a statement of a random loop body: a leaf operation, a choice between
// blocks, or a loop over one block.
type node struct {
	op     *program.Op
	choice [][]node
	loop   []node
}

func (n node) String() string {
	switch {
	case n.op != nil && n.op.Kind == program.OpAssume:
		return fmt.Sprintf("assume %s;", n.op.Expr)
	case n.op != nil && n.op.Kind == program.OpAssign:
		return fmt.Sprintf("%s = %s;", n.op.Var.Name, n.op.Expr)
	case n.op != nil:
		return fmt.Sprintf("havoc %s;", n.op.Var.Name)
	case n.loop != nil:
		return "loop {" + show(n.loop) + "}"
	}
	var alts []string
	for _, b := range n.choice {
		alts = append(alts, "{"+show(b)+"}")
	}
	return strings.Join(alts, " or ")
}

func show(b []node) string {
	var s []string
	for _, n := range b {
		s = append(s, n.String())
	}
	return strings.Join(s, " ")
}

// world is a program's variables without any locations.
type world struct {
	p *program.Program
	f *logic.Factory
	a *summary.Algebra
}

func newWorld() *world {
	p := &program.Program{Terms: logic.NewFactory(), Model: program.LP64}
	for _, n := range []string{"x", "y", "z", "n"} {
		p.NewVar(n, logic.Int)
	}
	p.NewVar("r", logic.Real)
	p.NewVar("b", logic.Bool)
	p.NewVar("v", logic.BVSort(8))
	p.NewVar("m", logic.ArraySort(logic.Int, logic.Int))
	return &world{p, p.Terms, summary.NewAlgebra(p, summary.Options{Eliminate: z3.EliminateSyntactic})}
}

func (w *world) sym(i int) *logic.Term { return w.p.Vars[i].Sym }

// gen draws blocks.
type gen struct {
	*world
	t *rapid.T
}

func (g gen) n(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(g.t, "n") }

func (g gen) linear() *logic.Term {
	f := g.f
	t := f.IntConst(int64(g.n(-3, 3)))
	for range g.n(0, 2) {
		t = f.Add(t, f.Mul(f.IntConst(int64(g.n(-2, 2))), g.sym(g.n(0, 3))))
	}
	switch g.n(0, 17) {
	case 3:
		return f.Select(g.sym(7), t)
	case 0:
		return f.Mod(t, f.IntConst(int64(g.n(2, 3))))
	case 1:
		return f.Div(t, f.IntConst(int64(g.n(2, 3))))
	case 2:
		return f.Mul(g.sym(g.n(0, 3)), g.sym(g.n(0, 3)))
	}
	return t
}

func (g gen) real() *logic.Term {
	t := g.f.Num(logic.Real, rational.New(int64(g.n(-4, 4)), 2))
	if g.n(0, 3) > 0 {
		t = g.f.Add(t, g.sym(4))
	}
	return t
}

func (g gen) cond() *logic.Term {
	f := g.f
	var c *logic.Term
	switch g.n(0, 9) {
	case 0:
		c = g.sym(5)
	case 1:
		c = f.Le(g.sym(4), g.real())
	case 2:
		c = f.ULt(g.sym(6), f.BV(uint64(g.n(0, 255)), 8))
	case 3:
		c = f.Eq(g.sym(g.n(0, 3)), f.IntConst(int64(g.n(-3, 3))))
	default:
		c = f.Le(g.linear(), g.linear())
	}
	if g.n(0, 3) == 0 {
		c = f.Not(c)
	}
	if g.n(0, 5) == 0 {
		c = f.Or(c, g.cond())
	}
	return c
}

func (g gen) assign() program.Op {
	f, i := g.f, g.n(0, 12)
	if i > 7 {
		i %= 3
	}
	v := g.p.Vars[i]
	switch i {
	case 7:
		return program.Assign(v, f.Store(v.Sym, g.linear(), g.linear()))
	case 4:
		return program.Assign(v, g.real())
	case 5:
		if g.n(0, 1) == 0 {
			return program.Assign(v, f.Not(v.Sym))
		}
		return program.Assign(v, g.cond())
	case 6:
		return program.Assign(v, f.BVOp(logic.OpBVAdd, v.Sym, f.BV(uint64(g.n(0, 5)), 8)))
	}
	switch g.n(0, 6) {
	case 0:
		return program.Assign(v, g.linear())
	case 1:
		return program.Assign(v, f.Ite(g.cond(), g.linear(), v.Sym))
	case 2:
		return program.Assign(v, f.Sub(g.linear(), v.Sym))
	}
	return program.Assign(v, f.Add(v.Sym, f.IntConst(int64(g.n(-2, 2)))))
}

func (g gen) block(depth int) []node {
	var b []node
	for range g.n(1, 3) {
		switch k := g.n(0, 9); {
		case k < 2:
			op := program.Assume(g.cond())
			b = append(b, node{op: &op})
		case k == 2:
			op := program.Havoc(g.p.Vars[g.n(0, 7)], nil)
			b = append(b, node{op: &op})
		case k == 3 && depth > 0:
			b = append(b, node{choice: [][]node{g.block(depth - 1), g.block(depth - 1)}})
		case k == 4 && depth > 0:
			b = append(b, node{loop: g.block(0)})
		default:
			op := g.assign()
			b = append(b, node{op: &op})
		}
	}
	return b
}

// transition interprets a block with loops summarised by d.
func (w *world) transition(t fataler, d Domain, b []node) *summary.Transition {
	r := w.a.Identity()
	for _, n := range b {
		var s *summary.Transition
		switch {
		case n.op != nil:
			s = w.a.Ops([]program.Op{*n.op})
		case n.loop != nil:
			s = w.star(t, d, w.transition(t, d, n.loop))
		default:
			var alts []*summary.Transition
			for _, c := range n.choice {
				alts = append(alts, w.transition(t, d, c))
			}
			s = w.a.Choice(alts...)
		}
		r = w.a.Compose(r, s)
	}
	return r
}

func (w *world) star(t fataler, d Domain, body *summary.Transition) *summary.Transition {
	s, err := d.Star(context.Background(), w.a, body)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// fataler is what helpers need of *testing.T and *rapid.T.
type fataler interface{ Fatal(args ...any) }

type state map[*logic.Term]*logic.Term

func (w *world) value(r *rand.Rand, s *logic.Sort) *logic.Term {
	switch {
	case s.IsBool():
		return w.f.BoolConst(r.IntN(2) == 0)
	case s.IsArray():
		return w.f.ConstArray(s, w.value(r, s.Elem()))
	case s.IsReal():
		return w.f.Num(s, rational.New(int64(r.IntN(17)-8), 2))
	case s.IsInt():
		return w.f.IntConst(int64(r.IntN(21) - 8))
	}
	return w.f.BV(uint64(r.IntN(1<<s.Width())), s.Width())
}

func (w *world) random(r *rand.Rand) state {
	s := state{}
	for _, v := range w.p.Vars {
		s[v.Sym] = w.value(r, v.Sort())
	}
	return s
}

// run executes a block with random decisions; nil: an assumption failed.
func (w *world) run(r *rand.Rand, b []node, s state) state {
	for _, n := range b {
		switch {
		case n.loop != nil:
			for k := r.IntN(4); k > 0 && s != nil; k-- {
				if next := w.run(r, n.loop, s); next != nil {
					s = next
				}
			}
		case n.choice != nil:
			if s = w.run(r, n.choice[r.IntN(len(n.choice))], s); s == nil {
				return nil
			}
		default:
			switch n.op.Kind {
			case program.OpAssume:
				if !w.f.Subst(n.op.Expr, s).IsTrue() {
					return nil
				}
			case program.OpAssign:
				s = s.with(n.op.Var.Sym, w.f.Subst(n.op.Expr, s))
			case program.OpHavoc:
				s = s.with(n.op.Var.Sym, w.value(r, n.op.Var.Sort()))
			}
		}
	}
	return s
}

func (s state) with(v, x *logic.Term) state {
	n := state{}
	for k, y := range s {
		n[k] = y
	}
	n[v] = x
	return n
}

// holds asks the solver whether the transition connects two states.
func (w *world) holds(t fataler, s *z3.Solver, tr *summary.Transition, from, to state) bool {
	cs := []*logic.Term{w.f.Subst(tr.Guard(), from)}
	for _, v := range w.p.Vars {
		cs = append(cs, w.f.Eq(w.f.Subst(tr.Value(v.Sym), from), to[v.Sym]))
	}
	c := w.f.And(cs...)
	if c.IsGround() && c.IsConst() {
		return c.IsTrue()
	}
	r, err := s.Check(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	return r != smt.Unsat
}

func domains(o Options) []Domain {
	return []Domain{
		Coarse(o), New(o, Translation), New(o, Lossy), New(o, Congruence), New(o, Alternation), New(o, Guards), New(o, Polyhedral), New(o, Stratified),
		New(o, Translation, Lossy, Alternation, Guards), NewSplit(New(o, Guards), o), Default(o), NewDirections(New(o, Lossy, Guards), o), Strong(o),
	}
}

// TestSound compares the summaries with concrete runs: a state and what up to six
// iterations make of it are in the relation.
func TestSound(t *testing.T) {
	effort.Checks(t, 25, 100, 1000)
	drawn, iterated := 0, make([]int, len(domains(Options{})))
	for range 4 {
		rapid.Check(t, func(t *rapid.T) {
			i := rapid.IntRange(0, len(iterated)-1).Draw(t, "domain")
			iterated[i] += checkSound(t, i)
			drawn++
		})
	}
	for i, n := range iterated {
		if drawn >= 6*len(iterated) && n == 0 {
			t.Errorf("no loop ever ran for %s", domains(Options{})[i].Name())
		}
	}
}

func checkSound(t *rapid.T, which int) int {
	w := newWorld()
	d := domains(Options{CheckWork: 50_000})[which]
	b := gen{w, t}.block(2)

	body := w.transition(t, d, b)
	star := w.star(t, d, body)
	s, err := z3.New(w.f, smt.Options{Work: 500_000})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := rand.New(rand.NewPCG(uint64(rapid.Uint32().Draw(t, "seed")), 1))
	iterated := 0
	for range 12 {
		from := w.random(r)
		at := from
		for k := range 7 {
			if !w.holds(t, s, star, from, at) {
				t.Fatalf("%s: body %s\n%v\nstar %v\nfrom %v after %d iterations %v", d.Name(), show(b), body, star, from, k, at)
			}
			var next state
			for range 4 {
				if next = w.run(r, b, at); next != nil {
					break
				}
			}
			if next == nil {
				break
			}
			iterated++
			at = next
		}
	}
	return iterated
}
