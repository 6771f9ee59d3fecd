package observe_test

import (
	"context"
	"testing"

	"cupel/analysis/execution/observe"
	"cupel/core/logic"
	"cupel/core/program"
)

// fill is a loop that writes 3*i to the cells of an array up to a bound.
func fill(bound int64) (*program.Program, *program.Location, *program.Var, *program.Var) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Lowered: true}
	i, a := p.NewVar("i", logic.Int), p.NewVar("a", logic.ArraySort(logic.Int, logic.Int))
	p.Init, p.Error = p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	head, end := p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	p.NewEdge(p.Init, head, program.Havoc(a, nil), program.Assign(i, f.IntConst(0)))
	p.NewEdge(head, head, program.Assume(f.Lt(i.Sym, f.IntConst(bound))), program.Assign(a, f.Store(a.Sym, i.Sym, f.Mul(f.IntConst(3), i.Sym))),
		program.Assign(i, f.Add(i.Sym, f.IntConst(1))))
	p.NewEdge(head, end, program.Assume(f.Le(f.IntConst(bound), i.Sym)))
	program.MarkLoopHeads(p)
	return p, head, i, a
}

// TestLoops: states satisfy what holds of the loop, with a large bound as well as with a small one.
func TestLoops(t *testing.T) {
	for _, bound := range []int64{5, 100_000} {
		p, head, i, a := fill(bound)
		f := p.Terms
		d, err := observe.Loops(context.Background(), p, map[*program.Var][]*logic.Term{a: {i.Sym}}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if want := map[int64]int64{5: 0, 100_000: 100_000}[bound]; d.Unit != want {
			t.Errorf("bound %d: unit %d", bound, d.Unit)
		}
		k := f.Var("k", logic.Int)
		written, ok := d.Compile(f.Eq(f.Select(a.Sym, k), f.Mul(f.IntConst(3), k)), k)
		within, fine := d.Compile(f.Le(i.Sym, f.IntConst(bound)))
		if !ok || !fine || len(d.States[head]) < 6 {
			t.Fatalf("bound %d: %d states", bound, len(d.States[head]))
		}
		ended := false
		for _, s := range d.States[head] {
			n, _ := within.Value(&observe.Env{State: s})
			last, _ := d.Compile(f.Eq(i.Sym, f.IntConst(bound)))
			at, _ := last.Value(&observe.Env{State: s})
			if ended = ended || at == 1; n != 1 {
				t.Errorf("bound %d: beyond it", bound)
			}
			count, _ := d.Compile(i.Sym)
			end, _ := count.Value(&observe.Env{State: s})
			for j := range end {
				if n, ok := written.Value(&observe.Env{State: s, Bound: []int64{j}}); !ok || n != 1 {
					t.Errorf("bound %d: cell %d of %d: %d, %v", bound, j, end, n, ok)
				}
			}
		}
		if !ended {
			t.Errorf("bound %d: no run came to the end", bound)
		}
	}
}
