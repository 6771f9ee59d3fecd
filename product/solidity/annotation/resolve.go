package annotation

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"cupel/product/solidity/ast"
)

// A Scope resolves the names in an annotation.
type Scope struct {
	Program  *ast.Program
	Contract *ast.ContractDefinition // nil: outside of contracts
	Vars     []*ast.VariableDeclaration
}

// Resolve resolves the names and types of a clause, and checks that its final spec is a condition. Errors are
// of type *Error.
func (s *Scope) Resolve(c *Clause) (err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			err = e
		}
	}()
	r := &resolver{s: s}
	if c.Expr != nil {
		r.condition(c.Expr)
	}
	if c.Target != nil {
		r.expr(c.Target)
	}
	if c.Cond != nil {
		r.condition(c.Cond)
	}
	for _, k := range c.Cases {
		r.condition(k.When)
		r.condition(k.Then)
	}
	return nil
}

type resolver struct {
	s     *Scope
	bound []*ast.VariableDeclaration // innermost last
}

func fail(n ast.Node, format string, args ...any) {
	panic(&Error{ast.Pos(n), fmt.Sprintf(format, args...)})
}

var (
	boolType    = &ast.Type{Kind: ast.Bool, Text: "bool"}
	addressType = &ast.Type{Kind: ast.Address, Text: "address"}
)

func (r *resolver) condition(x ast.Expr) {
	r.expr(x)
	if x.Type().Kind != ast.Bool {
		fail(x, "a condition is expected, this is of type %s", x.Type().Text)
	}
}

// set stores the type of an expression.
func set(t *ast.Typed, ty *ast.Type) { t.T = ty }

func (r *resolver) expr(x ast.Expr) {
	switch x := x.(type) {
	case *Quantifier:
		r.quantifier(x)
	case *Sum:
		r.sum(x)
	case *Old:
		r.expr(x.X)
		set(&x.Typed, x.X.Type())
	case *Before:
		r.expr(x.X)
		set(&x.Typed, x.X.Type())
	case *Equal:
		r.expr(x.X)
		r.expr(x.Y)
		if r.common(x.X, x.Y) == nil && !x.X.Type().Same(x.Y.Type()) {
			fail(x, "%s and %s cannot be compared", x.X.Type().Text, x.Y.Type().Text)
		}
		set(&x.Typed, boolType)
	case *placeholder:
		fail(x, "%s may stand only as an index in a sum", x.name)
	case *ast.Identifier:
		r.identifier(x)
	case *ast.Literal:
		r.literal(x)
	case *ast.Unary:
		r.unary(x)
	case *ast.Binary:
		r.binary(x)
	case *ast.Conditional:
		r.condition(x.Cond)
		r.expr(x.Then)
		r.expr(x.Else)
		t := r.common(x.Then, x.Else)
		if t == nil {
			fail(x, "%s and %s have no common type", x.Then.Type().Text, x.Else.Type().Text)
		}
		set(&x.Typed, t)
	case *ast.MemberAccess:
		r.member(x)
	case *ast.IndexAccess:
		r.expr(x.X)
		r.expr(x.Index)
		r.index(x)
	case *ast.FunctionCall:
		r.call(x)
	default:
		fail(x, "this cannot stand in an annotation")
	}
}

func (r *resolver) quantifier(q *Quantifier) {
	if q.Array != nil {
		r.expr(q.Array)
		if k := q.Array.Type().Kind; k != ast.Array && k != ast.Bytes {
			fail(q.Array, "property needs an array")
		}
	}
	for i, v := range q.Vars {
		v.T = r.typeOf(q.types[i], v)
		switch v.T.Kind {
		case ast.Bool, ast.Integer, ast.Address, ast.FixedBytes, ast.Enum, ast.Contract:
		default:
			fail(v, "a quantified variable cannot be of type %s", v.T.Text)
		}
	}
	r.bound = append(r.bound, q.Vars...)
	r.condition(q.Body)
	r.bound = r.bound[:len(r.bound)-len(q.Vars)]
	set(&q.Typed, boolType)
}

// typeOf is the type that was written.
func (r *resolver) typeOf(t *typeName, at ast.Node) *ast.Type {
	if t.key != nil || len(t.arrays) > 0 {
		fail(at, "a quantified variable cannot be of an array or mapping type")
	}
	if e := elementary(t.name); e != nil {
		return e
	}
	if d := r.declaration(t.name); d != nil {
		if e := declared(d); e != nil {
			return e
		}
	}
	fail(at, "%s is no type", t.name)
	return nil
}

// elementary is an elementary type by its name, or nil.
func elementary(name string) *ast.Type {
	switch name {
	case "bool":
		return boolType
	case "address":
		return addressType
	case "uint":
		return ast.Int(256, false)
	case "int":
		return ast.Int(256, true)
	case "byte":
		return &ast.Type{Kind: ast.FixedBytes, Bits: 8, Text: "bytes1"}
	}
	for _, p := range []string{"uint", "int", "bytes"} {
		n, err := strconv.Atoi(strings.TrimPrefix(name, p))
		if !strings.HasPrefix(name, p) || err != nil || n <= 0 {
			continue
		}
		if p == "bytes" && n <= 32 {
			return &ast.Type{Kind: ast.FixedBytes, Bits: 8 * n, Text: name}
		}
		if p != "bytes" && n%8 == 0 && n <= 256 {
			return ast.Int(n, p == "int")
		}
	}
	return nil
}

// declared is the type that a declaration makes, or nil.
func declared(n ast.Node) *ast.Type {
	switch d := n.(type) {
	case *ast.EnumDefinition:
		return &ast.Type{Kind: ast.Enum, Decl: d.ID, Name: d.Name, Text: "enum " + d.Name}
	case *ast.ContractDefinition:
		return &ast.Type{Kind: ast.Contract, Decl: d.ID, Name: d.Name, Text: "contract " + d.Name}
	case *ast.StructDefinition:
		return &ast.Type{Kind: ast.Struct, Decl: d.ID, Name: d.Name, Text: "struct " + d.Name}
	case *ast.UserValueType:
		return &ast.Type{Kind: ast.UserValue, Decl: d.ID, Name: d.Name, Text: d.Name}
	}
	return nil
}

// declaration is what a name means outside of expressions' own variables: members of the contract
// and its bases, then of the files.
func (r *resolver) declaration(name string) ast.Node {
	named := func(ns []ast.Node) ast.Node {
		for _, n := range ns {
			if declName(n) == name {
				return n
			}
		}
		return nil
	}
	if r.s.Contract != nil {
		for _, c := range r.s.Contract.Linearized {
			if n := named(c.Nodes); n != nil {
				return n
			}
		}
		if f := r.s.Contract.File; f != nil {
			if n := named(f.Nodes); n != nil {
				return n
			}
		}
	}
	for _, u := range r.s.Program.Units {
		if n := named(u.Nodes); n != nil {
			return n
		}
	}
	return nil
}

func declName(n ast.Node) string {
	switch d := n.(type) {
	case *ast.VariableDeclaration:
		return d.Name
	case *ast.EnumDefinition:
		return d.Name
	case *ast.StructDefinition:
		return d.Name
	case *ast.ContractDefinition:
		return d.Name
	case *ast.UserValueType:
		return d.Name
	}
	return ""
}

func (r *resolver) identifier(x *ast.Identifier) {
	for i := len(r.bound) - 1; i >= 0; i-- {
		if r.bound[i].Name == x.Name {
			x.Decl = r.bound[i]
			set(&x.Typed, r.bound[i].T)
			return
		}
	}
	for i := len(r.s.Vars) - 1; i >= 0; i-- {
		if r.s.Vars[i].Name == x.Name {
			x.Decl = r.s.Vars[i]
			set(&x.Typed, r.s.Vars[i].T)
			return
		}
	}
	switch d := r.declaration(x.Name).(type) {
	case *ast.VariableDeclaration:
		x.Decl = d
		set(&x.Typed, d.T)
		return
	case nil:
	default:
		if t := declared(d); t != nil {
			x.Decl = d
			set(&x.Typed, &ast.Type{Kind: ast.TypeOf, Elem: t, Text: "type(" + t.Text + ")"})
			return
		}
	}
	switch x.Name {
	case "this":
		if r.s.Contract != nil {
			set(&x.Typed, declared(r.s.Contract))
			return
		}
	case "msg":
		set(&x.Typed, &ast.Type{Kind: ast.Magic, Name: "message", Text: "msg"})
		return
	case "block":
		set(&x.Typed, &ast.Type{Kind: ast.Magic, Name: "block", Text: "block"})
		return
	case "tx":
		set(&x.Typed, &ast.Type{Kind: ast.Magic, Name: "transaction", Text: "tx"})
		return
	case "now":
		set(&x.Typed, ast.Int(256, false))
		return
	}
	if t := elementary(x.Name); t != nil {
		set(&x.Typed, &ast.Type{Kind: ast.TypeOf, Elem: t, Text: "type(" + t.Text + ")"})
		return
	}
	fail(x, "Undeclared identifier %s", x.Name)
}

// unitValues are the factors of units.
var unitValues = map[string]string{"": "1", "wei": "1", "gwei": "1e9", "szabo": "1e12", "finney": "1e15", "ether": "1e18", "seconds": "1",
	"minutes": "60", "hours": "3600", "days": "86400", "weeks": "604800", "years": "31536000"}

func (r *resolver) literal(x *ast.Literal) {
	switch x.Kind {
	case "bool":
		set(&x.Typed, boolType)
	case "string":
		set(&x.Typed, &ast.Type{Kind: ast.StringLiteral, Text: "literal_string"})
	default:
		text := strings.ReplaceAll(x.Value, "_", "")
		if _, digits, ok := strings.Cut(strings.ToLower(text), "e"); ok && !strings.HasPrefix(text, "0x") {
			if n, err := strconv.Atoi(digits); err != nil || n > 1000 || n < -1000 {
				fail(x, "the number %s is not understood", x.Value)
			}
		}
		v, ok := new(big.Rat).SetString(text)
		if strings.HasPrefix(text, "0x") {
			i, ok2 := new(big.Int).SetString(text[2:], 16)
			if ok = ok2; ok {
				v = new(big.Rat).SetInt(i)
			}
			if ok && len(text) == 42 {
				set(&x.Typed, addressType)
				return
			}
		} else if len(text) > 1 && text[0] == '0' && isDigit(text[1]) {
			ok = false
		}
		if !ok {
			fail(x, "the number %s is not understood", x.Value)
		}
		u, _ := new(big.Rat).SetString(unitValues[x.Unit])
		set(&x.Typed, rational(v.Mul(v, u)))
	}
}

func rational(v *big.Rat) *ast.Type {
	return &ast.Type{Kind: ast.Rational, Rat: v, Text: "int_const " + v.RatString()}
}
