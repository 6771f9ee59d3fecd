package verifier

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/need"
)

// parts is a program of n parts, each with a loop of its own and an assertion behind many paths; the assertion of part bad (from 0) can fail.
func parts(n, bad int) string {
	var b, calls strings.Builder
	b.WriteString("extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n")
	for i := range n {
		wrong := "even % 2 != odd"
		if i == bad {
			wrong = "even == 5"
		}
		fmt.Fprintf(&b, `static void part_%d(void) {
    int i, even = 0, odd = 0, key = __VERIFIER_nondet_int();
    for (i = 0; i < 6; i++)
        if (__VERIFIER_nondet_int() == key + %d) { even++; odd = !odd; }
    if (%s && key == 7777) reach_error();
}
`, i, i, wrong)
		fmt.Fprintf(&calls, "    part_%d();\n", i)
	}
	return b.String() + "int main(void) {\n" + calls.String() + "    return 0;\n}\n"
}

// TestParts: a program of many parts, whose paths multiply, is decided part by part, within an amount of work that does for no other way.
func TestParts(t *testing.T) {
	for _, c := range []struct {
		bad  int
		want string
	}{{-1, "TRUE"}, {13, "FALSE"}} {
		cfg := DefaultConfig()
		cfg.Engine, cfg.NoRun, cfg.Invariants = "symex", true, InvariantsNone
		ctx, stop := work.Within(t.Context(), 6_000_000)
		rep, err := Verify(ctx, loadText(t, filepath.Join(t.TempDir(), "p.c"), parts(20, c.bad)), cfg, engine.Quiet{})
		stop()
		if err != nil {
			t.Fatal(err)
		}
		if rep.Verdict != c.want || c.bad < 0 && !strings.Contains(rep.Proof, "slices of their own") {
			t.Errorf("part %d fails: %s %s, %s, by %s", c.bad, rep.Verdict, rep.Reason, rep.Proof, rep.DecidedBy)
		}
	}
}

// TestPartsCertified: a proof by parts, whose slices have no loops of other parts, is one of the whole program that can be checked.
func TestPartsCertified(t *testing.T) {
	need.Tool(t, "cvc5")
	least := minWeight
	minWeight = 0
	t.Cleanup(func() { minWeight = least })
	cfg := DefaultConfig()
	cfg.Engine, cfg.NoRun, cfg.Certify = "symex", true, true
	rep, err := Verify(t.Context(), loadText(t, filepath.Join(t.TempDir(), "p.c"), parts(3, -1)), cfg, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Verdict != "TRUE" || !strings.Contains(rep.Proof, "slices of their own") || !strings.HasPrefix(rep.Certified, "source") {
		t.Errorf("%s %s, %s, %s", rep.Verdict, rep.Reason, rep.Proof, rep.Certified)
	}
}
