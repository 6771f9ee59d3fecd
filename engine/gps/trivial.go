package gps

import (
	"context"

	"cupel/analysis/summary"
	"cupel/core/program"
)

// NoSummaries is the trivial oracle, which knows only from which locations a target is reachable in the graph:
// the search becomes directed testing with interpolation of single paths.
type NoSummaries struct {
	a     *summary.Algebra
	reach []bool
}

// NewNoSummaries returns the trivial oracle of p.
func NewNoSummaries(p *program.Program) *NoSummaries {
	t := &NoSummaries{a: summary.NewAlgebra(p, summary.Options{}), reach: make([]bool, len(p.Locs))}
	queue := p.Targets()
	for _, l := range queue {
		t.reach[l.ID] = true
	}
	for len(queue) > 0 {
		l := queue[0]
		queue = queue[1:]
		for _, e := range l.In {
			if !t.reach[e.Src.ID] {
				t.reach[e.Src.ID] = true
				queue = append(queue, e.Src)
			}
		}
	}
	return t
}

// ToTarget implements Summaries.
func (t *NoSummaries) ToTarget(_ context.Context, l *program.Location) (*summary.Transition, error) {
	if t.reach[l.ID] {
		return t.a.Identity(), nil
	}
	return t.a.False(), nil
}
