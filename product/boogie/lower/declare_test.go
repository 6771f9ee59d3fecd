package lower_test

import (
	"errors"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/engine"
	"cupel/engine/bmc"
	"cupel/product/boogie/lower"
	"cupel/product/boogie/vc"
)

// TestDeclare: a call of a declared function in a module has the semantics of a call of the procedure in Boogie.
func TestDeclare(t *testing.T) {
	for _, tt := range []struct{ contract, after string }{
		{"requires x > 0; modifies g; ensures g == old(g) + x;", "r == r"},
		{"requires x > 1; modifies g; ensures g == old(g) + x;", "r == r"},
		{"requires x > 0 && g == 7; modifies g; ensures g == old(g) + x;", "g == 8"},
		{"requires g == 8;", "r == r"},
		{"free requires x > 1; modifies g; ensures g == old(g) + x && r == g;", "r == 8"},
		{"modifies g; ensures r == old(g);", "r == 7"},
		{"modifies g; ensures r == old(g);", "g == 7"},
		{"ensures r == g;", "g == 7 && r == 7"},
		{"free ensures r == m[g];", "r == m[7]"},
		{"modifies m; ensures m == old(m)[x := g];", "m[1] == 7"},
		{"modifies m; ensures m == old(m)[x := g];", "m[2] == 7"},
		{"ensures r == f(x) && r < c;", "f(1) < c"},
		{"ensures r == f(x) && r < c;", "f(2) < c"},
	} {
		src := "var g: int where g >= 0; var m: [int]int; const c: int; function f(x: int) returns (int);\n" +
			"procedure q(x: int) returns (r: int); " + tt.contract + "\n" +
			"procedure p() modifies g, m; { var r: int; g := 7; call r := q(1); assert " + tt.after + "; }\n" +
			"procedure after(r: int); requires " + tt.after + ";\n"
		p := checked(t, src)
		direct, err := lower.Lower(t.Context(), p, "p", lower.Options{})
		if err != nil {
			t.Fatal(tt, err)
		}
		want := verdict(t, direct, bmc.New(bmc.Options{}))
		d, err := lower.Declare(p, "q")
		if err != nil {
			t.Fatal(tt, err)
		}
		a, err := lower.Declare(p, "after")
		if err != nil {
			t.Fatal(tt, err)
		}
		if got := called(t, d, a); got != want || want == engine.Unknown {
			t.Errorf("%v: %v, the procedure: %v", tt, got, want)
		}
	}
}

// called is the verdict about a module that sets g to 7, calls a function with 1, and fails where what the
// other one requires of the result does not hold.
func called(t *testing.T, d, after *lower.Declaration) engine.Verdict {
	t.Helper()
	f := d.Terms
	m := &program.Module{Terms: f, Globals: d.Globals, Error: &program.Location{}, Halt: &program.Location{}}
	var cond *logic.Term
	for _, c := range after.Func.Contract.Requires {
		same := map[*logic.Term]*logic.Term{}
		for _, v := range logic.FreeVars(c.Cond) {
			if v == after.Func.Params[0].Sym {
				same[v] = d.Func.Result.Sym
				continue
			}
			for _, g := range after.Globals {
				if g.Sym == v {
					same[v] = global(m, g.Name, v.Sort(), f).Sym
				}
			}
		}
		cond = move(f, c.Cond, same)
	}
	y := &program.Var{Name: "y", Sym: f.Var("y", logic.Int)}
	main := &program.Func{Name: "main", Locals: []*program.Var{y}}
	l := []*program.Location{main.NewLocation(program.Pos{}), main.NewLocation(program.Pos{}), main.NewLocation(program.Pos{})}
	main.Entry, main.Exit = l[0], l[2]
	var ops []program.Op
	g := global(m, "g", logic.Int, f)
	for _, v := range m.Globals {
		ops = append(ops, program.Havoc(v, nil))
	}
	for _, b := range d.Background {
		ops = append(ops, program.Assume(b))
	}
	ops = append(ops, program.Assign(g, f.IntConst(7)), program.Op{Kind: program.OpCall, Var: y, Callee: d.Func, Args: []*logic.Term{f.IntConst(1)}})
	cond = f.Subst(cond, map[*logic.Term]*logic.Term{d.Func.Result.Sym: y.Sym})
	program.Connect(l[0], l[1], ops...)
	program.Connect(l[1], m.Error, program.Assume(f.Not(cond)))
	program.Connect(l[1], l[2], program.Assume(cond))
	m.Funcs, m.Entry = []*program.Func{main, d.Func}, main
	if err := passes.ContractBodies(m); err != nil {
		t.Fatal(err)
	}
	p, err := passes.Inline(m, passes.InlineOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p.Lowered = true
	return verdict(t, &lower.Procedure{Program: p, Checks: make([]vc.Failure, len(m.Goals))}, bmc.New(bmc.Options{}))
}

// global is the global with a name, which is added where the contract does not mention it.
func global(m *program.Module, name string, sort *logic.Sort, f *logic.Factory) *program.Var {
	for _, v := range m.Globals {
		if v.Name == name {
			return v
		}
	}
	v := &program.Var{Name: name, Sym: f.Var(name, sort)}
	m.Globals = append(m.Globals, v)
	return v
}

// move copies a term to another factory.
func move(f *logic.Factory, t *logic.Term, same map[*logic.Term]*logic.Term) *logic.Term {
	if v := same[t]; v != nil {
		return v
	}
	args := make([]*logic.Term, t.NumArgs())
	for i, a := range t.Args() {
		args[i] = move(f, a, same)
	}
	if t.Op() == logic.OpConst {
		if t.Sort().IsBool() {
			return map[bool]*logic.Term{true: f.True(), false: f.False()}[t.IsTrue()]
		}
		return f.IntConst(t.Rational().Num().Int64())
	}
	return f.With(t, args)
}

// TestDeclareRefused: what cannot be a contract is an error with its place.
func TestDeclareRefused(t *testing.T) {
	for src, want := range map[string]string{
		"procedure p(m: [int]int); requires (forall k: int :: m[k] == 0);": "quantifiers",
		"procedure p(x: real);":                   "values of type real",
		"procedure p() returns (x: int, y: int);": "more than one result",
		"type T; var g: T; procedure p(x: T); modifies g; ensures (forall y: T :: y == x); ": "something is said about all values of the type T",
	} {
		_, err := lower.Declare(checked(t, src), "p")
		var no *lower.Unsupported
		if !errors.As(err, &no) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", src, err)
		}
	}
}
