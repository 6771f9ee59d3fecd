package prefix_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/absint/absinttest"
	"cupel/analysis/absint/prefix"
	"cupel/core/logic"
	"cupel/core/program"
)

// TestFactsHold compares with all states of random programs.
func TestFactsHold(t *testing.T) {
	drawn, some := 0, false
	rapid.Check(t, func(t *rapid.T) {
		g := absinttest.NewGen(t, 3, 2, rapid.Bool().Draw(t, "array"))
		p := g.Program(4, 2)
		states, ok := absinttest.Explore(p, absinttest.Initial(p), 3000)
		if !ok {
			return
		}
		facts, inside := prefix.Facts(p)
		drawn, some = drawn+1, some || !facts.IsTrue()
		for _, s := range states {
			if inside(s.Loc) {
				continue
			}
			if ok, _ := absinttest.Eval(facts, s.Env); ok.(int64) == 0 {
				t.Fatalf("%v does not hold in %s", facts, s.Key(p.Vars))
			}
		}
	})
	if drawn >= 50 && !some {
		t.Error("no facts were found")
	}
}

// TestMask is a buffer whose size and mask stay, in a loop over a position.
func TestMask(t *testing.T) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f}
	v := map[string]*program.Var{}
	for _, n := range strings.Fields("log size mask at old") {
		v[n] = &program.Var{Name: n, Sym: f.Var(n, logic.BVSort(8))}
		p.Vars = append(p.Vars, v[n])
	}
	a, b, e := p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	p.Init, p.Error = a, e
	k := func(n uint64) *logic.Term { return f.BV(n, 8) }
	small := f.ULe(v["log"].Sym, k(6))
	size := f.BVOp(logic.OpBVShl, k(1), v["log"].Sym)
	mask := f.BVOp(logic.OpBVSub, v["size"].Sym, k(1))
	p.NewEdge(a, b, program.Assign(v["old"], v["log"].Sym), program.Havoc(v["log"], nil), program.Assume(small), program.Assign(v["size"], size), program.Assign(v["mask"], mask), program.Assign(v["at"], k(0)))
	next := f.BVOp(logic.OpBVAnd, f.BVOp(logic.OpBVAdd, v["at"].Sym, k(1)), v["mask"].Sym)
	p.NewEdge(b, b, program.Assume(f.ULt(v["at"].Sym, v["size"].Sym)), program.Assign(v["at"], next))
	p.NewEdge(b, e, program.Assume(f.ULe(v["size"].Sym, v["at"].Sym)))
	got, inside := prefix.Facts(p)
	if want := f.And(small, f.Eq(v["size"].Sym, size), f.Eq(v["mask"].Sym, mask)); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if !inside(a) || inside(b) {
		t.Error("the beginning is the first location")
	}
}
