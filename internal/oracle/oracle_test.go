package oracle

import (
	"context"
	"testing"
)

// TestBalance: generated programs compile, and both verdicts are common.
func TestBalance(t *testing.T) {
	if !Available() {
		t.Skip("gcc is not installed")
	}
	var ps []Program
	for seed := range uint64(40) {
		ps = append(ps, Generate(seed, All))
	}
	ts, err := DecideAll(context.Background(), ps, 2)
	if err != nil {
		t.Fatal(err)
	}
	unsafe := 0
	for _, x := range ts {
		if x.Unsafe {
			unsafe++
		}
	}
	if unsafe < 8 || unsafe > 32 {
		t.Errorf("%d of %d programs are unsafe", unsafe, len(ts))
	}
}

// TestKnown: the oracle decides two programs whose answers are known, and does
// not count undefined executions.
func TestKnown(t *testing.T) {
	if !Available() {
		t.Skip("gcc is not installed")
	}
	head := "extern int __VERIFIER_nondet_int(void); extern void abort(void); extern void reach_error(void);\nint main(void) { int x = __VERIFIER_nondet_int(); if (x < 0 || x > 4) abort();\n"
	for body, want := range map[string]bool{
		"if (x == 4) reach_error(); return 0; }":                                              true,
		"if (x == 5) reach_error(); return 0; }":                                              false,
		"int y = 2147483647; y += x; if (x > 0) reach_error(); return 0; }":                   false,
		"int a[3]; a[x % 3] = 1; if (10 / (x + 1) == 2 && x == 4) reach_error(); return 0; }": true,
	} {
		got, err := Decide(context.Background(), Program{Source: head + body, Inputs: 1})
		if err != nil || got.Unsafe != want {
			t.Errorf("%s: %+v, %v", body, got, err)
		}
	}
}

// TestDeterministic: a seed gives one program.
func TestDeterministic(t *testing.T) {
	for seed := range uint64(20) {
		first := Generate(seed, All)
		if again := Generate(seed, All); again.Source != first.Source {
			t.Fatal(seed)
		}
	}
}
