package shape

import (
	"context"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
)

// next is the cell of the link in the chains of these tests, back that of the back link.
var next, back = cell{0, 0}, cell{0, 8}

func rig() *analysis {
	f := logic.NewFactory()
	v := []*program.Var{{Name: "x"}, {Name: "y"}}
	return &analysis{p: &program.Program{Terms: f}, ctx: context.Background(), f: f, width: 64, scalars: v, static: make([]bool, 2), bytes: []bool{false}}
}

// chain is a graph with n blocks in a row, to the first of which x points; y is null.
func (a *analysis) chain(n int, double bool) *graph {
	null := constant(a.f.BV(0, a.width))
	g := &graph{vars: []value{null, null}}
	for i := range n {
		b := g.add(&object{size: 16})
		b.set(next, null)
		if double {
			b.set(back, null)
		}
		if i == 0 {
			g.vars[0] = a.pointer(b.id, 0, first)
			continue
		}
		before := g.objs[i-1]
		before.set(next, a.pointer(b.id, 0, first))
		if double {
			b.set(back, a.pointer(before.id, 0, first))
		}
	}
	return g
}

func TestFold(t *testing.T) {
	for _, c := range []struct {
		name   string
		double bool
		y      int // block to which y points; negative: none
		left   int // objects
	}{
		{"single", false, -1, 1},
		{"double", true, -1, 1},
		{"single, pointer to the first", false, 0, 1},
		{"single, pointer into the middle", false, 2, 2},
		{"single, pointer to the last", false, 3, 2},
		{"double, pointer to the last", true, 3, 1},
		{"double, pointer into the middle", true, 2, 2},
	} {
		a := rig()
		g := a.chain(4, c.double)
		if c.y >= 0 {
			g.vars[1] = a.pointer(g.objs[c.y].id, 0, first)
		}
		h := a.fold(g, false, false)
		if len(h.objs) != c.left || !h.sound() {
			t.Errorf("%s: %d objects are left\n%s", c.name, len(h.objs), a.dump(h))
		}
	}
}

func TestUnfold(t *testing.T) {
	for _, at := range []end{first, last} {
		a := rig()
		g := a.fold(a.chain(3, true), false, false)
		g.vars[1] = a.pointer(g.objs[0].id, 0, last)
		g.objs[0].seg.min = 0
		i := g.objs[0].id
		gs := a.unfold(g, need{obj: i, end: at, peel: true})
		if len(gs) != 2 || len(gs[0].objs) != 0 || !gs[0].vars[0].null() || !gs[0].vars[1].null() {
			t.Fatalf("the empty list is missing:\n%s", a.dump(g))
		}
		gs = a.unfold(gs[1], need{obj: i, end: at, peel: true})
		if len(gs) != 1 || len(gs[0].objs) != 2 || !gs[0].sound() {
			t.Fatal("no block is taken out")
		}
		h := gs[0]
		b := h.objs[1]
		if h.vars[at].obj != b.id || h.vars[1-at].obj == b.id || h.objs[0].seg.min != 0 {
			t.Errorf("end %d:\n%s", at, a.dump(h))
		}
		if h = a.fold(h, false, false); len(h.objs) != 1 || h.objs[0].seg.min != 1 {
			t.Errorf("it does not fit again:\n%s", a.dump(h))
		}
	}
}

func TestJoin(t *testing.T) {
	a := rig()
	one, more := a.chain(1, false), a.fold(a.chain(3, false), false, false)
	m := a.merger(more, one)
	if !m.all() || !m.more[0] || !m.more[1] {
		t.Fatal("a list and a longer one are not joined, or one describes the other")
	}
	j := m.result()
	if !j.sound() || len(j.objs) != 1 || j.objs[0].seg == nil || j.objs[0].seg.min != 1 {
		t.Errorf("\n%s", a.dump(j))
	}
	if m = a.merger(j, one); !m.all() || m.more[0] {
		t.Error("the join does not describe one of its parts")
	}
	if m = a.merger(j, more); !m.all() || m.more[0] {
		t.Error("the join does not describe the other")
	}
	none := a.chain(0, false)
	if m = a.merger(j, none); !m.all() || !m.guesses() || !m.more[0] {
		t.Error("the empty list is one of those that are not")
	}
	other := one.clone()
	other.vars[1] = other.vars[0]
	if m = a.merger(one, other); m.all() {
		t.Error("graphs that differ in a pointer are joined")
	}
	lost := one.clone()
	lost.vars[0] = value{}
	if m = a.merger(one, lost); m.all() {
		t.Error("a block without a pointer to it is forgotten")
	}
}

// TestBytes: pointers in memory of bytes are one cell, whichever bytes are written last.
func TestBytes(t *testing.T) {
	a := rig()
	a.bytes[0] = true
	o := &object{id: 1, size: 16}
	p := a.pointer(7, 4, first)
	for _, i := range []int{3, 0, 1, 2, 7, 6, 5, 4} {
		a.write(o, 0, 8+int64(i), a.part(p, i))
	}
	if len(o.fields) != 1 || o.get(cell{0, 8}) != p {
		t.Fatalf("%v", o.fields)
	}
	a.write(o, 0, 9, value{})
	if a.read(o, 0, 8) != a.part(p, 0) || a.read(o, 0, 9).kind != top || o.get(cell{0, 8}) == p {
		t.Errorf("%v", o.fields)
	}
	a.write(o, 0, 9, a.part(p, 1))
	if o.get(cell{0, 8}) != p {
		t.Errorf("%v", o.fields)
	}
}
