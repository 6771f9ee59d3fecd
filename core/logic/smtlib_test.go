package logic

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/tests/need"
)

// plain replaces operators that SMT-LIB does not have by the printer's replacements.
func plain(f *Factory, t *Term) *Term {
	memo := map[*Term]*Term{}
	WalkUp(func(t *Term) {
		args := make([]*Term, len(t.args))
		for i, a := range t.args {
			args[i] = memo[a]
		}
		w := 0
		if len(args) > 0 {
			w = args[0].sort.p
		}
		ok := func(op Op, n int) *Term {
			return f.Eq(f.BVOp(op, f.SignExt(n, args[0]), f.SignExt(n, args[1])), f.SignExt(n, f.BVOp(op, args[0], args[1])))
		}
		switch t.op {
		case OpBVAddNSW:
			memo[t] = f.BVOp(OpBVAdd, args[0], args[1])
		case OpBVSubNSW:
			memo[t] = f.BVOp(OpBVSub, args[0], args[1])
		case OpBVMulNSW:
			memo[t] = f.BVOp(OpBVMul, args[0], args[1])
		case OpBVNegNSW:
			memo[t] = f.BVNeg(args[0])
		case OpSAddOK:
			memo[t] = ok(OpBVAdd, 1)
		case OpSSubOK:
			memo[t] = ok(OpBVSub, 1)
		case OpSMulOK:
			memo[t] = ok(OpBVMul, w)
		case OpForall, OpExists:
			memo[t] = f.quant(t.op, args[:len(args)-1], args[len(args)-1])
		default:
			memo[t] = f.Rebuild(t, args)
		}
	}, t)
	return memo[t]
}

// TestRoundTrip prints random terms and reads them back.
func TestRoundTrip(t *testing.T) {
	f := NewFactory()
	sorts := []*Sort{Bool, Int, Real, BVSort(3), BVSort(8), ArraySort(BVSort(2), BVSort(2)), smallFloat}
	rapid.Check(t, func(t *rapid.T) {
		g := gen{f, t}
		term := g.tree(sorts[g.pick(len(sorts))], 5).build(f)
		if v := FreeVars(term); len(v) > 0 && term.sort == Bool && g.pick(3) == 0 {
			b := f.Var("bound "+v[0].Name(), v[0].sort)
			term = f.And(f.Forall([]*Term{b}, f.Subst(term, map[*Term]*Term{v[0]: b})), term)
		}
		text := term.SMTLIB()
		back, err := ParseTerm(f, text, FreeVars(term)...)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if want := plain(f, term); back != want {
			t.Fatalf("%s\nreads as %s\nnot        %s", text, back.SMTLIB(), want.SMTLIB())
		}
		other := NewFactory()
		if got := other.Import(term).SMTLIB(); len(got) == 0 {
			t.Fatal("import")
		}
	})
}

// TestSolversReadOutput gives printed terms to Z3 and cvc5, together with the trees' values: a difference would be a wrong rewriting or a wrong text.
func TestSolversReadOutput(t *testing.T) {
	f := NewFactory()
	var terms []*Term
	rapid.Check(t, func(t *rapid.T) {
		if g := (gen{f, t}); len(terms) < 60 {
			x := g.tree(Bool, 4).build(f)
			terms = append(terms, f.Or(x, f.Var("skip", Bool)))
		}
	})
	for _, cmd := range [][]string{{"z3", "-in"}, {"cvc5", "--lang=smt2", "--fp-exp"}} {
		if cmd[0] == "cvc5" { // wants values in constant arrays
			terms = slices.DeleteFunc(terms, func(x *Term) bool {
				has := false
				Walk(func(s *Term) bool { has = has || s.op == OpConstArray; return true }, x)
				return has
			})
		}
		if !need.Has(t, cmd[0]) {
			continue
		}
		c := exec.Command(cmd[0], cmd[1:]...)
		c.Stdin = strings.NewReader(script(terms))
		out, err := c.CombinedOutput()
		if s := strings.TrimSpace(string(out)); s != "sat" {
			t.Errorf("%v: %.500s %v", cmd, s, err)
		}
	}
}

// TestParse reads terms of all theories.
func TestParse(t *testing.T) {
	f := NewFactory()
	x, y := f.Var("x", Int), f.Var("y", Int)
	r := f.Var("r", Real)
	u := f.Var("u", BVSort(8))
	p := f.Var("p p", Bool)
	a := f.Var("a", ArraySort(Int, Int))
	d := f.Var("d", Float32)
	known := []*Term{x, y, r, u, p, a, d}
	for _, c := range []struct {
		src  string
		want *Term
	}{
		{"(+ x (- y) 1)", f.Add(x, f.Neg(y), f.IntConst(1))},
		{"(< x y 7)", f.And(f.Lt(x, y), f.Lt(y, f.IntConst(7)))},
		{"(=> |p p| false (= x y))", f.Or(f.Not(p), f.True(), f.Eq(x, y))},
		{"(let ((x y) (z x)) (- x z))", f.Sub(y, x)},
		{"(let ((|x| 1)) (let ((x (+ x 1))) x))", f.IntConst(2)},
		{"(! (= x 1) :named foo)", f.Eq(x, f.IntConst(1))},
		{"((_ extract 3 0) u)", f.Extract(3, 0, u)},
		{"(bvadd u #x01 #b00000001)", f.BVOp(OpBVAdd, u, f.BV(2, 8))},
		{"(_ bv300 8)", f.BV(44, 8)},
		{"((_ rotate_left 3) #b10010110)", f.BV(0xb4, 8)},
		{"(bvsmod #b1001 #b0011)", f.BV(2, 4)},
		{"(select (store a x 5) x)", f.IntConst(5)},
		{"((as const (Array Int Int)) 3)", f.ConstArray(a.sort, f.IntConst(3))},
		{"(fp.add RNE d (fp #b0 #x7f #b00000000000000000000000))", f.FP(OpFPAdd, RNE, d, f.float32Const(1))},
		{"((_ to_fp 8 24) roundTowardZero 0.1)", f.FPConvert(OpFPFromReal, Float32, RTZ, f.RDiv(f.ToReal(f.IntConst(1)), f.ToReal(f.IntConst(10))))},
		{"(_ -oo 8 24)", f.FP(OpFPNeg, RNE, f.FP(OpFPDiv, RNE, f.float32Const(1), f.float32Const(0)))},
		{"(* 2 r)", f.Mul(f.ToReal(f.IntConst(2)), r)},
		{"(/ 1 (- 3))", f.RDiv(f.ToReal(f.IntConst(1)), f.ToReal(f.IntConst(-3)))},
		{"(forall ((z Int)) (> z x))", nil},
		{"; comment\n (distinct x y) ; more", f.Ne(x, y)},
	} {
		got, err := ParseTerm(f, c.src, known...)
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
		} else if c.want != nil && got != c.want {
			t.Errorf("%s: got %v, want %v", c.src, got, c.want)
		}
	}
}

// TestParseErrors checks positions of errors, and that none is a panic.
func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", "1:1: empty input"},
		{"(and true", "1:1: unclosed parenthesis"},
		{")", "1:1: unexpected )"},
		{"true false", "1:6: text after the term"},
		{"\n  (foo 1)", "2:4: unknown function foo"},
		{"x", "1:1: unknown symbol x"},
		{"(+ 1\n #b1)", "1:1: + does not apply to Int (_ BitVec 1)"},
		{"((_ extract 9 0) #x00)", "1:1: extract does not apply to (_ BitVec 8)"},
		{"(let ((x 1)) (and x))", "1:14: and does not apply to Int"},
		{"((_ zero_extend 99999999999) #b1)", "1:17: expected a number from 0 to 65536"},
		{"(fp.add RNE #b1 #b1)", "1:1: fp.add does not apply to (_ BitVec 1) (_ BitVec 1)"},
		{"#b2", "1:1: malformed bit-vector"},
		{"1x", "1:1: malformed number 1x"},
		{"()", "1:1: empty list"},
		{"|abc", "1:1: unclosed |"},
		{"(forall ((x Int) (x Int)) true)", "1:9: x is bound twice"},
		{"((as const (Array Int Bool)) 1)", "1:2: constant array of sort (Array Int Bool) over Int"},
	} {
		_, err := ParseTerm(NewFactory(), c.src)
		var se *SyntaxError
		if !errors.As(err, &se) || err.Error() != c.want {
			t.Errorf("%q: got %v, want %s", c.src, err, c.want)
		}
	}
}

// TestDeepText prints and reads a term nested a hundred thousand deep.
func TestDeepText(t *testing.T) {
	f := NewFactory()
	x, a := f.Var("x", Int), f.Var("a", ArraySort(Int, Int))
	d := x
	for range 100000 {
		d = f.Select(a, d)
	}
	if back, err := ParseTerm(f, d.SMTLIB(), x, a); err != nil || back != d {
		t.Fatal("deep term changed", err)
	}
}

// FuzzParseTerm looks for panics, and for terms whose text reads differently.
func FuzzParseTerm(f *testing.F) {
	for _, s := range []string{
		"(= (mod x 3) (ite (< x 0) 1 2))",
		"(bvslt ((_ sign_extend 4) u) #x0ff)",
		"(fp.leq d (fp.sqrt RTP d))",
		"(select (store a 1 true) 2)",
		"(forall ((x Int) (y Real)) (let ((z (+ x 1))) (! (> z y) :pattern ((f x)))))",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		fac := NewFactory()
		a, err := ParseTerm(fac, src, fac.Var("x", Int), fac.Var("u", BVSort(8)), fac.Var("d", Float32), fac.Var("a", ArraySort(Int, Bool)))
		if err != nil || Size(a) > 500 {
			return
		}
		text := a.SMTLIB()
		if strings.ContainsAny(text, "_|") && !strings.Contains(text, "(_ ") {
			return // a symbol that cannot be written
		}
		if _, err := ParseTerm(fac, text, FreeVars(a)...); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	})
}

// script is a whole script: declarations, one assert per term, check-sat.
func script(asserts []*Term) string {
	var b strings.Builder
	b.WriteString("(set-logic ALL)\n")
	for _, v := range FreeVars(asserts...) {
		fmt.Fprintf(&b, "(declare-fun %s () %s)\n", QuoteSymbol(v.Name()), v.sort)
	}
	for _, a := range Functions(asserts...) {
		fmt.Fprintf(&b, "(declare-fun %s (", QuoteSymbol(a.Name()))
		for _, x := range a.args {
			fmt.Fprintf(&b, " %s", x.sort)
		}
		fmt.Fprintf(&b, ") %s)\n", a.sort)
	}
	for _, t := range asserts {
		fmt.Fprintf(&b, "(assert %s)\n", t.SMTLIB())
	}
	b.WriteString("(check-sat)\n")
	return b.String()
}
