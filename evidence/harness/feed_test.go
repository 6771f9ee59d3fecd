package harness

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/property"
	"cupel/tests/effort"
	"cupel/tests/need"
)

// tryAll compiles a program and runs it with all sequences.
func tryAll(ctx context.Context, t *testing.T, src string, s Spec, sequences ...Sequence) ([]Outcome, error) {
	t.Helper()
	need.Tool(t, "gcc")
	s.Source = filepath.Join(t.TempDir(), "program.c")
	if err := os.WriteFile(s.Source, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	if s.Errors == nil && s.Sanitizer == nil {
		s.Errors = []string{"reach_error"}
	}
	return RunAll(ctx, &s, sequences)
}

// models are the data models whose programs can be executed here.
func models(t *testing.T) []program.DataModel {
	if need.Executes32(t) {
		return []program.DataModel{program.ILP32, program.LP64}
	}
	return []program.DataModel{program.LP64}
}

// value is an input of an int.
func value(callee string, v int64) Input {
	f := logic.NewFactory()
	return NewInput(&program.Input{Callee: inputPrefix + callee, Type: "int", Sort: logic.BVSort(32), Signed: true}, f.BVInt(v, 32))
}

func values(vs ...int64) Sequence {
	var seq Sequence
	for _, v := range vs {
		seq = append(seq, value("int", v))
	}
	return seq
}

// TestRunAll: one compiled program is run on many input sequences, each with an ending of its own.
func TestRunAll(t *testing.T) {
	const two = "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x == 3 && y == -4) reach_error(); return 0; }\n"
	const defined = "void reach_error() {}\n"
	type runs []struct {
		seq    Sequence
		want   Ending
		detail string // part of it
	}
	for _, tt := range []struct {
		name, src string
		spec      Spec
		runs      runs
	}{
		{"order", defined + two, Spec{}, runs{{values(3, -4), Reached, "reach_error"}, {values(-4, 3), Ended, "0"}, {values(3, -4, 7), Reached, ""}}},
		{"declared", "void reach_error(void);\n" + two, Spec{}, runs{{values(3, -4), Reached, ""}, {values(3, 4), Ended, ""}}},
		{"static", "static void reach_error(void) {}\n" + two, Spec{Model: program.LP64}, runs{{values(3, -4), Reached, ""}, {values(3, 4), Ended, ""}}},
		{"text", "this is no C", Spec{Text: []byte(declarations + defined + two)}, runs{{values(3, -4), Reached, ""}}},
		{"too few", defined + two, Spec{}, runs{{values(3), Diverged, "call 2 is of __VERIFIER_nondet_int, after all"}, {nil, Diverged, "call 1"}}},
		{"another function", defined + two, Spec{}, runs{
			{Sequence{value("long", 3), value("int", -4)}, Diverged, "call 1 is of __VERIFIER_nondet_int instead of __VERIFIER_nondet_long"},
			{Sequence{value("int", 3), value("long", -4)}, Diverged, "call 2 is of __VERIFIER_nondet_int instead of __VERIFIER_nondet_long"},
			{values(3, -4), Reached, ""}}},
		{"a function without values", defined + "int __VERIFIER_nondet_x(void);\nint main(void) { if (__VERIFIER_nondet_int()) return __VERIFIER_nondet_x(); reach_error(); }", Spec{}, runs{
			{values(0), Reached, ""}, {values(1), Diverged, "call 2 is of __VERIFIER_nondet_x, after"}, {values(1, 1), Diverged, "call 2 is of __VERIFIER_nondet_x instead of"}}},
		{"a function of the program's own", defined + "int __VERIFIER_nondet_x(void) { return 1; }\nint main(void) { if (__VERIFIER_nondet_int()) return __VERIFIER_nondet_x(); if (__VERIFIER_nondet_x() == 2) reach_error(); }", Spec{}, runs{
			{Sequence{value("int", 0), value("x", 2)}, Reached, ""}, {Sequence{value("int", 0), value("x", 1)}, Ended, ""}, {values(1), Diverged, "call 2"}}},
		{"ends", defined + `
void __VERIFIER_assume(int); void __assert_fail(const char *, const char *, unsigned, const char *); int raise(int); void free(void *); void *malloc(unsigned);
static volatile int zero; static volatile double huge = 1e30;
int f(int n) { volatile char c[1000]; c[0] = n; return f(n + 1) + c[0]; }
int main(void) {
  volatile int x = __VERIFIER_nondet_int(), y = 2147483647;
  switch (x) {
  case 0: return 107;
  case 1: abort();
  case 2: exit(108);
  case 3: __VERIFIER_assume(0); reach_error();
  case 4: __assert_fail("", "", 1, "");
  case 5: raise(15);
  case 10: *(volatile int *)0 = 1; reach_error();
  case 11: y = 1 / zero; reach_error();
  case 12: y++; reach_error();
  case 13: y = 1 << (zero + 32); reach_error();
  case 14: y = huge; reach_error();
  case 15: y = f(1); reach_error();
  case 16: { void *p = malloc(9); free(p); free(p); } reach_error();
  case 20: for (;;) {}
  }
}`, Spec{Timeout: time.Second}, runs{
			{values(0), Ended, "107"}, {values(1), Ended, "abort"}, {values(2), Ended, "108"}, {values(3), Ended, ""}, {values(4), Ended, "abort"}, {values(5), Ended, "terminated"},
			{values(10), Crashed, "segmentation"}, {values(11), Crashed, "undefined"}, {values(12), Crashed, "undefined"}, {values(13), Crashed, "undefined"},
			{values(14), Crashed, "undefined"}, {values(15), Crashed, "segmentation"}, {values(16), Crashed, "abort"},
			{values(20), OutOfTime, "no end within"}, {values(21), Ended, "exit status 0"}}},
		{"wrapping", defined + "int main(void) { volatile int y = __VERIFIER_nondet_int(); if (++y < 0) reach_error(); }", Spec{Wrap: true}, runs{{values(1<<31 - 1), Reached, ""}, {values(1), Ended, ""}}},
		{"overflow", "int main(void) { volatile int y = __VERIFIER_nondet_int(); ++y; return 3; }", Spec{Sanitizer: property.NoOverflow.Info().Sanitizer}, runs{{values(1<<31 - 1), Reached, "signed integer overflow"}, {values(1), Ended, "3"}}},
		{"assert", "void __assert_fail(const char *, const char *, unsigned, const char *);\nint main(void) { if (__VERIFIER_nondet_int()) __assert_fail(\"\", \"\", 1, \"\"); }", Spec{Errors: []string{"__assert_fail"}},
			runs{{values(1), Reached, "__assert_fail"}, {values(0), Ended, ""}}},
		{"before main", defined + "static int x; __attribute__((constructor(101))) void early(void) { x = __VERIFIER_nondet_int(); }\nint main(void) { if (x == 5) reach_error(); }", Spec{}, runs{{values(5), Reached, ""}, {values(6), Ended, ""}}},
		{"standard input", defined + "int getchar(void);\nint main(void) { if (__VERIFIER_nondet_int() && getchar() == -1) reach_error(); }", Spec{}, runs{{values(5, 6, 7), Reached, ""}, {values(0), Ended, ""}}},
		{"signal handler", defined + "void (*signal(int, void (*)(int)))(int); void h(int s) { reach_error(); }\nint main(void) { if (__VERIFIER_nondet_int()) signal(6, h); abort(); }", Spec{}, runs{{values(5), Reached, ""}, {values(0), Ended, "abort"}}},
		{"uninitialised", defined + "int f(void) { int a[4]; a[1] += __VERIFIER_nondet_int(); return a[1]; }\nint main(void) { f(); if (f() == 1) reach_error(); return 0; }", Spec{}, runs{{values(1, 1), Reached, ""}, {values(1, 0), Ended, ""}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var sequences []Sequence
			for _, r := range tt.runs {
				sequences = append(sequences, r.seq)
			}
			src, spec := tt.src, tt.spec
			spec.Model = max(spec.Model, models(t)[0])
			if spec.Text == nil {
				src = declarations + src
			}
			outcomes, err := tryAll(context.Background(), t, src, spec, sequences...)
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range tt.runs {
				if o := outcomes[i]; o.Ending != r.want || !strings.Contains(o.Detail, r.detail) {
					t.Errorf("sequence %d: %v (%s), want %v (%s)", i, o.Ending, o.Detail, r.want, r.detail)
				}
			}
		})
	}
}

// TestRunAllRefuses: programs of which compiled executions say nothing.
func TestRunAllRefuses(t *testing.T) {
	body := "void reach_error() {}\nint main(void) { return __VERIFIER_nondet_int(); }\n"
	for _, tt := range []struct {
		name, src string
		seq       Sequence
		want      string
	}{
		{"function", "int strange(int); int main(void) { return strange(1); }", values(1), "defined nowhere: strange"},
		{"variable", "extern int strange; int main(void) { return strange; }", values(1), "defined nowhere: strange"},
		{"no C", "int main(void) { return x; }", values(1), "gcc: "},
		{"static function", "static int __VERIFIER_nondet_x(void) { return 1; }\nint main(void) { return __VERIFIER_nondet_x(); }", values(1), "static function __VERIFIER_nondet_x"},
		{"no value", declarations + body, Sequence{{Callee: "f", Type: "int", Literal: "1"}}, "no type of C"},
		{"no truth value", declarations + body, Sequence{{Callee: "f", Type: "_Bool", Bits: append([]byte{2}, make([]byte, 15)...)}}, "no truth value"},
		{"two types", declarations + body, Sequence{value("int", 1), {Callee: inputPrefix + "int", Type: "long", Bits: make([]byte, 16)}}, "is a long here and a int before"},
	} {
		if _, err := tryAll(context.Background(), t, tt.src, Spec{Model: models(t)[0]}, tt.seq); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	if outcomes, err := tryAll(context.Background(), t, "no C", Spec{}); outcomes != nil || err != nil {
		t.Errorf("no sequences: %v, %v", outcomes, err)
	}
}

// TestRunAllTypes: values of all types arrive unchanged, in both data models.
func TestRunAllTypes(t *testing.T) {
	for _, model := range models(t) {
		src, ins := typesProgram()
		// Each further sequence differs in one value: the exit status says in which.
		sequences := []Sequence{ins}
		for i := range ins {
			seq := append(Sequence{}, ins...)
			seq[i].Bits = append([]byte{}, seq[i].Bits...)
			seq[i].Bits[0] ^= 1
			sequences = append(sequences, seq)
		}
		outcomes, err := tryAll(context.Background(), t, src, Spec{Model: model}, sequences...)
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range outcomes {
			nan := i > 0 && strings.Contains(src, fmt.Sprintf("f%d(); if (!(x != x))", i-1))
			if i == 0 || nan {
				if o.Ending != Reached {
					t.Errorf("%v, sequence %d: %v (%s)", model, i, o.Ending, o.Detail)
				}
			} else if want := fmt.Sprintf("exit status %d", i); o.Ending != Ended || o.Detail != want {
				t.Errorf("%v: %v (%s), want %s", model, o.Ending, o.Detail, want)
			}
		}
	}
}

// TestRunAllPointers: a pointer is read as a number of its width, as are wide numbers.
func TestRunAllPointers(t *testing.T) {
	f := logic.NewFactory()
	wide := f.Concat(f.BV(5, 64), f.BV(7, 64))
	for _, model := range models(t) {
		width := map[program.DataModel]int{program.ILP32: 32, program.LP64: 64}[model]
		seq := func(addr uint64) Sequence {
			s := Sequence{NewInput(&program.Input{Callee: inputPrefix + "pointer", Type: "void *", Sort: logic.BVSort(width)}, f.BV(addr, width))}
			if model == program.LP64 {
				s = append(s, NewInput(&program.Input{Callee: inputPrefix + "wide", Type: "__int128", Sort: wide.Sort(), Signed: true}, wide))
			}
			return s
		}
		src := "void *__VERIFIER_nondet_pointer(void); void reach_error() {}\n"
		if model == program.LP64 {
			src += "__int128 __VERIFIER_nondet_wide(void);\n"
			src += "int main(void) { if (__VERIFIER_nondet_pointer() == (void *)0xfedcba98 && __VERIFIER_nondet_wide() == ((__int128)5 << 64) + 7) reach_error(); return 0; }"
		} else {
			src += "int main(void) { if (__VERIFIER_nondet_pointer() == (void *)0xfedcba98) reach_error(); return 0; }"
		}
		outcomes, err := tryAll(context.Background(), t, src, Spec{Model: model}, seq(0xfedcba98), seq(0))
		if err != nil || outcomes[0].Ending != Reached || outcomes[1].Ending != Ended {
			t.Errorf("%v: %v, %v", model, outcomes, err)
		}
	}
}

// TestRunAllMany: hundreds or thousands of sequences, each answered for itself.
func TestRunAllMany(t *testing.T) {
	var sequences []Sequence
	for i := range int64(effort.Count(400, 2000, 2000)) {
		sequences = append(sequences, values(i, i%7))
	}
	outcomes, err := tryAll(context.Background(), t, declarations+"void reach_error() {}\nint main(void) { if (__VERIFIER_nondet_int() % 5 == __VERIFIER_nondet_int()) reach_error(); return 0; }", Spec{Model: program.LP64}, sequences...)
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range outcomes {
		if want := map[bool]Ending{true: Reached, false: Ended}[i%5 == i%7]; o.Ending != want {
			t.Errorf("sequence %d: %v (%s), want %v", i, o.Ending, o.Detail, want)
		}
	}
}

// TestRunAllLong: a sequence longer than the capacity of a pipe.
func TestRunAllLong(t *testing.T) {
	seq := make([]int64, 50_000)
	seq[len(seq)-1] = 1
	src := declarations + "void reach_error() {}\nint main(void) { int n = 0; while (!__VERIFIER_nondet_int()) n++; if (n == 49999) reach_error(); return 0; }"
	outcomes, err := tryAll(context.Background(), t, src, Spec{Model: program.LP64}, values(seq...), values(1), values(seq[:9]...))
	if err != nil || outcomes[0].Ending != Reached || outcomes[1].Ending != Ended || outcomes[2].Ending != Diverged {
		t.Errorf("%v, %v", outcomes, err)
	}
}

// waiter imitates a starter: a process that keeps the pipe "began" in dir open for a moment and then waits.
func waiter(t *testing.T, dir string) *fed {
	t.Helper()
	began, starter := filepath.Join(dir, "began"), filepath.Join(dir, "starter")
	script := fmt.Sprintf("#!/bin/sh\n: >%s\nexec sleep 1000\n", began)
	if err := errors.Join(syscall.Mkfifo(began, 0o600), os.WriteFile(starter, []byte(script), 0o755)); err != nil {
		t.Fatal(err)
	}
	return &fed{feed: &feed{}, starter: starter, exe: filepath.Join(dir, "program"), seconds: 1, clock: lastResort}
}

// TestRunAllContext: runs for which no time is left are reported, and a running one is stopped.
func TestRunAllContext(t *testing.T) {
	dir := t.TempDir()
	p := waiter(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		f, err := os.Open(filepath.Join(dir, "began")) // when an execution has it open
		if err != nil {
			t.Error(err)
		}
		cancel()
		_ = f.Close()
	}()
	notRun := func(outcomes []Outcome, err error) {
		t.Helper()
		if !errors.Is(err, context.Canceled) || len(outcomes) != 100 {
			t.Errorf("%v, %v", outcomes, err)
		}
		for i, o := range outcomes {
			if o.Ending != NotRun {
				t.Errorf("sequence %d: %v (%s)", i, o.Ending, o.Detail)
			}
		}
	}
	notRun(p.all(ctx, make([]Sequence, 100)))
	notRun(tryAll(ctx, t, "int main(void) { return 0; }", Spec{}, make([]Sequence, 100)...)) // while it is compiled
}

// TestAsleep: what waits takes no processor time and is stopped by the clock.
func TestAsleep(t *testing.T) {
	p := waiter(t, t.TempDir())
	p.clock = time.Millisecond
	outcomes, err := p.all(t.Context(), make([]Sequence, 3))
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range outcomes {
		if o.Ending != OutOfTime || o.Detail != "no end within 1ms" {
			t.Errorf("sequence %d: %v (%s)", i, o.Ending, o.Detail)
		}
	}
}

// String names the ending.
func (e Ending) String() string {
	return [...]string{"not run", "error reached", "ended", "crashed", "out of time", "other inputs"}[e]
}
