package recurrence

import (
	"slices"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

// A quantity is a variable, or a cell of an array at a constant index, with its values at the visits.
type quantity struct {
	t      *logic.Term
	signed bool
	values []uint64
}

// sample evaluates terms over variables in the states of visits.
type sample struct {
	m      *interp.Machine
	states []*interp.State
}

// words evaluates a term; nil: it has no value somewhere.
func (s *sample) words(ts []*logic.Term) [][]uint64 {
	codes := make([]func() (uint64, bool), len(ts))
	out := make([][]uint64, len(ts))
	for i, t := range ts {
		if f, err := s.m.Word(t); err == nil {
			codes[i] = f
			out[i] = make([]uint64, len(s.states))
		}
	}
	for k, st := range s.states {
		s.m.Begin(st)
		for i, code := range codes {
			if out[i] == nil {
				continue
			}
			v, ok := code()
			if !ok {
				out[i] = nil
				continue
			}
			out[i][k] = v
		}
	}
	return out
}

// all are the conditions that hold in all states.
func (s *sample) all(cs []*logic.Term) []*logic.Term {
	var out []*logic.Term
	for i, vs := range s.words(cs) {
		if vs != nil && !slices.Contains(vs, 0) {
			out = append(out, cs[i])
		}
	}
	return out
}

// relevant are the quantities on which the needs of the turns depend, in this turn or later ones.
func relevant(p *program.Program, turns []*turn, s *sample) []quantity {
	var found []quantity
	have, seen := map[*logic.Term]bool{}, map[*logic.Term]bool{}
	var queue []*logic.Term
	push := func(t *logic.Term) {
		if !seen[t] {
			seen[t] = true
			queue = append(queue, t)
		}
	}
	add := func(t *logic.Term, signed bool) {
		if have[t] || len(found) >= maxQuantities {
			return
		}
		have[t] = true
		if st := t.Sort(); st.IsBool() || st.IsBV() && st.Width() <= 64 {
			if vs := s.words([]*logic.Term{t})[0]; vs != nil {
				found = append(found, quantity{t, signed, vs})
			}
		}
		for _, u := range turns {
			push(u.at(t))
		}
	}
	for _, u := range turns {
		for _, c := range append(append([]*logic.Term{}, u.needs...), u.given...) {
			push(c)
		}
	}
	for len(queue) > 0 && len(found) < maxQuantities {
		t := queue[0]
		queue = queue[1:]
		var cells []*logic.Term
		logic.Walk(func(u *logic.Term) bool {
			if v := p.VarOf(u); u.IsVar() && v != nil && !v.Sort().IsArray() {
				add(u, v.Signed)
			}
			if u.Op() == logic.OpSelect && u.Arg(0).IsVar() && p.VarOf(u.Arg(0)) != nil {
				cells = append(cells, u)
			}
			return true
		}, t)
		for _, c := range cells {
			i := c.Arg(1)
			signed := p.VarOf(c.Arg(0)).Signed
			if i.IsConst() {
				add(c, signed)
				continue
			}
			vs := s.words([]*logic.Term{i})[0]
			var distinct []uint64
			for _, v := range vs {
				if !slices.Contains(distinct, v) {
					distinct = append(distinct, v)
				}
			}
			if len(distinct) <= maxCells && i.Sort().IsBV() {
				for _, v := range distinct {
					add(p.Terms.Select(c.Arg(0), p.Terms.BV(v, i.Sort().Width())), signed)
				}
			}
		}
	}
	return found
}
