package simulation

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/smtlib"
	"cupel/core/smt/z3"
	"cupel/internal/sabotage"
)

func second() smt.Opener {
	if smtlib.Available("cvc5") {
		return smtlib.Opener("cvc5")
	}
	return z3.Open
}

// loop is a loop over machine integers that has an operation of every kind in it.
func loop() *program.Program {
	f := logic.NewFactory()
	p := &program.Program{Terms: f}
	bv := func(name string, w int, signed bool) *program.Var {
		v := &program.Var{Name: name, Sym: f.Var(name, logic.BVSort(w)), Signed: signed}
		p.Vars = append(p.Vars, v)
		return v
	}
	x, y, u, c := bv("x", 16, true), bv("y", 16, true), bv("u", 16, false), bv("c", 8, false)
	a := &program.Var{Name: "a", Sym: f.Var("a", logic.ArraySort(logic.BVSort(16), logic.BVSort(8))), Signed: true}
	p.Vars = append(p.Vars, a)
	k := func(n int64) *logic.Term { return f.BVInt(n, 16) }
	pos := program.Pos{File: "t", Line: 1, Col: 1}
	var l [5]*program.Location
	for i := range l {
		l[i] = p.NewLocation("main", pos)
	}
	p.Init, p.Error = l[0], l[4]
	check := func(t *logic.Term) program.Op {
		return program.Op{Kind: program.OpCheck, Expr: t, Note: "signed overflow"}
	}
	p.NewEdge(l[0], l[1], program.Havoc(x, nil), program.Havoc(u, nil), program.Assign(y, k(0)), program.Assign(a, f.ConstArray(a.Sort(), f.BV(0, 8))))
	// What C requires of the sum stands on the edge before.
	p.NewEdge(l[1], l[2], program.Assume(f.SLt(y.Sym, x.Sym)), check(f.SignedOK(logic.OpSAddOK, y.Sym, k(3))))
	p.NewEdge(l[2], l[3], program.Assign(y, f.BVOp(logic.OpBVAddNSW, y.Sym, k(3))), program.Assign(u, f.BVOp(logic.OpBVSub, u.Sym, k(10))),
		program.Assign(c, f.Extract(7, 0, u.Sym)))
	p.NewEdge(l[3], l[1], program.Assume(f.ULt(f.BVOp(logic.OpBVURem, u.Sym, k(7)), k(5))),
		program.Assign(a, f.Store(a.Sym, f.BVOp(logic.OpBVLShr, u.Sym, k(4)), c.Sym)),
		program.Assign(x, f.SignExt(8, f.Select(a.Sym, f.BVOp(logic.OpBVLShr, u.Sym, k(4))))))
	p.NewEdge(l[1], l[4], program.Assume(f.SLe(x.Sym, y.Sym)), program.Assume(f.Eq(f.BVOp(logic.OpBVSDiv, y.Sym, k(-3)), k(4))))
	program.MarkLoopHeads(p)
	return p
}

func lowered(t *testing.T, p *program.Program) Lowering {
	t.Helper()
	var st intlower.Stats
	q, err := intlower.Lower(context.Background(), p, intlower.Options{Relax: true, Stats: &st})
	if err != nil {
		t.Fatal(err)
	}
	return Lowering{p, q, st.SignedIndex}
}

// TestRight: the results of the lowering are accepted, and every operation gets an answer.
func TestRight(t *testing.T) {
	res, err := Check(context.Background(), lowered(t, loop()), second())
	if err != nil || res.Unanswered > 0 || res.Operations < 15 {
		t.Errorf("%+v, %v", res, err)
	}
}

// wrong changes the operation i of an edge.
func wrong(f *logic.Factory, ops []program.Op, i int) []program.Op {
	out := append([]program.Op(nil), ops...)
	switch op := &out[i]; {
	case op.Kind == program.OpHavoc: // one value only
		*op = program.Assign(op.Var, f.IntConst(1))
	case op.Kind != program.OpAssign:
		op.Expr = f.Not(op.Expr)
	case op.Var.Sort().IsInt():
		op.Expr = f.Add(op.Expr, f.IntConst(1))
	case op.Expr.Op() == logic.OpStore:
		op.Expr = f.Store(op.Expr.Arg(0), f.Add(op.Expr.Arg(1), f.IntConst(1)), op.Expr.Arg(2))
	default:
		op.Expr = f.ConstArray(op.Var.Sort(), f.IntConst(7))
	}
	return out
}

// TestWrong: any change in the program over the integers is detected, by the solver, and mostly by the evaluation when there is none.
func TestWrong(t *testing.T) {
	ctx := context.Background()
	silent := func(f *logic.Factory, o smt.Options) (smt.Solver, error) {
		s, err := z3.Open(f, o)
		return mute{s}, err
	}
	changed, evaluated := 0, 0
	for e := range loop().Edges {
		for i := 0; ; i++ {
			l := lowered(t, loop())
			edge := l.Integers.Edges[e]
			if i == len(edge.Ops) {
				break
			}
			edge.Ops = wrong(l.Integers.Terms, edge.Ops, i)
			changed++
			if _, err := Check(ctx, l, second()); !errors.Is(err, ErrWrong) {
				t.Errorf("%s is not found wrong: %v", edge.Ops[i], err)
			}
			if _, err := Check(ctx, l, silent); errors.Is(err, ErrWrong) {
				evaluated++
			}
		}
	}
	t.Logf("%d changes, %d found by evaluation", changed, evaluated)
	if evaluated < changed/2 {
		t.Errorf("evaluation finds %d of %d changes", evaluated, changed)
	}
}

type mute struct{ smt.Solver }

func (mute) Check(context.Context, ...*logic.Term) (smt.Result, error) { return smt.Unknown, nil }

// TestOther: programs that do not correspond are rejected without a query.
func TestOther(t *testing.T) {
	for name, change := range map[string]func(q *program.Program){
		"no edge":        func(q *program.Program) { q.Edges = q.Edges[1:] },
		"another end":    func(q *program.Program) { q.Edges[2].Dst = q.Init },
		"another error":  func(q *program.Program) { q.Error = q.Init },
		"nothing is set": func(q *program.Program) { q.Edges[2].Ops = nil },
		"set twice":      func(q *program.Program) { q.Edges[2].Ops = append(q.Edges[2].Ops, q.Edges[2].Ops[0]) },
		"a second variable": func(q *program.Program) {
			v := *q.Vars[0]
			v.Sym = q.Terms.Var("second", logic.Int)
			q.ReplaceVars(append(q.Vars, &v))
		},
		"no variable": func(q *program.Program) {
			q.Edges[2].Ops[0].Expr = q.Terms.Var("elsewhere", logic.Int)
		},
	} {
		l := lowered(t, loop())
		change(l.Integers)
		if res, err := Check(context.Background(), l, second()); err == nil {
			t.Errorf("%s: %+v", name, res)
		}
	}
}

// TestFaults: the deliberate faults of the lowering, and of the intervals that it uses, are found
// where they change something.
func TestFaults(t *testing.T) {
	for _, f := range []sabotage.Fault{sabotage.LowerWrap, sabotage.LowerView, sabotage.LowerStrict, sabotage.LowerRange, sabotage.LowerShift, sabotage.IntervalAdd} {
		if err := under(t, f); !errors.Is(err, ErrWrong) {
			t.Errorf("%s: %v", f, err)
		}
	}
}

// under checks the results of a faulty lowering, if it ends.
func under(t *testing.T, f sabotage.Fault) (err error) {
	defer sabotage.Inject(f)()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrWrong, r)
		}
	}()
	_, err = Check(context.Background(), lowered(t, loop()), second())
	return err
}

// TestReader: formulas over integers are translated to equivalent ones over bit-vectors.
func TestReader(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := logic.NewFactory()
		vars, ints, bits := map[*logic.Term]*program.Var{}, map[*logic.Term]*logic.Term{}, map[*logic.Term]*logic.Term{}
		var syms []*logic.Term
		for i, signed := range []bool{true, false, true} {
			name := string(rune('a' + i))
			m := &program.Var{Name: name, Sym: f.Var(name, logic.BVSort(5)), Signed: signed}
			sym := f.Var(name+"!int", logic.Int)
			vars[sym], syms = m, append(syms, sym)
			val := f.BVInt(int64(rapid.IntRange(0, 31).Draw(t, name)), 5)
			bits[m.Sym], ints[sym] = val, f.IntBig(val.BVBig())
			if signed {
				ints[sym] = f.IntBig(val.BVSigned())
			}
		}
		var draw func(depth int) *logic.Term
		draw = func(depth int) *logic.Term {
			if depth == 0 {
				if rapid.Bool().Draw(t, "constant") {
					return f.IntConst(int64(rapid.IntRange(-40, 40).Draw(t, "value")))
				}
				return rapid.SampledFrom(syms).Draw(t, "symbol")
			}
			a, b := draw(depth-1), draw(depth-1)
			switch rapid.IntRange(0, 5).Draw(t, "op") {
			case 0:
				return f.Add(a, b)
			case 1:
				return f.Sub(a, b)
			case 2:
				return f.Mul(a, b)
			case 3:
				return f.Div(a, b)
			case 4:
				return f.Mod(a, b)
			}
			return f.Ite(f.Le(a, b), a, b)
		}
		n := draw(3)
		want, err := f.Eval(n, func(v *logic.Term) *logic.Term { return ints[v] })
		if err != nil {
			return // a division by zero
		}
		r := readerAt(f, vars, bits, true)
		got := r.number(n)
		if got == nil {
			t.Fatalf("%s is not expressed", n)
		}
		if v, err := f.Eval(got, func(*logic.Term) *logic.Term { return nil }); err != nil || v.BVSigned().Cmp(want.Rational().Num()) != 0 {
			t.Errorf("%s is %s, and in bits %s, %v", n, want, v, err)
		}
	})
}
