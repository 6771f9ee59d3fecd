package quantified

import (
	"slices"

	"cupel/analysis/execution/observe"
	"cupel/core/logic"
	"cupel/core/program"
)

// A view is what was observed at a loop head: states, with the terms of interest evaluated in them.
type view struct {
	at      *program.Location // in the program with large blocks
	states  []*observe.State
	scalars []scalar      // live integer variables and single cells
	equal   []*logic.Term // equations for terms that differ from one of the scalars by a constant
	marks   []scalar      // candidate ends of ranges, with distinct values
	ranges  []span
}

// A scalar is a term with its values in the states of a view.
type scalar struct {
	t      *logic.Term
	values []int64
	known  []bool
}

// constant reports whether the value is the same in all states.
func (s *scalar) constant() bool {
	for i, n := range s.values {
		if !s.known[i] || n != s.values[0] {
			return false
		}
	}
	return true
}

// A span is a half-open range of element numbers, lo <= k < hi; a nil bound is none. With a step it consists of
// lo, which is then constant, and every step-th number from there on.
type span struct {
	lo, hi *scalar
	step   int64
}

// has reports whether a number is in the range in a state.
func (r *span) has(i int, k int64) bool {
	return r.lo == nil || r.lo.known[i] && r.hi.known[i] && r.lo.values[i] <= k && k < r.hi.values[i] && (r.step == 0 || (k-r.lo.values[i])%r.step == 0)
}

// within reports whether a range is a subset of another one in all states.
func (r *span) within(o *span) bool {
	switch {
	case o.lo == nil:
		return true
	case r.lo == nil || o.step != 0 && (r.step == 0 || r.step%o.step != 0 || (r.lo.values[0]-o.lo.values[0])%o.step != 0):
		return false
	}
	for i := range r.lo.values {
		if r.lo.values[i] < r.hi.values[i] && (r.lo.values[i] < o.lo.values[i] || r.hi.values[i] > o.hi.values[i]) {
			return false
		}
	}
	return true
}

// formula states that k lies in the range.
func (r *span) formula(f *logic.Factory, k *logic.Term) *logic.Term {
	if r.lo == nil {
		return f.True()
	}
	in := f.And(f.Le(r.lo.t, k), f.Lt(k, r.hi.t))
	if r.step != 0 {
		in = f.And(in, f.Eq(f.Mod(f.Sub(k, r.lo.t), f.IntConst(r.step)), f.IntConst(0)))
	}
	return in
}

// evaluate evaluates a term in the states; false if it has no value in some state.
func (g *guesser) evaluate(states []*observe.State, t *logic.Term) (scalar, bool) {
	x, ok := g.data.Compile(t)
	if !ok {
		return scalar{}, false
	}
	out := scalar{t, make([]int64, len(states)), make([]bool, len(states))}
	all := true
	for i, s := range states {
		out.values[i], out.known[i] = x.Value(&observe.Env{State: s})
		all = all && out.known[i]
	}
	return out, all
}

// view returns the view of a loop head; nil if no run visited it.
func (g *guesser) view(l *program.Location) *view {
	v := &view{at: l, states: g.data.States[g.data.Program.Nearest(l)]}
	if len(v.states) < fewStates {
		return nil
	}
	for _, x := range g.live.At(l) {
		if x.Sort() != logic.Int {
			continue
		}
		if s, ok := g.evaluate(v.states, x.Sym); ok && len(v.scalars) < maxScalars {
			v.add(g.f, s)
		}
	}
	for _, t := range g.mem.single {
		if s, ok := g.evaluate(v.states, t); ok && g.lives(l, t) {
			v.add(g.f, s)
		}
	}
	g.mark(v)
	return v
}

// add adds a scalar, or an equation if it differs from a known one by a constant in all states.
func (v *view) add(f *logic.Factory, s scalar) {
	for _, o := range v.scalars {
		d := s.values[0] - o.values[0]
		same := !s.constant()
		for i := range s.values {
			same = same && s.values[i]-o.values[i] == d
		}
		if same {
			v.equal = append(v.equal, f.Eq(s.t, f.Add(o.t, f.IntConst(d))))
			return
		}
	}
	v.scalars = append(v.scalars, s)
}

// lives reports whether all variables of a term are live at a location; the bump pointer always counts as live.
func (g *guesser) lives(l *program.Location, t *logic.Term) bool {
	for _, s := range logic.FreeVars(t) {
		if x := g.lb.VarOf(s); x != nil && x != g.mem.heap.top && !g.live.Has(l, x) {
			return false
		}
	}
	return true
}

// mark selects the ends of ranges, one representative for those with equal values in all states.
func (g *guesser) mark(v *view) {
	for _, t := range g.ends {
		if len(v.marks) >= maxMarks || !g.lives(v.at, t) {
			continue
		}
		s, ok := g.evaluate(v.states, t)
		if ok && !slices.ContainsFunc(v.marks, func(o scalar) bool { return slices.Equal(o.values, s.values) }) {
			v.marks = append(v.marks, s)
		}
	}
	v.ranges = []span{{}}
	for i := range v.marks {
		for j := range v.marks {
			lo, hi := &v.marks[i], &v.marks[j]
			proper, turned := 0, 0
			for k := range lo.values {
				switch {
				case lo.values[k] < hi.values[k]:
					proper++
				case lo.values[k] > hi.values[k]+1: // as where one of the ends is not initialised yet
					turned++
				}
			}
			if i != j && proper >= 2 && turned <= len(lo.values)/2 {
				v.ranges = append(v.ranges, span{lo: lo, hi: hi})
			}
		}
	}
	for _, a := range g.mem.arrays {
		if a.step == 0 {
			continue
		}
		for _, r := range v.ranges {
			if r.lo != nil && r.step == 0 && r.lo.t.IsConst() && !slices.ContainsFunc(v.ranges, func(o span) bool { return o.lo == r.lo && o.hi == r.hi && o.step == a.step }) {
				v.ranges = append(v.ranges, span{r.lo, r.hi, a.step})
			}
		}
	}
	if g.mem.heap.top == nil {
		return
	}
	if top, ok := g.evaluate(v.states, g.mem.heap.top.Sym); ok {
		for _, x := range g.kinds {
			if low, ok := g.evaluate(v.states, g.f.IntConst(x.low)); ok {
				v.ranges = append(v.ranges, span{&low, &top, x.step})
			}
		}
	}
}
