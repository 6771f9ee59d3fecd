package verifier

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"cupel/engine"
)

// stubborn ends the run and then keeps it from stopping.
type stubborn struct {
	engine.Quiet
	once   *sync.Once
	cancel context.CancelFunc
	until  <-chan struct{}
}

func (s stubborn) Progress(engine.Progress) {
	s.once.Do(func() {
		s.cancel()
		<-s.until
	})
}

func TestOverdue(t *testing.T) {
	task := loadText(t, filepath.Join(t.TempDir(), "hard.c"), `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x;
  while (x) { x--; y += 2; }
  if (y == 1) reach_error();
}`)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	overdue := make(chan struct{})
	var got *Report
	cfg := DefaultConfig()
	cfg.Engine, cfg.Invariants = "symex", "none"
	cfg.Overdue = func(r *Report) { got = r; close(overdue) }
	rep, err := Verify(ctx, task, cfg, stubborn{once: &sync.Once{}, cancel: cancel, until: overdue})
	if err != nil || rep.Verdict != "UNKNOWN" {
		t.Fatal(rep, err)
	}
	if got == nil || got.Verdict != "UNKNOWN" || !strings.Contains(got.Reason, "interrupted; a phase did not stop") {
		t.Errorf("got %+v", got)
	}
}

// TestLongRun reaches an error behind more steps than a tree could have nodes.
func TestLongRun(t *testing.T) {
	rep, witness := verifyText(t, "long.c", `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0, y = __VERIFIER_nondet_int();
  while (x < 20000000) x++;
  if (x + y == 20000007) reach_error();
}`, func(c *Config) { c.Engine, c.Timeout = "gps", DefaultConfig().Timeout })
	if rep.Verdict != "FALSE" || len(rep.Inputs) != 1 || rep.Inputs[0].Value != "7" {
		t.Fatalf("%+v", rep)
	}
	if len(witness) == 0 || len(witness) > 4<<20 {
		t.Errorf("the witness has %d bytes", len(witness))
	}
}
