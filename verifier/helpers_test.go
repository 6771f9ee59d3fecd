package verifier

import (
	"os"
	"path/filepath"
	"testing"

	"cupel/core/work"
	"cupel/engine"
)

// Helpers for tests of unexported code, which cannot import the rig (tests/verifying) that imports this package.

const prologue = `extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
void check(int c) { if (!c) reach_error(); }
`

const arrayHead = prologue + `void abort(void);
int size(void) { int n = __VERIFIER_nondet_int(); if (n < 1 || n > 10000) abort(); return n; }
`

// loadText writes a program to a file and loads it.
func loadText(t *testing.T, file, src string) *Task {
	t.Helper()
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	task, err := LoadTask(file, "")
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// verifyText verifies a program and returns the report and the witness.
func verifyText(t *testing.T, name, src string, set func(*Config)) (*Report, []byte) {
	t.Helper()
	dir := t.TempDir()
	task := loadText(t, filepath.Join(dir, name), src)
	cfg := DefaultConfig()
	cfg.Witness, cfg.CommandLine = filepath.Join(dir, "witness.yml"), "cupel verify"
	if set != nil {
		set(&cfg)
	}
	ctx, stop := work.Within(t.Context(), 20_000_000)
	defer stop()
	rep, err := Verify(ctx, task, cfg, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(cfg.Witness)
	if err != nil && rep.Verdict != "UNKNOWN" {
		t.Fatal(err)
	}
	return rep, data
}

// solverThatSays writes a solver that gives one answer to every question.
func solverThatSays(t *testing.T, answer string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), answer)
	script := `#!/bin/sh
while read -r line; do case "$line" in *check-sat*) echo ` + answer + ` ;; *get-info*) echo '(:reason-unknown "fake")' ;; *get-*) echo '(error "fake")' ;; esac; done
`
	if err := os.WriteFile(file, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}
