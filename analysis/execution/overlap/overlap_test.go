package overlap_test

import (
	"testing"

	"cupel/analysis/execution/interp"
	"cupel/analysis/execution/overlap"
	"cupel/core/logic"
	"cupel/core/program"
)

// TestOverlap: reads of bytes that another region has written last.
func TestOverlap(t *testing.T) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Model: program.ILP32}
	cells := func(width int) *logic.Sort { return logic.ArraySort(logic.BVSort(32), logic.BVSort(width)) }
	x := p.NewVar("x", logic.BVSort(32))
	word, half, other := p.NewVar("mem1.i32", cells(32)), p.NewVar("mem1.i16", cells(16)), p.NewVar("mem2.i8", cells(8))
	n := func(v int64) *logic.Term { return f.BVInt(v, 32) }
	store := func(v *program.Var, at int64) *logic.Term {
		return f.Store(v.Sym, n(at), f.BVInt(1, v.Sort().Elem().Width()))
	}
	write := func(v *program.Var, at int64) program.Op { return program.Assign(v, store(v, at)) }
	zero, one, read := f.Eq(x.Sym, n(0)), f.Eq(x.Sym, n(1)), f.Select(word.Sym, n(100))
	ask := program.Assume(f.ULe(read, n(5)))
	end := p.NewLocation("main", program.Pos{})
	p.Error = p.NewLocation("main", program.Pos{})
	for name, c := range map[string]struct {
		found bool
		ops   []program.Op
	}{
		"of another class":      {true, []program.Op{write(other, 103), ask}},
		"beside it":             {false, []program.Op{write(other, 104), ask}},
		"overwritten":           {false, []program.Op{write(other, 103), write(word, 100), ask}},
		"of the class":          {true, []program.Op{write(half, 102), ask}},
		"a copy":                {false, []program.Op{write(half, 102), program.Assign(word, f.Store(word.Sym, n(200), read))}},
		"a copy of a class":     {true, []program.Op{write(other, 103), program.Assign(word, f.Store(word.Sym, n(200), read))}},
		"another branch":        {false, []program.Op{write(other, 103), program.Assign(x, f.Ite(zero, n(1), read))}},
		"the branch":            {true, []program.Op{write(other, 103), program.Assign(x, f.Ite(one, n(1), read))}},
		"decided by the other":  {false, []program.Op{write(other, 103), program.Assume(f.Or(zero, f.ULe(read, n(5))))}},
		"not written, as it is": {false, []program.Op{program.Assign(other, f.Ite(one, store(other, 103), other.Sym)), ask}},
		"a new object":          {false, []program.Op{write(other, 103), {Kind: program.OpAlloc, Expr: n(100), Size: n(4)}, ask}},
	} {
		mid := p.NewLocation("main", program.Pos{})
		p.Init = p.NewLocation("main", program.Pos{})
		p.NewEdge(p.Init, mid, program.Assign(x, n(0)), c.ops[0])
		p.NewEdge(mid, end, c.ops[1:]...) // at times with a leading assumption, at times with one behind a write
		m, err := interp.New(p)
		if err != nil {
			t.Fatal(err)
		}
		w := overlap.New(p)
		m.Run(t.Context(), interp.Zeros{}, interp.Options{MaxSteps: 10, Watch: w})
		if (w.Found != nil) != c.found {
			t.Errorf("%s: found %v", name, w.Found)
		}
	}
}
