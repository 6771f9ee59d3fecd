package passes_test

import (
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
)

// TestRaiseChecks: an edge is cut at the checks that are chosen, in order, each before what
// follows it; the others stay.
func TestRaiseChecks(t *testing.T) {
	f := logic.NewFactory()
	x := &program.Var{Name: "x", Sym: f.Var("x", logic.BVSort(8)), Signed: true}
	fn := &program.Func{Name: "main", Locals: []*program.Var{x}}
	m := &program.Module{Terms: f, Funcs: []*program.Func{fn}, Entry: fn, Error: &program.Location{}, Halt: &program.Location{}}
	fn.Entry, fn.Exit = fn.NewLocation(program.Pos{}), fn.NewLocation(program.Pos{})
	cond := func(n uint64) *logic.Term { return f.ULt(x.Sym, f.BV(n, 8)) }
	e := program.Connect(fn.Entry, fn.Exit,
		program.CheckOf(program.DivisionByZero, cond(1), "division by zero"),
		program.CheckOf(program.SignedOverflow, cond(2), "signed overflow"),
		program.Assign(x, f.BV(3, 8)),
		program.CheckOf(program.ArguableOverflow, cond(4), "left shift"),
		program.CheckOf(program.SignedOverflow, cond(5), "signed overflow"))
	e.Branch = &program.Branch{Value: "true"}
	passes.RaiseChecks(m, func(k program.CheckKind) passes.Raising {
		switch k {
		case program.SignedOverflow:
			return passes.Fail
		case program.ArguableOverflow:
			return passes.End
		}
		return passes.Keep
	})
	if err := program.SanityModule(m); err != nil {
		t.Fatal(err)
	}
	if len(m.Goals) != 2 || m.Goals[0].Check != program.SignedOverflow || m.Goals[1].ID != 2 {
		t.Fatalf("goals %+v", m.Goals)
	}
	var way []string // to the exit
	l, goals, cuts := fn.Entry, 0, 0
	for l != fn.Exit {
		next := l.Out[len(l.Out)-1]
		for _, side := range l.Out[:len(l.Out)-1] {
			switch {
			case side.Dst == m.Error && side.Goal == m.Goals[goals] && side.Ops[0].Expr == f.Not(next.Ops[0].Expr):
				goals++
			case side.Dst.Cut != "" && side.Goal == nil:
				cuts++
			default:
				t.Errorf("%v", side)
			}
		}
		for _, o := range next.Ops {
			way = append(way, o.Kind.String())
		}
		l = next.Dst
	}
	if goals != 2 || cuts != 1 || fn.Entry.Out[0].Branch == nil || len(fn.Exit.In) != 1 {
		t.Errorf("%d goals, %d cuts", goals, cuts)
	}
	want := []string{"check", "assume", "assign", "assume", "assume"}
	if len(way) != len(want) {
		t.Fatalf("%v", way)
	}
	for i := range want {
		if way[i] != want[i] {
			t.Errorf("%v, want %v", way, want)
			break
		}
	}
}
