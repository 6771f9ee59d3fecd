package testgen

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/oracle"
	"cupel/verifier"
)

// numbered gives inputs the values that random programs accept, one below and one above them, by the digits of a number.
type numbered struct {
	f     *logic.Factory
	n     int
	asked int
}

const digits = 7

// Next implements interp.Source.
func (d *numbered) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Input == nil {
		return nil, false
	}
	d.asked++
	v := oracle.Low(op.Input.Callee) - 1 + d.n%digits
	d.n /= digits
	return d.f.BVInt(int64(v), op.Var.Sort().Width()), true
}

// TestRandomPrograms: random programs whose inputs have few values are executed on all of them; everything that these executions cover is covered by the
// tests or reported as open, nothing of it is reported as unreachable, and every test covers what is reported for it.
func TestRandomPrograms(t *testing.T) {
	open, all := 0, 0
	for i := range effort.Programs(7, 24, 1500) {
		o := oracle.All
		o.Inputs = 1 + i%3
		o.Recursion = i%5 == 4
		p := oracle.Generate(effort.Seed(7000)+uint64(i), o)
		few, r := compare(t, p)
		open += few
		all += len(r.Branches)
	}
	t.Logf("%d of %d branches are taken by some input and by no test", open, all)
	if open*100 > all {
		t.Errorf("%d of %d branches are missed", open, all)
	}
}

// compare returns how many branches stay open that some input takes.
func compare(t *testing.T, p oracle.Program) (int, *Result) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(p.Source), 0o644); err != nil {
		t.Fatal(err)
	}
	r := found(t, file, func(o *Options) { o.Verifier.DataModel = program.LP64 })
	ctx := t.Context()
	s := newSearch(r.Subject, Options{})
	s.aim(Branches)
	reachable := map[int]bool{}
	count := 1
	for range p.Inputs {
		count *= digits
	}
	for n := range count {
		x := s.run(ctx, &numbered{f: s.f, n: n}, runSteps, false)
		for _, g := range s.branches(x.seen) {
			reachable[g] = true
		}
	}
	for _, test := range r.Tests {
		out, taken := replay(ctx, r.Subject, test)
		if !slices.Equal(taken, test.Taken) || out.Kind.String() != test.End && test.Ends || test.Error != (out.Kind == interp.ReachedError) {
			t.Errorf("seed %d: a test does not do what is said of it\n%s", p.Seed, p.Source)
		}
		for _, g := range taken {
			reachable[g] = true
		}
	}
	missed := 0
	for _, b := range r.Branches {
		switch {
		case b.Covered && !reachable[b.Number]:
			t.Errorf("seed %d: %s is covered by no test\n%s", p.Seed, b.Name, p.Source)
		case b.Unreachable != "" && reachable[b.Number]:
			t.Errorf("seed %d: %s is called unreachable by %s\n%s", p.Seed, b.Name, b.Unreachable, p.Source)
		case !b.Covered && reachable[b.Number]:
			missed++
		}
	}
	return missed, r
}

// lastResort is a time limit that nothing comes near: a search is bounded by work.
const lastResort = 10 * time.Minute

// found looks for tests of a file.
func found(t *testing.T, file string, change func(*Options)) *Result {
	t.Helper()
	return within(t, 4_000_000, file, change)
}

// within looks for tests of a file with a budget of work.
func within(t *testing.T, units int, file string, change func(*Options)) *Result {
	t.Helper()
	task, err := verifier.LoadTask(file, "")
	if err != nil {
		t.Fatal(err)
	}
	o := Defaults()
	o.Verifier.Timeout = lastResort
	change(&o)
	ctx, stop := work.Within(t.Context(), units)
	defer stop()
	r, err := Find(ctx, task, o, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// replay runs a program on the values of a test, in the order of the calls, and returns how the execution ends, at the latest where it reads more
// values, and which branches it takes, by their numbers in passes.BranchGoals, ascending.
func replay(ctx context.Context, subject *verifier.Subject, test *Test) (*interp.Outcome, []int) {
	s := newSearch(subject, Options{})
	s.aim(Branches)
	x := s.run(ctx, &listed{rest: test.terms}, runSteps, false)
	return x.out, s.branches(x.seen)
}
