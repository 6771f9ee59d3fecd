package condition

import (
	"cmp"
	"context"
	"slices"

	"cupel/analysis/execution/inputs"
	"cupel/core/logic"
	"cupel/product/condition/diagram"
)

// compact returns an equivalent decision diagram if it has at most half as many operators, else nil. Inputs are
// ordered as in the source, and as a loop reads them.
func (l *loop) compact(ctx context.Context, t *logic.Term) *logic.Term {
	best, size := t, logic.Size(t)
	if size < minCompact {
		return t
	}
	slots := map[*logic.Term]inputs.Slot{}
	var syms []*logic.Term
	for _, v := range logic.FreeVars(t) {
		if s, ok := l.subject.Inputs.SlotOf(v); ok {
			slots[v] = s
			syms = append(syms, v)
		}
	}
	for _, before := range []func(a, b inputs.Slot) int{
		inputs.Slot.Compare,
		func(a, b inputs.Slot) int { return cmp.Or(cmp.Compare(a.N, b.N), cmp.Compare(a.Source, b.Source)) },
	} {
		if ctx.Err() != nil {
			break
		}
		slices.SortFunc(syms, func(a, b *logic.Term) int { return before(slots[a], slots[b]) })
		d, _ := diagram.Of(ctx, l.f, t, syms, compactSteps)
		if d != nil && 2*logic.Size(d) <= size {
			best, size = d, logic.Size(d)/2 // the other order must improve on it
		}
	}
	return best
}
