package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// events are the output of go test -json for a passing, a failing and a skipped test, for a package that is not built and for one whose process ends.
const events = `
{"Action":"output","Package":"cupel/a","Test":"TestGood","Output":"noise\n"}
{"Action":"pass","Package":"cupel/a","Test":"TestGood","Elapsed":0.5}
{"Action":"output","Package":"cupel/a","Test":"TestBad/one","Output":"    a_test.go:7: one is two\n"}
{"Action":"fail","Package":"cupel/a","Test":"TestBad/one","Elapsed":2}
{"Action":"fail","Package":"cupel/a","Test":"TestBad","Elapsed":2}
{"Action":"output","Package":"cupel/a","Test":"TestTool","Output":"    a_test.go:9: no cvc5\n"}
{"Action":"output","Package":"cupel/a","Test":"TestTool","Output":"--- SKIP: TestTool (0.00s)\n"}
{"Action":"skip","Package":"cupel/a","Test":"TestTool","Elapsed":0}
{"Action":"fail","Package":"cupel/a","Elapsed":3}
{"Action":"build-output","ImportPath":"cupel/b [cupel/b.test]","Output":"b_test.go:3:1: expected declaration\n"}
{"Action":"build-fail","ImportPath":"cupel/b [cupel/b.test]"}
{"Action":"fail","Package":"cupel/b","Elapsed":0}
{"Action":"output","Package":"cupel/c","Test":"TestLimit","Output":"fatal error: out of memory\n"}
{"Action":"fail","Package":"cupel/c","Elapsed":1}
{"Action":"pass","Package":"cupel/d","Elapsed":9}
`

// TestSummary: every failure is listed with its output and its cause, a process that ends outside of a test included; skipped tests are
// counted by reason.
func TestSummary(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(timeFile(dir, "cupel/d"), []byte("9.50"), 0o644); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	r := newResult(&out)
	d := json.NewDecoder(strings.NewReader(events))
	for d.More() {
		var e event
		if err := d.Decode(&e); err != nil {
			t.Fatal(err)
		}
		r.add(e, dir)
	}
	if code := r.finish(options{}, nil); code != 1 {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{
		"FAILED cupel/a TestBad/one\n        a_test.go:7: one is two\n", "FAILED cupel/b [cupel/b.test] (build)\n    b_test.go:3:1: expected declaration",
		"FAILED cupel/c (the test process)\n    fatal error: out of memory", "ok         9.5 s  cupel/d", "1 skipped: no cvc5", "\n1 passed, 3 failed, 1 skipped\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "noise") {
		t.Error("what a passing test prints is shown")
	}
}

// TestBudgets: a package may take half as much again as its budget; one that takes more is named with its slowest tests.
// A slow machine is given more, a fast one is not given less.
func TestBudgets(t *testing.T) {
	file := filepath.Join(t.TempDir(), "budgets")
	if err := os.WriteFile(file, []byte("# package  test check\nmachine 0.5 2\nengine/gps 20 40\nverifier 10 30 # comment\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for column, kept := range map[string]bool{"test": false, "check": true} {
		b, err := readBudgets(file, column)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		r := newResult(&out)
		r.seconds = map[string]float64{"cupel/engine/gps": 31, "cupel/verifier": 15, "cupel/other": 5}
		r.slow["cupel/engine/gps"] = []timed{{"TestFast", 1}, {"TestSlow", 29}}
		if got := b.kept(r, &out); got != kept {
			t.Errorf("%s: kept %v\n%s", column, got, out.String())
		}
		if !kept && (!strings.Contains(out.String(), "cupel/engine/gps: 31 s") || strings.Index(out.String(), "TestSlow") > strings.Index(out.String(), "TestFast") || strings.Contains(out.String(), "verifier:")) {
			t.Error(out.String())
		}
		for _, c := range []struct {
			here   machine
			factor float64
		}{{machine{0.4, 1}, 1}, {machine{0.8, 2.1}, 1.6}, {machine{0.5, 5}, 2.5}} {
			if b.factor = c.here.factor(b.reference); b.factor != c.factor {
				t.Errorf("%v: factor %v, not %v", c.here, b.factor, c.factor)
			}
			if want := kept || c.factor > 1.1; b.kept(r, &out) != want {
				t.Errorf("%s: times %v: not %v", column, b.factor, want)
			}
		}
		l := &list{packages: []string{"cupel/other", "cupel/verifier", "cupel/engine/gps"}}
		if b.sort(l); l.packages[0] != "cupel/engine/gps" || l.packages[2] != "cupel/other" {
			t.Errorf("%v", l.packages)
		}
	}
	for _, bad := range []string{"engine/gps 20\n", "engine/gps 20 x\n", "machine 1 fast\n"} {
		if err := os.WriteFile(file, []byte(bad), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := readBudgets(file, "check"); err == nil || !strings.Contains(err.Error(), ":1:") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestRunBinary: the exit code is passed on and the processor time of children is left in the folder.
func TestRunBinary(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(environment, dir)
	if err := os.WriteFile(filepath.Join(dir, "random"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if code := runBinary("/bin/sh", []string{"-c", "exit 3"}); code != 3 {
		t.Errorf("exit code %d", code)
	}
	if _, err := os.Stat(timeFile(dir, "cupel/tests/runner")); err != nil {
		t.Error(err)
	}
	if code := runBinary("/bin/sh", []string{"-c", "kill -9 $$"}); code == 0 {
		t.Error("a process that is killed has passed")
	}
}
