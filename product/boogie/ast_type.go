package boogie

import "strings"

// Type is *BasicType, *BVType, *MapType or *NamedType, and in an Info *ResolvedType instead of the latter.
type Type interface {
	// String returns the type in Boogie syntax.
	String() string
}

// BasicType is one of Bool, Int and Real.
type BasicType struct{ name string }

// The types without structure.
var (
	Bool = &BasicType{"bool"}
	Int  = &BasicType{"int"}
	Real = &BasicType{"real"}
	// String is the type of strings, which occur in attributes only.
	String = &BasicType{"string"}
)

// BVType is bvWidth.
type BVType struct{ Width int }

// MapType is <Params>[Args]Result.
type MapType struct {
	Params []string
	Args   []Type
	Result Type
}

// NamedType is a declared type (constructor, synonym or datatype) with arguments, or a type parameter.
type NamedType struct {
	Pos  Pos
	Name string
	Args []Type
}

// ResolvedType is what a NamedType means where it stands.
type ResolvedType struct {
	Name string
	Args []Type

	// Exactly one of these:
	Decl     *TypeDecl
	Datatype *Datatype
	Param    *TypeParam

	of *synonym // of a Decl with a Body
}

// synonym is a declared synonym; body is resolved.
type synonym struct {
	params []string
	body   Type
}

// TypeParam is a type parameter in its scope.
type TypeParam struct{ Name string }

// BV returns the bit-vector type of a width.
func BV(width int) Type { return &BVType{width} }

// MapOf returns the map type [args]result.
func MapOf(result Type, args ...Type) Type { return &MapType{Args: args, Result: result} }

// TypeName returns a declared type with arguments.
func TypeName(name string, args ...Type) Type { return &NamedType{Name: name, Args: args} }

func (t *BasicType) String() string { return t.name }
func (t *BVType) String() string    { return "bv" + itoa(t.Width) }
func (t *MapType) String() string {
	var b strings.Builder
	if len(t.Params) > 0 {
		b.WriteString("<" + joinIdents(t.Params) + ">")
	}
	b.WriteString("[")
	for i, a := range t.Args {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(a.String())
	}
	b.WriteString("]" + t.Result.String())
	return b.String()
}
func (t *NamedType) String() string    { return named(t.Name, t.Args) }
func (t *ResolvedType) String() string { return named(t.Name, t.Args) }

func named(name string, args []Type) string {
	s := quoteIdent(name)
	for _, a := range args {
		s += " " + typeAtom(a)
	}
	return s
}

// typeAtom prints a type as an argument of another one.
func typeAtom(t Type) string {
	switch t := t.(type) {
	case *BasicType, *BVType:
		return t.String()
	case *NamedType:
		if len(t.Args) == 0 {
			return t.String()
		}
	case *ResolvedType:
		if len(t.Args) == 0 {
			return t.String()
		}
	}
	return "(" + t.String() + ")"
}
