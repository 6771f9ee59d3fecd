package reduce

import (
	"slices"

	"cupel/product/petri"
)

// agglomerate joins the producers and consumers of places. Within one pass a place is
// skipped when a transition at it has been joined already.
func (w *work) agglomerate() {
	touched := make([]bool, len(w.transitions))
	for p := range w.places {
		h, f := w.producers[p], w.consumers[p]
		if w.places[p].dead || w.pinned[p] || len(h) == 0 || len(f) == 0 || len(w.inhibits[p]) > 0 ||
			len(h)*len(f) > len(h)+len(f) {
			continue
		}
		busy := func(t int) bool { return touched[t] }
		if slices.ContainsFunc(h, busy) || slices.ContainsFunc(f, busy) ||
			slices.ContainsFunc(h, func(t int) bool { return slices.Contains(f, t) }) {
			continue
		}
		if w.post(p, h, f) || w.pre(p, h, f) {
			for _, t := range slices.Concat(h, f) {
				touched[t] = true
			}
		}
	}
}

// free reports whether places with these arcs are outside the goal and inhibit nothing.
func (w *work) free(arcs []petri.Arc, except int) bool {
	return !slices.ContainsFunc(arcs, func(a petri.Arc) bool {
		return a.Index != except && (w.pinned[a.Index] || len(w.inhibits[a.Index]) > 0)
	})
}

// post joins every producer h of p with every consumer f: f needs nothing but p, so it can
// fire at once.
func (w *work) post(p int, hs, fs []int) bool {
	unit := petri.Weight(w.transitions[fs[0]].pre, p)
	for _, f := range fs {
		t := &w.transitions[f]
		if len(t.pre) != 1 || len(t.inhibitors) > 0 || t.pre[0].Weight != unit || !w.free(t.post, -1) {
			return false
		}
	}
	times := make([]int64, len(hs)) // how often f fires after h
	for i, h := range hs {
		k := petri.Weight(w.transitions[h].post, p)
		if k%unit != 0 || k != unit && len(fs) > 1 {
			return false
		}
		times[i] = k / unit
	}
	start := w.places[p].tokens / unit
	if start > 0 && (len(fs) > 1 || !w.advance(&w.transitions[fs[0]], start)) {
		return false
	}
	var joined []transition
	for i, h := range hs {
		for _, f := range fs {
			t, ok := join(&w.transitions[h], &w.transitions[f], p, 1, times[i])
			if !ok {
				return false
			}
			joined = append(joined, t)
		}
	}
	if start > 0 {
		w.fireFirst(&w.transitions[fs[0]], start)
	}
	w.replace(p, hs, fs, joined, rulePost)
	return true
}

// advance reports whether f may fire k times before everything else.
func (w *work) advance(f *transition, k int64) bool {
	if k > maxOrigin || int(k)*len(f.origin)+len(w.prefix) > maxOrigin {
		return false
	}
	return !slices.ContainsFunc(f.post, func(a petri.Arc) bool {
		add, ok := product(k, a.Weight)
		return !ok || add > petri.MaxWeight-w.places[a.Index].tokens
	})
}

func (w *work) fireFirst(f *transition, k int64) {
	for range k {
		w.prefix = append(w.prefix, f.origin...)
	}
	for _, a := range f.post {
		w.places[a.Index].tokens += k * a.Weight
	}
}

// pre joins every consumer f of p with every producer h: h only feeds p, so it can wait.
func (w *work) pre(p int, hs, fs []int) bool {
	if w.deadlock || w.places[p].tokens != 0 {
		return false
	}
	unit := w.transitions[hs[0]].post[0].Weight
	for _, h := range hs {
		t := &w.transitions[h]
		if len(t.post) != 1 || len(t.inhibitors) > 0 || t.post[0].Weight != unit || !w.free(t.pre, -1) {
			return false
		}
	}
	var joined []transition
	for _, f := range fs {
		k := petri.Weight(w.transitions[f].pre, p)
		if k%unit != 0 || k != unit && len(hs) > 1 {
			return false
		}
		for _, h := range hs {
			t, ok := join(&w.transitions[h], &w.transitions[f], p, k/unit, 1)
			if !ok {
				return false
			}
			joined = append(joined, t)
		}
	}
	w.replace(p, hs, fs, joined, rulePre)
	return true
}

// join is h fired i times, then f fired j times, through p, which vanishes. One of i and j
// is 1; the input of the sequence is the sum of the inputs, as h feeds nothing else that
// f takes (pre) or f takes nothing else (post).
func join(h, f *transition, p int, i, j int64) (transition, bool) {
	var t transition
	ok := true
	add := func(to *[]petri.Arc, arcs []petri.Arc, k int64) {
		for _, a := range arcs {
			if a.Index == p {
				continue
			}
			weight, fits := product(k, a.Weight)
			if ok = ok && fits && weight <= petri.MaxWeight; !ok {
				return
			}
			*to = append(*to, petri.Arc{Index: a.Index, Weight: weight})
		}
	}
	add(&t.pre, h.pre, i)
	add(&t.pre, f.pre, j)
	add(&t.post, h.post, i)
	add(&t.post, f.post, j)
	t.inhibitors = slices.Concat(h.inhibitors, f.inhibitors)
	var fits bool
	if t.pre, fits = merged(t.pre); !fits {
		return t, false
	}
	if t.post, fits = merged(t.post); !fits {
		return t, false
	}
	if !ok || len(t.pre)+len(t.post) > maxArcs || max(i, j) > maxOrigin || int(i)*len(h.origin)+int(j)*len(f.origin) > maxOrigin {
		return t, false
	}
	for range i {
		t.origin = append(t.origin, h.origin...)
	}
	for range j {
		t.origin = append(t.origin, f.origin...)
	}
	return t, true
}

// merged sorts arcs and adds those of one place up.
func merged(arcs []petri.Arc) ([]petri.Arc, bool) {
	slices.SortStableFunc(arcs, func(a, b petri.Arc) int { return a.Index - b.Index })
	out := arcs[:0]
	for _, a := range arcs {
		if k := len(out) - 1; k >= 0 && out[k].Index == a.Index {
			if out[k].Weight += a.Weight; out[k].Weight > petri.MaxWeight {
				return nil, false
			}
			continue
		}
		out = append(out, a)
	}
	return out, true
}

// replace puts the joined transitions in the place of those around p.
func (w *work) replace(p int, hs, fs []int, joined []transition, r rule) {
	for _, t := range slices.Concat(hs, fs) {
		w.transitions[t].dead = true
	}
	w.drop(p, r)
	w.transitions = append(w.transitions, joined...)
}
