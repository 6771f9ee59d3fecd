package passes_test

import (
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
)

// declared is a module that sets g, calls a function f(x) that has a contract only, and fails if a
// condition on g, the other global h and the result does not hold then.
type declared struct {
	m          *program.Module
	f          *logic.Factory
	g, h, x, r *program.Var
	old        *program.Var
	fn         *program.Func
}

func newDeclared() *declared {
	f := logic.NewFactory()
	d := &declared{f: f, m: &program.Module{Terms: f, Error: &program.Location{}, Halt: &program.Location{}}}
	variable := func(name string) *program.Var {
		return &program.Var{Name: name, Sym: f.Var(name, logic.BVSort(2))}
	}
	d.g, d.h, d.x, d.r, d.old = variable("g"), variable("h"), variable("f::x"), variable("f::r"), variable("f::old")
	d.m.Globals = []*program.Var{d.g, d.h}
	d.fn = &program.Func{Name: "f", Params: []*program.Var{d.x}, Result: d.r, Locals: []*program.Var{d.x, d.r, d.old}, Contract: &program.Contract{
		Modifies: []*program.Var{d.g}, Old: []program.Saved{{Of: d.g, As: d.old}},
	}}
	return d
}

func (d *declared) n(n uint64) *logic.Term { return d.f.BV(n, 2) }

// caller adds the entry function: g := 1; h := 2; y := f(arg); assert holds.
func (d *declared) caller(arg uint64, holds func(y *logic.Term) *logic.Term) {
	y := &program.Var{Name: "main::y", Sym: d.f.Var("main::y", logic.BVSort(2))}
	main := &program.Func{Name: "main", Locals: []*program.Var{y}}
	a, b, c := main.NewLocation(program.Pos{}), main.NewLocation(program.Pos{}), main.NewLocation(program.Pos{})
	main.Entry, main.Exit = a, c
	program.Connect(a, b, program.Assign(d.g, d.n(1)), program.Assign(d.h, d.n(2)),
		program.Op{Kind: program.OpCall, Var: y, Callee: d.fn, Args: []*logic.Term{d.n(arg)}})
	program.Connect(b, d.m.Error, program.Assume(d.f.Not(holds(y.Sym))))
	program.Connect(b, c, program.Assume(holds(y.Sym)))
	d.m.Funcs, d.m.Entry = []*program.Func{main, d.fn}, main
}

// TestContractBodies: the effects that a caller assumes of a function with a contract, by enumeration.
func TestContractBodies(t *testing.T) {
	yes := func(d *declared) func(*logic.Term) *logic.Term {
		return func(*logic.Term) *logic.Term { return d.f.True() }
	}
	for name, tt := range map[string]struct {
		contract func(d *declared)
		arg      uint64
		holds    func(d *declared) func(*logic.Term) *logic.Term
		fails    bool
	}{
		"nothing said": {func(*declared) {}, 1, yes, false},
		"required":     {func(d *declared) { d.requires(d.f.ULt(d.x.Sym, d.n(3))) }, 2, yes, false},
		"not given":    {func(d *declared) { d.requires(d.f.ULt(d.x.Sym, d.n(3))) }, 3, yes, true},
		"of a global":  {func(d *declared) { d.requires(d.f.Eq(d.g.Sym, d.n(1))) }, 0, yes, false},
		"second one": {func(d *declared) {
			d.requires(d.f.Eq(d.g.Sym, d.n(1)))
			d.requires(d.f.Eq(d.h.Sym, d.n(1)))
		}, 0, yes, true},
		"modified": {func(*declared) {}, 0, func(d *declared) func(*logic.Term) *logic.Term {
			return func(*logic.Term) *logic.Term { return d.f.Eq(d.g.Sym, d.n(1)) }
		}, true},
		"kept": {func(*declared) {}, 0, func(d *declared) func(*logic.Term) *logic.Term {
			return func(*logic.Term) *logic.Term { return d.f.Eq(d.h.Sym, d.n(2)) }
		}, false},
		"result": {func(d *declared) { d.ensures(d.f.Eq(d.r.Sym, d.x.Sym)) }, 3, func(d *declared) func(*logic.Term) *logic.Term {
			return func(y *logic.Term) *logic.Term { return d.f.Eq(y, d.n(3)) }
		}, false},
		"any result": {func(*declared) {}, 3, func(d *declared) func(*logic.Term) *logic.Term {
			return func(y *logic.Term) *logic.Term { return d.f.Eq(y, d.n(3)) }
		}, true},
		"old": {func(d *declared) { d.ensures(d.f.Eq(d.g.Sym, d.f.BVOp(logic.OpBVAdd, d.old.Sym, d.x.Sym))) }, 2, func(d *declared) func(*logic.Term) *logic.Term {
			return func(*logic.Term) *logic.Term { return d.f.Eq(d.g.Sym, d.n(3)) }
		}, false},
		"old is not now": {func(d *declared) { d.ensures(d.f.Eq(d.g.Sym, d.f.BVOp(logic.OpBVAdd, d.old.Sym, d.x.Sym))) }, 2, func(d *declared) func(*logic.Term) *logic.Term {
			return func(*logic.Term) *logic.Term { return d.f.Eq(d.g.Sym, d.n(1)) }
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDeclared()
			tt.contract(d)
			d.caller(tt.arg, tt.holds(d))
			if err := program.SanityModule(d.m); err != nil {
				t.Fatal(err)
			}
			if err := passes.ContractBodies(d.m); err != nil {
				t.Fatal(err)
			}
			p, err := passes.Inline(d.m, passes.InlineOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if got := explore(t, p, programtest.Options{}); got.Error != tt.fails {
				t.Errorf("%v\n%s", got, dump(p))
			}
		})
	}
}

func (d *declared) requires(c *logic.Term) {
	d.fn.Contract.Requires = append(d.fn.Contract.Requires, program.Clause{Cond: c, Note: "required"})
}

func (d *declared) ensures(c *logic.Term) {
	d.fn.Contract.Ensures = append(d.fn.Contract.Ensures, program.Clause{Cond: c})
}

// TestContractSanity: a contract that mentions symbols unknown to callers is rejected.
func TestContractSanity(t *testing.T) {
	for want, harm := range map[string]func(d *declared){
		"":                              func(*declared) {},
		"requires speaks of f::r":       func(d *declared) { d.requires(d.f.Eq(d.r.Sym, d.n(1))) },
		"requires speaks of f::old":     func(d *declared) { d.requires(d.f.Eq(d.old.Sym, d.n(1))) },
		"ensures speaks of y":           func(d *declared) { d.ensures(d.f.Eq(d.f.Var("y", logic.BVSort(2)), d.n(1))) },
		"requires is no condition":      func(d *declared) { d.requires(d.n(1)) },
		"modifies f::x":                 func(d *declared) { d.fn.Contract.Modifies = append(d.fn.Contract.Modifies, d.x) },
		"modifies g":                    func(d *declared) { d.fn.Contract.Modifies = append(d.fn.Contract.Modifies, d.g) },
		"keeps what is no global":       func(d *declared) { d.fn.Contract.Old[0].Of = d.x },
		"locations, but no entry":       func(d *declared) { d.fn.NewLocation(program.Pos{}) },
		"f: Entry is not in Locs":       func(d *declared) { d.fn.Contract = nil },
		"no local variable of its sort": func(d *declared) { d.old.Sym = d.f.Var("f::wide", logic.BVSort(4)) },
	} {
		d := newDeclared()
		d.caller(0, func(*logic.Term) *logic.Term { return d.f.True() })
		harm(d)
		err := program.SanityModule(d.m)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

// TestContractDump: a contract is printed with its function.
func TestContractDump(t *testing.T) {
	d := newDeclared()
	d.requires(d.f.ULt(d.x.Sym, d.n(3)))
	d.ensures(d.f.Eq(d.g.Sym, d.old.Sym))
	d.caller(0, func(*logic.Term) *logic.Term { return d.f.True() })
	var b strings.Builder
	if err := d.m.Dump(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"func f(f::x) f::r\n  requires f::x != -1\n  modifies g\n  old g is f::old\n  ensures g == f::old\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
}
