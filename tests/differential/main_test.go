package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/tests/need"
	"cupel/verifier"
)

// TestBatch: every task of a batch is read, with its verdict; the next batch has other programs.
func TestBatch(t *testing.T) {
	need.Tool(t, "gcc")
	dir := t.TempDir()
	set, next, err := batch(t.Context(), dir, 1, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile(set)
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Fields(string(list))
	if len(names) < 3 {
		t.Errorf("%q", names)
	}
	for _, name := range names {
		task, err := verifier.LoadTask(filepath.Join(dir, name), "")
		if err != nil {
			t.Error(err)
		} else if task.Expected == nil {
			t.Errorf("%s: no verdict is expected", name)
		}
	}
	if need.Has(t, "csmith") && next <= 1 {
		t.Errorf("csmith begins again with seed %d", next)
	}
}
