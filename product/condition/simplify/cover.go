package simplify

import (
	"cmp"
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/smt"
)

// full makes a version smaller with a solver.
func (z *simplifier) full(ctx context.Context, v *version) (*version, error) {
	o, err := z.ask(ctx, v.term)
	if err != nil {
		return v, err
	}
	defer o.close()
	best := v
	cs, ok, err := o.primes(v)
	if err != nil {
		return v, err
	}
	if ok {
		if r := z.disjunction(z.merge(context.WithoutCancel(ctx), cs)); r.better(best) {
			best = r
		}
	}
	if best.cubes == nil && best.size <= maxContext {
		t, err := o.inContext(best.term)
		if err != nil {
			return v, err
		}
		if r := z.version(z.local(t)); r.better(best) {
			best = r
		}
	}
	z.cut = z.cut || o.ended()
	return best, nil
}

// expanded is a prime implicant and the cube that it was made from.
type expanded struct{ cube, from *cube }

// primes covers the formula by prime implicants; false: they would be too many.
func (o *oracle) primes(v *version) ([]*cube, bool, error) {
	z := o.z
	seeds, simple := v.read, v.read != nil
	if !simple {
		seeds, simple = z.cubes(v.term)
	}
	var found []expanded
	if simple {
		var ok bool
		var err error
		if seeds, err = o.fixed(seeds); err != nil {
			return nil, false, err
		}
		guessed, err := o.guess(seeds)
		if err != nil {
			return nil, false, err
		}
		if seeds, ok = z.explode(append(guessed, seeds...)); !ok {
			z.cut = true
			return nil, false, nil
		}
		found, err = o.collect(seeds)
		if err != nil {
			return nil, false, err
		}
	} else {
		var ok bool
		var err error
		if found, ok, err = o.enumerate(v); err != nil || !ok {
			return nil, false, err
		}
	}
	found, err := o.prune(found)
	if err != nil {
		return nil, false, err
	}
	if err := o.restore(found); err != nil {
		return nil, false, err
	}
	out := make([]*cube, len(found))
	for i, e := range found {
		out[i] = e.cube
	}
	return out, true, nil
}

// collect expands cubes in turn, except for those already covered.
func (o *oracle) collect(seeds []*cube) ([]expanded, error) {
	if err := o.cover.Push(); err != nil {
		return nil, err
	}
	var found []expanded
	for _, c := range seeds {
		inside, err := o.covered(texts(o.z.parts(c)), nil)
		if err != nil {
			return nil, err
		}
		if inside {
			continue
		}
		more, err := o.grow(c)
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	return found, o.cover.Pop(1)
}

// grow expands one cube, and removes the result from what remains to be covered. A cube that cannot be expanded
// is kept.
func (o *oracle) grow(c *cube) ([]expanded, error) {
	cs, err := o.expand(c)
	if err != nil {
		return nil, err
	}
	if len(cs) == 0 {
		cs = []*cube{c}
	}
	var out []expanded
	for _, r := range cs {
		out = append(out, expanded{r, c})
		if err := o.cover.Assert(o.z.f.Not(o.term(r))); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (o *oracle) term(c *cube) *logic.Term { return o.z.f.And(texts(o.z.parts(c))...) }

// enumerate covers a formula of any shape by implicants of its models; false: it ended early, or
// there are too many.
func (o *oracle) enumerate(v *version) (found []expanded, ok bool, err error) {
	if err := o.cover.Push(); err != nil {
		return nil, false, err
	}
	if err := o.cover.Assert(v.term); err != nil {
		return nil, false, err
	}
	size := 0
	for len(found) < maxCubes && size <= 2*v.size+spareAtoms {
		r, err := o.cover.Check(o.ctx)
		switch {
		case err != nil || r == smt.Unknown:
			return nil, false, err
		case r == smt.Unsat:
			return found, true, o.cover.Pop(1)
		}
		m, err := o.cover.Model()
		if err != nil {
			return nil, false, err
		}
		c := o.implicant(v.term, m)
		if c == nil {
			break
		}
		more, err := o.grow(c)
		if err != nil {
			return nil, false, err
		}
		found = append(found, more...)
		size += len(o.z.parts(more[0].cube))
	}
	return nil, false, o.cover.Pop(1)
}

// implicant is a cube around a model that implies the formula; nil: there is none that this
// package can write.
func (o *oracle) implicant(t *logic.Term, m smt.Model) *cube {
	ls, ok := o.z.f.Implicant(t, m.Value)
	if !ok {
		return nil
	}
	c, empty, ok := o.z.cube(ls)
	if empty || !ok {
		return nil
	}
	for i := range c.sets {
		s := &o.z.syms[i]
		if c.sets[i] == nil || len(o.z.describe(i, c.sets[i], false)) == 1 {
			continue
		}
		v := m.Value(s.term)
		if v == nil {
			return nil
		}
		k := uint64(0)
		if s.bool && v.IsTrue() {
			k = 1
		} else if !s.bool {
			bits, _ := v.BVUint64()
			k = bits ^ s.bias()
		}
		for _, p := range o.z.stretches(s, c.sets[i]) {
			if p.lo <= k && k <= p.hi {
				o.z.restrict(c, i, set{p.span})
				break
			}
		}
	}
	return c
}

// explode takes cubes apart into cubes with an interval for each symbol; false: these are too many.
func (z *simplifier) explode(cs []*cube) ([]*cube, bool) {
	var out []*cube
	for _, c := range cs {
		todo := []*cube{{sets: make([]set, len(z.syms)), rest: c.rest}}
		for i, s := range c.sets {
			if s == nil {
				continue
			}
			var next []*cube
			for _, piece := range z.describe(i, s, true) {
				p, empty, ok := z.cube(piece)
				if empty || !ok {
					continue
				}
				for _, d := range todo {
					d = d.clone()
					d.sets[i] = p.sets[i]
					d.rest = append(d.rest, p.rest...)
					next = append(next, d)
				}
			}
			if todo = next; len(todo)+len(out) > maxSeeds {
				return nil, false
			}
		}
		for _, d := range todo {
			slices.SortFunc(d.rest, z.compare)
			d.rest = slices.Compact(d.rest)
		}
		out = append(out, todo...)
	}
	return out, len(out) <= maxSeeds
}

// prune drops cubes that lie within the others, those with most atoms first, and later ones.
func (o *oracle) prune(found []expanded) ([]expanded, error) {
	order := make([]int, len(found))
	terms := make([]*logic.Term, len(found))
	for i, e := range found {
		order[i], terms[i] = i, o.term(e.cube)
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(o.z.size(found[b].cube), o.z.size(found[a].cube)), cmp.Compare(b, a))
	})
	gone := make([]bool, len(found))
	for _, i := range order {
		if o.ended() {
			break
		}
		inside, err := o.covered([]*logic.Term{terms[i]}, others(terms, gone, i))
		if err != nil {
			return nil, err
		}
		gone[i] = inside
	}
	var out []expanded
	for i, e := range found {
		if !gone[i] {
			out = append(out, e)
		}
	}
	return out, nil
}

func others(terms []*logic.Term, gone []bool, but int) []*logic.Term {
	var out []*logic.Term
	for j, t := range terms {
		if j != but && (gone == nil || !gone[j]) {
			out = append(out, t)
		}
	}
	return out
}

// restore moves bounds back to where the condition had them, where the other cubes
// cover what lies between: x < 0 || x % 2 == 0, not x <= 0 || x % 2 == 0.
func (o *oracle) restore(found []expanded) error {
	z := o.z
	terms := make([]*logic.Term, len(found))
	for i, e := range found {
		terms[i] = o.term(e.cube)
	}
	for n, e := range found {
		for i, s := range e.from.sets {
			if s == nil || e.cube.sets[i] == nil {
				continue
			}
			was := span{s[0].lo, s[len(s)-1].hi}
			for _, within := range []span{{was.lo, z.syms[i].top()}, {0, was.hi}} {
				if o.ended() {
					return nil
				}
				c := found[n].cube
				kept := c.sets[i].intersect(set{within})
				if kept.equal(c.sets[i]) || len(kept) == 0 || z.length(i, kept) > z.length(i, c.sets[i]) {
					continue
				}
				lost := c.clone()
				z.assign(lost, i, c.sets[i].minus(kept, z.syms[i].top()))
				inside, err := o.covered([]*logic.Term{o.term(lost)}, others(terms, nil, n))
				if err != nil {
					return err
				}
				if inside {
					c = c.clone()
					z.assign(c, i, kept)
					found[n].cube, terms[n] = c, o.term(c)
				}
			}
		}
	}
	return nil
}
