package oracle

import (
	"fmt"
	"io"
	"strings"
	"time"

	"cupel/analysis/readable"
	"cupel/analysis/summary"
	"cupel/core/logic"
	"cupel/core/program"
)

// Explain prints the summaries of the loops that were needed so far: v' is the
// value of v after the iterations, K their number, and other unknowns have
// numbers.
func (r *Oracle) Explain(w io.Writer) error {
	if r.o.Trivial {
		_, err := fmt.Fprintln(w, "no summaries")
		return err
	}
	for _, h := range r.system.Heads() {
		for _, l := range r.loops[h] {
			pos := h.LoopPos
			if !pos.IsValid() {
				pos = h.Pos
			}
			_, err := fmt.Fprintf(w, "loop at %s (location %d), by %s in %s: %d solver calls, %d models, %d hulls, size %d to %d\n",
				pos, h.ID, l.domain, l.time.Round(10*time.Microsecond), l.stats.Checks, l.stats.Models, l.stats.Hulls, l.body.Size(), l.star.Size())
			if err != nil {
				return err
			}
			for _, c := range r.Readable(l.star) {
				if _, err := fmt.Fprintf(w, "  %s\n", c); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Readable returns the conjuncts of a transition in the names of the source, without bounds of types: those of the guard, then one
// for each written variable. Skolem constants that are the value of a variable are printed as its name with a prime.
func (r *Oracle) Readable(t *summary.Transition) []string {
	if r.readable == nil {
		r.readable = readable.New(r.p)
	}
	names, values := map[*logic.Term]string{}, map[*logic.Term]*program.Var{}
	for _, v := range t.Written() {
		if x := t.Value(v); x.IsVar() && !r.a.IsVar(x) && values[x] == nil {
			values[x] = r.p.VarOf(v)
			names[x] = r.readable.Name(values[x]) + "'"
		}
	}
	counters, others := 0, 0
	for _, s := range t.Skolems() {
		if values[s] != nil {
			continue
		}
		names[s] = "K"
		if strings.HasPrefix(s.Name(), "K!") {
			if counters++; counters > 1 {
				names[s] = fmt.Sprint("K", counters)
			}
		} else {
			others++
			names[s] = fmt.Sprint("?", others)
		}
	}
	out := r.readable.Conjuncts(t.Guard(), names, values)
	show := r.readable.Terms(names)
	for _, v := range t.Written() {
		after := r.readable.Name(r.p.VarOf(v)) + "'"
		if x := show(t.Value(v)); x != after {
			out = append(out, fmt.Sprintf("%s = %s", after, x))
		}
	}
	if len(out) == 0 {
		out = []string{"true"}
	}
	return out
}
