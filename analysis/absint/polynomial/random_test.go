package polynomial

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"cupel/analysis/absint/absinttest"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/rational"
	"cupel/internal/sabotage"
	"cupel/tests/effort"

	"pgregory.net/rapid"
)

// terms draws terms over integers.
type terms struct {
	t    *rapid.T
	f    *logic.Factory
	vars []*logic.Term
}

func newTerms(t *rapid.T, n int) *terms {
	g := &terms{t: t, f: logic.NewFactory()}
	for i := range n {
		g.vars = append(g.vars, g.f.Var(fmt.Sprintf("x%d", i), logic.Int))
	}
	return g
}

func (g *terms) pick(n int) int { return rapid.IntRange(0, n-1).Draw(g.t, "choice") }

func (g *terms) num(lo, hi int64) *logic.Term {
	return g.f.IntConst(rapid.Int64Range(lo, hi).Draw(g.t, "number"))
}

func (g *terms) variable() *logic.Term { return g.vars[g.pick(len(g.vars))] }

// moduli are for wrap-around, and for remainders.
var moduli = []int64{2, 4, 8, 256, 1 << 32}

func (g *terms) modulus() *logic.Term { return g.f.IntConst(moduli[g.pick(len(moduli))]) }

func (g *terms) term(depth int) *logic.Term {
	f := g.f
	if depth == 0 {
		if g.pick(4) == 0 {
			return g.num(-3, 4)
		}
		return g.variable()
	}
	sub := func() *logic.Term { return g.term(depth - 1) }
	switch g.pick(10) {
	case 0, 1:
		return f.Add(sub(), sub())
	case 2:
		return f.Sub(sub(), sub())
	case 3, 4:
		return f.Mul(sub(), sub())
	case 5:
		return f.Mul(g.num(-3, 4), sub())
	case 6:
		return f.Mod(sub(), g.modulus())
	case 7:
		return f.Div(sub(), g.num(2, 4))
	case 8:
		return f.Ite(g.cond(depth-1), sub(), sub())
	}
	x, m := sub(), g.modulus() // wrap-around
	return f.Ite(f.Lt(x, m), x, f.Sub(x, m))
}

func (g *terms) cond(depth int) *logic.Term {
	f := g.f
	switch g.pick(6) {
	case 0:
		return f.Not(g.cond(max(depth-1, 0)))
	case 1:
		return f.Eq(g.term(depth), g.term(0))
	case 2:
		return f.Eq(g.variable(), g.num(-2, 3))
	case 3:
		return f.Eq(f.Mod(g.term(depth), g.f.IntConst(2)), g.num(0, 1))
	case 4:
		return f.Or(f.Eq(g.variable(), g.num(-1, 1)), f.Eq(g.variable(), g.num(-1, 1)))
	}
	return f.Le(g.term(depth), g.term(0))
}

// value is that of a term where symbols have values.
func value(t *rapid.T, f *logic.Factory, x *logic.Term, env map[*logic.Term]*logic.Term) *logic.Term {
	v, err := f.Eval(x, func(s *logic.Term) *logic.Term { return env[s] })
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// each calls do with many values of the variables: small ones, and some that are large.
func (g *terms) each(do func(env map[*logic.Term]*logic.Term)) {
	var all func(i int, env map[*logic.Term]*logic.Term)
	all = func(i int, env map[*logic.Term]*logic.Term) {
		if i == len(g.vars) {
			do(env)
			return
		}
		for _, n := range []int64{-5, -2, -1, 0, 1, 2, 3, 4, 7, 255, 1<<32 - 1, 1 << 33} {
			env[g.vars[i]] = g.f.IntConst(n)
			all(i+1, env)
		}
	}
	all(0, map[*logic.Term]*logic.Term{})
}

// power is a power of two.
func power(n int) rational.Q { return rational.FromBig(new(big.Int).Lsh(big.NewInt(1), uint(n))) }

// congruent reports whether a value is zero in a ring.
func congruent(f *logic.Factory, x, modulus *logic.Term) bool {
	if modulus != nil {
		x = f.Mod(x, modulus)
	}
	return x == f.IntConst(0)
}

// TestRing: what a polynomial is replaced by is congruent to it, for all widths, and what a division leaves is where the divisors are zero.
func TestRing(t *testing.T) {
	effort.Checks(t, 100, 500, 5000)
	divided := 0
	rapid.Check(t, func(t *rapid.T) {
		g := newTerms(t, 2)
		f := g.f
		var m *logic.Term
		if w := rapid.SampledFrom([]int{0, 1, 2, 3, 8, 16, 32, 64}).Draw(t, "width"); w > 0 {
			m = f.Num(logic.Int, power(w))
		}
		r := newRing(f, m)
		x, zero := g.term(3), []*logic.Term{r.of(g.term(2)), r.of(g.term(1))}
		of, rest := r.of(x), r.rest(x, zero)
		if rest != of {
			divided++
		}
		g.each(func(env map[*logic.Term]*logic.Term) {
			if d := value(t, f, f.Sub(x, of), env); !congruent(f, d, m) {
				t.Fatalf("%v is not %v modulo %v", x, of, m)
			}
			for _, z := range zero {
				if !congruent(f, value(t, f, z, env), m) {
					return
				}
			}
			if d := value(t, f, f.Sub(x, rest), env); !congruent(f, d, m) {
				t.Fatalf("%v is not %v modulo %v, where %v are zero", x, rest, m, zero)
			}
		})
	})
	if divided == 0 {
		t.Error("nothing was divided")
	}
}

// TestFollows: what follows from premises holds where they do.
func TestFollows(t *testing.T) {
	effort.Checks(t, 300, 2000, 20000)
	yes, not := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g := newTerms(t, 2)
		f := g.f
		x := &prover{ctx: t.Context(), f: f}
		premises, goal := g.implication()
		values := map[*logic.Term][]*logic.Term{}
		if g.pick(3) == 0 {
			values[g.vars[0]] = []*logic.Term{f.IntConst(1), f.IntConst(2), f.IntConst(4)}
		}
		if !x.follows(premises, values, goal) {
			not++
			return
		}
		yes++
		g.each(func(env map[*logic.Term]*logic.Term) {
			for v, cs := range values {
				if !slices.Contains(cs, env[v]) {
					return
				}
			}
			for _, p := range premises {
				if !value(t, f, p, env).IsTrue() {
					return
				}
			}
			if !congruent(f, value(t, f, goal.p, env), goal.modulus) {
				t.Fatalf("%v modulo %v does not follow from %v where %v", goal.p, goal.modulus, premises, env)
			}
		})
	})
	if t.Logf("%d follow, %d do not", yes, not); yes < not/50 {
		t.Error("too few follow")
	}
}

// implication draws premises and a goal, which often is a combination of theirs.
func (g *terms) implication() (premises []*logic.Term, goal equation) {
	f := g.f
	for range g.pick(3) {
		premises = append(premises, g.cond(1))
	}
	if g.pick(3) > 0 {
		goal.modulus = g.modulus()
	}
	e := equation{g.term(2), nil}
	if e.modulus = goal.modulus; g.pick(2) == 0 {
		e.modulus = g.modulus()
	}
	premises = append(premises, e.term(f))
	switch goal.p = g.term(2); g.pick(3) {
	case 0:
		goal.p = f.Add(f.Mul(e.p, g.term(1)), f.Mul(g.num(-1, 1), g.variable()))
	case 1:
		x := g.variable()
		two := f.IntConst(2)
		goal.p = f.Sub(f.Mul(g.term(1), f.Mul(two, f.Div(x, two))), f.Mul(g.term(1), f.Sub(x, f.Mod(x, two))))
	}
	return premises, goal
}

// programs draws loops of few variables with small values, of which products are compared.
func (g *terms) program() (*program.Program, []absinttest.Env) {
	f := g.f
	p := &program.Program{Terms: f, Lowered: true}
	for _, x := range g.vars {
		p.Vars = append(p.Vars, &program.Var{Name: x.Name(), Sym: x, Signed: true})
	}
	n := 3 + g.pick(2)
	for range n {
		p.NewLocation("f", program.Pos{})
	}
	p.Init, p.Error = p.Locs[0], p.Locs[n-1]
	compare := func() *logic.Term {
		e := equation{f.Sub(f.Mul(g.variable(), g.variable()), g.term(1)), nil}
		if g.pick(2) == 0 {
			e.modulus = g.modulus()
		}
		return e.term(f)
	}
	for i := range n - 1 {
		c := g.cond(1)
		if i == n-2 {
			c = f.Not(compare())
		}
		p.NewEdge(p.Locs[i], p.Locs[i+1], append([]program.Op{program.Assume(c)}, g.ops(p)...)...)
		p.NewEdge(p.Locs[i], p.Locs[g.pick(n-1)], append([]program.Op{program.Assume(f.Not(c))}, g.ops(p)...)...)
	}
	for _, e := range p.Edges {
		for _, v := range p.Vars {
			e.Ops = append(e.Ops, program.Assume(f.And(f.Le(f.IntConst(-12), v.Sym), f.Le(v.Sym, f.IntConst(20)))))
		}
	}
	env := absinttest.Env{}
	var init []program.Op
	for _, v := range p.Vars {
		n := int64(g.pick(5) - 1)
		env[v.Sym] = n
		init = append(init, program.Assign(v, f.IntConst(n)))
	}
	start := p.NewLocation("f", program.Pos{})
	p.NewEdge(start, p.Init, init...)
	p.Init = start
	program.MarkLoopHeads(p)
	return p, []absinttest.Env{env}
}

func (g *terms) ops(p *program.Program) (ops []program.Op) {
	f := g.f
	for range g.pick(3) {
		v := p.Vars[g.pick(len(p.Vars))]
		switch g.pick(7) {
		case 0:
			ops = append(ops, program.Havoc(v, nil), program.Assume(f.Le(f.IntConst(0), v.Sym)), program.Assume(f.Le(v.Sym, f.IntConst(3))))
		case 1:
			ops = append(ops, program.Assume(g.cond(1)))
		case 2:
			ops = append(ops, program.Choice([]program.Op{program.Assign(v, g.term(1))}, []program.Op{program.Assign(v, g.term(1))}))
		case 3:
			ops = append(ops, program.Assign(v, f.Mul(f.IntConst(2), v.Sym)))
		case 4:
			ops = append(ops, program.Assign(v, f.Div(v.Sym, f.IntConst(2))))
		default:
			ops = append(ops, program.Assign(v, g.term(1)))
		}
	}
	return ops
}

// checkProgram compares a search with all states that are reached, and returns whether it proved the program.
func checkProgram(t *rapid.T) (found, proved bool, mistake string) {
	g := newTerms(t, 3)
	p, initial := g.program()
	states, ok := absinttest.Explore(p, initial, 2000)
	if !ok {
		return false, false, ""
	}
	r := Search(t.Context(), p, nil)
	for _, s := range states {
		if s.Loc == p.Error && r.Safe {
			mistake = "the error is reached"
		}
		if inv := r.Invariants[s.Loc]; inv != nil {
			if ok, _ := absinttest.Eval(inv, s.Env); ok.(int64) == 0 {
				mistake = fmt.Sprintf("state %s violates %v", s.Key(p.Vars), inv)
			}
		}
	}
	if mistake != "" {
		b := new(strings.Builder)
		_ = p.Dump(b)
		mistake += "\n" + b.String()
	}
	return len(r.Invariants) > 0, r.Safe, mistake
}

// TestPrograms: what is found about random programs holds of all their states.
func TestPrograms(t *testing.T) {
	effort.Checks(t, 200, 1000, 10000)
	found, proved := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		f, p, mistake := checkProgram(t)
		if mistake != "" {
			t.Fatal(mistake)
		}
		if f {
			found++
		}
		if p {
			proved++
		}
	})
	if t.Logf("%d with equations, %d proved", found, proved); found == 0 || proved == 0 {
		t.Error("nothing was found")
	}
}

// TestProgramsSabotage: the oracle of TestPrograms sees injected mistakes.
func TestProgramsSabotage(t *testing.T) {
	effort.Checks(t, 200, 1000, 10000)
	all := 0
	for _, f := range sabotage.All() {
		if f.Part() != sabotage.Polynomials {
			continue
		}
		restore, seen := sabotage.Inject(f), 0
		rapid.Check(t, func(t *rapid.T) {
			if _, _, mistake := checkProgram(t); mistake != "" {
				seen++
			}
		})
		restore()
		t.Logf("%s: %d wrong", f, seen)
		all += seen
	}
	if all == 0 {
		t.Error("no mistake was seen")
	}
}
