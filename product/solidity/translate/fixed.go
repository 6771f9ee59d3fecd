package translate

import (
	"slices"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/solc"
)

// A state variable written only by constructors is fixed: no code changes it after construction. If no constructor writes
// it, it keeps its initial value. Where something is written through a reference to storage, only those of value types are.

// writers records where state variables are written.
type writers struct {
	later       map[int]bool // outside of constructors
	constructed map[int]bool // in constructors
	unknown     bool         // some code may write anything
	references  bool         // something is written through a reference to storage
}

// writers of the whole program.
func (t *translator) writers() *writers {
	if t.writes == nil {
		var all []ast.Node
		for _, u := range t.p.Units {
			all = append(all, u)
		}
		for _, c := range t.p.Contracts {
			all = append(all, c)
		}
		t.writes = writersIn(t.p.Version, all)
	}
	return t.writes
}

// writers of the contract with inherited code, which is everything that can write its variables, apart from references.
func (x *context) writers() *writers {
	if x.writes == nil {
		var code []ast.Node
		for _, c := range x.contract.Linearized {
			code = append(code, c)
		}
		x.writes = writersIn(x.t.p.Version, code)
		all := x.t.writers() // by a library, for example
		x.writes.unknown, x.writes.references = all.unknown, all.references
	}
	return x.writes
}

// writersIn collects the writes to state variables in code of a version of the compiler.
func writersIn(version solc.Version, nodes []ast.Node) *writers {
	w := &writers{later: map[int]bool{}, constructed: map[int]bool{}}
	// unset reports whether variables may be pointers to storage that are used before they are assigned, and then point to slot 0.
	unset := func(vs []*ast.VariableDeclaration) bool {
		return !version.AtLeast(0, 5) && slices.ContainsFunc(vs, func(v *ast.VariableDeclaration) bool { return v != nil && storageReference(v) })
	}
	var mark func(x ast.Expr, in map[int]bool)
	mark = func(x ast.Expr, in map[int]bool) { // the variable that x is, or is a part of
		switch x := x.(type) {
		case nil:
		case *ast.Identifier:
			if v, ok := x.Decl.(*ast.VariableDeclaration); ok {
				in[v.ID] = true
				w.references = w.references || storageReference(v)
			}
		case *ast.MemberAccess:
			if v, ok := x.Decl.(*ast.VariableDeclaration); ok && v.State { // Base.x
				in[v.ID] = true
				break
			}
			mark(x.X, in)
		case *ast.IndexAccess:
			mark(x.X, in)
		case *ast.Tuple:
			for _, i := range x.Items {
				mark(i, in)
			}
		default:
			w.references = true
		}
	}
	visit := func(n ast.Node, in map[int]bool) {
		ast.Walk(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Assignment:
				mark(n.X, in)
			case *ast.Unary:
				if n.Op == "++" || n.Op == "--" || n.Op == "delete" {
					mark(n.X, in)
				}
			case *ast.FunctionCall:
				switch n.Func.Type().Func {
				case "baredelegatecall", "barecallcode":
					w.unknown = true
				case "arraypush", "bytearraypush", "arraypop":
					if m, ok := unparen(n.Func).(*ast.MemberAccess); ok {
						mark(m.X, in)
					} else {
						w.references = true
					}
				}
			case *ast.Assembly:
				n.Block.Assigned(func(v *ast.VariableDeclaration) { // a pointer gets any slot
					w.unknown = w.unknown || storageReference(v)
				})
				n.Block.Calls(func(c *ast.Yul) {
					switch {
					case (c.Name == "sstore" || c.Name == "tstore") && exactSlot(c) != nil:
						in[exactSlot(c).ID] = true
					case c.Name == "sstore" || c.Name == "tstore" || c.Name == "delegatecall" || c.Name == "callcode" || yulRefused[c.Name]:
						w.unknown = true
					}
				})
			case *ast.VarStmt:
				w.unknown = w.unknown || n.Value == nil && unset(n.Vars)
			case *ast.FunctionDefinition:
				w.unknown = w.unknown || unset(n.Returns)
			case *ast.Unknown:
				w.unknown = true
			}
			return true
		})
	}
	units := func(n ast.Node) {
		ast.Walk(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FunctionDefinition:
				in := w.later
				if n.Kind == "constructor" {
					in = w.constructed
				}
				visit(n, in)
				return false
			case *ast.ModifierDefinition:
				visit(n, w.later)
				return false
			case *ast.VariableDeclaration: // its initial value may assign others
				visit(n, w.constructed)
				return false
			case *ast.ContractDefinition:
				for _, s := range n.Bases {
					for _, a := range s.Args {
						visit(a, w.constructed)
					}
				}
			}
			return true
		})
	}
	for _, n := range nodes {
		units(n)
	}
	return w
}

// fixed reports whether a state variable never changes after construction in deployable contracts; contracts
// derived elsewhere are unknown.
func (w *writers) fixed(v *ast.VariableDeclaration) bool {
	return v.Immutable || !w.unknown && !w.later[v.ID] && (!w.references || !v.T.IsReference() && v.T.Kind != ast.Mapping)
}

// initialValues assumes the initial values of variables that are never written.
func (b *body) initialValues() {
	w := b.c.writers()
	for _, c := range b.c.contract.Linearized {
		for _, n := range c.Nodes {
			v, ok := n.(*ast.VariableDeclaration)
			if !ok || v.Constant || !w.fixed(v) || w.constructed[v.ID] || !b.t.declared[StateName(v)] {
				continue
			}
			ty := v.T
			for ty.Kind == ast.UserValue {
				ty = b.t.underlying(v, ty)
			}
			var value boogie.Expr
			switch l, isLiteral := v.Value.(*ast.Literal); {
			case v.Value == nil:
				value = b.t.zero(v, v.T).e
			case isLiteral && (ty.Kind == ast.Integer || ty.Kind == ast.Bool) && l.Type().Kind != ast.StringLiteral:
				value = b.as(l, v.T).e
			default:
				continue
			}
			b.emit(&boogie.Assume{Cond: boogie.Bin(boogie.Eq, b.stateVar(v, v, boogie.Id("this")).read(), value)})
		}
	}
}
