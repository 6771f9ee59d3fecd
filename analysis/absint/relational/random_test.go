package relational_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cupel/analysis/absint/absinttest"
	"cupel/analysis/absint/interval"
	"cupel/analysis/absint/relational"
	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/tests/effort"

	"pgregory.net/rapid"
)

// check compares an analysis with all reachable states.
func check(t *rapid.T, p *program.Program, initial []absinttest.Env, o ...relational.Options) {
	states, ok := absinttest.Explore(p, initial, 1500)
	if !ok || !small(states) {
		return
	}
	if len(o) == 0 {
		o = relational.Levels()
	}
	r := relational.Analyze(context.Background(), p, o...)
	if !r.Complete() {
		t.Fatal("the analysis did not finish")
	}
	invariants := map[*program.Location]*logic.Term{}
	for _, l := range p.Locs {
		invariants[l] = r.Invariant(l)
	}
	for _, s := range states {
		if !r.Reached(s.Loc) {
			t.Fatalf("state %s is said to be unreachable\n%s", s.Key(p.Vars), dump(p))
		}
		if ok, _ := absinttest.Eval(invariants[s.Loc], s.Env); ok.(int64) == 0 {
			t.Fatalf("state %s violates %v\n%s", s.Key(p.Vars), invariants[s.Loc], dump(p))
		}
	}
}

// small reports whether the oracle's machine integers cannot have overflowed.
func small(states []absinttest.State) bool {
	for _, s := range states {
		for _, v := range s.Env {
			if n, ok := v.(int64); ok && (n > 1<<24 || n < -1<<24) {
				return false
			}
		}
	}
	return true
}

// TestSoundOnLoweredPrograms checks random machine-typed programs, most of whose
// operations wrap around, after their lowering to integers.
func TestSoundOnLoweredPrograms(t *testing.T) {
	effort.Checks(t, 10, 100, 1000)
	rapid.Check(t, func(t *rapid.T) {
		for range programsPerCheck {
			checkLowered(t)
		}
	})
}

// programsPerCheck makes a normal run of each test draw 500 programs.
const programsPerCheck = 5

func checkLowered(t *rapid.T) {
	g := absinttest.NewGen(t, 3, 3, rapid.IntRange(0, 5).Draw(t, "array") == 0)
	p := g.Program(6, 2)
	program.MarkLoopHeads(p)
	q, err := intlower.Lower(context.Background(), p, intlower.Options{Ranges: interval.Analyze(context.Background(), p)})
	if err != nil {
		return
	}
	program.MarkLoopHeads(q)
	switch rapid.IntRange(0, 5).Draw(t, "settings") {
	case 0:
		check(t, q, initialInts(q), relational.Partitioned())
	case 1:
		check(t, q, initialInts(q), relational.Options{PackSize: 10, Work: 2_000_000, Shape: relational.Octagons})
	case 2:
		check(t, q, initialInts(q), relational.Options{Work: 4_000_000, Shape: relational.Octagons, Plain: true})
	case 3:
		check(t, q, initialInts(q), relational.Options{PackSize: 10, Work: 2_000_000, Shape: relational.Zones})
	case 4:
		check(t, q, initialInts(q), relational.Options{Work: 4_000_000, Shape: relational.Zones, NoResidues: true, Plain: true})
	default:
		check(t, q, initialInts(q))
	}
}

// initialInts returns the environments in which integers have the values that
// their machine types have.
func initialInts(p *program.Program) []absinttest.Env {
	envs := []absinttest.Env{{}}
	for _, v := range p.Vars {
		var next []absinttest.Env
		for _, env := range envs {
			for _, x := range values(v) {
				n := absinttest.Env{v.Sym: x}
				for k, y := range env {
					n[k] = y
				}
				next = append(next, n)
			}
		}
		envs = next
	}
	return envs
}

func values(v *program.Var) []any {
	if !v.Sort().IsInt() {
		return absinttest.Values(v)
	}
	return []any{int64(-3), int64(0), int64(1), int64(4)}
}

func dump(p *program.Program) string {
	b := new(strings.Builder)
	_ = p.Dump(b)
	return b.String()
}

// ints draws programs over integer variables: sums, products with constants,
// quotients, remainders and choices, with wrap-around modulo small numbers.
type ints struct {
	t     *rapid.T
	p     *program.Program
	flags []*program.Var // assigned by conditions only
}

func (g *ints) pick(n int, what string) int { return rapid.IntRange(0, n-1).Draw(g.t, what) }

func (g *ints) num(lo, hi int64) *logic.Term {
	return g.p.Terms.IntConst(rapid.Int64Range(lo, hi).Draw(g.t, "number"))
}

func (g *ints) variable() *program.Var { return g.p.Vars[g.pick(len(g.p.Vars), "variable")] }

func (g *ints) term(depth int) *logic.Term {
	f := g.p.Terms
	if depth == 0 {
		if g.pick(3, "leaf") == 0 {
			return g.num(-4, 6)
		}
		return g.variable().Sym
	}
	sub := func() *logic.Term { return g.term(depth - 1) }
	switch g.pick(12, "term") {
	case 0, 1, 2:
		return f.Add(sub(), g.num(-2, 2))
	case 3, 4:
		return f.Add(sub(), sub())
	case 5:
		return f.Sub(sub(), sub())
	case 6:
		return f.Mul(g.num(-2, 3), sub())
	case 7:
		return f.Div(sub(), g.num(1, 4))
	case 8:
		return f.Mod(sub(), g.num(1, 5))
	case 9:
		return f.Mul(sub(), sub())
	case 10:
		return f.Ite(g.cond(depth-1), sub(), sub())
	}
	// Wrap-around as lowering writes it.
	x, size := sub(), g.num(4, 9)
	return f.Ite(f.Lt(x, size), x, f.Sub(x, size))
}

func (g *ints) cond(depth int) *logic.Term {
	f := g.p.Terms
	d := max(depth-1, 0)
	if len(g.flags) > 0 && g.pick(3, "flag") == 0 {
		return f.Eq(g.flags[g.pick(len(g.flags), "flag")].Sym, g.num(0, 1))
	}
	switch g.pick(9, "condition") {
	case 0:
		return f.Not(g.cond(d))
	case 1:
		return f.And(g.cond(d), g.cond(d))
	case 2:
		return f.Or(g.cond(d), g.cond(d))
	case 3:
		return f.Eq(g.term(depth), g.term(d))
	case 4:
		return f.Ne(g.term(depth), g.term(d))
	case 5, 6:
		return f.Le(g.term(depth), g.term(d))
	case 7:
		return f.Lt(g.variable().Sym, g.variable().Sym)
	}
	return f.Lt(g.variable().Sym, g.num(-2, 9))
}

func (g *ints) ops(depth int) []program.Op {
	var ops []program.Op
	f := g.p.Terms
	for range g.pick(4, "operations") {
		v := g.variable()
		switch g.pick(12, "operation") {
		case 10:
			if len(g.flags) > 0 {
				v = g.flags[g.pick(len(g.flags), "flag")]
			}
			ops = append(ops, program.Assign(v, f.Ite(g.cond(1), f.IntConst(1), f.IntConst(0))))
		case 11: // a number without bounds
			w := g.variable()
			ops = append(ops, program.Havoc(w, nil), program.Assign(v, f.Add(v.Sym, f.Mul(w.Sym, g.variable().Sym))))
		case 0:
			ops = append(ops, program.Havoc(v, nil), program.Assume(f.Le(f.IntConst(0), v.Sym)), program.Assume(f.Le(v.Sym, g.num(1, 5))))
		case 1:
			ops = append(ops, program.Assume(g.cond(1)))
		case 2: // a flag
			ops = append(ops, program.Assign(v, f.Ite(g.cond(1), f.IntConst(1), f.IntConst(0))))
		case 3:
			if depth > 1 {
				ops = append(ops, program.Choice(g.ops(depth-1), g.ops(depth-1)))
			}
		case 4, 5, 6:
			ops = append(ops, program.Assign(v, f.Add(v.Sym, g.num(-1, 2))))
		default:
			ops = append(ops, program.Assign(v, g.term(depth)))
		}
	}
	return ops
}

// program draws the edges: branches on a condition, forward and back.
func (g *ints) program(locations, depth int) {
	p, f := g.p, g.p.Terms
	n := 2 + g.pick(locations-1, "locations")
	for range n {
		p.NewLocation("f", program.Pos{})
	}
	p.Init, p.Error = p.Locs[0], p.Locs[n-1]
	for i := range n - 1 {
		c := g.cond(1)
		p.NewEdge(p.Locs[i], p.Locs[i+1], append([]program.Op{program.Assume(c)}, g.ops(depth)...)...)
		if g.pick(3, "branch") > 0 {
			p.NewEdge(p.Locs[i], p.Locs[g.pick(n, "target")], append([]program.Op{program.Assume(f.Not(c))}, g.ops(depth)...)...)
		}
	}
	// Most executions stay small: exploration is to end.
	for _, e := range p.Edges {
		for _, v := range p.Vars {
			e.Ops = append(e.Ops, program.Assume(f.And(f.Le(f.IntConst(-12), v.Sym), f.Le(v.Sym, f.IntConst(12)))))
		}
	}
	program.MarkLoopHeads(p)
}

// TestSoundOnIntegerPrograms checks random programs over integers, with settings
// small enough that approximations happen.
func TestSoundOnIntegerPrograms(t *testing.T) {
	effort.Checks(t, 10, 100, 1000)
	rapid.Check(t, func(t *rapid.T) {
		for range programsPerCheck {
			checkIntegers(t)
		}
	})
}

func checkIntegers(t *rapid.T) {
	p, env := drawIntegers(t)
	levels := []relational.Options{
		{PackSize: 10, Rows: 200, Work: 2_000_000},
		{PackSize: 3, Rows: 200, Work: 2_000_000},
		{PackSize: 10, Rows: 6, Work: 2_000_000},
		{PackSize: 2, Rows: 12, Work: 2_000_000},
		{PackSize: 10, Rows: 200, Work: 2_000_000, Partition: true},
		{PackSize: 3, Rows: 12, Work: 2_000_000, Partition: true},
		{PackSize: 10, Work: 2_000_000, Shape: relational.Octagons},
		{PackSize: 3, Work: 2_000_000, Shape: relational.Octagons, NoResidues: true, Partition: true},
		{PackSize: 10, Work: 2_000_000, Shape: relational.Zones},
		{PackSize: 3, Work: 2_000_000, Shape: relational.Zones, NoResidues: true, Partition: true},
		{Work: 2_000_000, Shape: relational.NoShape},
	}
	check(t, p, []absinttest.Env{env}, rapid.SampledFrom(levels).Draw(t, "level"))
}

// drawIntegers returns a program and its only initial environment.
func drawIntegers(t *rapid.T) (*program.Program, absinttest.Env) {
	g := &ints{t: t, p: &program.Program{Terms: logic.NewFactory(), Lowered: true}}
	for i := range 2 + g.pick(3, "variables") {
		name := fmt.Sprintf("x%d", i)
		g.p.Vars = append(g.p.Vars, &program.Var{Name: name, Sym: g.p.Terms.Var(name, logic.Int), Signed: true})
	}
	for i := range g.pick(3, "flags") {
		name := fmt.Sprintf("f%d", i)
		g.flags = append(g.flags, &program.Var{Name: name, Sym: g.p.Terms.Var(name, logic.Int), Signed: true})
	}
	g.program(6, 2)
	g.p.Vars = append(g.p.Vars, g.flags...)
	env := absinttest.Env{}
	for _, v := range g.p.Vars {
		env[v.Sym] = int64(g.pick(5, "initial") - 1)
	}
	var init []program.Op // the program starts in any state
	for _, v := range g.p.Vars {
		init = append(init, program.Assign(v, g.p.Terms.IntConst(env[v.Sym].(int64))))
	}
	start := g.p.NewLocation("f", program.Pos{})
	g.p.NewEdge(start, g.p.Init, init...)
	g.p.Init = start
	program.MarkLoopHeads(g.p)
	return g.p, env
}
