package verifier

import (
	"context"
	"testing"
	"time"

	"cupel/core/program"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
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

// TestTurnsOracle compares searches that take many turns with trying all inputs.
func TestTurnsOracle(t *testing.T) {
	need.Tool(t, "gcc")
	shorter(t, 200)
	n, base, ctx := effort.Programs(8, 20, 500), effort.Seed(0), context.Background()
	var ps []oracle.Program
	for i := range n {
		ps = append(ps, oracle.Generate(base+uint64(i), oracle.Options{Wide: i%4 == 0}))
	}
	truths, err := oracle.DecideAll(ctx, ps, 2)
	if err != nil {
		t.Fatal(err)
	}
	decided := 0
	for i, p := range ps {
		rep, _ := verifyText(t, "p.c", p.Source, func(cfg *Config) {
			cfg.Engine, cfg.DataModel, cfg.NoRun, cfg.Timeout = "symex", program.LP64, true, 3*time.Second
		})
		switch {
		case rep.Verdict == "UNKNOWN":
		case (rep.Verdict == "FALSE") != truths[i].Unsafe:
			t.Errorf("WRONG: seed %d: %s, but trying all inputs says unsafe = %v\n%s", p.Seed, rep.Verdict, truths[i].Unsafe, p.Source)
		default:
			decided++
		}
	}
	t.Logf("%d programs, %d decided", n, decided)
}
