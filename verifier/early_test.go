package verifier

import (
	"path/filepath"
	"testing"
	"time"
)

// TestEarly: what a short search decides is decided before the longer phases begin, and what it does not is left to them.
func TestEarly(t *testing.T) {
	earlySlowness = 100 // only work ends the phases
	t.Cleanup(func() { earlySlowness = 1 })
	for _, x := range []struct{ name, text, by, verdict string }{
		{"paths", `unsigned char b[8]; int main(void) { unsigned n = 0;
  for (int i = 0; i < 8; i++) { b[i] = __VERIFIER_nondet_uchar(); if (b[i] == 'a' + i) n += 1u << i; }
  if (n == 0xA5 && b[1] == 'b') reach_error(); return 0; }`, "symex", "TRUE"},
		{"joined", `int main(void) { unsigned bits = 0;
  for (int i = 0; i < 20; i++) if (__VERIFIER_nondet_bool()) bits |= 1u << i;
  if (bits == 0xabcde) reach_error(); return 0; }`, "symex on diamond blocks", "FALSE"},
		{"loop", `int main(void) { int x = 0; while (__VERIFIER_nondet_int()) { x += 2; if (x == 1000) x = 0; } if (x == 7) reach_error(); return 0; }`,
			"relational invariants", "TRUE"},
		{"deciding", `int main(void) { unsigned x = 0; while (__VERIFIER_nondet_int()) x += 2; if (x % 2) reach_error(); return 0; }`, "relational invariants", "TRUE"},
		{"endless", `int main(void) { int x = 0; while (1) { x = !x; x = 0; if (x) reach_error(); } return 0; }`, "relational invariants", "TRUE"},
		{"bit-fields", `struct { unsigned char mode : 3, delay : 3, on : 1, hot : 1; } h; int main(void) {
  while (__VERIFIER_nondet_int()) { h.hot = __VERIFIER_nondet_bool();
    switch (h.mode) { case 0: if (!h.hot) h.mode = 1; break; case 1: if (h.hot) { h.mode = 2; h.delay = 5; } break;
      case 2: if (h.delay) h.delay--; else h.mode = 0; break; default: h.mode = 4; }
    h.on = h.mode == 1;
    if (h.mode > 2 || h.delay > 5 || h.on && h.hot) reach_error(); } return 0; }`, "kinduction", "TRUE"},
		{"late", `int main(void) { unsigned s = 1; for (int i = 0; i < 400000; i++) s = s * 1664525u + 1013904223u; if (s != 0) reach_error(); return 0; }`,
			"run in the interpreter", "FALSE"},
	} {
		rep, _ := verifyText(t, "p.c", prologue+x.text, func(cfg *Config) { cfg.Engine, cfg.CPUTime = Auto, 10*time.Minute })
		if rep.Verdict != x.verdict || rep.DecidedBy != x.by || rep.Portfolio != nil {
			t.Errorf("%s: %s (%s) by %q, want %s by %s before there are workers", x.name, rep.Verdict, rep.Reason, rep.DecidedBy, x.verdict, x.by)
		}
	}
}

// TestBeginEarly: a phase that may take so much each time ends with it.
func TestBeginEarly(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Engine = Auto
	u, err := newSetup(loadText(t, filepath.Join(t.TempDir(), "p.c"), "int main(void) { return 0; }\n"), cfg, Run{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // each time
		sub, done := u.beginEarly(t.Context(), "first search", "", usage{cpu: time.Microsecond})
		<-sub.Done()
		if !cutShort(t.Context(), sub) {
			t.Error("a phase does not end with its time")
		}
		done()
	}
}
