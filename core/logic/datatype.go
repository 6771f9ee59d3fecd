package logic

import "fmt"

// Constructor is a constructor of a datatype. Names of constructors and members are unique in all datatypes of a factory, as in SMT-LIB.
type Constructor struct {
	Name   string
	Fields []Field
}

// Field is a member of a constructor.
type Field struct {
	Name string
	Sort *Sort
}

// UninterpretedSort returns the sort of that name, whose values are any non-empty set.
func UninterpretedSort(name string) *Sort {
	return internSort(sortKey{kind: KindUninterpreted, name: name})
}

// NewDatatype returns a new datatype, different from all other sorts. Define gives it constructors before there are terms of it.
func NewDatatype(name string) *Sort { return &Sort{kind: KindDatatype, name: name} }

// Define gives the constructors, whose fields may be of the sort itself. Some value must be finite.
func (s *Sort) Define(constructors []Constructor) { s.constructors = constructors }

// Constructors returns the constructors of a datatype.
func (s *Sort) Constructors() []Constructor { return s.constructors }

// IsDatatype reports whether s is a datatype.
func (s *Sort) IsDatatype() bool { return s.kind == KindDatatype }

// IsUninterpreted reports whether s is an uninterpreted sort.
func (s *Sort) IsUninterpreted() bool { return s.kind == KindUninterpreted }

// Name returns the name of an uninterpreted sort or a datatype.
func (s *Sort) Name() string { return s.name }

// Construct applies the k-th constructor of a datatype.
func (f *Factory) Construct(s *Sort, k int, args ...*Term) *Term {
	fields := s.constructors[k].Fields
	if len(args) != len(fields) {
		panic(fmt.Sprintf("logic: Construct: %s takes %d arguments, not %d", s.constructors[k].Name, len(fields), len(args)))
	}
	for i, a := range args {
		if a.sort != fields[i].Sort {
			panic("logic: Construct: " + a.sort.String() + " for " + fields[i].Name + " of sort " + fields[i].Sort.String())
		}
	}
	return f.appK(OpConstruct, s, k, 0, args...)
}

// Member returns the i-th member of the k-th constructor.
func (f *Factory) Member(k, i int, x *Term) *Term {
	if x.op == OpConstruct && x.Constructor() == k {
		return x.args[i]
	}
	return f.appK(OpMember, x.sort.constructors[k].Fields[i].Sort, k, i, x)
}

// Is reports whether x is of the k-th constructor.
func (f *Factory) Is(k int, x *Term) *Term {
	switch {
	case len(x.sort.constructors) == 1:
		return f.tTrue
	case x.op == OpConstruct:
		return f.BoolConst(x.Constructor() == k)
	}
	return f.appK(OpIs, Bool, k, 0, x)
}

func (f *Factory) constructEq(a, b *Term) *Term {
	if a.Constructor() != b.Constructor() {
		return f.tFalse
	}
	eqs := make([]*Term, len(a.args))
	for i := range a.args {
		eqs[i] = f.Eq(a.args[i], b.args[i])
	}
	return f.And(eqs...)
}

// Patterned returns the body of a quantifier with the patterns at which it is to be instantiated: each is terms in which all bound symbols occur together.
func (f *Factory) Patterned(body *Term, patterns ...[]*Term) *Term {
	var ps []*Term
	for _, p := range patterns {
		ps = append(ps, f.app(OpPattern, Bool, p...))
	}
	return f.patterned(body, ps)
}

func (f *Factory) patterned(body *Term, patterns []*Term) *Term {
	if len(patterns) == 0 || body.op == OpConst {
		return body
	}
	return f.app(OpPatterned, Bool, append([]*Term{body}, patterns...)...)
}
