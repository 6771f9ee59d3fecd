package stopping_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/verifying"
	"cupel/verifier"
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

// TestOverdue: an engine that does not stop at its limit is abandoned, with the verdict UNKNOWN.
func TestOverdue(t *testing.T) {
	task := verifying.Load(t, filepath.Join(t.TempDir(), "hard.c"), `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x;
  while (x) { x--; y += 2; }
  if (y == 1) reach_error();
}`)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute) // a last resort
	defer cancel()
	overdue := make(chan struct{})
	var got *verifier.Report
	cfg := verifier.DefaultConfig()
	cfg.Engine, cfg.Invariants = "symex", "none"
	run := verifier.Run{Observer: stubborn{once: &sync.Once{}, cancel: cancel, until: overdue}, Overdue: func(r *verifier.Report) { got = r; close(overdue) }}
	rep, err := run.Verify(ctx, task, cfg)
	if err != nil || rep.Verdict != "UNKNOWN" {
		t.Fatal(rep, err)
	}
	if got == nil || got.Verdict != "UNKNOWN" || !strings.Contains(got.Reason, "interrupted; a phase did not stop") {
		t.Errorf("got %+v", got)
	}
}

// TestOverdueEvidence: evidence that continues after its context has ended does not delay the verdict, which is settled then.
func TestOverdueEvidence(t *testing.T) {
	task := verifying.Load(t, filepath.Join(t.TempDir(), "easy.c"), `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i < n) i++;
  if (i > n) reach_error();
}`)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	overdue := make(chan struct{})
	var settled, got *verifier.Report
	cfg := verifier.DefaultConfig()
	cfg.Engine, cfg.Invariants, cfg.Certify, cfg.OwnProof = "symexecia", "none", true, true
	run := verifier.Run{Overdue: func(r *verifier.Report) { got = r; close(overdue) }, Settled: func(r *verifier.Report) {
		settled = r
		cancel()
		<-overdue
	}}
	rep, err := run.Verify(ctx, task, cfg)
	if err != nil || rep.Verdict != "TRUE" {
		t.Fatal(rep, err)
	}
	if settled == nil || settled.Verdict != "TRUE" || settled.Certificate == nil || settled.Certificate.Holds() || settled.Certificate.Reason == "" {
		t.Errorf("settled: %+v", settled)
	}
	if got == nil || !strings.Contains(got.Reason, "a phase did not stop") {
		t.Errorf("got %+v", got)
	}
}

// TestLongRun reaches an error after more steps than a tree could have nodes: in make check, whose 20 million nodes would not fit into memory.
func TestLongRun(t *testing.T) {
	steps := effort.Count(5_000_000, 20_000_000, 20_000_000)
	file := filepath.Join(t.TempDir(), "witness.yml")
	task := verifying.Load(t, filepath.Join(t.TempDir(), "long.c"), `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = 0, y = __VERIFIER_nondet_int();
  while (x < `+strconv.Itoa(steps)+`) x++;
  if (x + y == `+strconv.Itoa(steps+7)+`) reach_error();
}`)
	rep := verifying.Run(t, task, 10*verifying.Usual, func(c *verifier.Config) { c.Engine, c.Witness = "gps", file })
	if rep.Verdict != "FALSE" || len(rep.Inputs) != 1 || rep.Inputs[0].Value != "7" {
		t.Fatalf("%+v", rep)
	}
	if info, err := os.Stat(file); err != nil || info.Size() == 0 || info.Size() > 4<<20 {
		t.Errorf("the witness: %+v, %v", info, err)
	}
}

// TestLimitNamed: an answer at a limit names the limit: no engine gives another reason when its context ends. Which limit it was is determined in one
// place, so one engine is run with both.
func TestLimitNamed(t *testing.T) {
	for _, engine := range []string{"symex", "symexecia", "cegar", "traceabs", "gps", "gpslite", "kinduction", "bmc"} {
		for _, tt := range []struct {
			want string
			set  func(*verifier.Config)
		}{
			{"time limit", func(c *verifier.Config) { c.Timeout = 200 * time.Millisecond }},
			{"processor time limit", func(c *verifier.Config) { c.Timeout, c.CPUTime = 0, work.ProcessorTime()+300*time.Millisecond }},
		} {
			if tt.want != "time limit" && engine != "symexecia" {
				continue
			}
			rep, _ := verifying.Text(t, "long.c", `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 0, t = 1;
  for (unsigned i = 0; i < n; i++) { s += i * i * i; t = t * 5 + (s ^ t >> 3); }
  if (4 * s != n * n * (n - 1) * (n - 1) && (t & 1)) reach_error();
}`, func(c *verifier.Config) {
				c.Engine = engine
				tt.set(c)
			})
			if rep.Verdict != "UNKNOWN" || !strings.HasPrefix(rep.Reason, tt.want) {
				t.Errorf("%s, %s: %s (%s)", engine, tt.want, rep.Verdict, rep.Reason)
			}
		}
	}
}

// TestWithin: a reader without a context is abandoned at a limit; its panic is one of the caller.
func TestWithin(t *testing.T) {
	ctx := context.Background()
	if met, err := verifier.Within(ctx, &verifier.Config{Timeout: time.Minute}, func() error { return nil }); !met.None() || err != nil {
		t.Error(met, err)
	}
	func() {
		defer func() {
			if r := recover(); r != "broken" {
				t.Errorf("recovered %v", r)
			}
		}()
		_, err := verifier.Within(ctx, &verifier.Config{}, func() error { panic("broken") })
		t.Errorf("a fault is lost: %v", err)
	}()
	forever := make(chan struct{})
	defer close(forever)
	for want, cfg := range map[string]*verifier.Config{"time limit": {Timeout: time.Millisecond}, "processor time limit": {CPUTime: time.Nanosecond}} {
		if met, err := verifier.Within(ctx, cfg, func() error { <-forever; return nil }); met.Text != want || err != nil {
			t.Errorf("%s: %q, %v", want, met, err)
		}
	}
}

// TestSettled: the verdict is reported before the evidence, unless it depends on the evidence.
func TestSettled(t *testing.T) {
	for verdict, value := range map[string]string{"TRUE": "11", "FALSE": "10"} {
		for _, required := range []bool{false, true} {
			dir := t.TempDir()
			task := verifying.Load(t, filepath.Join(dir, "p.c"), verifying.Prologue+"int main(void) { int n = __VERIFIER_nondet_int(), x = 0; while (x < n && x < 10) x++; check(x != "+value+"); return 0; }")
			var got *verifier.Report
			cfg := verifier.DefaultConfig()
			cfg.Certify, cfg.RequireCertified, cfg.Witness = true, required, filepath.Join(dir, "w.yml")
			run := verifier.Run{Settled: func(r *verifier.Report) {
				if got != nil {
					t.Error("told twice")
				}
				got = r
			}}
			rep, err := run.Verify(context.Background(), task, cfg)
			if err != nil || rep.Verdict != verdict || len(rep.Unwritten) > 0 {
				t.Fatalf("%+v, %v", rep, err)
			}
			switch {
			case verdict == "TRUE" && required:
				if got != nil {
					t.Errorf("told %s before it is certified", got.Verdict)
				}
			case got == nil:
				t.Errorf("%s: nothing was told", verdict)
			case got.Verdict != verdict || got.Result != rep.Result || len(got.Unwritten) != 1 || (verdict == "TRUE") != (got.Certificate != nil && !got.Certificate.Holds()):
				t.Errorf("told %+v", got)
			}
		}
	}
}
