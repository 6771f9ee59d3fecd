package interpolation

import (
	"context"
	"fmt"

	"cupel/core/logic"
)

// Merge joins consecutive steps so that interpolants are computed only at the
// cut points: cuts lists positions 0 < c < len(steps) in increasing order,
// position c being the one between steps c-1 and c (counted from 0).
func Merge(steps []Step, cuts []int) ([]Step, error) {
	out := make([]Step, 0, len(cuts)+1)
	from := 0
	for _, c := range append(append([]int(nil), cuts...), len(steps)) {
		if c <= from && len(steps) > 0 || c > len(steps) {
			return nil, fmt.Errorf("interpolation: cut %d after %d of %d steps", c, from, len(steps))
		}
		var s Step
		for _, t := range steps[from:c] {
			s.Defs = append(s.Defs, t.Defs...)
			s.Assumes = append(s.Assumes, t.Assumes...)
		}
		out = append(out, s)
		from = c
	}
	return out, nil
}

// AtCuts computes interpolants at the cut points only (see Merge): the result
// has len(cuts) terms, one for each cut.
func AtCuts(ctx context.Context, s Sequencer, f *logic.Factory, steps []Step, cuts []int) ([]*logic.Term, error) {
	merged, err := Merge(steps, cuts)
	if err != nil {
		return nil, err
	}
	itps, err := s.Sequence(ctx, f, merged)
	if err != nil {
		return nil, err
	}
	return itps[1 : len(itps)-1], nil
}
