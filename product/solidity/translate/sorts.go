package translate

import (
	"fmt"
	"math/big"
	"strings"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// datatype is a record: a struct, or an array with its length.
type datatype struct {
	name   string
	constr string
	fields []string
	sorts  []boogie.Type
}

// sel selects field i of x.
func (d *datatype) sel(i int, x boogie.Expr) boogie.Expr {
	if a, ok := x.(*boogie.Apply); ok && a.Func == d.constr {
		return a.Args[i]
	}
	return boogie.App(d.fields[i]+"#"+d.constr, x)
}

// with updates field i of x.
func (d *datatype) with(i int, x, v boogie.Expr) boogie.Expr {
	args := make([]boogie.Expr, len(d.fields))
	for k := range args {
		args[k] = d.sel(k, x)
	}
	args[i] = v
	return boogie.App(d.constr, args...)
}

func (t *translator) record(name, constr string, fields []string, sorts []boogie.Type) *datatype {
	if d := t.records[name]; d != nil {
		return d
	}
	d := &datatype{name: name, constr: constr, fields: fields, sorts: sorts}
	t.records[name] = d
	t.prog.Decls = append(t.prog.Decls, &boogie.TypeDecl{Name: name, Attrs: boogie.Attributes{boogie.Attr("datatype")}})
	f := &boogie.Function{Attrs: boogie.Attributes{boogie.Attr("constructor")}, Name: constr, Result: boogie.V("", boogie.TypeName(name))}
	for i := range fields {
		f.Params = append(f.Params, boogie.V(fields[i], sorts[i]))
	}
	t.prog.Decls = append(t.prog.Decls, f)
	return d
}

// uintSort is the sort of uint256.
func (t *translator) uintSort() boogie.Type {
	if t.o.Mode == BV {
		return boogie.BV(256)
	}
	return boogie.Int
}

// uint256 is the type of lengths, balances and indices.
var uint256 = ast.Int(256, false)

// sortOf is the sort of a local value of a type: references to memory are pointers.
func (t *translator) sortOf(at ast.Node, ty *ast.Type) boogie.Type {
	switch ty.Kind {
	case ast.Bool:
		return boogie.Bool
	case ast.Integer, ast.FixedBytes:
		if t.o.Mode == BV {
			return boogie.BV(ty.Bits)
		}
		return boogie.Int
	case ast.Enum:
		if t.o.Mode == BV {
			return boogie.BV(8)
		}
		return boogie.Int
	case ast.Address, ast.Contract, ast.String, ast.StringLiteral, ast.Rational:
		return boogie.Int
	case ast.UserValue:
		return t.sortOf(at, t.underlying(at, ty))
	case ast.Function:
		if ty.Func == "internal" || ty.Func == "external" && t.o.Mode != BV {
			return boogie.Int
		}
	case ast.Array, ast.Struct, ast.Bytes:
		if ty.Loc == ast.Memory || ty.Loc == ast.Calldata {
			return boogie.Int
		}
		return t.storageSort(at, ty)
	case ast.Mapping:
		return t.storageSort(at, ty)
	}
	fail(at, "Values of type %s are not supported", ty.Text)
	return nil
}

func (t *translator) underlying(at ast.Node, ty *ast.Type) *ast.Type {
	if ty.Kind != ast.UserValue {
		return ty
	}
	if u, ok := t.p.Node(ty.Decl).(*ast.UserValueType); ok && u.Underlying != nil {
		return u.Underlying
	}
	fail(at, "The type %s is not known", ty.Text)
	return nil
}

// storageSort is the sort of a value of the type in storage.
func (t *translator) storageSort(at ast.Node, ty *ast.Type) boogie.Type {
	switch ty.Kind {
	case ast.Mapping:
		return boogie.MapOf(t.storageSort(at, ty.Elem), t.keySort(at, ty.Key))
	case ast.Array, ast.Bytes, ast.Struct:
		return boogie.TypeName(t.storageRecord(at, ty).name)
	}
	return t.sortOf(at, ty)
}

// keySort is the sort of mapping keys: bytes are keys by content.
func (t *translator) keySort(at ast.Node, key *ast.Type) boogie.Type {
	if key.Kind == ast.Bytes {
		return boogie.TypeName(t.storageRecord(at, key).name)
	}
	return t.sortOf(at, key)
}

// storageRecord returns the datatype of an array or struct in storage.
func (t *translator) storageRecord(at ast.Node, ty *ast.Type) *datatype {
	switch ty.Kind {
	case ast.Array:
		return t.arrayRecord(t.storageSort(at, ty.Elem))
	case ast.Bytes:
		return t.arrayRecord(t.sortOf(at, byteType))
	}
	s := t.structOf(at, ty)
	name := fmt.Sprintf("struct_storage_%s#%d", s.Name, s.ID)
	if d := t.records[name]; d != nil {
		return d
	}
	var fields []string
	var sorts []boogie.Type
	for _, m := range s.Members {
		fields = append(fields, fmt.Sprintf("%s#%d", m.Name, m.ID))
		if t.leadsBack(s, m) { // its content is not followed
			sorts = append(sorts, boogie.Int)
			continue
		}
		sorts = append(sorts, t.storageSort(at, m.T))
	}
	return t.record(name, fmt.Sprintf("%s#%d#constr", s.Name, s.ID), fields, sorts)
}

var byteType = &ast.Type{Kind: ast.FixedBytes, Bits: 8, Text: "bytes1"}

func (t *translator) structOf(at ast.Node, ty *ast.Type) *ast.StructDefinition {
	s, ok := t.p.Node(ty.Decl).(*ast.StructDefinition)
	if !ok {
		fail(at, "The struct %s is not known", ty.Text)
	}
	return s
}

// memberIndex is the index of a member in its struct.
func memberIndex(s *ast.StructDefinition, m *ast.VariableDeclaration) int {
	for i, n := range s.Members {
		if n.ID == m.ID {
			return i
		}
	}
	return -1
}

// arrayRecord returns the datatype of arrays with elements of a sort.
func (t *translator) arrayRecord(elem boogie.Type) *datatype {
	n := mangle(elem)
	return t.record(n+"_arr_type", n+"_arr#constr", []string{"arr", "length"}, []boogie.Type{boogie.MapOf(elem, t.uintSort()), t.uintSort()})
}

// mangle encodes a sort in a name.
func mangle(s boogie.Type) string {
	return strings.NewReplacer("[", "k_", "]", "_v_", " ", "", ",", "_").Replace(s.String())
}

// smtSort prints a sort in SMT-LIB syntax, for constant arrays.
func smtSort(s boogie.Type) string {
	switch s := s.(type) {
	case *boogie.BVType:
		return fmt.Sprintf("(_ BitVec %d)", s.Width)
	case *boogie.MapType:
		return fmt.Sprintf("(Array %s %s)", smtSort(s.Args[0]), smtSort(s.Result))
	case *boogie.NamedType:
		return "|T@" + s.Name + "|"
	}
	if s == boogie.Type(boogie.Bool) {
		return "Bool"
	}
	return "Int"
}

// A constant is a value with its SMT-LIB text, for constant arrays.
type constant struct {
	e   boogie.Expr
	smt string
}

// zero returns the default value of a type in storage.
func (t *translator) zero(at ast.Node, ty *ast.Type) constant {
	switch ty.Kind {
	case ast.Bool:
		return constant{boogie.B(false), "false"}
	case ast.Integer, ast.FixedBytes:
		if t.o.Mode == BV {
			return constant{boogie.Bits(new(big.Int), ty.Bits), fmt.Sprintf("(_ bv0 %d)", ty.Bits)}
		}
		return constant{boogie.N(0), "0"}
	case ast.UserValue:
		return t.zero(at, t.underlying(at, ty))
	case ast.Enum:
		if t.o.Mode == BV {
			return constant{boogie.Bits(new(big.Int), 8), "(_ bv0 8)"}
		}
		return constant{boogie.N(0), "0"}
	case ast.Address, ast.Contract, ast.String, ast.Function:
		return constant{boogie.N(0), "0"}
	case ast.Mapping:
		return t.constArray(t.storageSort(at, ty).(*boogie.MapType), t.zero(at, ty.Elem))
	case ast.Array, ast.Bytes:
		elem := byteType
		if ty.Kind == ast.Array {
			elem = ty.Elem
		}
		d := t.storageRecord(at, ty)
		arr := t.constArray(d.sorts[0].(*boogie.MapType), t.zero(at, elem))
		n := ty.Len
		if n == nil {
			n = new(big.Int)
		}
		l := t.uintConst(n)
		return constant{boogie.App(d.constr, arr.e, l.e), fmt.Sprintf("(|%s| %s %s)", d.constr, arr.smt, l.smt)}
	case ast.Struct:
		d := t.storageRecord(at, ty)
		var args []boogie.Expr
		smt := "(|" + d.constr + "|"
		s := t.structOf(at, ty)
		for _, m := range s.Members {
			z := constant{boogie.N(0), "0"}
			if !t.leadsBack(s, m) {
				z = t.zero(at, m.T)
			}
			args = append(args, z.e)
			smt += " " + z.smt
		}
		return constant{boogie.App(d.constr, args...), smt + ")"}
	}
	fail(at, "Values of type %s are not supported", ty.Text)
	return constant{}
}

// uintConst returns a number of type uint256.
func (t *translator) uintConst(n *big.Int) constant {
	if t.o.Mode == BV {
		return constant{boogie.Bits(n, 256), fmt.Sprintf("(_ bv%s 256)", n)}
	}
	return constant{boogie.Big(n), n.String()}
}

// constArray returns the map with the same value v everywhere.
func (t *translator) constArray(m *boogie.MapType, v constant) constant {
	smt := fmt.Sprintf("((as const %s) %s)", smtSort(m), v.smt)
	name := "const_" + mangle(m) + fmt.Sprintf("#%d", t.intern("smt:"+smt))
	t.function(name, boogie.Attributes{boogie.Attr("builtin", boogie.Str(smt))}, m, nil)
	return constant{boogie.App(name), smt}
}

// intern numbers texts from 1.
func (t *translator) intern(s string) int {
	n, ok := t.strings[s]
	if !ok {
		n = len(t.strings) + 1
		t.strings[s] = n
	}
	return n
}
