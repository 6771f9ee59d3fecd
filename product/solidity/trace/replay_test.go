package trace

import (
	"context"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/core/smt/z3"
	"cupel/engine"
	"cupel/engine/bmc"
	"cupel/product/boogie"
	"cupel/product/boogie/lower"
)

// TestCertain: an execution counts if it happens for all values that neither the caller nor outside code chooses.
func TestCertain(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		want       bool
	}{
		{"a parameter is chosen", "assert p != 5;", true},
		{"what a program makes unknown is not", "havoc x; assert x != 5;", false},
		{"but what code outside answers", "assume {:outside} true; havoc x; assert x != 5;", true},
		{"once", "assume {:outside} true; havoc x; havoc y; assert y != 5;", false},
		{"it may not matter", "havoc x; assert p != 5 || x == x + 1;", true},
		{"what holds of any value may be used", "havoc x; assume {:fact} 0 <= x; assert x < 0;", true},
		{"but not what is required", "havoc x; assume 0 <= x; assert x < 0;", false},
		{"nor a branch", "havoc x; if (x > 3) { assert p != 5; }", false},
		{"both branches are another matter", "havoc x; y := 0; if (x > 3) { y := 1; } assert p != 5;", false},
		{"functions are not known", "assert f(1) != 5;", false},
		{"but functions", "assert f(p) != f(p) || p != 5;", true},
		{"the state at the beginning is not known", "assert g != 5;", false},
		{"what is written is", "havoc g; g := p; assert g != 5;", true},
		{"elements of maps", "m[p] := 5; assert m[7] != 5;", true},
		{"other elements of maps", "m[p] := 6; assert m[7] != 5;", false},
		{"balances are chosen", "assert balance[3] != 5;", true},
		{"division by zero has a value that nobody knows", "assert p div (p - p) != 5;", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			src := "function f(x: int) returns (int); var g: int; var m: [int]int; var balance: [int]int;\n" +
				"procedure body(p: int) { var x, y: int; " + tt.body + " }\n" +
				"procedure {:inline 1} $inner(p: int) { var x, y: int; " + tt.body + " }\n" +
				"procedure $transactions() { var $p: int; assume {:marker 0, \"body\"} true; call $inner($p); }\n"
			tree, err := boogie.Parse("t.bpl", src)
			if err != nil {
				t.Fatal(err)
			}
			p, err := boogie.Check(tree)
			if err != nil {
				t.Fatal(err)
			}
			l, err := lower.Lower(t.Context(), p, driverName, lower.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			given := engine.Problem{Program: l.Program, Tools: engine.Tools{Open: z3.Open, Confirm: func(ctx context.Context, cex *program.Counterexample) engine.Replay {
				x, err := replay(ctx, l, cex)
				if err != nil {
					got = append(got, err.Error())
					return engine.Replay{Kind: engine.Differs}
				}
				if x.failure == nil || len(x.moments) != 1 || x.moments[0].proc != "body" {
					t.Errorf("%+v", x)
				}
				return engine.Replay{}
			}}}
			r, err := bmc.New(bmc.Options{}).Verify(t.Context(), given, engine.Quiet{})
			if err != nil || (r.Verdict == engine.False) != tt.want || !tt.want && (len(got) == 0 || !strings.Contains(got[0], "approximated")) {
				t.Errorf("%v %q %v", r.Verdict, got, err)
			}
		})
	}
}
