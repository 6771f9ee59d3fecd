package vc_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"cupel/core/work"
	"cupel/engine"
	"cupel/engine/bmc"
	"cupel/engine/cegar"
	"cupel/engine/kinduction"
	"cupel/product/boogie"
	"cupel/product/boogie/lower"
	"cupel/product/boogie/vc"
	"cupel/tests/effort"
)

// TestLowered compares what engines say of lowered procedures with the enumeration of their
// executions, and with the verification conditions: what these prove cannot fail.
func TestLowered(t *testing.T) {
	base := effort.Seed(5)
	count := map[string]int{}
	engines := []engine.Engine{bmc.New(bmc.Options{}), kinduction.New(), cegar.New(cegar.Defaults())}
	for i := range uint64(effort.Programs(100, 400, 4000)) {
		seed := int64(base*1000003 + i)
		src := vc.RandomProgram(seed)
		tree, err := boogie.Parse("f.bpl", src)
		if err != nil {
			t.Fatal(err)
		}
		p, err := boogie.Check(tree)
		if err != nil {
			t.Fatal(err)
		}
		failed, complete, ok := vc.Executions(p)
		if !ok {
			count["too large"]++
			continue
		}
		// One assertion, or all: most programs have some that fails.
		var o lower.Options
		if n := int(i % 7); n > 0 {
			o.Goal = func(f *vc.Failure) bool { return strings.HasSuffix(f.Message, fmt.Sprint(n)) }
			maps.DeleteFunc(failed, func(k string, _ bool) bool { return !strings.HasSuffix(k, fmt.Sprint(n)) })
		}
		l, err := lower.Lower(t.Context(), p, "main", o)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		s, err := l.Prepare(t.Context(), i%2 == 0)
		if err != nil {
			t.Fatal(err)
		}
		if s.Safe && len(failed) > 0 {
			t.Fatalf("seed %d: safe, but %v fail\n%s", seed, failed, src)
		}
		e := engines[i%uint64(len(engines))]
		ctx, cancel := work.Within(t.Context(), 1_000_000)
		r, err := s.Verify(ctx, e)
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		count[e.Name()+" "+r.Verdict.String()]++
		count["sum "+r.Verdict.String()]++
		switch r.Verdict {
		case engine.Unknown:
			t.Logf("seed %d: %s: %s", seed, e.Name(), r.Reason)
			continue
		case engine.True:
			if len(failed) > 0 {
				t.Fatalf("seed %d: %s: TRUE, but %v fail\n%s", seed, e.Name(), failed, src)
			}
		case engine.False:
			if r.Failure == nil || complete && !fails(failed, r.Failure) {
				t.Fatalf("seed %d: %s: FALSE by %+v, but only %v fail\n%s", seed, e.Name(), r.Failure, failed, src)
			}
			rs, err := vc.Verify(t.Context(), p, vc.Options{Work: 10_000_000, Timeout: 10 * time.Minute, Only: []string{"main"}})
			if err != nil {
				t.Fatal(err)
			}
			if rs[0].Verdict == vc.OK {
				t.Fatalf("seed %d: %s: FALSE by %+v, which is proved\n%s", seed, e.Name(), r.Failure, src)
			}
		}
	}
	t.Log(count)
	if count["sum UNKNOWN"] > count["sum TRUE"]+count["sum FALSE"] {
		t.Error("too many open")
	}
}

// fails reports whether an assertion is among those that fail; for a loop invariant, failures on entry and later are not distinguished.
func fails(failed map[string]bool, f *vc.Failure) bool {
	kinds := []vc.Kind{f.Kind}
	if f.Kind == vc.Assertion {
		kinds = append(kinds, vc.LoopEntry, vc.LoopMaintained)
	}
	return slices.ContainsFunc(kinds, func(k vc.Kind) bool { return failed[k.String()+" "+f.Message] })
}
