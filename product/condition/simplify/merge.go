package simplify

import (
	"context"
	"slices"

	"cupel/core/logic"
)

// merge makes a disjunction of cubes smaller without a solver, until nothing changes, or ctx ends.
func (z *simplifier) merge(ctx context.Context, cs []*cube) []*cube {
	for range maxRounds {
		if ctx.Err() != nil {
			z.cut = true
			break
		}
		before := len(cs)
		changed := false
		for i := range z.syms {
			cs = z.unite(cs, i)
		}
		cs = z.resolve(cs)
		if len(cs) <= maxPairs {
			cs = z.absorb(cs)
			changed = z.release(cs)
		}
		if len(cs) == before && !changed {
			break
		}
	}
	return cs
}

// unite joins cubes that differ in one symbol's values only.
func (z *simplifier) unite(cs []*cube, i int) []*cube {
	at := map[string]*cube{}
	out := cs[:0:0]
	sets := map[*cube][]set{}
	for _, c := range cs {
		k := z.key(c, i, nil)
		if o := at[k]; o != nil {
			sets[o] = append(sets[o], z.values(c, i))
			continue
		}
		c = c.clone()
		at[k] = c
		out = append(out, c)
	}
	for _, c := range out {
		if more := sets[c]; more != nil {
			all := slices.Clone(z.values(c, i))
			for _, s := range more {
				all = append(all, s...)
			}
			z.assign(c, i, normal(all))
		}
	}
	return out
}

// resolve joins cubes that differ in the sign of one literal.
func (z *simplifier) resolve(cs []*cube) []*cube {
	cs = slices.Clone(cs)
	for again := true; again; {
		again = false
		type place struct {
			key string
			lit *logic.Term
		}
		at := map[place]int{}
		gone := make([]bool, len(cs))
	next:
		for n, c := range cs {
			for _, l := range c.rest {
				k := z.key(c, none, l)
				not := z.f.Not(l)
				o, ok := at[place{k, not}]
				if !ok || gone[o] || !slices.Contains(cs[o].rest, not) || z.key(cs[o], none, not) != k { // it may have changed
					continue
				}
				c = c.clone()
				c.rest = slices.DeleteFunc(c.rest, func(t *logic.Term) bool { return t == l })
				cs[o], gone[n], again = c, true, true
				continue next
			}
			for _, l := range c.rest {
				at[place{z.key(c, none, l), l}] = n
			}
		}
		out := cs[:0:0]
		for n, c := range cs {
			if !gone[n] {
				out = append(out, c)
			}
		}
		cs = out
	}
	return cs
}

// absorb drops cubes that lie within others.
func (z *simplifier) absorb(cs []*cube) []*cube {
	var out []*cube
	for n, c := range cs {
		absorbed := slices.ContainsFunc(out, func(o *cube) bool { return z.within(c, o, none, nil, nil) })
		for _, o := range cs[n+1:] {
			absorbed = absorbed || z.within(c, o, none, nil, nil) && !z.within(o, c, none, nil, nil)
		}
		if !absorbed {
			out = append(out, c)
		}
	}
	return out
}

// release enlarges cubes by parts of others where they are then shorter: x >= 0 && y, besides
// x < 0, is y. It reports whether that happened.
func (z *simplifier) release(cs []*cube) bool {
	changed := false
	for n, c := range cs {
		for m, o := range cs {
			if m == n {
				continue
			}
			for i := range z.syms {
				if c.sets[i] == nil || o.sets[i] == nil || !z.within(c, o, i, nil, nil) {
					continue
				}
				if s := c.sets[i].union(o.sets[i]); z.length(i, s) < z.length(i, c.sets[i]) {
					z.assign(c, i, s)
					changed = true
				}
			}
			for _, l := range slices.Clone(c.rest) {
				if not := z.f.Not(l); slices.Contains(o.rest, not) && z.within(c, o, none, l, not) {
					c.rest = slices.DeleteFunc(c.rest, func(t *logic.Term) bool { return t == l })
					changed = true
				}
			}
		}
	}
	return changed
}

// length is the number of atoms of a set when it is written.
func (z *simplifier) length(i int, s set) int {
	if s.equal(z.syms[i].all) {
		return 0
	}
	return z.describe(i, s, true).size()
}
