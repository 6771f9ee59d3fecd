package z3

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/tests/effort"
)

// gen draws terms over few symbols with few values, so that enumeration of all
// assignments is an oracle.
type gen struct {
	t     *rapid.T
	f     *logic.Factory
	width int
	bools []*logic.Term
	ints  []*logic.Term
	bvs   []*logic.Term
}

const intRange = 2 // Int symbols take values in -intRange..intRange

func newGen(t *rapid.T) *gen {
	f := logic.NewFactory()
	w := rapid.IntRange(1, 3).Draw(t, "width")
	return &gen{t: t, f: f, width: w,
		bools: []*logic.Term{f.Var("p", logic.Bool), f.Var("q!7", logic.Bool)},
		ints:  []*logic.Term{f.Var("i", logic.Int), f.Var("j j", logic.Int)},
		bvs:   []*logic.Term{f.Var("a", logic.BVSort(w)), f.Var("b", logic.BVSort(w))}}
}

func (g *gen) pick(n int) int { return rapid.IntRange(0, n-1).Draw(g.t, "choice") }

func (g *gen) boolean(d int) *logic.Term {
	f := g.f
	if d == 0 {
		return g.bools[g.pick(2)]
	}
	switch g.pick(14) {
	case 0:
		return f.Not(g.boolean(d - 1))
	case 1:
		return f.And(g.boolean(d-1), g.boolean(d-1))
	case 2:
		return f.Or(g.boolean(d-1), g.boolean(d-1))
	case 3:
		return f.Eq(g.boolean(d-1), g.boolean(d-1))
	case 4:
		return f.Ite(g.boolean(d-1), g.boolean(d-1), g.boolean(d-1))
	case 5, 6:
		return f.Le(g.integer(d-1), g.integer(d-1))
	case 7:
		return f.Eq(g.integer(d-1), g.integer(d-1))
	case 8:
		return f.Eq(g.bv(d-1), g.bv(d-1))
	case 9:
		return f.ULe(g.bv(d-1), g.bv(d-1))
	case 10:
		return f.ULt(g.bv(d-1), g.bv(d-1))
	case 11:
		return f.SLe(g.bv(d-1), g.bv(d-1))
	case 12:
		return f.SLt(g.bv(d-1), g.bv(d-1))
	default:
		op := []logic.Op{logic.OpSAddOK, logic.OpSSubOK, logic.OpSMulOK}[g.pick(3)]
		return f.SignedOK(op, g.bv(d-1), g.bv(d-1))
	}
}

func (g *gen) integer(d int) *logic.Term {
	f := g.f
	if d == 0 {
		if g.pick(2) == 0 {
			return f.IntConst(int64(g.pick(7) - 3))
		}
		return g.ints[g.pick(2)]
	}
	switch g.pick(7) {
	case 0:
		return f.Add(g.integer(d-1), g.integer(d-1))
	case 1:
		return f.Mul(f.IntConst(int64(g.pick(7)-3)), g.integer(d-1))
	case 2:
		return f.Div(g.integer(d-1), f.IntConst(int64(1+g.pick(3))))
	case 3:
		return f.Mod(g.integer(d-1), f.IntConst(int64(-3+g.pick(3))))
	case 4:
		return f.Ite(g.boolean(d-1), g.integer(d-1), g.integer(d-1))
	case 5:
		return f.BV2Nat(g.bv(d - 1))
	default:
		return f.Sub(g.integer(d-1), g.integer(d-1))
	}
}

var bvBinary = []logic.Op{logic.OpBVAdd, logic.OpBVSub, logic.OpBVMul, logic.OpBVAddNSW, logic.OpBVSubNSW, logic.OpBVMulNSW,
	logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem, logic.OpBVAnd, logic.OpBVOr, logic.OpBVXor,
	logic.OpBVShl, logic.OpBVLShr, logic.OpBVAShr}

func (g *gen) bv(d int) *logic.Term {
	f, w := g.f, g.width
	if d == 0 {
		if g.pick(2) == 0 {
			return f.BV(uint64(g.pick(1<<w)), w)
		}
		return g.bvs[g.pick(2)]
	}
	switch g.pick(8) {
	case 0:
		return f.BVNot(g.bv(d - 1))
	case 1:
		return f.BVNeg(g.bv(d - 1))
	case 2:
		return f.Ite(g.boolean(d-1), g.bv(d-1), g.bv(d-1))
	case 3:
		return f.Extract(w, 1, f.Concat(g.bv(d-1), g.bv(d-1)))
	case 4:
		return f.Extract(w, 1, f.SignExt(1, g.bv(d-1)))
	case 5:
		return f.Extract(w, 1, f.ZeroExt(2, g.bv(d-1)))
	case 6:
		return f.Int2BV(w, g.integer(d-1))
	default:
		return f.BVOp(bvBinary[g.pick(len(bvBinary))], g.bv(d-1), g.bv(d-1))
	}
}

// domain restricts the Int symbols to the values that are enumerated.
func (g *gen) domain() *logic.Term {
	var cs []*logic.Term
	for _, i := range g.ints {
		cs = append(cs, g.f.Le(g.f.IntConst(-intRange), i), g.f.Le(i, g.f.IntConst(intRange)))
	}
	return g.f.And(cs...)
}

// assignments calls yield with every assignment until it returns false.
func (g *gen) assignments(yield func(map[*logic.Term]*logic.Term) bool) {
	m := map[*logic.Term]*logic.Term{}
	vars := append(append(append([]*logic.Term(nil), g.bools...), g.ints...), g.bvs...)
	var rec func(k int) bool
	rec = func(k int) bool {
		if k == len(vars) {
			return yield(m)
		}
		v := vars[k]
		switch v.Sort().Kind() {
		case logic.KindBool:
			for _, b := range []bool{false, true} {
				if m[v] = g.f.BoolConst(b); !rec(k + 1) {
					return false
				}
			}
		case logic.KindInt:
			for i := -intRange; i <= intRange; i++ {
				if m[v] = g.f.IntConst(int64(i)); !rec(k + 1) {
					return false
				}
			}
		default:
			for u := range uint64(1) << g.width {
				if m[v] = g.f.BV(u, g.width); !rec(k + 1) {
					return false
				}
			}
		}
		return true
	}
	rec(0)
}

func (g *gen) holds(t *logic.Term, m map[*logic.Term]*logic.Term) bool {
	v, err := g.f.NewEvaluator(func(v *logic.Term) *logic.Term { return m[v] }).Bool(t)
	if err != nil {
		g.t.Fatalf("evaluating %v: %v", t, err)
	}
	return v
}

// satisfiable decides the conjunction by enumeration.
func (g *gen) satisfiable(ts ...*logic.Term) bool {
	found := false
	g.assignments(func(m map[*logic.Term]*logic.Term) bool {
		found = g.holds(g.f.And(ts...), m)
		return !found
	})
	return found
}

// TestRandomSequences runs random sequences of assert, push, pop and check with
// assumptions, and compares answers, models and cores with enumeration.
func TestRandomSequences(t *testing.T) { randomSequences(t, func(*Solver) {}) }

// randomSequences lets prepare change each solver before it is used.
func randomSequences(t *testing.T, prepare func(*Solver)) {
	effort.Checks(t, 20, 100, 1000)
	rapid.Check(t, func(rt *rapid.T) {
		g := newGen(rt)
		s, err := New(g.f, smt.Options{})
		if err != nil {
			rt.Fatal(err)
		}
		defer s.Close()
		prepare(s)
		ok := func(err error) {
			if err != nil {
				rt.Fatal(err)
			}
		}
		stack := [][]*logic.Term{{g.domain()}}
		ok(s.Assert(g.domain()))
		for range rapid.IntRange(1, 6).Draw(rt, "steps") {
			switch top := len(stack) - 1; g.pick(4) {
			case 0:
				ok(s.Push())
				stack = append(stack, nil)
			case 1:
				if top > 0 {
					n := 1 + g.pick(top)
					ok(s.Pop(n))
					stack = stack[:len(stack)-n]
				}
			case 2:
				c := g.boolean(3)
				ok(s.Assert(c))
				stack[top] = append(stack[top], c)
			default:
				var as, all []*logic.Term
				for range g.pick(3) {
					as = append(as, g.boolean(2))
				}
				for _, l := range stack {
					all = append(all, l...)
				}
				g.compare(s, all, as)
			}
		}
	})
}

// compare checks one answer against enumeration.
func (g *gen) compare(s *Solver, asserted, assumed []*logic.Term) {
	r, err := s.Check(context.Background(), assumed...)
	if err != nil {
		g.t.Fatal(err)
	}
	all := g.f.And(append(append([]*logic.Term(nil), asserted...), assumed...)...)
	want := smt.Unsat
	if g.satisfiable(all) {
		want = smt.Sat
	}
	if r != want {
		g.t.Fatalf("%v, want %v (%s): %v", r, want, s.ReasonUnknown(), all)
	}
	if r == smt.Unsat {
		core, err := s.Core()
		if err != nil {
			g.t.Fatal(err)
		}
		in := map[*logic.Term]bool{}
		for _, a := range assumed {
			in[a] = true
		}
		for _, c := range core {
			if !in[c] {
				g.t.Fatalf("core member %v was not assumed", c)
			}
		}
		if g.satisfiable(append(core, asserted...)...) {
			g.t.Fatalf("satisfiable core %v", core)
		}
		return
	}
	m, err := s.Model()
	if err != nil {
		g.t.Fatal(err)
	}
	env := map[*logic.Term]*logic.Term{}
	for _, v := range append(append(append([]*logic.Term(nil), g.bools...), g.ints...), g.bvs...) {
		if env[v] = m.Value(v); env[v] == nil {
			g.t.Fatalf("no value of %v", v)
		}
	}
	if !g.holds(all, env) {
		g.t.Fatalf("no model: %v of %v", env, all)
	}
}

// TestFromAST: a term read back from libz3, as it is and simplified, means the same.
func TestFromAST(t *testing.T) {
	effort.Checks(t, 20, 100, 1000)
	rapid.Check(t, func(rt *rapid.T) {
		g := newGen(rt)
		c := g.boolean(4)
		z, err := newContext(g.f)
		if err != nil {
			rt.Fatal(err)
		}
		defer z.close()
		for _, simplify := range []bool{false, true} {
			back, err := readBack(z, c, simplify)
			if err != nil {
				rt.Fatalf("%v: %v", c, err)
			}
			n := g.pick(23) // a sample of the assignments: evaluation is the slow part
			g.assignments(func(m map[*logic.Term]*logic.Term) bool {
				if n++; n%23 == 0 && g.holds(c, m) != g.holds(back, m) {
					rt.Fatalf("%v became %v", c, back)
				}
				return true
			})
		}
	})
}

// readBack translates a term to libz3, lets it simplify the term if asked to, and reads it back.
func readBack(z *zcontext, t *logic.Term, simplify bool) (*logic.Term, error) {
	a, err := z.ast(t)
	if err != nil {
		return nil, err
	}
	if simplify {
		v, release := z.simplify(a)
		if v == nil {
			return nil, z.err("simplifying")
		}
		defer release()
		a = v
	}
	return z.fromAST(a)
}
