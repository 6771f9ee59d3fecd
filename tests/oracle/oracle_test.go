package oracle

import (
	"context"
	"strings"
	"testing"

	"cupel/tests/effort"
	"cupel/tests/need"
)

func generate(n int, o Options) []Program {
	var ps []Program
	for seed := range uint64(n) {
		ps = append(ps, Generate(seed, o))
	}
	return ps
}

// TestBalance: generated programs compile, both verdicts are common, and few
// executions are undefined.
func TestBalance(t *testing.T) {
	need.Tool(t, "gcc")
	for name, o := range map[string]Options{"plain": {}, "all": All, "floats": {Floats: true, Calls: true, Inputs: 3},
		"recursion": {Recursion: true}} {
		ps := generate(effort.Count(12, 60, 300), o)
		ts, err := DecideAll(context.Background(), ps, 2)
		if err != nil {
			t.Fatal(err)
		}
		unsafe, undefined, runs := 0, 0, 0
		for _, x := range ts {
			if x.Unsafe {
				unsafe++
			}
			undefined += x.Undefined
			runs += len(x.Outcomes)
		}
		t.Logf("%s: %d of %d programs are unsafe, %d of %d executions undefined", name, unsafe, len(ts), undefined, runs)
		if 4*unsafe < len(ts) || 3*unsafe > 2*len(ts) || undefined > runs/3 {
			t.Errorf("%s: %d of %d programs are unsafe, %d of %d executions undefined", name, unsafe, len(ts), undefined, runs)
		}
	}
}

const known = `extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -1 || x > 3) abort();
`

// TestKnown: the oracle decides programs whose answers are known, does not
// count undefined executions, and numbers the executions as Values does.
func TestKnown(t *testing.T) {
	need.Tool(t, "gcc")
	for _, tt := range []struct{ body, outcomes string }{
		{"if (x == 3) reach_error(); return 0;", "ooooe"},
		{"if (x == 5) reach_error(); return 0;", "ooooo"},
		{"int y = 2147483647; y += x; if (x > 0) reach_error(); return 0;", "oouuu"},
		{"int a[3]; a[x + 1] = 1; if (10 / x == 3) reach_error(); return 0;", "ououu"},
		{"int y = 0; y = __VERIFIER_nondet_int(); return 0;", ""},
		{"for (;;) ;", ""},
	} {
		p := Program{Source: known + tt.body + " }", Inputs: 1}
		got, err := Decide(context.Background(), p)
		if tt.outcomes == "" {
			if err == nil {
				t.Errorf("%s: accepted", tt.body)
			}
			continue
		}
		var s strings.Builder
		for _, o := range got.Outcomes {
			s.WriteByte(byte(o))
		}
		if err != nil || s.String() != tt.outcomes || got.Unsafe != strings.Contains(tt.outcomes, "e") || got.Undefined != strings.Count(tt.outcomes, "u") {
			t.Errorf("%s: %s, %v, want %s", tt.body, s.String(), err, tt.outcomes)
		}
	}
	if v := Values(Program{Inputs: 2}, 7); v[0] != 2 || v[1] != 1 || Low("__VERIFIER_nondet_int") != -1 {
		t.Errorf("%v", v)
	}
}

// TestExecute: a program is run on given inputs, whether or not all are asked for.
func TestExecute(t *testing.T) {
	need.Tool(t, "gcc")
	p := Program{Source: `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (x == 1000) reach_error(); if (x < 0) return 0; __VERIFIER_nondet_int(); return 10 / (x - 7); }`}
	for _, tt := range []struct {
		values []string
		want   Outcome
	}{{[]string{"1000"}, Error}, {[]string{"3", "-2147483648"}, Ended}, {[]string{"-1", "5", "6"}, Ended}, {[]string{"7", "0"}, Undefined}} {
		if got, err := Execute(context.Background(), p, tt.values); err != nil || got != tt.want {
			t.Errorf("%v: %c, %v", tt.values, got, err)
		}
	}
}

// TestAddresses: an access beyond the end of what malloc gave is undefined where addresses are checked.
func TestAddresses(t *testing.T) {
	need.Tool(t, "gcc")
	p := Program{Source: known + "int *p = malloc(2 * sizeof(int)); p[0] = p[1] = 1; if (x < 3 && p[x] == 1) reach_error(); if (x == 3) p[-1] = 0; return 0; }", Inputs: 1, Addresses: true}
	got, err := Decide(context.Background(), p)
	if err != nil || string(outcomes(got)) != "ueeuu" {
		t.Errorf("%s, %v", outcomes(got), err)
	}
}

// TestChecked: gcc folds the first overflow away unless arithmetic checks
// itself. The renderings have the same lines and, otherwise, results.
func TestChecked(t *testing.T) {
	need.Tool(t, "gcc")
	p := Program{
		Source:  known + "  int big = 65536 * 16384; unsigned char c = (unsigned char)(big * (x + 3));\n  if (x == 3) reach_error();\n}\n",
		Checked: known + "  int big = 65536 * 16384; unsigned char c = (unsigned char)CUPEL_MUL(big, x + 3);\n  if (x == 3) reach_error();\n}\n",
		Inputs:  1,
	}
	if got, err := Decide(context.Background(), p); err != nil || got.Unsafe || got.Undefined != 5 {
		t.Errorf("%+v, %v", got, err)
	}
	ps := generate(effort.Count(4, 40, 400), All)
	checked, err := DecideAll(context.Background(), ps, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i := range ps {
		if strings.Count(ps[i].Source, "\n") != strings.Count(ps[i].Checked, "\n") {
			t.Fatalf("seed %d: the renderings differ in lines", i)
		}
		ps[i].Checked = ""
	}
	plain, err := DecideAll(context.Background(), ps, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i := range ps {
		for k, o := range plain[i].Outcomes {
			if c := checked[i].Outcomes[k]; c != o && c != Undefined {
				t.Errorf("seed %d, execution %d: %c, checked %c\n%s", i, k, o, c, ps[i].Source)
			}
		}
	}
}

// TestBatch: programs decided together have the results of each alone.
func TestBatch(t *testing.T) {
	need.Tool(t, "gcc")
	ps := generate(8, All)
	ps[3].Names = nil
	together, err := DecideAll(context.Background(), ps, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range ps {
		alone, err := Decide(context.Background(), p)
		if err != nil || string(outcomes(alone)) != string(outcomes(together[i])) {
			t.Errorf("seed %d: %v, %v and %v", i, err, alone, together[i])
		}
	}
}

func outcomes(t Truth) []byte {
	var b []byte
	for _, o := range t.Outcomes {
		b = append(b, byte(o))
	}
	return b
}

// TestDeterministic: a seed gives one program.
func TestDeterministic(t *testing.T) {
	for seed := range uint64(20) {
		first := Generate(seed, All)
		if again := Generate(seed, All); again.Source != first.Source || again.Checked != first.Checked {
			t.Fatal(seed)
		}
	}
}

// TestCompare: a verifier that ignores what multiplication does is found out,
// with a small program.
func TestCompare(t *testing.T) {
	need.Tool(t, "gcc")
	ctx := context.Background()
	naive := func(_ context.Context, p Program) (Verdict, error) {
		if strings.Contains(p.Source, "reach_error();") {
			return Unsafe, nil
		}
		return Safe, nil
	}
	ws, err := Compare(ctx, generate(1, Options{}), 2, naive)
	if err != nil || len(ws) == 0 {
		t.Fatalf("%d wrong verdicts, %v", len(ws), err)
	}
	for _, w := range ws {
		if n := strings.Count(w.Shrunk.Source, "\n"); n > 12 || w.Got != Unsafe || !strings.Contains(w.Error(), "is called unsafe") {
			t.Errorf("%d lines are left: %v", n, w)
		}
	}
	if ws, err := Compare(ctx, generate(3, Options{}), 2, func(context.Context, Program) (Verdict, error) { return Unknown, nil }); err != nil || len(ws) > 0 {
		t.Errorf("%v, %v", ws, err)
	}
}

func BenchmarkDecideAll(b *testing.B) {
	need.Tool(b, "gcc")
	ps := generate(100, All)
	for b.Loop() {
		if _, err := DecideAll(context.Background(), ps, 2); err != nil {
			b.Fatal(err)
		}
	}
}
