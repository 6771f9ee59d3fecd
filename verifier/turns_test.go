package verifier

import "testing"

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

// TestTurns: the second encoding decides where the first one does not end, with short turns.
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
