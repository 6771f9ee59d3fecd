package loop

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/translate"
)

// A writer converts expressions of a translation to annotations.
type writer struct {
	p *ast.Program
	// vars are the state variables by their names in the translation; sums are ghost variables of sums.
	vars map[string]*ast.VariableDeclaration
	sums map[string]string
	// keys are the types of key variables; binders are those used in an expression.
	keys    map[string]*ast.Type
	binders []string
	names   map[string]bool // names in use
}

// newWriter returns the writer for a contract; variables whose names are hidden are dropped.
func newWriter(p *ast.Program, c *ast.ContractDefinition) *writer {
	w := &writer{p: p, vars: map[string]*ast.VariableDeclaration{}, sums: map[string]string{}, keys: map[string]*ast.Type{}, names: map[string]bool{}}
	names := w.names
	for _, b := range c.Linearized {
		for _, n := range b.Nodes {
			switch d := n.(type) {
			case *ast.FunctionDefinition:
				names[d.Name] = true
			case *ast.VariableDeclaration:
				if !names[d.Name] && !d.Constant {
					w.vars[translate.StateName(d)] = d
					w.sum(d)
					if d.T.Kind == ast.Mapping {
						w.keys[keyName(d.T.Key)] = d.T.Key
					}
				}
				names[d.Name] = true
			}
		}
	}
	return w
}

// sum records the sums over a variable that annotations can express.
func (w *writer) sum(v *ast.VariableDeclaration) {
	w.sums[translate.SumName(v)] = "sum(" + v.Name + ")"
	if v.T.Kind != ast.Mapping || v.T.Elem.Kind != ast.Struct {
		return
	}
	if s, ok := w.p.Node(v.T.Elem.Decl).(*ast.StructDefinition); ok {
		for _, m := range s.Members {
			w.sums[translate.SumName(v, m)] = fmt.Sprintf("sum(%s[__verifier_idx_%s].%s)", v.Name, placeholder(v.T.Key), m.Name)
		}
	}
}

// placeholder is the notation of an index in sums.
func placeholder(t *ast.Type) string {
	switch {
	case t.Kind == ast.Integer && t.Signed:
		return "int"
	case t.Kind == ast.Integer:
		return "uint"
	}
	return "address"
}

// word is the text of an expression with the type of its value; nil: a number or condition.
type word struct {
	text  string
	t     *ast.Type
	binds int
}

// say converts a condition; false if no annotation expresses it.
func (w *writer) say(e boogie.Expr) (string, bool) {
	w.binders = nil
	x, ok := w.expr(e)
	if !ok || x.t != nil || len(x.text) > maxText {
		return "", false
	}
	if len(w.binders) == 0 {
		return x.text, true
	}
	var all []string
	for _, k := range w.binders {
		all = append(all, w.keys[k].Written()+" "+w.binder(k))
	}
	return "forall (" + strings.Join(all, ", ") + ") " + x.text, true
}

// binder is the bound variable for a key.
func (w *writer) binder(key string) string {
	i := slices.Index(w.binders, key)
	if i < 0 {
		i = len(w.binders)
		w.binders = append(w.binders, key)
	}
	name := "i"
	for w.names[name] {
		name += "_"
	}
	if i > 0 {
		name += fmt.Sprint(i)
	}
	return name
}

var operators = map[boogie.BinaryOp]string{
	boogie.And: "&&", boogie.Or: "||", boogie.Add: "+", boogie.Sub: "-", boogie.Mul: "*", boogie.Div: "/", boogie.Mod: "%",
	boogie.Eq: "==", boogie.Ne: "!=", boogie.Lt: "<", boogie.Le: "<=", boogie.Gt: ">", boogie.Ge: ">=", boogie.Iff: "==",
}

// expr converts an expression; false if annotations cannot express it.
func (w *writer) expr(e boogie.Expr) (word, bool) {
	switch e := e.(type) {
	case *boogie.BoolLit:
		return word{text: fmt.Sprint(e.Value), binds: atoms}, true
	case *boogie.IntLit:
		// Bounds by larger numbers follow from the ranges of types.
		return word{text: e.Value.String(), binds: atoms}, e.Value.BitLen() <= maxBits
	case *boogie.Unary:
		x, ok := w.expr(e.X)
		if op, known := map[boogie.UnaryOp]string{boogie.Not: "!", boogie.Neg: "-"}[e.Op]; ok && known && x.t == nil {
			return word{text: op + x.in(atoms, false), binds: atoms}, true
		}
		return word{}, false
	case *boogie.Binary:
		return w.binary(e)
	case *boogie.Ite:
		c, ok1 := w.expr(e.Cond)
		x, ok2 := w.expr(e.Then)
		y, ok3 := w.expr(e.Else)
		return word{text: fmt.Sprintf("(%s ? %s : %s)", c.text, x.text, y.text), binds: atoms}, ok1 && ok2 && ok3 && c.t == nil && x.t == nil && y.t == nil
	}
	if t, ok := w.sums[summed(e)]; ok {
		return word{text: t, binds: atoms}, true
	}
	if balance(e) {
		return word{text: "address(this).balance", binds: atoms}, true
	}
	x, t := w.place(e)
	if t == nil {
		return word{}, false
	}
	switch t.Kind {
	case ast.Integer, ast.Bool:
		t = nil
	case ast.Enum, ast.Address, ast.Contract, ast.FixedBytes:
	default:
		return word{}, false
	}
	return word{x, t, atoms}, true
}

// binary converts a binary operation; other values than numbers are only compared, with each other or a
// constant.
func (w *writer) binary(e *boogie.Binary) (word, bool) {
	x, ok1 := w.expr(e.X)
	y, ok2 := w.expr(e.Y)
	if !ok1 || !ok2 {
		return word{}, false
	}
	if e.Op == boogie.Implies && x.t == nil && y.t == nil {
		return word{text: "!" + x.in(atoms, false) + " || " + y.in(ors, false), binds: ors}, true
	}
	op, ok := operators[e.Op]
	if !ok {
		return word{}, false
	}
	if x.t != nil || y.t != nil {
		switch e.Op {
		case boogie.Eq, boogie.Ne, boogie.Lt, boogie.Le, boogie.Gt, boogie.Ge:
		default:
			return word{}, false
		}
		if x.t == nil {
			x, ok = w.constant(x.text, y.t)
		} else if y.t == nil {
			y, ok = w.constant(y.text, x.t)
		}
		if !ok {
			return word{}, false
		}
	}
	n := binds[op]
	return word{text: x.in(n, false) + " " + op + " " + y.in(n, n >= sums), binds: n}, true
}

// constant converts a number to a constant of another type.
func (w *writer) constant(text string, t *ast.Type) (word, bool) {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok || n.Sign() < 0 {
		return word{}, false
	}
	switch t.Kind {
	case ast.Address, ast.Contract:
		return word{text: "address(" + text + ")", binds: atoms}, true
	case ast.FixedBytes:
		return word{text: text, binds: atoms}, n.Sign() == 0
	}
	e, ok := w.p.Node(t.Decl).(*ast.EnumDefinition)
	if !ok || n.Cmp(big.NewInt(int64(len(e.Members)))) >= 0 {
		return word{}, false
	}
	return word{text: e.Name + "." + e.Members[n.Int64()].Name, binds: atoms}, true
}

// place converts a part of the state; no type: it is none.
func (w *writer) place(e boogie.Expr) (string, *ast.Type) {
	switch e := e.(type) {
	case *boogie.Ident:
		if v := w.vars[e.Name]; v != nil {
			return v.Name, v.T
		}
		if t := w.keys[e.Name]; t != nil {
			return w.binder(e.Name), t
		}
		if of, ok := strings.CutSuffix(e.Name, cellName("")); ok && w.vars[of] != nil {
			v := w.vars[of]
			return v.Name + "[" + w.binder(keyName(v.T.Key)) + "]", v.T.Elem
		}
	case *boogie.Select:
		if len(e.Index) != 1 {
			break
		}
		if m, ok := e.Map.(*boogie.Ident); ok && isThis(e.Index[0]) && w.vars[m.Name] != nil {
			return w.place(m)
		}
		return w.element(e)
	case *boogie.Apply:
		field, constr, ok := strings.Cut(e.Func, "#")
		if !ok || len(e.Args) != 1 {
			break
		}
		x, t := w.place(e.Args[0])
		switch {
		case t == nil:
		case t.Kind == ast.Struct:
			s, ok := w.p.Node(t.Decl).(*ast.StructDefinition)
			for i := 0; ok && i < len(s.Members); i++ {
				if m := s.Members[i]; m.Name == field && strings.HasPrefix(constr, fmt.Sprintf("%d#", m.ID)) {
					return x + "." + m.Name, m.T
				}
			}
		case (t.Kind == ast.Array || t.Kind == ast.Bytes) && field == "length":
			return x + ".length", ast.Int(256, false)
		}
	}
	return "", nil
}

// element converts an element of a collection.
func (w *writer) element(e *boogie.Select) (string, *ast.Type) {
	m := e.Map
	if a, ok := m.(*boogie.Apply); ok && strings.HasPrefix(a.Func, "arr#") && len(a.Args) == 1 {
		m = a.Args[0]
	}
	x, t := w.place(m)
	i, ok := w.expr(e.Index[0])
	if t == nil || !ok {
		return "", nil
	}
	key := ast.Int(256, false)
	switch t.Kind {
	case ast.Mapping:
		key = t.Key
	case ast.Array:
	default:
		return "", nil
	}
	if i.t == nil && key.Kind != ast.Integer && key.Kind != ast.Bool {
		if i, ok = w.constant(i.text, key); !ok {
			return "", nil
		}
	}
	return x + "[" + i.text + "]", t.Elem
}

// summed returns the ghost variable of a sum, if an expression is one.
func summed(e boogie.Expr) string {
	if s, ok := e.(*boogie.Select); ok && len(s.Index) == 1 && isThis(s.Index[0]) {
		e = s.Map
	}
	if x, ok := e.(*boogie.Ident); ok {
		return x.Name
	}
	return ""
}

// balance reports whether an expression is the contract's balance.
func balance(e boogie.Expr) bool {
	if x, ok := e.(*boogie.Ident); ok {
		return x.Name == cellName(translate.Balance)
	}
	s, ok := e.(*boogie.Select)
	if !ok || len(s.Index) != 1 || !isThis(s.Index[0]) {
		return false
	}
	x, ok := s.Map.(*boogie.Ident)
	return ok && x.Name == translate.Balance
}

func isThis(e boogie.Expr) bool {
	x, ok := e.(*boogie.Ident)
	return ok && x.Name == "this"
}

// Operator precedences of Solidity.
const (
	ors = iota
	ands
	equalities
	orders
	sums
	products
	atoms
)

var binds = map[string]int{"||": ors, "&&": ands, "==": equalities, "!=": equalities, "<": orders, "<=": orders, ">": orders, ">=": orders,
	"+": sums, "-": sums, "*": products, "/": products, "%": products}

// in parenthesises the word as an operand of an operator of a precedence; last: as the right one.
func (x word) in(binds int, last bool) string {
	if x.binds < binds || x.binds == binds && (last || binds == equalities || binds == orders) {
		return "(" + x.text + ")"
	}
	return x.text
}
