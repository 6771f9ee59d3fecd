package testgen

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/verifier"
)

const head = "extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern double __VERIFIER_nondet_double(void);\n" +
	"extern void abort(void); void reach_error(void) { abort(); }\n"

// write makes a file of a program.
func write(t *testing.T, body string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(head+body), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestBranches: the branches that are covered, proven unreachable and open.
func TestBranches(t *testing.T) {
	for _, test := range []struct {
		name, body                 string
		branches, covered, outside int
	}{
		{"rare value", "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 123456789) return 1; return 0; }", 2, 2, 0},
		{"two rare values", "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x == 98765) if (y == x * 3 + 1) return 1; return 0; }", 4, 4, 0},
		{"unreachable", "int main(void) { unsigned char x = __VERIFIER_nondet_uchar(); int y = x * 2; if (y % 2) return 1; return 0; }", 2, 1, 1},
		{"behind a loop", "int main(void) { int s = 0; for (int i = 0; i < 5; i++) { if (__VERIFIER_nondet_int() == 7777 + i) s++; else break; } if (s == 5) return 1; return 0; }", 6, 6, 0},
		{"switch", "int main(void) { switch (__VERIFIER_nondet_int()) { case 5: return 1; case 70000: return 2; case -3: return 3; } return 0; }", 4, 4, 0},
		{"call", "int f(int x) { if (x > 1000000) return 1; return 0; } int main(void) { if (f(__VERIFIER_nondet_int()) + f(3)) return 1; return 0; }", 4, 4, 0},
		{"after the error", "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 4) reach_error(); if (x == 4) return 1; return 0; }", 4, 3, 1},
		{"after undefined behaviour", "int main(void) { int x = __VERIFIER_nondet_int(); int y = 5 / x; if (x == 0) return y; return 0; }", 2, 1, 1},
		{"float", "int main(void) { double x = __VERIFIER_nondet_double(); if (x > 3.25 && x < 3.5) return 1; return 0; }", 2, 2, 0},
		{"array", "int a[4]; int main(void) { unsigned i = __VERIFIER_nondet_uchar(); if (i >= 4) return 0; a[i] = __VERIFIER_nondet_int(); if (a[2] == 31337) return 1; return 0; }", 4, 4, 0},
		{"without inputs", "int main(void) { int x = 3; for (int i = 0; i < 3; i++) x += i; if (x == 7) return 1; return 0; }", 4, 3, 1},
		{"truth values", "extern _Bool __VERIFIER_nondet_bool(void); int main(void) { int n = 0; for (int i = 0; i < 5; i++) n += __VERIFIER_nondet_bool(); if (n > 5) return 1; if (n == 5) return 2; return 0; }", 6, 5, 1},
		{"endless", "int main(void) { int x = 0; while (1) { if (__VERIFIER_nondet_int() == 424242) x++; if (x == 3) return 1; } }", 4, 4, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := found(t, write(t, test.body), func(*Options) {})
			covered, outside := r.Count()
			if len(r.Branches) != test.branches || covered != test.covered || outside != test.outside {
				t.Errorf("%d branches, %d covered, %d unreachable, not %d, %d, %d", len(r.Branches), covered, outside, test.branches, test.covered, test.outside)
				for _, b := range r.Branches {
					t.Logf("%+v", b)
				}
			}
			if rep := r.Report("p.c", program.ILP32); rep.ExitCode() != 0 {
				t.Errorf("exit code %d", rep.ExitCode())
			}
		})
	}
}

// TestBudget: random runs leave work of a small budget for proofs, and its end ends the search.
func TestBudget(t *testing.T) {
	const unreachable = "unsigned char x = __VERIFIER_nondet_uchar(); int y = x * 2; if (y % 2) return 1;"
	for _, units := range []int{400_000, 2_000_000} {
		r := within(t, units, write(t, "int main(void) { "+unreachable+" return 0; }"), func(*Options) {})
		if covered, outside := r.Count(); covered != 1 || outside != 1 {
			t.Errorf("%d units: %d covered, %d unreachable", units, covered, outside)
		}
	}
	r := within(t, 100_000, write(t, "int main(void) { unsigned x = __VERIFIER_nondet_int(); while (x != 1u) x = x * x * 3u + 7u; return 0; }"), func(*Options) {})
	if r.Stopped != work.ErrSpent.Error() {
		t.Error("the end of the budget is not told")
	}
}

// TestParts: the parts of a condition are tests of their own, although they are one branch of the program.
func TestParts(t *testing.T) {
	r := found(t, write(t, "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); if (x == 70001 || y == 70002) return 1; return 0; }"), func(*Options) {})
	var one, two bool
	for _, test := range r.Tests {
		x, y := test.Shown[0] == "70001", test.Shown[1] == "70002"
		one, two = one || x && !y, two || !x && y
	}
	if !one || !two || len(r.Tests) != 3 {
		t.Errorf("%d tests, first part %v, second part %v", len(r.Tests), one, two)
	}
}

// TestError: the tests of the other goal.
func TestError(t *testing.T) {
	for _, test := range []struct {
		name, body string
		code       int
		inputs     []string // of the test; nil: there is none
		safe       bool
	}{
		{"reached", "int main(void) { int x = __VERIFIER_nondet_int(); if (x * 3 == 271953) reach_error(); return 0; }", 0, []string{"90651"}, false},
		{"safe", "int main(void) { int x = __VERIFIER_nondet_uchar(); if (x * 3 == 271953) reach_error(); return 0; }", 0, nil, true},
		{"not by inputs alone", "int main(void) { int x; if (x == 271953) reach_error(); return 0; }", 2, nil, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := found(t, write(t, test.body), func(o *Options) { o.Goal = Error })
			rep := r.Report("p.c", program.ILP32)
			if rep.ExitCode() != test.code || (r.Safe != "") != test.safe || (len(r.Tests) > 0) != (test.inputs != nil) {
				t.Fatalf("exit code %d, proof %q, %d tests: %s", rep.ExitCode(), r.Safe, len(r.Tests), rep.ErrorOpen)
			}
			if test.inputs != nil && (!slices.Equal(r.Tests[0].Shown, test.inputs) || !r.Tests[0].Error) {
				t.Errorf("inputs %v", r.Tests[0].Shown)
			}
			var b strings.Builder
			if err := rep.WriteText(&b); err != nil || !strings.Contains(b.String(), "\nTESTS: ") {
				t.Errorf("%v: %s", err, b.String())
			}
		})
	}
}

// TestDeterministic: with the same seed a search repeats itself.
func TestDeterministic(t *testing.T) {
	file := write(t, "int main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_uchar(); for (int i = 0; i < 3; i++) { if (x % 7 == y) x += y; else x -= 3; if (x == 1234) return 1; } return 0; }")
	var last []string
	for i := range 2 {
		var all []string
		for _, test := range found(t, file, func(*Options) {}).Tests {
			all = append(all, strings.Join(test.Shown, ","))
		}
		if i > 0 && !slices.Equal(last, all) {
			t.Errorf("%v, then %v", last, all)
		}
		last = all
	}
}

// TestUnread: a search that is ended while the program is read has an answer, which is none.
func TestUnread(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	file := write(t, "int main(void) { if (__VERIFIER_nondet_int() == 5) reach_error(); return 0; }")
	for _, goal := range []Goal{Branches, Error} {
		o := Defaults()
		o.Goal = goal
		res, err := Find(ctx, &verifier.Task{File: file}, o, engine.Quiet{})
		if err != nil {
			t.Fatalf("%s: %v", goal, err)
		}
		rep := res.Report(file, program.LP64)
		var text strings.Builder
		if err := rep.WriteText(&text); err != nil {
			t.Fatal(err)
		}
		if rep.ExitCode() != 2 || !rep.Unread || !strings.HasSuffix(text.String(), "ended by: interrupted in the phase front end\nTESTS: none found (interrupted while the program was read)\n") {
			t.Errorf("%s: exit code %d\n%s", goal, rep.ExitCode(), &text)
		}
	}
}
