package lower_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cupel/core/work"
	"cupel/engine"
	"cupel/engine/bmc"
	"cupel/engine/kinduction"
	"cupel/product/boogie"
	"cupel/product/boogie/lower"
	"cupel/product/boogie/vc"
	"cupel/tests/effort"
	"cupel/tests/need"
)

// corpusDir is where generated programs are.
func corpusDir() string { return need.CorpusDir("solidity", "bpl") }

// TestCorpus compares what engines say of the procedures that solc-verify generated with the
// verification conditions: what these prove does not fail.
func TestCorpus(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(corpusDir(), "*", "*.bpl"))
	if len(files) == 0 {
		t.Skip("no corpus")
	}
	count, reasons := map[string]int{}, map[string]int{}
	for i, f := range files {
		if i%effort.Count(9, 3, 1) != 0 {
			continue
		}
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := boogie.Parse(f, string(src))
		if err != nil {
			t.Fatal(err)
		}
		p, err := boogie.Check(tree)
		if err != nil {
			t.Fatal(err)
		}
		results, err := vc.Verify(context.Background(), p, vc.Options{Work: 2_000_000, Timeout: 10 * time.Minute, Jobs: 2})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range results {
			count["procedures"]++
			l, err := lower.Lower(t.Context(), p, r.Procedure, lower.Options{})
			var no *lower.Unsupported
			if errors.As(err, &no) {
				reasons[no.Reason]++
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			count["lowered"]++
			e := engine.Engine(bmc.New(bmc.Options{}))
			if i%2 == 0 {
				e = kinduction.New()
			}
			v := verdict(t, l, e)
			count[r.Verdict.String()+" "+v.String()]++
			switch {
			case v == engine.False && r.Verdict == vc.OK:
				t.Errorf("%s: %s: %s by %s, but proved", f, r.Procedure, v, e.Name())
			case v == engine.True && r.Verdict == vc.Error:
				t.Logf("%s: %s: %s by %s, but an error in modular verification", f, r.Procedure, v, e.Name())
			case v == engine.Unknown:
				t.Logf("%s: %s: %s by %s", f, r.Procedure, v, e.Name())
			}
		}
	}
	t.Log(count, reasons)
}

func verdict(t *testing.T, l *lower.Procedure, e engine.Engine) engine.Verdict {
	ctx, cancel := work.Within(t.Context(), 1_000_000)
	defer cancel()
	s, err := l.Prepare(ctx, true)
	if err != nil {
		t.Error(err)
		return engine.Unknown
	}
	r, err := s.Verify(ctx, e)
	if err != nil {
		t.Error(err)
		return engine.Unknown
	}
	if s.Safe && r.Verdict == engine.False {
		t.Error("the analysis contradicts the engine")
	}
	if r.Verdict == engine.Unknown {
		t.Log(r.Reason)
	}
	return r.Verdict
}
