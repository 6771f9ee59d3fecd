package verifier

import (
	"context"
	"slices"

	"cupel/analysis/absint/shape"
	"cupel/core/program"
)

// byLists looks for loops in each turn of which lists get shorter, by shape analysis of the whole program, where functions have no loops with several entries: a loop has
// one head, whatever constants exclude of it. Undefined behaviour is not excluded: where it may be, nothing is proven.
func (t *termination) byLists(ctx context.Context) *answer {
	s := t.source
	if t.shaped || len(t.openHeads()) == 0 || s.module == nil || s.unmodelled() != "" || t.setup().cfg.onlyPaths() {
		return nil
	}
	if slices.ContainsFunc(s.module.Funcs, func(fn *program.Func) bool { return !program.Reducible(fn.Entry) }) {
		return nil
	}
	r := s.shapesOf(ctx, shape.Task{Lengths: true})
	if ctx.Err() != nil {
		return nil
	}
	t.shaped = true
	if r == nil || r.Lengths == nil {
		return nil
	}
	ends := map[*program.Location]bool{} // by head in the module: all copies of the loop do
	for _, h := range r.Lengths.Heads() {
		before, known := ends[rootOf(h)]
		ends[rootOf(h)] = (before || !known) && r.Lengths.Ends(ctx, h)
	}
	for _, h := range t.openHeads() {
		if ends[rootOf(h)] {
			t.close(h, "lists", "a list gets shorter in each turn")
		}
	}
	return nil
}

// rootOf is the location that others are copies of.
func rootOf(l *program.Location) *program.Location {
	for l.Origin != nil {
		l = l.Origin
	}
	return l
}
