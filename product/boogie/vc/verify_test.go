package vc

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"cupel/product/boogie"
)

// lastResort is a time limit that nothing comes near: what a procedure may take is bounded by work.
const lastResort = 10 * time.Minute

// TestPrograms verifies the programs of testdata. A line with "// fails" has an error;
// the last line lists the verdicts.
func TestPrograms(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("testdata", "*.bpl"))
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			rs, err := Verify(context.Background(), checked(t, string(src)), Options{Work: 2_000_000, SecondWork: 2_000_000, Timeout: lastResort, Jobs: 2, Second: "cvc5"})
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(string(src)), "\n")
			want := map[int]bool{}
			for i, l := range lines {
				if strings.Contains(l, "// fails") {
					want[i+1] = true
				}
			}
			var have []string
			for _, r := range rs {
				have = append(have, r.Procedure+" "+r.Verdict.String())
				for _, f := range r.Failures {
					if !want[f.Pos.Line] {
						t.Errorf("%s: error in line %d: %s", r.Procedure, f.Pos.Line, f.Text())
					}
				}
				if r.Reason != "" {
					t.Logf("%s: %s", r.Procedure, r.Reason)
				}
			}
			for _, r := range rs {
				for _, f := range r.Failures {
					delete(want, f.Pos.Line)
				}
			}
			for l := range want {
				t.Errorf("no error in line %d", l)
			}
			verdicts := strings.TrimPrefix(lines[len(lines)-1], "// verdicts: ")
			if got := strings.Join(have, ", "); got != verdicts {
				t.Errorf("verdicts:\n %s, want\n %s", got, verdicts)
			}
		})
	}
}

// TestCounterexample: the values of a counterexample make the assertion fail.
func TestCounterexample(t *testing.T) {
	p := checked(t, `
type {:datatype} D; function {:constructor} D(a: int, b: bool) returns (D);
var g: int; var m: [int]int; var d: D;
procedure p(x: int) {
  assume x == 3 && g == 4 && m[2] == 5 && d == D(6, true);
  g := x + g; m[2] := 8; d := D(7, false);
  assert g == 0;
}`)
	rs, err := Verify(context.Background(), p, Options{})
	if err != nil || len(rs) != 1 || len(rs[0].Failures) != 1 {
		t.Fatal(rs, err)
	}
	have := map[string]string{}
	for _, b := range rs[0].Failures[0].State {
		have[b.Name] = b.Before + " -> " + b.After
	}
	for name, want := range map[string]string{"x": `^3 -> $`, "g": `^4 -> 7$`, "d": `^\(6, true\) -> \(7, false\)$`, "m": `^\[.*5\] -> \[.*8.*\]$`} {
		if !regexp.MustCompile(want).MatchString(have[name]) {
			t.Errorf("%s: %s, want %s", name, have[name], want)
		}
	}
}

// TestErrorsPerProcedure: five errors at most, in the order of the program.
func TestErrorsPerProcedure(t *testing.T) {
	var b strings.Builder
	b.WriteString("procedure p(x: int) {\n")
	for i := range 9 {
		fmt.Fprintf(&b, "if (x == %d) { assert false; }\n", i)
	}
	b.WriteString("}\n")
	rs, err := Verify(context.Background(), checked(t, b.String()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	fs := rs[0].Failures
	if len(fs) != maxErrors || !slices.IsSortedFunc(fs, func(a, b Failure) int { return a.Pos.Line - b.Pos.Line }) {
		t.Errorf("%v", fs)
	}
}

// TestJobs: the answers do not depend on how many procedures are verified at a time.
func TestJobs(t *testing.T) {
	src, err := os.ReadFile(filepath.Join("testdata", "values.bpl"))
	if err != nil {
		t.Fatal(err)
	}
	var first string
	for jobs := 1; jobs <= 3; jobs++ {
		rs, err := Verify(context.Background(), checked(t, string(src)), Options{Jobs: jobs})
		if err != nil {
			t.Fatal(err)
		}
		for i := range rs {
			rs[i].Time, rs[i].Attrs = 0, nil
		}
		text := fmt.Sprintf("%+v", rs)
		if first == "" {
			first = text
		}
		if text != first {
			t.Errorf("%d jobs:\n%s\n1 job:\n%s", jobs, text, first)
		}
	}
}

// TestLimits: what ends a procedure is an answer for it alone.
func TestLimits(t *testing.T) {
	hard := `procedure hard(a: int, b: int, c: int) {
  assert a > 2 && b > 2 && c > 2 ==> a*a*a + b*b*b != c*c*c;
}
procedure easy(x: int) { assert x == x; }`
	rs, err := Verify(context.Background(), checked(t, hard), Options{Work: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	if rs[0].Verdict != Timeout && rs[0].Verdict != Unknown || rs[0].Reason == "" || len(rs[0].Undecided) != 1 || rs[1].Verdict != OK {
		t.Errorf("%+v", rs)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if rs, _ = Verify(ctx, checked(t, hard), Options{}); rs[0].Verdict == OK || rs[0].Reason == "" {
		t.Errorf("cancelled: %+v", rs[0])
	}
	var b strings.Builder
	for i := range 20 {
		fmt.Fprintf(&b, "procedure {:inline 1} p%d() { call p%d(); call p%d(); }\n", i, i+1, i+1)
	}
	b.WriteString("procedure p20() { } procedure main() { call p0(); }")
	rs, err = Verify(context.Background(), checked(t, b.String()), Options{Only: []string{"main"}})
	if err != nil || rs[0].Verdict != Unknown || !strings.Contains(rs[0].Reason, "inlining") {
		t.Errorf("%+v %v", rs, err)
	}
}

// TestVerifyErrors: a procedure without body cannot be selected for verification.
func TestVerifyErrors(t *testing.T) {
	if _, err := Verify(context.Background(), checked(t, "procedure p(); procedure q() { }"), Options{Only: []string{"p"}}); err == nil {
		t.Error("a procedure without body is verified")
	}
}

// TestChecksApart: different checks of a tree built by hand stay two where they have one position, kind and text; a node in two places is one
// check, like the copies of inlining.
func TestChecksApart(t *testing.T) {
	one := boogie.Attr("message", boogie.Str("It holds."))
	no := func() *boogie.Assert {
		return &boogie.Assert{Attrs: boogie.Attributes{one}, Cond: boogie.Bin(boogie.Lt, boogie.Id("x"), boogie.N(0))}
	}
	pre := func(n int64) *boogie.Spec {
		return &boogie.Spec{Cond: boogie.Bin(boogie.Gt, boogie.Id("y"), boogie.N(n))}
	}
	call := func() *boogie.Call { return &boogie.Call{Proc: "q", Args: []boogie.Expr{boogie.N(0)}} }
	either := func(a, b boogie.Stmt) []boogie.Stmt {
		return []boogie.Stmt{&boogie.If{Then: []boogie.Stmt{a}, Else: []boogie.Stmt{b}}}
	}
	same := no()
	for _, tt := range []struct {
		name   string
		body   []boogie.Stmt
		clause *boogie.Spec
		want   int
	}{
		{"two assertions", either(no(), no()), pre(-1), 2},
		{"one in two places", either(same, same), pre(-1), 1},
		{"two calls", either(call(), call()), pre(1), 2},
		{"two preconditions", either(call(), call()), pre(2), 4},
	} {
		q := &boogie.Procedure{Name: "q", Ins: []*boogie.Variable{boogie.V("y", boogie.Int)}, Requires: []*boogie.Spec{tt.clause}}
		if tt.want == 4 {
			q.Requires = []*boogie.Spec{{Cond: boogie.Bin(boogie.Ne, boogie.Id("y"), boogie.N(0))}, tt.clause}
		}
		p, err := boogie.Check(&boogie.Program{Decls: []boogie.Decl{
			q, &boogie.Procedure{Name: "p", Ins: []*boogie.Variable{boogie.V("x", boogie.Int)}, Body: &boogie.Body{Stmts: tt.body}},
		}})
		if err != nil {
			t.Fatal(err)
		}
		rs, err := Verify(context.Background(), p, Options{Goal: func(*Failure) bool { return true }})
		if err != nil {
			t.Fatal(err)
		}
		ids := map[CheckID]bool{}
		for _, f := range rs[0].Failures {
			ids[f.ID] = true
		}
		if len(rs[0].Failures) != tt.want || len(ids) != tt.want {
			t.Errorf("%s: %d failures of %d checks, want %d: %+v", tt.name, len(rs[0].Failures), len(ids), tt.want, rs[0].Failures)
		}
	}
}
