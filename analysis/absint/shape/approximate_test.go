package shape

import (
	"testing"

	"cupel/core/logic"
)

// TestBounds: what upper bounds of unsigned numbers decide.
func TestBounds(t *testing.T) {
	a := rig()
	a.Valid = true
	f := a.f
	x := f.Var("x", logic.BVSort(32))
	a.index = map[*logic.Term]int{x: 0}
	c := func(n int64) *logic.Term { return f.BVInt(n, 32) }
	wide := f.BVOp(logic.OpBVMul, f.ZeroExt(32, x), f.BV(4, 64))
	for _, row := range []struct {
		name string
		x    value
		t    *logic.Term
		want tristate
	}{
		{"less than a greater one", value{kind: small, off: 7}, f.ULt(x, c(8)), yes},
		{"less than the bound", value{kind: small, off: 7}, f.ULt(x, c(7)), perhaps},
		{"signed, natural", value{kind: small, off: 7}, f.SLt(x, c(0)), no},
		{"signed, any", value{}, f.SLt(x, c(0)), perhaps},
		{"a bound that may be negative", value{kind: small, off: 1 << 31}, f.SLt(x, c(0)), perhaps},
		{"beyond", value{kind: small, off: 7}, f.Eq(x, c(8)), no},
		{"not beyond", value{kind: small, off: 7}, f.Eq(x, c(7)), perhaps},
		{"extended and multiplied", value{}, f.SLt(wide, f.BV(0, 64)), no},
	} {
		g := &graph{vars: []value{row.x, {}}}
		if got := a.evaluation(g).known(row.t); got != row.want {
			t.Errorf("%s: %d, not %d", row.name, got, row.want)
		}
	}
}

// TestVague: an address with an unknown offset leads to no block by itself, equals no other one for sure, and covers those with known offsets.
func TestVague(t *testing.T) {
	a := rig()
	a.Valid = true
	g := a.chain(1, false)
	known := g.vars[0]
	h := g.clone()
	h.vars[1] = known
	g.vars[1] = value{kind: addr, obj: known.obj, off: anywhere, n: known.n}
	if m := a.merger(g, h); !m.all() || m.more[0] || !m.more[1] || !m.result().vars[1].vague() {
		t.Error("an unknown offset does not cover a known one")
	}
	e := a.evaluation(g)
	if e.equal(g.vars[0], g.vars[1]) != perhaps || e.equal(g.vars[1], g.vars[1]) != perhaps {
		t.Error("unknown offsets are compared")
	}
	g.vars[0] = value{}
	if g.reached(true)[known.obj] || !g.reached(false)[known.obj] {
		t.Error("an unknown offset keeps a block")
	}
}
