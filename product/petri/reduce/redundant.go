package reduce

import (
	"fmt"
	"slices"
	"strings"

	"cupel/core/rational"
	"cupel/product/petri"
)

// dominated removes a transition when another one has the same effect and is enabled
// whenever it is.
func (w *work) dominated() {
	for _, group := range w.alike(len(w.transitions), func(t int) string {
		if w.transitions[t].dead {
			return "dead"
		}
		var b strings.Builder
		w.transitions[t].sortedChanges(func(p int, d int64) { fmt.Fprintf(&b, "%d:%d ", p, d) })
		return b.String()
	}) {
		for _, t := range group {
			for _, u := range group {
				if t != u && !w.transitions[t].dead && !w.transitions[u].dead && w.dominates(t, u) {
					w.kill(u, ruleDominated)
				}
			}
		}
	}
}

// sortedChanges is changes in the order of places.
func (t *transition) sortedChanges(f func(p int, d int64)) {
	var arcs []petri.Arc
	t.changes(func(p int, d int64) { arcs = append(arcs, petri.Arc{Index: p, Weight: d}) })
	slices.SortFunc(arcs, func(a, b petri.Arc) int { return a.Index - b.Index })
	for _, a := range arcs {
		f(a.Index, a.Weight)
	}
}

// alike groups numbers by key, in the order of first appearance; small groups and the
// group "dead" are left out, large ones cut.
func (w *work) alike(n int, key func(int) string) [][]int {
	number := map[string]int{}
	var groups [][]int
	for i := range n {
		k := key(i)
		if k == "dead" {
			continue
		}
		g, ok := number[k]
		if !ok {
			g = len(groups)
			number[k] = g
			groups = append(groups, nil)
		}
		if len(groups[g]) < maxGroup {
			groups[g] = append(groups[g], i)
		}
	}
	return slices.DeleteFunc(groups, func(g []int) bool { return len(g) < 2 })
}

// dominates reports whether t is enabled whenever u is. Among equals the shorter origin
// wins, then the smaller number.
func (w *work) dominates(t, u int) bool {
	a, b := &w.transitions[t], &w.transitions[u]
	if !implied(a, b) {
		return false
	}
	if implied(b, a) {
		return len(a.origin) < len(b.origin) || len(a.origin) == len(b.origin) && t < u
	}
	return true
}

// implied reports whether the tests of a follow from those of b.
func implied(a, b *transition) bool {
	for _, x := range a.pre {
		if petri.Weight(b.pre, x.Index) < x.Weight {
			return false
		}
	}
	for _, x := range a.inhibitors {
		if w := petri.Weight(b.inhibitors, x.Index); w == 0 || w > x.Weight {
			return false
		}
	}
	return true
}

// parallel removes places whose count is determined by that of another one and whose
// tests follow from tests on that one.
func (w *work) parallel() {
	effects := make([][]petri.Arc, len(w.places))
	for t := range w.transitions {
		if tr := &w.transitions[t]; !tr.dead {
			tr.changes(func(p int, d int64) { effects[p] = append(effects[p], petri.Arc{Index: t, Weight: d}) })
		}
	}
	divisor := make([]int64, len(w.places))
	for _, group := range w.alike(len(w.places), func(p int) string {
		if w.places[p].dead || len(effects[p]) == 0 {
			return "dead"
		}
		for _, a := range effects[p] {
			divisor[p] = rational.GCD64(divisor[p], a.Weight)
		}
		var b strings.Builder
		for _, a := range effects[p] {
			fmt.Fprintf(&b, "%d:%d ", a.Index, a.Weight/divisor[p])
		}
		return b.String()
	}) {
		for _, q := range group {
			for _, p := range group {
				if p != q && !w.places[p].dead && !w.places[q].dead && !w.pinned[q] && w.follows(q, p, divisor) {
					w.drop(q, ruleParallel)
				}
			}
		}
	}
}

// follows reports whether all tests on q follow from those on p, where the effects on q
// and p are divisor[q] and divisor[p] times the same vector, so that
// m(q) = (divisor[q] (m(p) - m0(p)) / divisor[p]) + m0(q).
func (w *work) follows(q, p int, divisor []int64) bool {
	if len(w.inhibits[q]) > 0 {
		return false
	}
	for _, t := range w.consumers[q] {
		tr := &w.transitions[t]
		if tr.dead {
			continue
		}
		// m(p) >= have must imply m(q) >= need: b (have - m0(p)) >= d (need - m0(q))
		// for b = divisor[q], d = divisor[p].
		need, have := petri.Weight(tr.pre, q), petri.Weight(tr.pre, p)
		left, ok1 := product(divisor[q], have-w.places[p].tokens)
		right, ok2 := product(divisor[p], need-w.places[q].tokens)
		if !ok1 || !ok2 || left < right {
			return false
		}
	}
	return true
}

// product multiplies within limits that leave room for a sum.
func product(a, b int64) (int64, bool) {
	p, ok := rational.Mul64(a, b)
	return p, ok && rational.Abs64(p) <= 1<<62
}
