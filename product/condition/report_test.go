package condition

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/analysis/execution/inputs"
	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/verifier"
)

// TestNotation: a condition that has no text in C, or a long one, is printed in SMT-LIB, with its inputs.
func TestNotation(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	src := "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); int main(void) { int x = __VERIFIER_nondet_int(); if (x > 3) reach_error(); return 0; }"
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	o := Defaults()
	subject, err := verifier.Read(t.Context(), &verifier.Task{File: file}, o.Verifier)
	if err != nil {
		t.Fatal(err)
	}
	f := subject.Flat.Terms
	var x *logic.Term
	for _, s := range subject.Inputs.Inputs() {
		x = subject.Inputs.Symbol(inputs.Slot{Source: s.Number, N: 1})
	}
	many := f.True()
	for i := range int64(5000) {
		many = f.And(many, f.Ne(f.BVOp(logic.OpBVXor, x, f.BVInt(i, 32)), f.BVInt(300_000*i+500_000_000, 32)))
	}
	unknown := f.Var("unknown contents", logic.ArraySort(logic.BVSort(32), logic.BVSort(32)))
	for _, test := range []struct {
		name           string
		term           *logic.Term
		notation, last string
	}{
		{"plain", f.SLt(f.BVInt(3, 32), x), "c", "CONDITION: PRECISE\n"},
		{"array", f.Eq(f.Select(f.Store(unknown, x, x), f.BVInt(1, 32)), x), "smt-lib", "CONDITION: PRECISE (in SMT-LIB, since it has values or operations that C expressions do not have)\n"},
		{"long", many, "smt-lib", "CONDITION: PRECISE (in SMT-LIB, since it is "},
	} {
		t.Run(test.name, func(t *testing.T) {
			res := &Result{Status: Precise, Term: test.term, Simple: plainly(test.term), subject: subject}
			rep := res.Report(context.Background(), &verifier.Task{File: file}, o)
			var b strings.Builder
			if err := rep.WriteText(&b); err != nil {
				t.Fatal(err)
			}
			if rep.Notation != test.notation || rep.Condition == "" || !strings.Contains(b.String(), test.last) {
				t.Errorf("%s: %d bytes, ...%s", rep.Notation, len(rep.Condition), b.String()[max(0, b.Len()-200):])
			}
			if rep.Notation == "smt-lib" && (rep.Condition != rep.SMTLIB || !strings.Contains(b.String(), "x, "+x.SMTLIB()+": __VERIFIER_nondet_int()")) {
				t.Error("the formula or its inputs are missing")
			}
		})
	}
}

// TestWithoutArrays: reads of arrays that are written at inputs' indices become decisions, with the same meaning.
func TestWithoutArrays(t *testing.T) {
	f := logic.NewFactory()
	w := logic.BVSort(8)
	i, j, v := f.Var("i", w), f.Var("j", w), f.Var("v", w)
	zero := f.ConstArray(logic.ArraySort(w, w), f.BV(0, 8))
	a := f.Store(zero, i, f.BV(1, 8))
	b := f.Ite(f.ULt(i, v), f.Store(a, j, f.BVOp(logic.OpBVAdd, f.Select(a, j), v)), zero)
	s, err := z3.Open(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, term := range []*logic.Term{f.Eq(f.Select(a, j), v), f.Eq(f.Select(b, i), f.BV(3, 8)), f.ULt(f.Select(b, f.Select(a, v)), j)} {
		flat := withoutArrays(f, term)
		if hasArrays(flat) {
			t.Errorf("%v has arrays", flat)
		}
		if r, err := s.Check(t.Context(), f.Not(f.Eq(term, flat))); r != smt.Unsat || err != nil {
			t.Errorf("%v is not %v: %v %v", flat, term, r, err)
		}
	}
	unknown := f.Var("a", logic.ArraySort(w, w))
	if term := f.Eq(f.Select(f.Store(unknown, i, v), j), v); withoutArrays(f, term) == nil {
		t.Error("an array of unknown contents")
	}
}
