package interp

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// formGen draws terms and programs over variables whose values can have forms.
type formGen struct {
	*rand.Rand
	p *program.Program
	f *logic.Factory
	// vars by sort, constants excluded
	vars map[*logic.Sort][]*program.Var
	seed uint64
}

var formSorts = []*logic.Sort{logic.BVSort(8), logic.BVSort(16), logic.BVSort(32), logic.BVSort(64)}

func newFormGen(seed uint64) *formGen {
	p := &program.Program{Terms: logic.NewFactory(), Model: program.LP64}
	g := &formGen{Rand: rand.New(rand.NewPCG(seed, 7)), p: p, f: p.Terms, vars: map[*logic.Sort][]*program.Var{}, seed: seed}
	for _, s := range append(formSorts, formSorts[2], formSorts[2], formSorts[1], logic.Bool) {
		g.vars[s] = append(g.vars[s], p.NewVar(fmt.Sprintf("v%d", len(p.Vars)), s))
	}
	return g
}

func (g *formGen) sort() *logic.Sort { return formSorts[min(g.IntN(6), 3)] }

func (g *formGen) variable(s *logic.Sort) *program.Var { return g.vars[s][g.IntN(len(g.vars[s]))] }

// constant draws a constant; small ones, powers of two and ends of ranges are frequent.
func (g *formGen) constant(s *logic.Sort) *logic.Term {
	if s.IsBool() {
		return g.f.BoolConst(g.IntN(2) == 0)
	}
	u := uint64(g.IntN(12))
	switch g.IntN(8) {
	case 0:
		u = -u
	case 1:
		u = 1 << g.IntN(s.Width())
	case 2:
		u = 1<<g.IntN(s.Width()) - 1
	case 3:
		u = uint64(g.IntN(5000))
	case 4:
		u = g.Uint64()
	}
	return g.f.BV(u&maskOf(s.Width()), s.Width())
}

func (g *formGen) term(s *logic.Sort, depth int) *logic.Term {
	if depth <= 0 || g.IntN(5) == 0 {
		if g.IntN(3) == 0 {
			return g.constant(s)
		}
		return g.variable(s).Sym
	}
	if s.IsBool() {
		return g.condition(depth)
	}
	sub := func() *logic.Term { return g.term(s, depth-1) }
	f, w := g.f, s.Width()
	switch g.IntN(14) {
	case 0:
		return f.BVNeg(sub())
	case 1:
		return f.BVNot(sub())
	case 2, 3:
		from := g.sort()
		switch d := w - from.Width(); {
		case d < 0:
			lo := 0
			if g.IntN(2) == 0 {
				lo = g.IntN(-d + 1)
			}
			return f.Extract(lo+w-1, lo, g.term(from, depth-1))
		case d == 0:
			return sub()
		case g.IntN(2) == 0:
			return f.SignExt(d, g.term(from, depth-1))
		default:
			return f.ZeroExt(d, g.term(from, depth-1))
		}
	case 4:
		if w > 8 {
			return f.Concat(f.Extract(w-9, 0, sub()), g.term(formSorts[0], depth-1))
		}
	case 5:
		return f.Ite(g.condition(depth-1), sub(), sub())
	case 6, 7, 8:
		ops := []logic.Op{logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem, logic.OpBVAnd, logic.OpBVShl, logic.OpBVLShr, logic.OpBVAShr, logic.OpBVMul}
		return f.BVOp(ops[g.IntN(len(ops))], sub(), g.constant(s))
	}
	ops := []logic.Op{logic.OpBVAdd, logic.OpBVAdd, logic.OpBVSub, logic.OpBVMul, logic.OpBVAddNSW, logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem,
		logic.OpBVAnd, logic.OpBVOr, logic.OpBVXor, logic.OpBVShl, logic.OpBVLShr, logic.OpBVAShr}
	return f.BVOp(ops[g.IntN(len(ops))], sub(), sub())
}

func (g *formGen) condition(depth int) *logic.Term {
	f, s := g.f, g.sort()
	sub := func() *logic.Term { return g.term(s, depth-1) }
	switch g.IntN(12) {
	case 0:
		return f.Not(g.term(logic.Bool, depth-1))
	case 1:
		return f.And(g.term(logic.Bool, depth-1), g.term(logic.Bool, depth-1), g.term(logic.Bool, depth-1))
	case 2:
		return f.Or(g.term(logic.Bool, depth-1), g.term(logic.Bool, depth-1))
	case 3:
		return f.Eq(sub(), sub())
	case 4:
		return f.Ne(sub(), g.constant(s))
	case 5, 6:
		return f.ULt(sub(), sub())
	case 7:
		return f.ULe(sub(), sub())
	case 8:
		return f.SLe(sub(), g.constant(s))
	case 9:
		return f.SignedOK([]logic.Op{logic.OpSAddOK, logic.OpSSubOK, logic.OpSMulOK}[g.IntN(3)], sub(), sub())
	}
	return f.SLt(sub(), sub())
}

// TestForms: the value of a term in a turn is what the form says, for random terms over variables with random forms.
func TestForms(t *testing.T) {
	for _, seed := range []uint64{1, 2, 3} {
		if forms, err := wrongForm(seed, 15_000); err != nil {
			t.Error(err)
		} else if forms < 2_500 {
			t.Errorf("%d terms have forms that change", forms)
		}
	}
}

// wrongForm looks for a term among some whose form is wrong.
func wrongForm(seed uint64, terms int) (forms int, err error) {
	g := newFormGen(seed)
	p := g.p
	p.Init, p.Error = p.NewLocation("main", program.Pos{}), p.NewLocation("", program.Pos{})
	m, err := New(p)
	if err != nil {
		return 0, err
	}
	m.reset()
	l := newLeaper(&run{m: m})
	for range terms {
		for i, v := range p.Vars {
			l.changed[i] = true
			x := constant(g.word(g.constant(v.Sort())))
			if !v.Sort().IsBool() && g.IntN(4) > 0 {
				if x.b = g.word(g.constant(v.Sort())); g.IntN(6) == 0 {
					x.c = g.word(g.constant(v.Sort()))
				}
			}
			if g.IntN(8) == 0 {
				x.turns = 1 + uint64(g.IntN(30))
			}
			l.forms[i] = x
		}
		s := g.sort()
		if g.IntN(2) == 0 {
			s = logic.Bool
		}
		term := g.term(s, 3)
		x := m.formsOf(term).evaluate(l)
		if x.kind != exact {
			continue
		}
		if x.turns == 0 {
			return 0, fmt.Errorf("%s has no turn", term)
		}
		if x.b|x.c != 0 || s.IsBool() && x.turns > 1 && x.turns < always {
			forms++
		}
		value := m.expr(term)
		for _, turn := range []uint64{0, 1, 2, 3, uint64(g.IntN(300)), g.Uint64() % x.turns, x.turns - 2, x.turns - 1} {
			if turn >= x.turns {
				continue
			}
			for i, v := range p.Vars {
				m.words[i] = l.forms[i].at(turn, maskOf(widthOf(v.Sort())))
			}
			if got, want := x.at(turn, maskOf(widthOf(s))), value(); got != want {
				return 0, fmt.Errorf("%s is %d in turn %d of %d, not %d; variables %v", term, want, turn, x.turns, got, l.forms)
			}
		}
	}
	return forms, nil
}

func (g *formGen) word(t *logic.Term) uint64 {
	u, _ := wordOf(t)
	return u
}

// TestWrongForms: mistakes in the arithmetic of forms are noticed.
func TestWrongForms(t *testing.T) {
	for _, f := range []sabotage.Fault{sabotage.LeapGuard, sabotage.LeapEqual, sabotage.LeapWrap, sabotage.LeapSigned, sabotage.LeapDivide, sabotage.LeapFits, sabotage.LeapProduct} {
		restore := sabotage.Inject(f)
		_, err := wrongForm(1, 15_000)
		restore()
		if err == nil {
			t.Errorf("nothing notices that %s", f)
		}
	}
}
