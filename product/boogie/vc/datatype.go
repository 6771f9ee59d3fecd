package vc

import (
	"cupel/core/logic"
	"cupel/product/boogie"
)

// construct applies a constructor of a datatype: a tuple, or a term of the datatype's sort.
func (tr *translator) construct(k *boogie.Constructor, t boogie.Type, args []value) value {
	d := tr.info.Datatype(k)
	s := tr.shapes.of(t)
	if tr.shapes.tuple(d) {
		return value{parts: args}
	}
	var leaves []*logic.Term
	for _, a := range args {
		leaves = a.leaves(leaves)
	}
	return leaf(tr.f.Construct(s.sort, number(d, k), leaves...))
}

func number(d *boogie.Datatype, k *boogie.Constructor) int {
	for i, c := range d.Constructors {
		if c == k {
			return i
		}
	}
	return -1
}

// is tests for a constructor.
func (tr *translator) is(k *boogie.Constructor, x value) value {
	d := tr.info.Datatype(k)
	if tr.shapes.tuple(d) {
		return leaf(tr.f.True())
	}
	return leaf(tr.f.Is(number(d, k), x.term))
}

// member selects a member of a constructor; of a value of another one it is any value.
func (tr *translator) member(k *boogie.Constructor, at int, x value, t boogie.Type) value {
	d := tr.info.Datatype(k)
	if tr.shapes.tuple(d) {
		return x.parts[at]
	}
	n := 0
	members := tr.shapes.members(boogie.Expand(t).(*boogie.ResolvedType), k)
	for _, m := range members[:at] {
		n += len(m.sorts(nil))
	}
	return members[at].build(func(*logic.Sort) *logic.Term {
		n++
		return tr.f.Member(number(d, k), n-1, x.term)
	})
}

// field selects a member by its name, which several constructors may have.
func (tr *translator) field(m boogie.Member, x value, t boogie.Type) value {
	name := m.Of.Fields[m.Idx].Name
	r := tr.member(m.Of, m.Idx, x, t)
	for _, k := range tr.info.Datatype(m.Of).Constructors {
		for i, f := range k.Fields {
			if f.Name == name && k != m.Of {
				r = ite(tr.f, tr.is(k, x).term, tr.member(k, i, x, t), r)
			}
		}
	}
	return r
}

// withField is a value with another member; one of a constructor without the member stays.
func (tr *translator) withField(m boogie.Member, x value, t boogie.Type, v value) value {
	name := m.Of.Fields[m.Idx].Name
	r := x
	for _, k := range tr.info.Datatype(m.Of).Constructors {
		args := make([]value, len(k.Fields))
		found := false
		for i, f := range k.Fields {
			if args[i] = tr.member(k, i, x, t); f.Name == name {
				args[i], found = v, true
			}
		}
		if found {
			r = ite(tr.f, tr.is(k, x).term, tr.construct(k, t, args), r)
		}
	}
	return r
}
