package vc

import (
	"cupel/core/logic"
)

// value is the translation of an expression: one term, or the values of a datatype's members. A map to a
// datatype is a tuple of maps, one for each member.
type value struct {
	term  *logic.Term
	parts []value
}

// shape is the structure of a type's values.
type shape struct {
	sort  *logic.Sort
	parts []shape
	// opaque is set if an uninterpreted type occurs in it, represented by integers.
	opaque bool
}

func leaf(t *logic.Term) value { return value{term: t} }

// leaves appends the terms of a value.
func (v value) leaves(out []*logic.Term) []*logic.Term {
	if v.term != nil {
		return append(out, v.term)
	}
	for _, p := range v.parts {
		out = p.leaves(out)
	}
	return out
}

// sorts appends the sorts of the leaves.
func (s shape) sorts(out []*logic.Sort) []*logic.Sort {
	if s.sort != nil {
		return append(out, s.sort)
	}
	for _, p := range s.parts {
		out = p.sorts(out)
	}
	return out
}

// mapTo returns the shape of a map with these index sorts; opaque if one represents an uninterpreted type.
func (s shape) mapTo(index []*logic.Sort, opaque bool) shape {
	opaque = opaque || s.opaque
	if s.sort != nil {
		r := s.sort
		for i := len(index) - 1; i >= 0; i-- {
			r = logic.ArraySort(index[i], r)
		}
		return shape{sort: r, opaque: opaque}
	}
	r := shape{parts: make([]shape, len(s.parts)), opaque: opaque}
	for i, p := range s.parts {
		r.parts[i] = p.mapTo(index, opaque)
	}
	return r
}

// build constructs a value of a shape from terms in the order of leaves.
func (s shape) build(next func(*logic.Sort) *logic.Term) value {
	if s.sort != nil {
		return leaf(next(s.sort))
	}
	v := value{parts: make([]value, len(s.parts))}
	for i, p := range s.parts {
		v.parts[i] = p.build(next)
	}
	return v
}

// each applies f leaf by leaf to values of one shape.
func each(f func(ts ...*logic.Term) *logic.Term, vs ...value) value {
	if vs[0].term != nil {
		ts := make([]*logic.Term, len(vs))
		for i, v := range vs {
			ts[i] = v.term
		}
		return leaf(f(ts...))
	}
	r := value{parts: make([]value, len(vs[0].parts))}
	for i := range r.parts {
		inner := make([]value, len(vs))
		for k, v := range vs {
			inner[k] = v.parts[i]
		}
		r.parts[i] = each(f, inner...)
	}
	return r
}

func equal(f *logic.Factory, a, b value) *logic.Term {
	var eqs []*logic.Term
	each(func(ts ...*logic.Term) *logic.Term {
		eqs = append(eqs, f.Eq(ts[0], ts[1]))
		return ts[0]
	}, a, b)
	return f.And(eqs...)
}

func ite(f *logic.Factory, c *logic.Term, a, b value) value {
	return each(func(ts ...*logic.Term) *logic.Term { return f.Ite(c, ts[0], ts[1]) }, a, b)
}

func selectAt(f *logic.Factory, m value, index []*logic.Term) value {
	return each(func(ts ...*logic.Term) *logic.Term {
		t := ts[0]
		for _, i := range index {
			t = f.Select(t, i)
		}
		return t
	}, m)
}

func storeAt(f *logic.Factory, m value, index []*logic.Term, v value) value {
	return each(func(ts ...*logic.Term) *logic.Term { return storeTerm(f, ts[0], index, ts[1]) }, m, v)
}

// storeTerm updates a nested array.
func storeTerm(f *logic.Factory, m *logic.Term, index []*logic.Term, v *logic.Term) *logic.Term {
	if len(index) == 0 {
		return v
	}
	if len(index) > 1 {
		v = storeTerm(f, f.Select(m, index[0]), index[1:], v)
	}
	return f.Store(m, index[0], v)
}

// constMap is the map whose every element is v.
func constMap(f *logic.Factory, index []*logic.Sort, v value) value {
	return each(func(ts ...*logic.Term) *logic.Term {
		t := ts[0]
		for i := len(index) - 1; i >= 0; i-- {
			t = f.ConstArray(logic.ArraySort(index[i], t.Sort()), t)
		}
		return t
	}, v)
}
