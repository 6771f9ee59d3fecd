package passes

import (
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
)

// TestFreeAddresses: for three objects exactly those layouts are allowed that respect alignment, sizes, the position of read-only objects and the
// address space.
func TestFreeAddresses(t *testing.T) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Model: program.ILP32}
	object := func(name string, size, align int64, readOnly bool) *program.Object {
		o := &program.Object{Name: name, Size: size, Align: align, ReadOnly: readOnly, Base: f.Var(name, logic.BVSort(32))}
		p.Objects = append(p.Objects, o)
		return o
	}
	objects := []*program.Object{object("r", 3, 1, true), object(ReadOnlyEnd, 0, 1, false), object("a", 4, 4, false), object("b", 8, 8, false)}
	p.Init = p.NewLocation("main", program.Pos{})
	p.Error = p.NewLocation("", program.Pos{})
	p.NewEdge(p.Init, p.Error)
	q, err := FreeAddresses(p, 10)
	if err != nil {
		t.Fatal(err)
	}
	if err := program.SanityProgram(q); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name       string
		r, m, a, b uint64
		ok         bool
	}{
		{"apart", 5000, 6000, 8000, 9000, true},
		{"other order", 5000, 6000, 9000, 8000, true},
		{"touching", 5000, 5003, 8000, 8004, false}, // 8004 is no multiple of 8
		{"touching aligned", 5000, 5003, 8004, 8008, true},
		{"overlap", 5000, 6000, 8004, 8000, false},
		{"same", 5000, 6000, 8000, 8000, false},
		{"unaligned", 5000, 6000, 8002, 9000, false},
		{"read-only above", 7000, 6000, 8000, 9000, false},
		{"variable below", 5000, 6000, 4096, 9000, false},
		{"null", 0, 6000, 8000, 9000, false},
		{"first page", 5, 100, 128, 136, true},
		{"end", 5000, 6000, 8000, 1<<32 - 4096 - 8, true},
		{"beyond", 5000, 6000, 8000, 1<<32 - 4096, false},
	} {
		value := map[*logic.Term]*logic.Term{}
		for i, v := range []uint64{c.r, c.m, c.a, c.b} {
			value[objects[i].Base] = f.BV(v, 32)
		}
		s := f.NewSubst(func(v *logic.Term) *logic.Term { return value[v] })
		ok := true
		for _, op := range q.Init.Out[0].Ops {
			if op.Kind == program.OpAssume && !s.Apply(op.Expr).IsTrue() {
				ok = false
			}
		}
		if ok != c.ok {
			t.Errorf("%s: allowed %v, want %v", c.name, ok, c.ok)
		}
	}
}
