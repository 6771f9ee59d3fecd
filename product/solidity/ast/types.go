package ast

import (
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Kind is the kind of a type.
type Kind int

// The kinds.
const (
	Invalid Kind = iota
	Bool
	Integer
	Address
	FixedBytes
	Bytes
	String
	Enum
	Contract
	Struct
	Array
	Mapping
	TupleOf
	Function
	Rational
	StringLiteral
	UserValue
	Magic // block, msg, tx, abi, type(T)
	TypeOf
	Super
	Module
)

// Location is where a reference type lives.
type Location int

// The locations.
const (
	NoLocation Location = iota
	Storage
	Memory
	Calldata
)

// Type is a type. Types are values: equal content is the same type (Same).
type Type struct {
	Kind   Kind
	Bits   int // Integer; FixedBytes: 8 times the bytes
	Signed bool
	// Decl is the declaration of Enum, Contract, Struct, UserValue and Super.
	Decl int
	Name string // of the declaration; of Magic: block, message, ...
	Elem *Type  // Array, Mapping (value), TypeOf, Magic type(T)
	Key  *Type
	// Len is the length of an array of fixed length.
	Len *big.Int
	Loc Location
	// Pointer: a storage reference that is a local pointer.
	Pointer    bool
	Components []*Type  // TupleOf, with nil for what is left out; Function: results
	Params     []*Type  // Function
	Mutability string   // Function: pure, view, nonpayable, payable
	Rat        *big.Rat // Rational
	Func       string   // Function: internal, external, require, ...
	Text       string   // as the compiler writes it
}

// IsReference reports whether values of the type lie in a location.
func (t *Type) IsReference() bool {
	switch t.Kind {
	case Array, Struct, Mapping, Bytes, String:
		return true
	}
	return false
}

// Written is how declarations write a type of values, where its name is visible; "": it is another type.
func (t *Type) Written() string {
	switch t.Kind {
	case Bool:
		return "bool"
	case Integer:
		return Int(t.Bits, t.Signed).Text
	case Address:
		return "address"
	case FixedBytes:
		return "bytes" + strconv.Itoa(t.Bits/8)
	case Enum, Contract, UserValue:
		return t.Name
	}
	return ""
}

// Same reports whether two types are the same apart from their locations.
func (t *Type) Same(u *Type) bool {
	if t == nil || u == nil {
		return t == u
	}
	if t.Kind != u.Kind || t.Bits != u.Bits || t.Signed != u.Signed || t.Decl != u.Decl || (t.Len == nil) != (u.Len == nil) {
		return false
	}
	if t.Len != nil && t.Len.Cmp(u.Len) != 0 || (t.Elem == nil) != (u.Elem == nil) || (t.Key == nil) != (u.Key == nil) {
		return false
	}
	if t.Kind == Function && (t.Func != u.Func || !sameTypes(t.Params, u.Params) || !sameTypes(t.Components, u.Components)) {
		return false
	}
	return (t.Elem == nil || t.Elem.Same(u.Elem)) && (t.Key == nil || t.Key.Same(u.Key))
}

// sameTypes reports whether the types of parameters or results are the same, with their locations.
func sameTypes(ts, us []*Type) bool {
	return slices.EqualFunc(ts, us, func(t, u *Type) bool { return t.Same(u) && (t == nil || t.Loc == u.Loc) })
}

// Int is an integer type.
func Int(bits int, signed bool) *Type {
	name := "int"
	if !signed {
		name = "uint"
	}
	return &Type{Kind: Integer, Bits: bits, Signed: signed, Text: name + strconv.Itoa(bits)}
}

// At is the type in a location.
func (t *Type) At(l Location, pointer bool) *Type {
	u := *t
	u.Loc, u.Pointer = l, pointer
	if t.Elem != nil && t.Elem.IsReference() && t.Kind != TypeOf {
		u.Elem = t.Elem.At(l, false)
	}
	return &u
}

// ParseType reads a type identifier of the compiler (typeDescriptions.typeIdentifier). What is not
// understood is of kind Invalid.
func ParseType(identifier, text string) *Type {
	p := &typeParser{s: identifier}
	t := p.parse()
	if t == nil {
		t = &Type{Kind: Invalid}
	}
	t.Text = text
	return t
}

type typeParser struct {
	s     string
	depth int
}

var (
	number   = regexp.MustCompile(`^\d+`)
	userName = regexp.MustCompile(`^\$_(.*?)_\$(\d+)`)
	rational = regexp.MustCompile(`^(minus_)?(\d+)_by_(\d+)`)
	function = regexp.MustCompile(`^t_function_([a-z0-9]+)_([a-z]+)`)
	literal  = regexp.MustCompile(`^t_stringliteral_[0-9a-f]+`)
	magic    = regexp.MustCompile(`^t_magic_([a-z]+)`)
)

func (p *typeParser) take(prefix string) bool {
	if strings.HasPrefix(p.s, prefix) {
		p.s = p.s[len(prefix):]
		return true
	}
	return false
}

func (p *typeParser) match(r *regexp.Regexp) []string {
	m := r.FindStringSubmatch(p.s)
	if m != nil {
		p.s = p.s[len(m[0]):]
	}
	return m
}

func (p *typeParser) number() int {
	m := p.match(number)
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[0])
	return n
}

// list reads $_a_$_b_$; an entry that is left out is nil. The empty list is $__$, like that of one
// entry that is left out.
func (p *typeParser) list() ([]*Type, bool) {
	more := func() bool { return strings.HasPrefix(p.s, "_t_") || strings.HasPrefix(p.s, "__$") }
	if !p.take("$") || !more() {
		return nil, false
	}
	var ts []*Type
	for more() {
		if p.take("__$") {
			ts = append(ts, nil)
			continue
		}
		p.take("_")
		t := p.parse()
		if t == nil || !p.take("_$") {
			return nil, false
		}
		ts = append(ts, t)
	}
	if len(ts) == 1 && ts[0] == nil {
		return nil, true
	}
	return ts, true
}

func (p *typeParser) location(t *Type) *Type {
	for _, l := range []struct {
		text    string
		loc     Location
		pointer bool
	}{{"_storage_ptr", Storage, true}, {"_storage", Storage, false}, {"_memory_ptr", Memory, true}, {"_memory", Memory, true},
		{"_calldata_ptr", Calldata, true}, {"_calldata", Calldata, true}, {"_calldata_ptr_slice", Calldata, true}} {
		if p.take(l.text) {
			t.Loc, t.Pointer = l.loc, l.pointer
			break
		}
	}
	return t
}

func (p *typeParser) user(k Kind) *Type {
	m := p.match(userName)
	if m == nil {
		return nil
	}
	id, _ := strconv.Atoi(m[2])
	return &Type{Kind: k, Name: m[1], Decl: id}
}

func (p *typeParser) parse() *Type {
	if p.depth++; p.depth > maxTypeDepth {
		return nil
	}
	defer func() { p.depth-- }()
	switch {
	case p.take("t_mapping"):
		ts, ok := p.list()
		if !ok || len(ts) != 2 || ts[0] == nil || ts[1] == nil {
			return nil
		}
		return &Type{Kind: Mapping, Key: ts[0], Elem: ts[1], Loc: Storage, Pointer: true}
	case p.take("t_array"):
		ts, ok := p.list()
		if !ok || len(ts) != 1 || ts[0] == nil {
			return nil
		}
		t := &Type{Kind: Array, Elem: ts[0]}
		if !p.take("dyn") {
			m := p.match(number)
			if m == nil {
				return nil
			}
			t.Len, _ = new(big.Int).SetString(m[0], 10)
		}
		return p.location(t)
	case p.take("t_struct"):
		if t := p.user(Struct); t != nil {
			return p.location(t)
		}
		return nil
	case p.take("t_contract"):
		return p.user(Contract)
	case p.take("t_super"):
		return p.user(Super)
	case p.take("t_enum"):
		return p.user(Enum)
	case p.take("t_userDefinedValueType"):
		return p.user(UserValue)
	case p.take("t_type"), p.take("t_magic_meta_type_"):
		if ts, ok := p.list(); ok && len(ts) == 1 && ts[0] != nil {
			if ts[0].Kind == Super { // since 0.7; before, super has the type without this
				return ts[0]
			}
			return &Type{Kind: TypeOf, Elem: ts[0]}
		}
		if t := p.parse(); t != nil {
			return &Type{Kind: Magic, Name: "type", Elem: t}
		}
		return nil
	case p.take("t_tuple"):
		ts, ok := p.list()
		if !ok {
			return nil
		}
		return &Type{Kind: TupleOf, Components: ts}
	case strings.HasPrefix(p.s, "t_function_"):
		m := p.match(function)
		if m == nil {
			return nil
		}
		t := &Type{Kind: Function, Func: m[1], Mutability: m[2]}
		ps, ok := p.list()
		if !ok || !p.take("returns") {
			return nil
		}
		t.Params = ps
		rs, ok := p.list()
		if !ok {
			return nil
		}
		t.Components = rs
		for p.take("gas") || p.take("value") || p.take("salt") {
		}
		if p.take("bound_to") || p.take("attached_to") {
			if _, ok := p.list(); !ok {
				return nil
			}
		}
		return t
	case p.take("t_rational_"):
		m := p.match(rational)
		if m == nil {
			return nil
		}
		r, ok := new(big.Rat).SetString(m[2] + "/" + m[3])
		if !ok {
			return nil
		}
		if m[1] != "" {
			r.Neg(r)
		}
		return &Type{Kind: Rational, Rat: r}
	case p.take("t_uint"):
		return Int(p.number(), false)
	case p.take("t_int"):
		return Int(p.number(), true)
	case p.take("t_address_payable"), p.take("t_address"):
		return &Type{Kind: Address}
	case p.take("t_bool"):
		return &Type{Kind: Bool}
	case p.take("t_bytes"):
		if n := p.number(); n > 0 {
			return &Type{Kind: FixedBytes, Bits: 8 * n}
		}
		return p.location(&Type{Kind: Bytes})
	case strings.HasPrefix(p.s, "t_stringliteral_"):
		p.match(literal)
		return &Type{Kind: StringLiteral}
	case p.take("t_string"):
		return p.location(&Type{Kind: String})
	case strings.HasPrefix(p.s, "t_magic_"):
		m := p.match(magic)
		if m == nil {
			return nil
		}
		return &Type{Kind: Magic, Name: m[1]}
	case p.take("t_error"):
		return &Type{Kind: Magic, Name: "error"}
	case p.take("t_module_"):
		p.number()
		return &Type{Kind: Module}
	}
	return nil
}
