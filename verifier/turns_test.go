package verifier

import (
	"testing"
)

// joins has 2^20 paths, which one block of each iteration makes one.
const joins = `
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  unsigned bits = 0;
  for (int i = 0; i < 20; i++)
    if (__VERIFIER_nondet_bool())
      bits |= 1u << i;
  if (bits == LIMIT)
    reach_error();
}
`

// shorter makes the turns short for a test.
func shorter(t *testing.T, work int) {
	old := firstTurn
	firstTurn = work
	t.Cleanup(func() { firstTurn = old })
}

func TestTurns(t *testing.T) {
	shorter(t, 100_000)
	for limit, want := range map[string]string{"1u << 20": "TRUE", "0xabcde": "FALSE"} {
		rep, _ := verifyText(t, "p.c", "#define LIMIT "+limit+joins, func(cfg *Config) {
			cfg.Engine, cfg.Invariants, cfg.NoRun = "symex", InvariantsNone, true
		})
		if rep.Verdict != want || rep.DecidedBy != "symex on diamond blocks" {
			t.Errorf("LIMIT %s: %s (%s) by %q, want %s by blocks", limit, rep.Verdict, rep.Reason, rep.DecidedBy, want)
		}
	}
}

// TestCredit: the report names what decided.
func TestCredit(t *testing.T) {
	const loop = `extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { unsigned n = __VERIFIER_nondet_uchar(), i = 0; while (i < n) i++; if (i != n) reach_error(); }`
	for _, tt := range []struct {
		text, want string
		set        func(*Config)
	}{
		{loop, "relational invariants", nil},
		{loop, "cegar", func(c *Config) { c.Engine, c.Invariants = "cegar", InvariantsNone }},
		{"extern void reach_error(void); int main(void) { int i = 0; while (i < 9) i++; if (i == 9) reach_error(); }", "run in the interpreter", nil},
		{"extern void reach_error(void); int f(int n) { return n > 0 ? f(n - 1) : 0; } extern int __VERIFIER_nondet_int(void);" +
			"int main(void) { if (f(__VERIFIER_nondet_int())) reach_error(); }", "gps with summaries of functions", func(c *Config) {
			c.Engine, c.Invariants = "gps", InvariantsNone
		}},
		{loop, "", func(c *Config) { c.Engine, c.Invariants, c.Timeout = "symex", InvariantsNone, 1 }},
	} {
		rep, _ := verifyText(t, "p.c", tt.text, tt.set)
		if rep.DecidedBy != tt.want || (rep.DecidedBy == "") != (rep.ReasonKind != "") {
			t.Errorf("%s (%s, %s) by %q, want by %q\n%s", rep.Verdict, rep.Reason, rep.ReasonKind, rep.DecidedBy, tt.want, tt.text)
		}
	}
}
