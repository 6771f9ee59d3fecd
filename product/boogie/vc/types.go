package vc

import (
	"fmt"
	"strings"

	"cupel/core/logic"
	"cupel/product/boogie"
)

// shapes computes shapes of types.
type shapes struct {
	info *boogie.Info
	// flat refuses what is neither a scalar, a map nor a tuple of them.
	flat bool
	// abstract: values of uninterpreted types are of sorts of their own, instead of integers.
	abstract bool
	// sorts are the datatypes by their canonical names, open those whose members are being computed.
	sorts     map[string]*logic.Sort
	open      map[*logic.Sort]bool
	recursive map[*boogie.Datatype]bool
	depth     int
}

// of returns the shape of a type over the type parameters of the procedure.
func (s *shapes) of(t boogie.Type) shape {
	if s.depth++; s.depth > maxTypeDepth {
		fail("a type that is nested more than %d levels deep", maxTypeDepth)
	}
	defer func() { s.depth-- }()
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
			if s.flat {
				fail("polymorphic maps are not supported: %s", t)
			}
			return s.opaque(canonical(t))
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
			return s.opaque(canonical(t)) // also for a type parameter
		}
		return s.datatype(t)
	}
	fail("values of type %s are not supported", t)
	return shape{}
}

// opaque is the shape of a type of which nothing is known.
func (s *shapes) opaque(name string) shape {
	r := shape{sort: logic.Int, opaque: true}
	if s.abstract {
		r.sort = logic.UninterpretedSort("T " + name)
	}
	return r
}

// tuple reports whether values of a datatype are tuples: it has one constructor and does not contain itself.
func (s *shapes) tuple(d *boogie.Datatype) bool {
	return len(d.Constructors) == 1 && !s.containsItself(d)
}

func (s *shapes) containsItself(d *boogie.Datatype) bool {
	if r, ok := s.recursive[d]; ok {
		return r
	}
	seen := map[*boogie.Datatype]bool{}
	found := false
	var visit func(t boogie.Type)
	visit = func(t boogie.Type) {
		switch t := boogie.Expand(t).(type) {
		case *boogie.MapType:
			for _, a := range t.Args {
				visit(a)
			}
			visit(t.Result)
		case *boogie.ResolvedType:
			for _, a := range t.Args {
				visit(a)
			}
			found = found || t.Datatype == d
			if t.Datatype == nil || seen[t.Datatype] {
				return
			}
			seen[t.Datatype] = true
			for _, k := range t.Datatype.Constructors {
				for _, f := range k.Fields {
					visit(s.info.VarType(f))
				}
			}
		}
	}
	for _, k := range d.Constructors {
		for _, f := range k.Fields {
			visit(s.info.VarType(f))
		}
	}
	if s.recursive == nil {
		s.recursive = map[*boogie.Datatype]bool{}
	}
	s.recursive[d] = found
	return found
}

func (s *shapes) datatype(t *boogie.ResolvedType) shape {
	d := t.Datatype
	if len(d.Constructors) == 0 {
		fail("the datatype %s has no constructors", d.Name)
	}
	if s.tuple(d) {
		r := shape{parts: s.members(t, d.Constructors[0])}
		for _, p := range r.parts {
			r.opaque = r.opaque || p.opaque
		}
		if len(r.sorts(nil)) > maxLeaves {
			fail("a value of the datatype %s has more than %d members", d.Name, maxLeaves)
		}
		return r
	}
	if s.flat {
		fail("the datatype %s has %d constructors or contains itself; only those with one that do not are supported", d.Name, len(d.Constructors))
	}
	name := canonical(t)
	sort := s.sorts[name]
	if sort == nil {
		sort = logic.NewDatatype("D " + name)
		if s.sorts == nil {
			s.sorts, s.open = map[string]*logic.Sort{}, map[*logic.Sort]bool{}
		}
		s.sorts[name], s.open[sort] = sort, true
		var ks []logic.Constructor
		for _, k := range d.Constructors {
			ks = append(ks, logic.Constructor{Name: name + "." + k.Name, Fields: s.fields(t, k)})
		}
		sort.Define(ks)
		delete(s.open, sort)
	}
	return shape{sort: sort, opaque: s.mentionsOpaque(sort, map[*logic.Sort]bool{})}
}

// members are the shapes of the members of a constructor.
func (s *shapes) members(t *boogie.ResolvedType, k *boogie.Constructor) []shape {
	out := []shape{}
	for _, f := range k.Fields {
		out = append(out, s.of(boogie.Instantiate(s.info.VarType(f), t.Datatype.Params, t.Args)))
	}
	return out
}

// fields are the leaves of the members of a constructor.
func (s *shapes) fields(t *boogie.ResolvedType, k *boogie.Constructor) []logic.Field {
	var out []logic.Field
	for i, m := range s.members(t, k) {
		for j, leaf := range m.sorts(nil) {
			for r := leaf; r.IsArray(); r = r.Elem() {
				if s.open[r.Index()] || s.open[r.Elem()] {
					fail("the datatype %s contains itself in a map, which is not supported", t.Datatype.Name)
				}
			}
			out = append(out, logic.Field{Name: fmt.Sprintf("%s.%s.%s/%d", canonical(t), k.Name, k.Fields[i].Name, j), Sort: leaf})
		}
	}
	return out
}

// mentionsOpaque reports whether a value of the datatype may contain one of an uninterpreted type, which is not told from an integer.
func (s *shapes) mentionsOpaque(sort *logic.Sort, seen map[*logic.Sort]bool) bool {
	switch {
	case sort.IsUninterpreted():
		return true
	case sort.IsArray():
		return s.mentionsOpaque(sort.Index(), seen) || s.mentionsOpaque(sort.Elem(), seen)
	case sort.IsInt():
		return true // perhaps: quantifying over it is judged again
	case !sort.IsDatatype() || seen[sort]:
		return false
	}
	seen[sort] = true
	for _, k := range sort.Constructors() {
		for _, f := range k.Fields {
			if s.mentionsOpaque(f.Sort, seen) {
				return true
			}
		}
	}
	return false
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
func canonical(t boogie.Type) string { return canonicalBelow(t, 0) }

// canonicalBelow prints a type below a number of polymorphic maps, whose parameters have no names of their own.
func canonicalBelow(t boogie.Type, depth int) string {
	switch t := boogie.Expand(t).(type) {
	case *boogie.MapType:
		var r strings.Builder
		args, result := t.Args, t.Result
		if len(t.Params) > 0 {
			with := make([]boogie.Type, len(t.Params))
			for i := range with {
				name := fmt.Sprintf("%d %d", depth, i)
				with[i] = &boogie.ResolvedType{Name: name, Param: &boogie.TypeParam{Name: name}}
			}
			args = nil
			for _, a := range t.Args {
				args = append(args, boogie.Instantiate(a, t.Params, with))
			}
			result = boogie.Instantiate(t.Result, t.Params, with)
			fmt.Fprintf(&r, "<%d>", len(t.Params))
			depth++
		}
		r.WriteString("[")
		for _, a := range args {
			r.WriteString(canonicalBelow(a, depth) + ",")
		}
		return r.String() + "]" + canonicalBelow(result, depth)
	case *boogie.ResolvedType:
		r := t.Name
		if t.Param != nil {
			return "<" + r + ">" // distinct from a declared type of that name
		}
		for _, a := range t.Args {
			r += "(" + canonicalBelow(a, depth) + ")"
		}
		return r
	default:
		return t.String()
	}
}
