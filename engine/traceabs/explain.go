package traceabs

import (
	"fmt"
	"io"

	"cupel/engine"
)

// explain prints the Floyd-Hoare automata with the formulas of their states and, when no path is left, what they say together about every
// loop head.
func (x *search) explain(w io.Writer) (err error) {
	line := func(format string, args ...any) {
		if err == nil {
			_, err = fmt.Fprintf(w, format, args...)
		}
	}
	for i, p := range x.proofs {
		var states []int
		seen := map[int]bool{}
		transitions := 0
		p.transitions(func(q, _, next int) {
			transitions++
			for _, s := range []int{q, next} {
				if !seen[s] {
					seen[s] = true
					states = append(states, s)
				}
			}
		})
		line("Floyd-Hoare automaton %d of %s: %d states, %d transitions\n", i+1, x.origins[i], len(states), transitions)
		for _, q := range states {
			line("  %s\n", engine.Readable(x.p, nil, p.formula(q), maxExplained))
		}
	}
	if !x.rest.Empty() {
		return err
	}
	if all, ok := x.notes.invariants(x.given.Facts); ok {
		for _, l := range x.p.LoopHeads() {
			line("annotation at %s: %s\n", engine.Place(l), engine.Readable(x.p, l, all[l], maxExplained))
		}
	}
	return err
}
