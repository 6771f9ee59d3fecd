package logic

import "sync"

// Symbolic execution of loops that fill arrays builds runs of stores: tens of
// thousands of stores, one above the other, at constant indices or at constant
// offsets from one base address. A read must not walk them one by one.
//
// The index terms of one family (same base, see offset) are equal exactly when
// they are the same term, so a read within a family is a lookup by pointer. Each
// store knows the length of the run of its family that ends in it (Term.u). At
// every checkpoint, a store whose run length is a multiple of checkpoint, a
// persistent map of the whole run below can be attached; it is built when a
// read first gets there, by extending the map of the nearest checkpoint below.

// chainCache holds the maps of checkpoints.
type chainCache struct {
	mu   sync.Mutex
	maps map[*Term]chainMap
}

type chainMap struct {
	root  *hamt
	below *Term // the array under the run
}

// offset decomposes an index term into a base and a constant offset. Constants
// have base nil; off is nil for an offset of 0 from a base.
func offset(i *Term) (base, off *Term) {
	switch {
	case i.op == OpConst:
		return nil, i
	case i.op == OpBVAdd && i.args[1].op == OpConst:
		return i.args[0], i.args[1]
	}
	return i, nil
}

// offsetLess orders the indices of one family.
func offsetLess(i, j *Term) bool {
	_, a := offset(i)
	_, b := offset(j)
	switch {
	case a == nil || b == nil:
		return a == nil && b != nil
	case a.sort.IsArith():
		return a.num().Cmp(b.num()) < 0
	case a.wide() != nil:
		return a.wide().Cmp(b.wide()) < 0
	}
	return a.u < b.u
}

// chainMap returns the map of the run that ends in the store t.
func (f *Factory) chainMap(t *Term) chainMap {
	c := &f.chains
	c.mu.Lock()
	defer c.mu.Unlock()
	if m, ok := c.maps[t]; ok {
		return m
	}
	var run []*Term
	var m chainMap
	for s := t; ; s = s.args[0] {
		if s.u%checkpoint == 0 {
			if k, ok := c.maps[s]; ok {
				m = k
				break
			}
		}
		run = append(run, s)
		if s.u == 1 {
			m.below = s.args[0]
			break
		}
	}
	o := new(hamtOwner)
	for i := len(run) - 1; i >= 0; i-- {
		m.root = m.root.with(run[i].args[1], run[i].args[2], o)
	}
	if c.maps == nil || len(c.maps) >= maxMaps {
		c.maps = map[*Term]chainMap{}
	}
	c.maps[t] = m
	return m
}

// read looks index i up in array a without building a term: it returns the
// element, or nil and the array under the stores that certainly do not matter.
func (f *Factory) read(a, i *Term) (elem, under *Term) {
	base, _ := offset(i)
	for n := 0; n < maxStoreScan; n++ {
		switch a.op {
		case OpConstArray:
			return a.args[0], a
		case OpStore:
			j := a.args[1]
			if j == i {
				return a.args[2], a
			}
			if b, _ := offset(j); b == base {
				if a.u >= 2*checkpoint && a.u%checkpoint == 0 {
					m := f.chainMap(a)
					if v := m.root.get(i); v != nil {
						return v, a
					}
					a = m.below
				} else {
					a = a.args[0]
				}
				continue
			}
			if differ(i, j) {
				a = a.args[0]
				continue
			}
		}
		break
	}
	return nil, a
}

// differ reports whether two index terms of different families differ in every
// model: arithmetic terms whose difference is a constant, and zero extensions
// against constants that have higher bits.
func differ(i, j *Term) bool {
	switch {
	case i.sort.IsArith():
		return constantDifference(i, j)
	case i.op == OpZeroExt && j.op == OpConst:
		return j.BVBig().BitLen() > i.args[0].sort.Width()
	case j.op == OpZeroExt && i.op == OpConst:
		return i.BVBig().BitLen() > j.args[0].sort.Width()
	}
	return false
}

// constantDifference reports whether two different arithmetic terms in normal
// form agree in everything but their constants.
func constantDifference(a, b *Term) bool {
	x, y := monomials(a), monomials(b)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] {
			return false
		}
	}
	return a != b
}

// monomials returns the summands of a term in normal form without the constant.
func monomials(t *Term) []*Term {
	switch {
	case t.op == OpConst:
		return nil
	case t.op != OpAdd:
		return []*Term{t}
	case t.args[len(t.args)-1].op == OpConst:
		return t.args[:len(t.args)-1]
	}
	return t.args
}

// store builds the store itself and keeps the length of its run.
func (f *Factory) store(a, i, v *Term) *Term {
	run := uint64(1)
	if a.op == OpStore {
		b, _ := offset(i)
		if c, _ := offset(a.args[1]); b == c {
			run = a.u + 1
		}
	}
	return f.mk(node{op: OpStore, sort: a.sort, u: run, args: []*Term{a, i, v}})
}

// sink finds the place of a store at i in the run on top of a: below the stores
// of its family at greater offsets, and in place of one at i itself. It returns
// the array to store into and the stores, topmost first, to repeat above.
func sink(a, i *Term) (*Term, []*Term) {
	base, _ := offset(i)
	var above []*Term
	for s := a; len(above) <= sortWindow && s.op == OpStore; s = s.args[0] {
		j := s.args[1]
		if j == i {
			return s.args[0], above
		}
		if b, _ := offset(j); b != base || offsetLess(j, i) {
			return s, above
		}
		above = append(above, s)
		if s.args[0].op != OpStore {
			return s.args[0], above
		}
	}
	return a, nil
}
