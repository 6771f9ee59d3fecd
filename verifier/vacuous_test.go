package verifier

import (
	"path/filepath"
	"strings"
	"testing"

	"cupel/engine"
)

// TestVacuous: TRUE about a program none of whose executions says anything is UNKNOWN, and that the proof is about nothing is found, too, where only a solver
// sees it; programs with a rare execution that says something keep their proof.
func TestVacuous(t *testing.T) {
	const in = "int x = __VERIFIER_nondet_int(); "
	for name, c := range map[string]struct {
		body, reason string // reason: a part of it; empty: TRUE
		settings     func(*Config)
	}{
		"nothing asserted": {body: in + "return x;", reason: "nothing is asserted"},
		"not supported":    {body: "int a[3]; __typeof__(a) b = a; check(sizeof b == 12);", reason: "unsupported: "},
		"undefined":        {body: in + "check(x / 0);", reason: "every execution ends"},
		"intervals":        {body: in + "__VERIFIER_assume(x > 5); __VERIFIER_assume(x < 3); check(x);", reason: "assumptions contradict"},
		"parity":           {body: in + "__VERIFIER_assume(x > 0); __VERIFIER_assume(x % 2 == 0); __VERIFIER_assume(x % 2 == 1); check(x == 17);", reason: "assumptions contradict"},
		"without runs": {body: in + "__VERIFIER_assume(x > 0 && x % 2 == 0 && x % 2 == 1); check(x == 17);", reason: "assumptions contradict",
			settings: func(c *Config) { c.Engine, c.NoRun = "symex", true }},
		"allowed": {body: in + "__VERIFIER_assume(x > 0); __VERIFIER_assume(x % 2 == 0); __VERIFIER_assume(x % 2 == 1); check(x == 17);",
			settings: func(c *Config) { c.Vacuous = VacuousAllow }},
		"end of an array": {body: "unsigned n = __VERIFIER_nondet_uint() % 10; char b[4]; for (unsigned i = 0; i < n + 4; i++) b[i + 1] = 0; check(0);",
			reason: "every execution ends by undefined behaviour"},
		"both":     {body: in + "__VERIFIER_assume(x > 0); char b[4]; for (int i = 0; i <= 4; i++) b[i] = i; check(x < 0);", reason: "each is stopped before"},
		"rare":     {body: in + "__VERIFIER_assume(x == 123456789); check(x % 10 == 9);"},
		"for ever": {body: "for (;;) { " + in + "__VERIFIER_assume(x > 5); __VERIFIER_assume(x < 7); check(x == 6); }"},
	} {
		cfg := DefaultConfig()
		cfg.Vacuous = VacuousAuto
		if c.settings != nil {
			c.settings(&cfg)
		}
		rep, err := Run{}.Verify(t.Context(), loadText(t, filepath.Join(t.TempDir(), "p.c"), "extern void reach_error(void);\nvoid check(int c) { if (!c) reach_error(); }\nint main(void) { "+c.body+" return 0; }"), cfg)
		switch {
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case c.reason == "" && rep.Verdict != engine.True.String():
			t.Errorf("%s: %s (%s), expected TRUE", name, rep.Verdict, rep.Reason)
		case c.reason != "" && (rep.Verdict != engine.Unknown.String() || !strings.Contains(rep.Reason, c.reason)):
			t.Errorf("%s: %s (%s), expected UNKNOWN: %s", name, rep.Verdict, rep.Reason, c.reason)
		}
	}
}
