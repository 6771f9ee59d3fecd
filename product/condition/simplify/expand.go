package simplify

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/smt"
)

// part is one literal of a cube: a bound of a symbol, a value that it has not, or another.
type part struct {
	sym  int // none: another literal
	kind int
	key  uint64 // the least or the greatest value, or the one left out
	lit  *logic.Term
}

// The kinds of parts.
const (
	isOther = iota
	isHole
	isLower
	isUpper
)

func (z *simplifier) bound(sym, kind int, key uint64) part {
	s := &z.syms[sym]
	p := part{sym: sym, kind: kind, key: key}
	switch kind {
	case isLower:
		p.lit = z.lower(s, key)
	case isUpper:
		p.lit = z.upper(s, key)
	default:
		p.lit = z.f.Ne(s.term, z.value(s, key))
	}
	return p
}

// parts decomposes a cube whose sets are intervals without single values, ordered by what is dropped first.
func (z *simplifier) parts(c *cube) []part {
	var out []part
	for i, s := range c.sets {
		if s == nil {
			continue
		}
		ps := z.stretches(&z.syms[i], s)
		hull := stretch{span{ps[0].lo, ps[len(ps)-1].hi}, ps[0].lower, ps[len(ps)-1].upper}
		if hull.lower {
			out = append(out, z.bound(i, isLower, hull.lo))
		}
		if hull.upper {
			out = append(out, z.bound(i, isUpper, hull.hi))
		}
		missing(&z.syms[i], s, hull).each(func(k uint64) { out = append(out, z.bound(i, isHole, k)) })
	}
	for _, l := range c.rest {
		out = append(out, part{sym: none, lit: l})
	}
	slices.SortStableFunc(out, func(a, b part) int { return z.compare(b.lit, a.lit) })
	return out
}

// assemble is the cube of parts; false: it is contradictory.
func (z *simplifier) assemble(ps []part) (*cube, bool) {
	c := &cube{sets: make([]set, len(z.syms))}
	for _, p := range ps {
		if p.sym == none {
			c.rest = append(c.rest, p.lit)
			continue
		}
		top := z.syms[p.sym].top()
		s := point(p.key).complement(top)
		switch p.kind {
		case isLower:
			s = set{{p.key, top}}
		case isUpper:
			s = set{{0, p.key}}
		}
		if !z.restrict(c, p.sym, s) {
			return nil, false
		}
	}
	slices.SortFunc(c.rest, z.compare)
	return c, true
}

func texts(ps []part) []*logic.Term {
	ls := make([]*logic.Term, len(ps))
	for i, p := range ps {
		ls[i] = p.lit
	}
	return ls
}

// expand returns prime implicants of the formula that contain a cube; none: it is not known to
// imply the formula.
func (o *oracle) expand(c *cube) ([]*cube, error) {
	ps := o.z.parts(c)
	if ok, err := o.implies(texts(ps)); err != nil || !ok {
		return nil, err
	}
	first, err := o.shrink(ps)
	if err != nil {
		return nil, err
	}
	found := [][]part{first}
	if len(first) > 1 && len(ps) > len(first) {
		back := slices.Clone(ps)
		slices.Reverse(back)
		second, err := o.shrink(back)
		if err != nil {
			return nil, err
		}
		if len(second) <= len(first) {
			found = append(found, second)
		}
	}
	var out []*cube
	for _, ps := range found {
		if ps, err = o.widen(ps); err != nil {
			return nil, err
		}
		if r, ok := o.z.assemble(ps); ok && !slices.ContainsFunc(out, func(d *cube) bool { return o.z.key(d, none, nil) == o.z.key(r, none, nil) }) {
			out = append(out, r)
		}
	}
	return out, nil
}

// shrink drops parts, the first ones first, without which the rest implies the formula.
func (o *oracle) shrink(ps []part) ([]part, error) {
	if len(ps) > fewParts { // a core first, which is arbitrary, and quick
		if ok, err := o.implies(texts(ps)); err != nil || !ok {
			return ps, err
		}
		core, err := smt.SmallCore(o.ctx, o.not, maxCore)
		if err != nil {
			return nil, err
		}
		return slices.DeleteFunc(slices.Clone(ps), func(p part) bool { return !slices.Contains(core, p.lit) }), nil
	}
	ps = slices.Clone(ps)
	for i := 0; i < len(ps) && !o.ended(); {
		rest := slices.Delete(slices.Clone(ps), i, i+1)
		ok, err := o.implies(texts(rest))
		if err != nil {
			return nil, err
		}
		if ok {
			ps = rest
		} else {
			i++
		}
	}
	return ps, nil
}

// widen moves bounds outwards as far as the cube implies the formula, and takes signs away from
// remainders.
func (o *oracle) widen(ps []part) ([]part, error) {
	ps = slices.Clone(ps)
	for i := range ps {
		var err error
		switch p := ps[i]; {
		case o.ended():
			return ps, nil
		case p.kind == isLower || p.kind == isUpper:
			if !o.z.syms[p.sym].bool {
				ps[i], err = o.farthest(ps, i)
			}
		case p.kind == isOther:
			if l := o.z.unsigned(p.lit); l != nil {
				q := slices.Clone(ps)
				q[i].lit = l
				var ok bool
				if ok, err = o.implies(texts(q)); ok {
					ps = q
				}
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return ps, nil
}

// farthest moves one bound. Distances count from the end of the symbol's values, at which
// the bound would say nothing: it is needed there.
func (o *oracle) farthest(ps []part, i int) (part, error) {
	p := ps[i]
	all := o.z.syms[p.sym].all
	end := all[0].lo
	if p.kind == isUpper {
		end = all[len(all)-1].hi
	}
	distance := func(key uint64) uint64 {
		if p.kind == isUpper {
			return end - key
		}
		return key - end
	}
	at := func(d uint64) part {
		if p.kind == isUpper {
			return o.z.bound(p.sym, isUpper, end-d)
		}
		return o.z.bound(p.sym, isLower, end+d)
	}
	good, bad := distance(p.key), uint64(0)
	ls := texts(ps)
	for next := good - 1; good > bad+1 && !o.ended(); next = bad + (good-bad)/2 {
		ls[i] = at(next).lit
		r, err := o.not.Check(o.ctx, ls...)
		switch {
		case err != nil:
			return p, err
		case r == smt.Unsat:
			good = next
			continue
		case next == good-1:
			return at(good), nil
		}
		bad = next
		if r == smt.Sat { // the value that is in the way may be nearer
			m, err := o.not.Model()
			if err != nil {
				return p, err
			}
			if v := m.Value(o.z.syms[p.sym].term); v != nil {
				if u, ok := v.BVUint64(); ok {
					bad = max(bad, min(distance(u^o.z.syms[p.sym].bias()), good-1))
				}
			}
		}
	}
	return at(good), nil
}
