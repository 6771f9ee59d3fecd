package reporting_test

import (
	"testing"

	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestCredit: the report names what decided.
func TestCredit(t *testing.T) {
	const loop = `extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { unsigned n = __VERIFIER_nondet_uchar(), i = 0; while (i < n) i++; if (i != n) reach_error(); }`
	for _, tt := range []struct {
		text, want string
		set        func(*verifier.Config)
	}{
		{loop, "relational invariants", nil},
		{loop, "cegar", func(c *verifier.Config) { c.Engine, c.Invariants = "cegar", verifier.InvariantsNone }},
		{"extern void reach_error(void); int main(void) { int i = 0; while (i < 9) i++; if (i == 9) reach_error(); }", "run in the interpreter", nil},
		{"extern void reach_error(void); int f(int n) { return n > 0 ? f(n - 1) : 0; } extern int __VERIFIER_nondet_int(void);" +
			"int main(void) { if (f(__VERIFIER_nondet_int())) reach_error(); }", "gps with summaries of functions", func(c *verifier.Config) {
			c.Engine, c.Invariants = "gps", verifier.InvariantsNone
		}},
		{loop, "", func(c *verifier.Config) { c.Engine, c.Invariants, c.Timeout = "symex", verifier.InvariantsNone, 1 }},
	} {
		rep, _ := verifying.Text(t, "p.c", tt.text, tt.set)
		if rep.DecidedBy != tt.want || (rep.DecidedBy == "") != (rep.ReasonKind != "") {
			t.Errorf("%s (%s, %s) by %q, want by %q\n%s", rep.Verdict, rep.Reason, rep.ReasonKind, rep.DecidedBy, tt.want, tt.text)
		}
	}
}
