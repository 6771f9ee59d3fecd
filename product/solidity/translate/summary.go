package translate

import (
	"fmt"
	"slices"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// With Options.Summaries pure functions with much arithmetic that solvers do not decide, such as the 512-bit product and
// quotient of libraries, are functions of their arguments of which nothing else is known: whether they end without reverting,
// and what they return. That abstracts from them, so that only what is proved counts.

// summarized reports whether calls of a function are replaced by that: it computes values of its arguments alone, and makes
// no check of its own.
func (x *context) summarized(f *ast.FunctionDefinition) bool {
	if !x.t.o.Summaries || f.Public() && (f.Contract == nil || f.Contract.Kind != "library") || hardOperations(f) < minHard {
		return false
	}
	return x.deterministic(f, map[int]bool{}) && len(x.sitesOf(f)) == 0
}

// deterministic reports whether a function and its callees depend on nothing but their arguments and change nothing.
func (x *context) deterministic(f *ast.FunctionDefinition, seen map[int]bool) bool {
	if seen[f.ID] {
		return true
	}
	seen[f.ID] = true
	if f.Mutability != "pure" || f.Body == nil || len(f.Modifiers) > 0 || x.t.annotated(f) {
		return false
	}
	ok := true
	for _, v := range slices.Concat(f.Params, f.Returns) {
		ok = ok && isWord(v.T)
	}
	ast.Walk(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.VariableDeclaration:
			ok = ok && isWord(n.T)
		case *ast.Identifier:
			v, isVariable := n.Decl.(*ast.VariableDeclaration)
			ok = ok && (!isVariable || !v.State || v.Constant)
		case *ast.MemberAccess:
			k := n.X.Type().Kind
			ok = ok && (k != ast.Magic || n.X.Type().Name != "message" && n.X.Type().Name != "block" && n.X.Type().Name != "transaction")
		case *ast.FunctionCall:
			if n.Kind == "functionCall" {
				switch n.Func.Type().Func {
				case "internal":
					ok = ok && !throughPointer(n)
				case "addmod", "mulmod", "require", "revert", "error":
				default:
					ok = false
				}
			} else {
				ok = ok && isWord(n.Type())
			}
		case *ast.Assembly:
			ok = ok && (alwaysReverts(n.Block.Body) || onlyWords(n.Block))
		}
		return ok
	})
	for _, g := range x.callees(f) {
		if !ok {
			break
		}
		ok = x.deterministic(g, seen)
	}
	return ok
}

// isWord reports whether a value of a type is one word, and no function.
func isWord(t *ast.Type) bool {
	switch t.Kind {
	case ast.Integer, ast.Bool, ast.Address, ast.FixedBytes, ast.Enum:
		return true
	}
	return false
}

// wordInstructions compute with words alone; those of them that are hard to solvers where no argument is constant have true.
var wordInstructions = map[string]bool{
	"add": false, "sub": false, "lt": false, "gt": false, "slt": false, "sgt": false, "eq": false, "iszero": false,
	"mul": true, "div": true, "sdiv": true, "mod": true, "smod": true, "addmod": true, "mulmod": true, "exp": true,
	"and": true, "or": true, "xor": true, "not": true, "shl": true, "shr": true, "sar": true, "byte": true, "signextend": true, "clz": true,
}

// onlyWords reports whether a block of assembly only computes with words, or reverts.
func onlyWords(block *ast.Yul) bool {
	ok := true
	block.Calls(func(y *ast.Yul) {
		_, word := wordInstructions[y.Name]
		ok = ok && (word || yulReverts[y.Name])
	})
	block.References(func(v *ast.VariableDeclaration) { ok = ok && (!v.State || v.Constant) })
	return ok
}

// alwaysReverts reports whether a block without branches reverts at its end, so that what it does before counts for nothing.
func alwaysReverts(ss []*ast.Yul) bool {
	for i, s := range ss {
		switch {
		case s.Kind == "expression" && s.X.Kind == "call" && yulReverts[s.X.Name]:
			return i == len(ss)-1
		case s.Kind != "let" && s.Kind != "assign" && s.Kind != "expression",
			s.X != nil && s.X.Kind == "call" && yulEnds[s.X.Name]:
			return false
		}
	}
	return false
}

// hardOperations counts the operations in a function that solvers find hard: products, quotients and bits.
func hardOperations(f *ast.FunctionDefinition) int {
	n := 0
	hard := func(op string, with *ast.Type) {
		switch op {
		case "*", "/", "%", "**", "&", "|", "^", "<<", ">>":
			if with.Kind != ast.Rational {
				n++
			}
		}
	}
	ast.Walk(f, func(m ast.Node) bool {
		switch m := m.(type) {
		case *ast.Binary:
			hard(m.Op, m.Y.Type())
		case *ast.Assignment:
			if len(m.Op) > 1 {
				hard(m.Op[:len(m.Op)-1], m.Y.Type())
			}
		case *ast.FunctionCall:
			if k := m.Func.Type().Func; k == "mulmod" || k == "addmod" {
				n++
			}
		case *ast.Assembly:
			m.Block.Calls(func(y *ast.Yul) {
				if wordInstructions[y.Name] {
					n++
				}
			})
		}
		return true
	})
	return n
}

// summary is the body of such a function.
func (b *body) summary(f *ast.FunctionDefinition) {
	var args []boogie.Expr
	var sorts []boogie.Type
	for _, p := range f.Params {
		args, sorts = append(args, boogie.Id(b.input[p.ID])), append(sorts, b.t.sortOf(p, p.T))
	}
	of := fmt.Sprintf("%s#%d^%d", functionName(f), f.ID, b.c.contract.ID)
	ends := of + "#ends"
	b.t.function(ends, nil, boogie.Bool, nil, sorts...)
	b.emit(&boogie.Assume{Cond: boogie.App(ends, args...)})
	for i, r := range f.Returns {
		name := fmt.Sprintf("%s#%d", of, i)
		b.t.function(name, nil, b.t.sortOf(r, r.T), nil, sorts...)
		b.set(b.env[r.ID], boogie.App(name, args...))
	}
	b.t.res.Summaries = true
}
