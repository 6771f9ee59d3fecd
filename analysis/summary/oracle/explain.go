package oracle

import (
	"fmt"
	"io"
	"strings"
	"time"

	"cupel/analysis/summary"
	"cupel/core/logic"
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

// Readable returns the conjuncts of a transition: those of the guard, then one
// for each written variable. Skolem constants that are the value of a variable
// are printed as its name with a prime.
func (r *Oracle) Readable(t *summary.Transition) []string {
	f := r.p.Terms
	names := map[*logic.Term]*logic.Term{}
	for _, v := range t.Written() {
		if x := t.Value(v); x.IsVar() && !r.a.IsVar(x) && names[x] == nil {
			names[x] = f.Var(v.Name()+"'", v.Sort())
		}
	}
	counters, others := 0, 0
	for _, s := range t.Skolems() {
		if names[s] != nil {
			continue
		}
		n := "K"
		if strings.HasPrefix(s.Name(), "K!") {
			if counters++; counters > 1 {
				n = fmt.Sprint("K", counters)
			}
		} else {
			others++
			n = fmt.Sprint("?", others)
		}
		for v := f.LookupVar(n); v != nil && v.Sort() != s.Sort(); v = f.LookupVar(n) {
			n += "_"
		}
		names[s] = f.Var(n, s.Sort())
	}
	sub := f.NewSubst(func(v *logic.Term) *logic.Term { return names[v] })
	var out []string
	for _, c := range logic.Conjuncts(t.Guard()) {
		out = append(out, sub.Apply(c).String())
	}
	for _, v := range t.Written() {
		if x := sub.Apply(t.Value(v)); x.Name() != v.Name()+"'" {
			out = append(out, fmt.Sprintf("%s' = %s", v, x))
		}
	}
	if len(out) == 0 {
		out = []string{"true"}
	}
	return out
}
