package intlower

import (
	"errors"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/absint/absinttest"
	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/core/program"
)

// fixture is a translator over the variables of a generator, each restricted to
// a random part of its range.
type fixture struct {
	x    *translator
	rng  map[*program.Var]interval.Interval
	envs []absinttest.Env // all values in the ranges
}

func newFixture(t *rapid.T, p *program.Program, mixed bool) *fixture {
	l := &lowerer{p: p}
	l.declare()
	fx := &fixture{x: newTranslator(p.Terms, l.vars, mixed, new(Stats)), rng: map[*program.Var]interval.Interval{}}
	fx.envs = []absinttest.Env{{}}
	for _, v := range p.Vars {
		w := v.Sort().Width()
		all := interval.TypeRange(w, v.Signed)
		lo := rapid.Int64Range(all.Lo().Int64(), all.Hi().Int64()).Draw(t, "lo")
		hi := rapid.Int64Range(lo, all.Hi().Int64()).Draw(t, "hi")
		if rapid.Bool().Draw(t, "full") {
			lo, hi = all.Lo().Int64(), all.Hi().Int64()
		}
		fx.rng[v] = interval.OfInt64(lo, hi)
		var next []absinttest.Env
		for _, env := range fx.envs {
			for i := lo; i <= hi; i++ {
				e := absinttest.Env{v.Sym: i & (1<<w - 1), l.of[v].Sym: i}
				for k, val := range env {
					e[k] = val
				}
				next = append(next, e)
			}
		}
		fx.envs = next
	}
	return fx
}

func (fx *fixture) reset() {
	fx.x.reset(program.Pos{}, func(v *program.Var) interval.Interval { return fx.rng[v] })
}

// check compares the translation of term in a view with the term itself.
func (fx *fixture) check(t *rapid.T, term *logic.Term, signed bool) {
	fx.reset()
	var got value
	if term.Sort().IsBool() {
		got = value{fx.x.boolean(term), interval.Bit}
	} else {
		got = fx.x.view(term, signed)
	}
	if fx.x.err != nil {
		var ne *NotExpressibleError
		if !errors.As(fx.x.err, &ne) || fx.x.mixed {
			t.Fatalf("unexpected error: %v", fx.x.err)
		}
		return
	}
	for _, env := range fx.envs {
		want, ok := absinttest.Eval(term, env)
		if !ok {
			continue
		}
		w := want.(int64)
		if signed && term.Sort().IsBV() {
			w = absinttest.Signed(w, term.Sort().Width())
		}
		val, ok := absinttest.Eval(got.t, env)
		if !ok || val != w {
			t.Fatalf("%v: want %d, got %v\nfrom %s\nto   %s", show(env), w, val, dump(term), dump(got.t))
		}
		if !got.r.Contains(big.NewInt(w)) {
			t.Fatalf("%v: %d not in %v\nfrom %s\nto   %s", show(env), w, got.r, dump(term), dump(got.t))
		}
	}
}

func show(env absinttest.Env) map[string]any {
	m := map[string]any{}
	for k, v := range env {
		m[k.Name()] = v
	}
	return m
}

func dump(t *logic.Term) string {
	switch {
	case t.IsVar():
		return t.Name()
	case t.IsConst() && t.Sort().IsBV():
		return t.BVBig().String()
	case t.IsConst() && t.Sort().IsInt():
		return t.Rational().String()
	case t.IsTrue():
		return "true"
	case t.IsFalse():
		return "false"
	}
	s := "(" + opNames[t.Op()]
	if s == "(" {
		s += "op" + big.NewInt(int64(t.Op())).String()
	}
	for _, a := range t.Args() {
		s += " " + dump(a)
	}
	return s + ")"
}

var opNames = map[logic.Op]string{
	logic.OpIte: "ite", logic.OpAdd: "+", logic.OpMul: "*", logic.OpMod: "mod", logic.OpDiv: "div",
	logic.OpLe: "<=", logic.OpEq: "=", logic.OpAnd: "and", logic.OpOr: "or", logic.OpNot: "not",
	logic.OpSelect: "select", logic.OpStore: "store",
}

// TestRandomTerms compares random terms with their translations on all values.
func TestRandomTerms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := absinttest.NewGen(t, 2, 4, false)
		var term *logic.Term
		if rapid.Bool().Draw(t, "boolean") {
			term = g.Bool(3)
		} else {
			term = g.BV(rapid.IntRange(1, 4).Draw(t, "width"), 3)
		}
		fx := newFixture(t, g.P, rapid.IntRange(0, 3).Draw(t, "mixed") == 0)
		fx.check(t, term, rapid.Bool().Draw(t, "view"))
	})
}

// TestEveryOperator compares each operator on variables of every signedness.
func TestEveryOperator(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := logic.NewFactory()
		const w = 3
		p := &program.Program{Terms: f}
		for _, name := range []string{"x", "y"} {
			p.Vars = append(p.Vars, &program.Var{
				Name: name, Sym: f.Var(name, logic.BVSort(w)), Signed: rapid.Bool().Draw(t, name),
			})
		}
		fx := newFixture(t, p, false)
		x, y := p.Vars[0].Sym, p.Vars[1].Sym
		c := f.BV(rapid.Uint64Range(0, 7).Draw(t, "c"), w)
		var terms []*logic.Term
		for _, q := range [][2]*logic.Term{{x, y}, {x, c}, {c, x}, {x, x}} {
			for op := logic.OpBVAdd; op <= logic.OpBVAShr; op++ {
				switch op {
				case logic.OpBVNeg:
					terms = append(terms, f.BVNeg(q[0]))
				case logic.OpBVNegNSW:
					terms = append(terms, f.BVNegNSW(q[0]))
				case logic.OpBVNot:
					terms = append(terms, f.BVNot(q[0]))
				default:
					terms = append(terms, f.BVOp(op, q[0], q[1]))
				}
			}
			terms = append(terms, f.Concat(q[0], q[1]), f.ZeroExt(2, q[0]), f.SignExt(2, q[0]),
				f.Extract(1, 0, q[0]), f.Extract(2, 1, q[0]), f.Extract(1, 1, q[0]),
				f.ULe(q[0], q[1]), f.ULt(q[0], q[1]), f.SLe(q[0], q[1]), f.SLt(q[0], q[1]), f.Eq(q[0], q[1]),
				f.SignedOK(logic.OpSAddOK, q[0], q[1]), f.SignedOK(logic.OpSSubOK, q[0], q[1]),
				f.SignedOK(logic.OpSMulOK, q[0], q[1]))
		}
		for _, term := range terms {
			fx.check(t, term, true)
			fx.check(t, term, false)
		}
	})
}
