package smtlib

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
)

// TestRecorded: the files ask what was asked, of the assertions in force and the assumptions of that check alone; cheap questions have none.
func TestRecorded(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	f := logic.NewFactory()
	x := f.Var("x y", logic.Int)
	g := f.App("g", logic.Int, x)
	s, err := Recorded(z3.Open, dir)(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ask := func(want smt.Result, as ...*logic.Term) {
		t.Helper()
		if r, err := s.Check(ctx, as...); err != nil || r != want {
			t.Errorf("%s, %v, want %s", r, err, want)
		}
	}
	ask(smt.Sat) // costs too little
	s.(*recorder).least = 0
	must(s.Assert(f.Le(x, f.IntConst(3))))
	must(s.Push())
	must(s.Assert(f.Le(f.IntConst(4), x)))
	ask(smt.Unsat)
	must(s.Pop(1))
	ask(smt.Sat)
	ask(smt.Unsat, f.Le(f.IntConst(5), x))
	ask(smt.Sat, f.Eq(g, x))
	if smt.Work(s) == 0 {
		t.Error("work is not measured")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	must(err)
	answers := []string{"unsat", "sat", "unsat", "sat"}
	if len(files) != len(answers) {
		t.Fatalf("%d files, want %d", len(files), len(answers))
	}
	for i, file := range files {
		text, err := os.ReadFile(file)
		must(err)
		if !strings.HasPrefix(string(text), "; "+answers[i]+", work ") {
			t.Errorf("%s begins otherwise than with %s:\n%s", file, answers[i], text)
		}
		if i == 3 { // the parser knows no functions
			break
		}
		again, err := z3.Open(f, smt.Options{})
		must(err)
		for _, line := range strings.Split(string(text), "\n") {
			if a, ok := strings.CutPrefix(line, "(assert "); ok {
				asserted, err := logic.NewParser(f, x).Term(strings.TrimSuffix(a, ")"))
				must(err)
				must(again.Assert(asserted))
			}
		}
		if r, err := again.Check(ctx); err != nil || r.String() != answers[i] {
			t.Errorf("%s read again: %s, %v, want %s:\n%s", file, r, err, answers[i], text)
		}
		must(again.Close())
	}
	for _, declared := range []string{"(declare-fun |x y| () Int)\n", "(declare-fun g (Int) Int)\n"} {
		if text, err := os.ReadFile(files[3]); err != nil || !strings.Contains(string(text), declared) {
			t.Errorf("%v, no %s", err, declared)
		}
	}
}
