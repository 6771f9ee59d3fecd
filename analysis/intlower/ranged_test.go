package intlower

import (
	"maps"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/absint/absinttest"
	"cupel/core/logic"
	"cupel/core/program"
)

// TestReadEarly compares with a search, array by array, for a location that is reached before the array is written.
func TestReadEarly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := absinttest.NewGen(t, 2, 3, true).Program(4, 2)
		want := map[*program.Var]bool{}
		for _, v := range p.Vars {
			if v.Sort().IsArray() && searchRead(p, v) {
				want[v] = true
			}
		}
		got := readEarly(p)
		maps.DeleteFunc(got, func(_ *program.Var, early bool) bool { return !early })
		if !maps.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// searchRead reports whether some way through p reads v before it writes it.
func searchRead(p *program.Program, v *program.Var) bool {
	found := false
	var unwritten func(ops []program.Op) bool // whether some way through ops leaves v unwritten
	unwritten = func(ops []program.Op) bool {
		for i := range ops {
			if op := &ops[i]; op.Kind == program.OpChoice {
				some := len(op.Alts) == 0
				for _, alt := range op.Alts {
					some = unwritten(alt) || some
				}
				if !some {
					return false
				}
				continue
			}
			ops[i].Terms(func(t *logic.Term) {
				for _, x := range logic.FreeVars(t) {
					found = found || x == v.Sym
				}
			})
			written := false
			ops[i].Defines(func(w *program.Var) { written = written || w == v })
			if written {
				return false
			}
		}
		return true
	}
	seen := map[*program.Location]bool{p.Init: true}
	for todo := []*program.Location{p.Init}; len(todo) > 0; {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range l.Out {
			if unwritten(e.Ops) && !seen[e.Dst] {
				seen[e.Dst] = true
				todo = append(todo, e.Dst)
			}
		}
	}
	return found
}

func TestBitset(t *testing.T) {
	a, b := newBitset(130), newBitset(130)
	for _, i := range []int{0, 63, 64, 129} {
		a.add(i)
		if !a.has(i) || b.has(i) {
			t.Errorf("element %d", i)
		}
	}
	b.add(64)
	if !a.intersect(b) || a.has(129) || !a.has(64) {
		t.Error("the intersection is not {64}")
	}
	if a.intersect(b) {
		t.Error("nothing was to be dropped the second time")
	}
}
