package intlower

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/absint/absinttest"
	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/core/program"
)

const maxStates = 3000

// TestRandomPrograms compares the states that a random program and its lowered
// form reach by executions without undefined behaviour.
func TestRandomPrograms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := absinttest.NewGen(t, 2, 3, rapid.Bool().Draw(t, "array"))
		p := g.Program(4, 2)
		observe(p)
		o := Options{AllowMixed: rapid.Bool().Draw(t, "mixed"), Stats: new(Stats)}
		if rapid.Bool().Draw(t, "analyse") {
			o.Ranges = interval.Analyze(context.Background(), p)
		}
		q, err := newLowerer(p, o).lower(context.Background(), rapid.Bool().Draw(t, "signed index"))
		if err != nil {
			var ne *NotExpressibleError
			if !errors.As(err, &ne) || o.AllowMixed && ne.Op != "array equality" {
				t.Fatalf("unexpected error: %v", err)
			}
			return
		}
		compareStates(t, p, q)
	})
}

// observe adds loops that read every scalar: the lowering takes liberties with
// variables that no assumption depends on.
func observe(p *program.Program) {
	var cs []*logic.Term
	for _, v := range p.Vars {
		if s := v.Sort(); s.IsBV() {
			cs = append(cs, p.Terms.ULe(v.Sym, p.Terms.BVInt(-1, s.Width())))
		}
	}
	for _, l := range p.Locs {
		if l != p.Error {
			p.NewEdge(l, l, program.Assume(p.Terms.And(cs...)))
		}
	}
}

func compareStates(t *rapid.T, p, q *program.Program) {
	want, ok := absinttest.Explore(p, absinttest.Initial(p), maxStates)
	if !ok {
		return
	}
	got, ok := absinttest.Explore(q, initialLowered(q), 20*maxStates)
	if !ok {
		return
	}
	// Arrays are compared through the reads of them: a lowered array has
	// elements that no defined execution reads.
	var scalars []*program.Var
	for _, v := range p.Vars {
		if !v.Sort().IsArray() {
			scalars = append(scalars, v)
		}
	}
	key := func(s absinttest.State) string {
		if s.Loc == p.Error {
			return s.Key(nil)
		}
		return s.Key(scalars)
	}
	ws, gs := map[string]bool{}, map[string]bool{}
	for _, s := range want {
		ws[key(s)] = true
	}
	for _, s := range got {
		env := absinttest.Env{}
		for i, v := range q.Vars {
			if o := p.Vars[i]; o.Sort().IsBV() {
				back := ToSort(p.Terms, o.Sort(), p.Terms.IntConst(s.Env[v.Sym].(int64)))
				u, _ := back.BVUint64()
				env[o.Sym] = int64(u)
			}
		}
		gs[key(absinttest.State{Loc: s.Loc.Origin, Env: env})] = true
	}
	for k := range ws {
		if !gs[k] {
			t.Fatalf("state %s is lost\n%s\n%s", k, dumpProgram(p), dumpProgram(q))
		}
	}
	for k := range gs {
		if !ws[k] {
			t.Fatalf("state %s is new\n%s\n%s", k, dumpProgram(p), dumpProgram(q))
		}
	}
}

// initialLowered returns the initial environments over Int variables; those in
// range suffice for variables that are written before they are read, of which
// the original's values are arbitrary too.
func initialLowered(q *program.Program) []absinttest.Env {
	envs := []absinttest.Env{{}}
	for _, v := range q.Vars {
		var next []absinttest.Env
		for _, env := range envs {
			for _, x := range absinttest.Values(v) {
				if n, ok := x.(int64); ok && v.Origin != nil {
					r := interval.VarRange(v.Origin)
					if n < r.Lo().Int64() || n > r.Hi().Int64() {
						continue
					}
				}
				e := absinttest.Env{v.Sym: x}
				for k, val := range env {
					e[k] = val
				}
				next = append(next, e)
			}
		}
		envs = next
	}
	return envs
}

func dumpProgram(p *program.Program) string {
	s := ""
	var ops func(indent string, os []program.Op)
	ops = func(indent string, os []program.Op) {
		for _, o := range os {
			s += indent + fmt.Sprint(o.Kind, " ")
			if o.Var != nil {
				s += fmt.Sprint(o.Var.Name, " signed ", o.Var.Signed, " := ")
			}
			if o.Expr != nil {
				s += dump(o.Expr)
			}
			s += " " + o.Note + "\n"
			for _, a := range o.Alts {
				ops(indent+"  | ", a)
			}
		}
	}
	for _, e := range p.Edges {
		s += fmt.Sprintf("%d -> %d\n", e.Src.ID, e.Dst.ID)
		ops("  ", e.Ops)
	}
	return s
}

// TestGolden pins the lowering of typical C.
func TestGolden(t *testing.T) {
	f := logic.NewFactory()
	i32 := logic.BVSort(32)
	mk := func(name string, signed bool) *program.Var {
		return &program.Var{Name: name, Sym: f.Var(name, i32), Signed: signed}
	}
	x, y, u, v := mk("x", true), mk("y", true), mk("u", false), mk("v", false)
	p := &program.Program{Terms: f, Vars: []*program.Var{x, y, u, v}}
	l := &lowerer{p: p}
	l.declare()
	tests := []struct {
		name   string
		term   *logic.Term
		signed bool
		ranges map[*program.Var]interval.Interval
		want   string
	}{
		{"signed addition does not wrap", f.BVOp(logic.OpBVAddNSW, x.Sym, y.Sym), true, nil, "(+ x!int y!int)"},
		{"unsigned increment", f.BVOp(logic.OpBVAdd, u.Sym, f.BV(1, 32)), false, nil,
			"(ite (<= u!int 4294967294) (+ u!int 1) 0)"},
		{"bounded unsigned increment", f.BVOp(logic.OpBVAdd, u.Sym, f.BV(1, 32)), false,
			map[*program.Var]interval.Interval{u: interval.OfInt64(0, 100)}, "(+ u!int 1)"},
		{"unsigned decrement", f.BVOp(logic.OpBVSub, u.Sym, f.BV(1, 32)), false,
			map[*program.Var]interval.Interval{u: interval.OfInt64(1, 100)}, "(+ u!int -1)"},
		{"unsigned product", f.BVOp(logic.OpBVMul, u.Sym, v.Sym), false, nil, "(mod (* u!int v!int) 4294967296)"},
		{"low bit", f.BVOp(logic.OpBVAnd, x.Sym, f.BV(1, 32)), true, nil, "(mod x!int 2)"},
		{"unsigned test of a signed variable", f.ULt(x.Sym, f.BV(10, 32)), false, nil,
			"(and (<= 0 x!int) (<= x!int 9))"},
		{"equality of different views", f.Eq(x.Sym, u.Sym), false, nil, "(or (= (+ x!int (* -1 u!int)) -4294967296) (= x!int u!int))"},
		{"truncation to char of a small number", f.Extract(7, 0, x.Sym), true,
			map[*program.Var]interval.Interval{x: interval.OfInt64(-5, 100)}, "x!int"},
		{"division by a constant, non-negative dividend", f.BVOp(logic.OpBVSDiv, x.Sym, f.BV(2, 32)), true,
			map[*program.Var]interval.Interval{x: interval.OfInt64(0, 100)}, "(div x!int 2)"},
		{"power of two by shift", f.BVOp(logic.OpBVShl, f.BV(1, 32), x.Sym), true,
			map[*program.Var]interval.Interval{x: interval.OfInt64(0, 2)}, "(ite (<= x!int 0) 1 (ite (<= x!int 1) 2 4))"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tr := newTranslator(f, l.vars, false, new(Stats))
			tr.reset(program.Pos{}, func(v *program.Var) interval.Interval {
				if r, ok := tt.ranges[v]; ok {
					return r
				}
				return interval.VarRange(v)
			})
			got := tr.assigned(tt.term, tt.signed)
			if tr.err != nil || dump(got) != tt.want {
				t.Errorf("got %s (%v), want %s", dump(got), tr.err, tt.want)
			}
		})
	}
}

// TestNotExpressible: an operation without an integer meaning is an error with its position, never an approximation.
func TestNotExpressible(t *testing.T) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f}
	x := &program.Var{Name: "x", Sym: f.Var("x", logic.BVSort(32))}
	y := &program.Var{Name: "y", Sym: f.Var("y", logic.BVSort(32))}
	p.Vars = []*program.Var{x, y}
	p.Init = p.NewLocation("main", program.Pos{})
	p.Error = p.NewLocation("main", program.Pos{})
	pos := program.Pos{File: "a.c", Line: 3, Col: 7}
	op := program.Assign(x, f.BVOp(logic.OpBVAnd, x.Sym, y.Sym))
	op.Pos = pos
	p.NewEdge(p.Init, p.Error, op)

	_, err := Lower(context.Background(), p, Options{})
	var ne *NotExpressibleError
	if !errors.As(err, &ne) || ne.Pos != pos || ne.Op != "x & y" {
		t.Errorf("got %v", err)
	}
	st := new(Stats)
	if q, err := Lower(context.Background(), p, Options{AllowMixed: true, Stats: st}); err != nil || !q.Lowered || st.Mixed == 0 {
		t.Errorf("with mixed terms: %v, %+v", err, st)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Lower(ctx, p, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
}

// TestInputsGetTheirRange: a lowered input is assumed to lie in the range of its type, without which counterexamples would be spurious.
func TestInputsGetTheirRange(t *testing.T) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f}
	x := &program.Var{Name: "x", Sym: f.Var("x", logic.BVSort(8)), Signed: true}
	p.Vars = []*program.Var{x}
	p.Init = p.NewLocation("main", program.Pos{})
	p.Error = p.NewLocation("main", program.Pos{})
	in := &program.Input{ID: 4, Callee: "__VERIFIER_nondet_char"}
	e := p.NewEdge(p.Init, p.Error, program.Havoc(x, in))
	q, err := Lower(context.Background(), p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	ops := q.Edges[0].Ops
	if len(ops) != 2 || ops[0].Input != in || ops[1].Note != NoteRange {
		t.Fatalf("got %+v", ops)
	}
	if got := dump(ops[1].Expr); got != "(and (<= -128 x!int) (<= x!int 127))" && got != "(and (<= x!int 127) (<= -128 x!int))" {
		t.Errorf("range: %s", got)
	}
	if q.Edges[0].Origin != e || q.Vars[0].Origin != x || q.Init.Origin != p.Init {
		t.Error("origins are lost")
	}
}

// TestToSort: integers of a model are converted back to machine values, arrays included.
func TestToSort(t *testing.T) {
	f := logic.NewFactory()
	bv8 := logic.BVSort(8)
	arr := logic.ArraySort(bv8, bv8)
	if got := ToSort(f, bv8, f.IntConst(-3)); got != f.BV(253, 8) {
		t.Errorf("-3 became %v", dump(got))
	}
	ints := logic.ArraySort(logic.Int, logic.Int)
	val := f.ConstArray(ints, f.IntConst(7))
	val = f.Store(val, f.IntConst(1), f.IntConst(-1))
	val = f.Store(val, f.IntConst(257), f.IntConst(5)) // no index of the original
	want := f.Store(f.ConstArray(arr, f.BV(7, 8)), f.BV(1, 8), f.BV(255, 8))
	if got := ToSort(f, arr, val); got != want {
		t.Errorf("got %s, want %s", dump(got), dump(want))
	}
	if got := ToSort(f, arr, f.Var("unknown", ints)); got != nil {
		t.Errorf("no value became %s", dump(got))
	}
}

// TestIndexView checks that the view of indices is the one that wraps less.
func TestIndexView(t *testing.T) {
	f := logic.NewFactory()
	arr := logic.ArraySort(logic.BVSort(64), logic.BVSort(32))
	a := &program.Var{Name: "a", Sym: f.Var("a", arr), Signed: true}
	i := &program.Var{Name: "i", Sym: f.Var("i", logic.BVSort(32)), Signed: true}
	u := &program.Var{Name: "u", Sym: f.Var("u", logic.BVSort(64))}
	for _, tt := range []struct {
		name  string
		index *logic.Term
		want  string
	}{
		{"sign-extended", f.SignExt(32, i.Sym), "(select a!int i!int)"},
		{"address", u.Sym, "(select a!int u!int)"},
	} {
		p := &program.Program{Terms: f, Vars: []*program.Var{a, i, u}}
		p.Init, p.Error = p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
		p.NewEdge(p.Init, p.Error, program.Assign(i, f.Select(a.Sym, tt.index)))
		st := new(Stats)
		q, err := Lower(context.Background(), p, Options{Stats: st})
		if err != nil {
			t.Fatal(err)
		}
		ops := q.Edges[0].Ops
		if got := dump(ops[len(ops)-1].Expr); got != tt.want || st.Cases+st.Mods > 0 {
			t.Errorf("%s: got %s, %+v", tt.name, got, st)
		}
	}
}

// TestUnreachableOperation checks that an operation without integer meaning
// does no harm where no execution gets to.
func TestUnreachableOperation(t *testing.T) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f}
	s := logic.BVSort(32)
	x := &program.Var{Name: "x", Sym: f.Var("x", s)}
	y := &program.Var{Name: "y", Sym: f.Var("y", s)}
	p.Vars = []*program.Var{x, y}
	for range 4 {
		p.NewLocation("main", program.Pos{})
	}
	p.Init, p.Error = p.Locs[0], p.Locs[3]
	p.NewEdge(p.Locs[0], p.Locs[1], program.Assign(x, f.BV(1, 32)))
	p.NewEdge(p.Locs[1], p.Locs[2], program.Assume(f.Eq(x.Sym, f.BV(2, 32))))
	e := p.NewEdge(p.Locs[2], p.Locs[3], program.Assign(x, f.BVOp(logic.OpBVXor, x.Sym, y.Sym)), program.Assume(f.ULt(x.Sym, y.Sym)))
	if _, err := Lower(context.Background(), p, Options{}); err == nil {
		t.Error("without analysis: no error")
	}
	r := interval.Analyze(context.Background(), p)
	q, err := Lower(context.Background(), p, Options{Ranges: r})
	if err != nil {
		t.Fatal(err)
	}
	if ops := q.Edges[e.ID].Ops; len(ops) != 1 || !ops[0].Expr.IsFalse() {
		t.Errorf("got %v", ops)
	}
}
