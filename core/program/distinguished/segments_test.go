package distinguished_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/absint/relational"
	"cupel/analysis/absint/segments"
	"cupel/core/program"
	"cupel/core/program/distinguished"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/tests/effort"
)

// TestSegmentsSound: a program that the analysis by segments proves has no path on which an execution fails.
func TestSegmentsSound(t *testing.T) {
	effort.Checks(t, 40, 100, 1000)
	safe, open := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := distinguished.Random(t)
		c := distinguished.Transform(p, rapid.IntRange(1, 2).Draw(t, "indices"))
		if c == nil {
			return
		}
		r := segments.Analyze(context.Background(), c, relational.Options{PackSize: 8, Rows: 100, Work: 400_000})
		if !r.Safe() {
			open++
			return
		}
		s, err := z3.Open(p.Terms, smt.Options{Work: 300_000})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		left, reached := 40, false // paths
		var follow func(l *program.Location, path []int)
		follow = func(l *program.Location, path []int) {
			if l == p.Error {
				left--
				reached = true
				if distinguished.Feasible(t, p, s, path) == smt.Sat {
					for _, l := range c.Locs {
						t.Logf("%v: %v", l, r.Segments(l))
					}
					t.Fatalf("the path %v fails in\n%v\nover cells\n%v", path, p, c.Program)
				}
				return
			}
			for _, e := range l.Out {
				if left > 0 && len(path) < 9 {
					follow(e.Dst, append(path[:len(path):len(path)], e.ID))
				}
			}
		}
		follow(p.Init, nil)
		if reached {
			safe++
		}
	})
	t.Logf("%d safe with paths to the error, %d open", safe, open)
	if safe == 0 || open == 0 {
		t.Error("the programs are all alike")
	}
}
