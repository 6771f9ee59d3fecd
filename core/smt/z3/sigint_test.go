package z3

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"cupel/core/logic"
	"cupel/core/smt"
)

// action is what the kernel does on a signal, struct kernel_sigaction.
type action struct {
	handler  uintptr
	flags    uint64
	restorer uintptr
	mask     uint64
}

func onInterrupt(t *testing.T) (a action) {
	t.Helper()
	if _, _, e := syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(syscall.SIGINT), 0, uintptr(unsafe.Pointer(&a)), 8, 0, 0); e != 0 {
		t.Fatal(e)
	}
	return a
}

// TestInterruptHandlerKept: no call of libz3 changes what SIGINT does to the process. A handler that was put back by signal() lacks SA_ONSTACK,
// and the next SIGINT on a thread of Go is a fault of its runtime.
func TestInterruptHandlerKept(t *testing.T) {
	told := make(chan os.Signal, 1)
	signal.Notify(told, os.Interrupt)
	defer signal.Stop(told)
	before := onInterrupt(t)
	f := logic.NewFactory()
	ctx := context.Background()
	bv := logic.BVSort(32)
	x, y, n := f.Var("x", bv), f.Var("y", bv), f.Var("n", logic.Int)
	hard := f.And(f.Eq(f.BVOp(logic.OpBVMul, x, f.BVOp(logic.OpBVMul, x, y)), f.BV(0x7fffffed, 32)), f.ULt(f.BV(7, 32), x), f.ULt(f.BV(7, 32), y))
	open := func(o smt.Options) *Solver {
		s, err := New(f, o)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	for name, call := range map[string]func() error{
		"check": func() error {
			s := open(smt.Options{Seed: 1})
			defer s.Close()
			_, err := s.Check(ctx, f.Eq(x, y))
			return err
		},
		"check without assumptions": func() error {
			s := open(smt.Options{})
			defer s.Close()
			if err := s.Assert(f.Eq(x, y)); err != nil {
				return err
			}
			_, err := s.Check(ctx)
			return err
		},
		"work limit": func() error {
			s := open(smt.Options{Work: 1000})
			defer s.Close()
			_, err := s.Check(ctx, hard)
			return err
		},
		"time limit": func() error {
			s := open(smt.Options{TimeoutMS: 1})
			defer s.Close()
			_, err := s.Check(ctx, hard)
			return err
		},
		"interrupted": func() error {
			z, err := newContext(f)
			if err != nil {
				return err
			}
			defer z.close()
			z.run(ended, limits{}, func() { time.Sleep(time.Millisecond) })
			z.uncancel()
			return nil
		},
		"one-shot": func() error {
			s := open(smt.Options{Work: 1000})
			defer s.Close()
			s.own.skip = 1
			if _, err := s.Check(ctx, f.ULt(x, y)); err != nil || s.stats.Alone == 0 {
				t.Error("no one-shot solver was asked", err)
			}
			s.own.skip = 1
			_, err := s.Check(ctx, hard)
			return err
		},
		"model, simplified, projected": func() error {
			s := open(smt.Options{})
			defer s.Close()
			phi := f.And(f.Lt(f.IntConst(3), f.Add(n, n)), f.Lt(n, f.IntConst(9)))
			if _, err := s.Check(ctx, phi); err != nil {
				return err
			}
			m, err := s.Model()
			if err != nil {
				return err
			}
			m.Value(f.Add(n, f.Var("m", logic.Int)))
			_, err = s.Project(ctx, []*logic.Term{n}, phi, m)
			return err
		},
		"eliminated": func() error {
			Eliminate(ctx, f, []*logic.Term{n}, f.Eq(f.Var("m", logic.Int), f.Add(n, n)), 3, smt.Options{})
			return nil
		},
		"Horn clauses": func() error {
			r := Relation{Name: "r", Args: []*logic.Term{n}}
			_, _, _, err := SolveHorn(ctx, f, []Relation{r}, []Clause{
				{Constraint: f.Eq(n, f.IntConst(0)), Head: &Application{"r", []*logic.Term{n}}},
				{Body: []Application{{"r", []*logic.Term{n}}}, Head: &Application{"r", []*logic.Term{f.Add(n, f.IntConst(1))}}},
				{Body: []Application{{"r", []*logic.Term{n}}}, Constraint: f.Lt(n, f.IntConst(0))},
			}, smt.Options{})
			return err
		},
	} {
		if err := call(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if after := onInterrupt(t); after != before {
			t.Fatalf("%s: SIGINT is handled by %+v, not %+v", name, after, before)
		}
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	<-told
}

// TestMadeInOnePlace: what searches in libz3 is made in make.go, where it gets the parameters that all of them need.
func TestMadeInOnePlace(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	making := regexp.MustCompile(`Z3_mk_(\w*solver\w*|fixedpoint|optimize|tactic|probe|params)\b|Z3_(optimize|tactic|eval)_\w+`)
	found := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		switch calls := making.FindAllString(string(text), -1); {
		case file == "make.go":
			found = len(calls)
		case file != "sigint_test.go" && file != "doc.go" && len(calls) > 0:
			t.Errorf("%s: %v is called outside of make.go", file, calls)
		}
	}
	if found < 4 {
		t.Errorf("make.go makes %d kinds of objects", found)
	}
}
