package reduce

import "cupel/product/petri"

// relevance removes transitions that never bring the goal nearer and places that nothing
// relevant looks at. See the package documentation for the argument.
func (w *work) relevance() {
	if w.deadlock {
		return // every transition keeps the net alive
	}
	r := &relevant{
		w:  w,
		up: make([]bool, len(w.places)), down: make([]bool, len(w.places)),
		kept: make([]bool, len(w.transitions)),
	}
	r.predicate(w.goal)
	for len(r.queue) > 0 {
		p := r.queue[len(r.queue)-1]
		r.queue = r.queue[:len(r.queue)-1]
		r.movers(p)
	}
	for t := range w.transitions {
		if !w.transitions[t].dead && !r.kept[t] {
			w.kill(t, ruleIrrelevant)
		}
	}
	for p := range w.places {
		if !w.places[p].dead && !r.up[p] && !r.down[p] {
			w.drop(p, ruleUntested)
		}
	}
}

// relevant is the fixpoint: the directions in which places matter, and the transitions
// that move one of them in such a direction.
type relevant struct {
	w        *work
	up, down []bool
	kept     []bool
	queue    []int // places whose movers are to be looked at
}

func (r *relevant) mark(side []bool, p int) {
	if !side[p] {
		side[p] = true
		r.queue = append(r.queue, p)
	}
}

func (r *relevant) predicate(p *petri.Predicate) {
	for _, a := range p.Row.Terms {
		if p.Row.Rel != petri.LE {
			r.mark(r.side(a.Weight > 0), a.Index)
		}
		if p.Row.Rel != petri.GE {
			r.mark(r.side(a.Weight < 0), a.Index)
		}
	}
	for _, q := range p.Args {
		r.predicate(q)
	}
}

func (r *relevant) side(up bool) []bool {
	if up {
		return r.up
	}
	return r.down
}

// movers keeps the transitions that move p helpfully, and marks what they need.
func (r *relevant) movers(p int) {
	for _, ts := range [][]int{r.w.consumers[p], r.w.producers[p]} {
		for _, t := range ts {
			tr := &r.w.transitions[t]
			d := tr.effect(p)
			if r.kept[t] || !(d > 0 && r.up[p] || d < 0 && r.down[p]) {
				continue
			}
			r.kept[t] = true
			for _, a := range tr.pre {
				r.mark(r.up, a.Index)
			}
			for _, a := range tr.inhibitors {
				r.mark(r.down, a.Index)
			}
		}
	}
}

// untested removes places that nothing looks at.
func (w *work) untested() {
	for p := range w.places {
		if !w.places[p].dead && !w.pinned[p] && len(w.consumers[p]) == 0 && len(w.inhibits[p]) == 0 {
			w.drop(p, ruleUntested)
		}
	}
}
