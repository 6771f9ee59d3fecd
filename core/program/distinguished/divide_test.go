package distinguished_test

import (
	"testing"

	"pgregory.net/rapid"

	"cupel/core/program/distinguished"
	"cupel/tests/canceled"
	"cupel/tests/effort"
)

// TestDivisionEnds: a program whose division into phases or segments is not finished stays undivided.
func TestDivisionEnds(t *testing.T) {
	effort.Checks(t, 400, 400, 600) // of twenty programs one is divided
	divided := 0
	rapid.Check(t, func(r *rapid.T) {
		c := distinguished.Transform(distinguished.Random(r), 1)
		if c == nil {
			return
		}
		ctx, late := canceled.At(t, rapid.IntRange(0, 3000).Draw(r, "units"))
		q, holds := distinguished.Segments(ctx, c.Program)
		if q != c.Program {
			divided++
		} else if holds != nil {
			r.Error("an undivided program has segments")
		}
		if late() > 20_000 {
			r.Errorf("%d units after the end, more than the edges of a location cost", late())
		}
	})
	if divided == 0 {
		t.Error("no program was divided")
	}
}
