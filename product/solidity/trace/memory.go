package trace

import (
	"fmt"
	"strings"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/translate"
)

// declarations provides the declarations of the source.
type declarations struct {
	p     *ast.Program
	ether bool // the code reads balances
	// leaves: the code calls external code.
	leaves bool
	// transient are the state variables that are zero at the beginning of a transaction.
	transient []*ast.VariableDeclaration
}

// newDeclarations examines the source of contracts, the last of which the transactions are of.
func newDeclarations(p *ast.Program, cs []*ast.ContractDefinition) *declarations {
	d := &declarations{p: p, transient: translate.Transient(cs[len(cs)-1])}
	var all []*ast.ContractDefinition
	for _, c := range cs {
		all = append(all, c.Linearized...)
	}
	for _, b := range all {
		ast.Walk(b, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.MemberAccess:
				d.ether = d.ether || n.Member == "balance" || n.Member == "transfer" || n.Member == "send" || n.Member == "value"
			case *ast.CallOptions:
				d.ether = true
			case *ast.FunctionCall:
				k := n.Func.Type().Func
				d.leaves = d.leaves || k == "external" || k == "barecall"
			}
			return true
		})
	}
	return d
}

// field is a part of an argument in memory: a variable of the driver besides the pointer.
type field struct {
	name string
	sort boogie.Type
	t    *ast.Type
}

// fields returns the parts of an argument in display order; nil if the type has no parts.
func (p *declarations) fields(t *ast.Type) []field {
	switch t.Kind {
	case ast.Array, ast.Bytes:
		elem := element(t)
		return []field{{".data", boogie.MapOf(elementSort(elem), boogie.Int), elem}, {".length", boogie.Int, ast.Int(256, false)}}
	case ast.Struct:
		var fs []field
		if s, ok := p.p.Node(t.Decl).(*ast.StructDefinition); ok {
			for _, m := range s.Members {
				fs = append(fs, field{"." + m.Name, elementSort(m.T), m.T})
			}
		}
		return fs
	}
	return nil
}

// element is the element type of an array, or of bytes.
func element(t *ast.Type) *ast.Type {
	if t.Kind == ast.Bytes {
		return &ast.Type{Kind: ast.FixedBytes, Bits: 8}
	}
	return t.Elem
}

// elementSort is the sort of plain values over integers.
func elementSort(t *ast.Type) boogie.Type {
	if t.Kind == ast.Bool {
		return boogie.Bool
	}
	return boogie.Int
}

// passable reports whether the driver can generate every argument of a type; sort is that of the parameter.
func (p *declarations) passable(t *ast.Type, sort boogie.Type) bool {
	if plain(t) {
		return p.underlying(t)
	}
	if sort != boogie.Type(boogie.Int) {
		return false
	}
	switch t.Kind {
	case ast.Array, ast.Bytes:
		e := element(t)
		return plain(e) && e.Kind != ast.UserValue
	case ast.Struct:
		s, ok := p.p.Node(t.Decl).(*ast.StructDefinition)
		for i := 0; ok && i < len(s.Members); i++ {
			ok = plain(s.Members[i].T) && s.Members[i].T.Kind != ast.UserValue
		}
		return ok && len(s.Members) > 0
	}
	return false
}

// underlying reports whether the underlying type is known.
func (p *declarations) underlying(t *ast.Type) bool {
	if t.Kind != ast.UserValue {
		return true
	}
	u, ok := p.p.Node(t.Decl).(*ast.UserValueType)
	return ok && u.Underlying != nil
}

// pass allocates an argument in memory: a new object with arbitrary content, short enough to be displayed.
func (p *declarations) pass(b *strings.Builder, q *boogie.Program, t *ast.Type, ptr string) {
	fs := p.fields(t)
	if fs == nil {
		return
	}
	part := func(i int) string { return quote(ptr + fs[i].name) }
	fmt.Fprintf(b, "    %s := alloc_counter;\n    alloc_counter := alloc_counter + 1;\n", quote(ptr))
	store := func(variable, value string) {
		if declared(q, variable) {
			fmt.Fprintf(b, "    %s[%s] := %s;\n", quote(variable), quote(ptr), value)
		}
	}
	if t.Kind == ast.Struct {
		s := p.p.Node(t.Decl).(*ast.StructDefinition)
		for i, m := range s.Members {
			store(translate.MemoryMember(m), part(i))
		}
		return
	}
	if t.Len != nil {
		fmt.Fprintf(b, "    assume %s == %s;\n", part(1), t.Len)
	} else {
		fmt.Fprintf(b, "    assume 0 <= %s && %s <= %d;\n", part(1), part(1), maxLength)
	}
	variable, constructor := translate.MemoryArray(elementSort(element(t)))
	store(variable, fmt.Sprintf("%s(%s, %s)", quote(constructor), part(0), part(1)))
}

// declared reports whether a program has a global variable.
func declared(p *boogie.Program, name string) bool {
	for _, d := range p.Decls {
		if v, ok := d.(*boogie.Variable); ok && v.Name == name {
			return true
		}
	}
	return false
}
