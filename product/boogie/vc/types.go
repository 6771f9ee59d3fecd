package vc

import (
	"cupel/core/logic"
	"cupel/product/boogie"
)

// shapes computes shapes of types.
type shapes struct {
	info  *boogie.Info
	known map[*boogie.Datatype]bool // being computed, to detect recursion
}

// of returns the shape of a type over the type parameters of the procedure.
func (s *shapes) of(t boogie.Type) shape {
	switch t := boogie.Expand(t).(type) {
	case *boogie.BasicType:
		switch t {
		case boogie.Int:
			return shape{sort: logic.Int}
		case boogie.Bool:
			return shape{sort: logic.Bool}
		case boogie.Real:
			return shape{sort: logic.Real}
		}
	case *boogie.BVType:
		return shape{sort: logic.BVSort(t.Width)}
	case *boogie.MapType:
		if len(t.Params) > 0 {
			fail("polymorphic maps are not supported: %s", t)
		}
		var index []*logic.Sort
		opaque := false
		for _, a := range t.Args {
			sh := s.of(a)
			opaque = opaque || sh.opaque
			index = sh.sorts(index)
		}
		return s.of(t.Result).mapTo(index, opaque)
	case *boogie.ResolvedType:
		if t.Datatype == nil {
			return shape{sort: logic.Int, opaque: true, of: canonical(t)} // also for a type parameter
		}
		return s.datatype(t)
	}
	fail("values of type %s are not supported", t)
	return shape{}
}

func (s *shapes) datatype(t *boogie.ResolvedType) shape {
	d := t.Datatype
	switch {
	case len(d.Constructors) != 1:
		fail("the datatype %s has %d constructors; only those with one are supported", d.Name, len(d.Constructors))
	case s.known[d]:
		fail("the datatype %s contains itself, which is not supported", d.Name)
	}
	if s.known == nil {
		s.known = map[*boogie.Datatype]bool{}
	}
	s.known[d] = true
	defer delete(s.known, d)
	r := shape{parts: []shape{}}
	for _, f := range d.Constructors[0].Fields {
		p := s.of(boogie.Instantiate(s.info.VarType(f), d.Params, t.Args))
		r.parts = append(r.parts, p)
		r.opaque = r.opaque || p.opaque
	}
	if len(r.sorts(nil)) > maxLeaves {
		fail("a value of the datatype %s has more than %d members", d.Name, maxLeaves)
	}
	return r
}

// index lists the sorts of a map's arguments.
func (s *shapes) index(t *boogie.MapType) []*logic.Sort {
	var out []*logic.Sort
	for _, a := range t.Args {
		out = s.of(a).sorts(out)
	}
	return out
}

// canonical prints a type; equal types have equal texts.
func canonical(t boogie.Type) string {
	switch t := boogie.Expand(t).(type) {
	case *boogie.MapType:
		r := "["
		for _, a := range t.Args {
			r += canonical(a) + ","
		}
		return r + "]" + canonical(t.Result)
	case *boogie.ResolvedType:
		r := t.Name
		if t.Param != nil {
			return "<" + r + ">" // distinct from a declared type of that name
		}
		for _, a := range t.Args {
			r += "(" + canonical(a) + ")"
		}
		return r
	default:
		return t.String()
	}
}
