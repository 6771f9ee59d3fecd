package solidity

import (
	"fmt"
	"slices"
	"strings"

	"cupel/product/solidity/ast"
	"cupel/product/solidity/translate"
)

// Candidate contract invariants are guessed from state variables (bounds and order of numbers, sums of
// mappings, addresses that are set, implications from flags and enumeration values) and from the conditions on
// the state alone that its functions assert and require. All are checked later.

// undeployable is an invariant of contracts whose constructor never terminates; it makes all others vacuous.
const undeployable = "false"

// guess collects the candidates for a contract.
type guess struct {
	p *ast.Program
	c *ast.ContractDefinition

	texts []string
	seen  map[string]bool

	ints    []quantity // numbers
	sums    []string
	flags   []string // premises of implications
	addrs   []string
	numbers []string // literals that the code compares with or assigns
}

// quantity is a numeric part of the state.
type quantity struct {
	text   string
	signed bool
}

// candidates returns candidate invariants and locks of the contract.
func candidates(p *ast.Program, c *ast.ContractDefinition) ([]string, []translate.Lock) {
	g := &guess{p: p, c: c, seen: map[string]bool{}}
	g.add(undeployable)
	g.conditions()
	for _, base := range c.Linearized {
		for _, n := range base.Nodes {
			if v, ok := n.(*ast.VariableDeclaration); ok && !v.Constant && visible(c, v) {
				g.variable(v.Name, v.T, 0)
			}
		}
	}
	g.relations()
	g.implications()
	return g.texts, g.locks()
}

// absent are candidates that clauses of standards need: what has no entry in one mapping has none in another one with the same keys,
// such as an approval of a token without an owner, and address zero has none.
func absent(p *ast.Program, c *ast.ContractDefinition) []string {
	type entry struct{ key, at, zero string }
	g := &guess{p: p, c: c, seen: map[string]bool{}}
	zero := map[ast.Kind]string{ast.Address: "address(0)", ast.Bool: "false", ast.Integer: "0"}
	var all []entry
	for _, base := range c.Linearized {
		for _, n := range base.Nodes {
			v, ok := n.(*ast.VariableDeclaration)
			if !ok || v.T.Kind != ast.Mapping || !visible(c, v) || g.stands("key") {
				continue
			}
			e, key := v.T.Elem, v.T.Key
			switch z := zero[e.Kind]; {
			case z != "":
				all = append(all, entry{keyName(key), v.Name + "[key]", z})
				if key.Kind == ast.Address {
					g.add("%s[address(0)] == %s", v.Name, z)
				}
			case e.Kind == ast.Mapping && key.Kind == ast.Address && zero[e.Elem.Kind] != "" && keyName(e.Key) != "":
				g.add("forall (%s key) %s[address(0)][key] == %s", keyName(e.Key), v.Name, zero[e.Elem.Kind])
			}
		}
	}
	for _, a := range all {
		for _, b := range all {
			if a != b && a.key == b.key && a.key != "" {
				g.add("forall (%s key) %s != %s || %s == %s", a.key, a.at, a.zero, b.at, b.zero)
			}
		}
	}
	return g.texts
}

// keyName is the name of the type of a key that a quantifier can bind; "": there is none.
func keyName(t *ast.Type) string {
	switch t.Kind {
	case ast.Address:
		return "address"
	case ast.Integer, ast.FixedBytes:
		return t.Text
	}
	return ""
}

// visible reports whether the name of a state variable denotes it in the contract.
func visible(c *ast.ContractDefinition, v *ast.VariableDeclaration) bool {
	for _, base := range c.Linearized {
		for _, n := range base.Nodes {
			switch d := n.(type) {
			case *ast.VariableDeclaration:
				if d.Name == v.Name {
					return d == v
				}
			case *ast.FunctionDefinition:
				if d.Name == v.Name {
					return false
				}
			}
		}
	}
	return false
}

func (g *guess) add(format string, args ...any) {
	t := fmt.Sprintf(format, args...)
	if !g.seen[t] && len(g.texts) < maxCandidates {
		g.seen[t] = true
		g.texts = append(g.texts, t)
	}
}

// variable examines a part of the state.
func (g *guess) variable(name string, t *ast.Type, depth int) {
	switch t.Kind {
	case ast.Integer:
		g.ints = append(g.ints, quantity{name, t.Signed})
	case ast.Bool:
		g.add("%s", name)
		g.add("!%s", name)
		g.flags = append(g.flags, name, "!"+name)
	case ast.Address:
		g.addrs = append(g.addrs, name)
		g.add("%s != address(0)", name)
		g.add("%s == address(0)", name)
		g.flags = append(g.flags, name+" == address(0)")
	case ast.Enum:
		if e, ok := g.p.Node(t.Decl).(*ast.EnumDefinition); ok {
			for _, m := range e.Members {
				at := fmt.Sprintf("%s == %s.%s", name, e.Name, m.Name)
				g.add("%s", at)
				g.add("%s != %s.%s", name, e.Name, m.Name)
				g.flags = append(g.flags, at)
			}
		}
	case ast.Struct:
		if s, ok := g.p.Node(t.Decl).(*ast.StructDefinition); ok && depth == 0 {
			for _, m := range s.Members {
				g.variable(name+"."+m.Name, m.T, depth+1)
			}
		}
	case ast.Array:
		if t.Len == nil {
			g.ints = append(g.ints, quantity{name + ".length", false})
		}
		if t.Elem.Kind == ast.Integer {
			g.elements(name, t.Elem)
		}
	case ast.Bytes:
		g.ints = append(g.ints, quantity{name + ".length", false})
	case ast.Mapping:
		switch {
		case t.Elem.Kind == ast.Integer:
			g.sums = append(g.sums, "sum("+name+")")
		case t.Elem.Kind == ast.Struct && t.Key.Kind == ast.Address:
			s, ok := g.p.Node(t.Elem.Decl).(*ast.StructDefinition)
			for i := 0; ok && i < len(s.Members); i++ {
				if s.Members[i].T.Kind == ast.Integer {
					g.sums = append(g.sums, fmt.Sprintf("sum(%s[__verifier_idx_address].%s)", name, s.Members[i].Name))
				}
			}
		}
	}
}

// elements bounds the elements of an array.
func (g *guess) elements(name string, t *ast.Type) {
	binder := "property(" + name + ") (i)"
	for _, n := range g.numbers[:min(len(g.numbers), 3)] {
		g.add("%s %s[i] <= %s", binder, name, n)
	}
	if t.Signed {
		g.add("%s %s[i] >= 0", binder, name)
	}
}

// relations relates numbers, sums and the balance.
func (g *guess) relations() {
	for _, x := range g.ints {
		if x.signed {
			g.add("%s >= 0", x.text)
		}
		g.add("%s == 0", x.text)
		g.add("%s != 0", x.text)
		for _, n := range g.numbers {
			g.add("%s <= %s", x.text, n)
			g.add("%s >= %s", x.text, n)
			g.add("%s == %s", x.text, n)
			g.add("%s != %s", x.text, n)
		}
		for _, s := range g.sums {
			g.add("%s == %s", s, x.text)
			g.add("%s <= %s", s, x.text)
			g.add("%s <= %s", x.text, s)
		}
		if !x.signed {
			g.add("%s <= address(this).balance", x.text)
		}
	}
	for _, s := range g.sums {
		g.add("%s <= address(this).balance", s)
	}
	for i, s := range g.sums {
		for _, t := range g.sums[:i] {
			g.add("%s == %s", s, t)
		}
	}
	for i, x := range g.ints {
		for _, y := range g.ints[:i] {
			if x.signed == y.signed {
				g.add("%s == %s", y.text, x.text)
				g.add("%s <= %s", y.text, x.text)
				g.add("%s <= %s", x.text, y.text)
			}
		}
	}
	for i, x := range g.addrs {
		for _, y := range g.addrs[:i] {
			g.add("%s == %s", y, x)
		}
	}
}

// implications proposes consequences of flags.
func (g *guess) implications() {
	var goals []string
	for _, x := range g.ints {
		goals = append(goals, x.text+" == 0", x.text+" != 0")
		for _, n := range g.numbers[:min(len(g.numbers), 2)] {
			goals = append(goals, x.text+" <= "+n, x.text+" >= "+n)
		}
	}
	goals = append(goals, g.flags...)
	for _, f := range g.flags {
		for _, x := range goals {
			if x != f {
				g.add("!(%s) || %s", f, x)
			}
		}
	}
	for _, x := range g.ints {
		for _, y := range g.ints {
			if x != y {
				g.add("%s == 0 || %s != 0", x.text, y.text)
			}
		}
	}
}

// conditions collects numbers, and conditions on the state alone.
func (g *guess) conditions() {
	for _, base := range g.c.Linearized {
		for _, n := range base.Nodes {
			ast.Walk(n, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.Literal:
					if n.Kind == "number" && n.Unit == "" && !slices.Contains(g.numbers, n.Value) && len(g.numbers) < maxNumbers && n.Value != "0" && !strings.ContainsAny(n.Value, "x._eE") {
						g.numbers = append(g.numbers, n.Value)
					}
				case *ast.Identifier:
					if v, ok := n.Decl.(*ast.VariableDeclaration); ok && v.Constant && v.T.Kind == ast.Integer && !slices.Contains(g.numbers, n.Name) && len(g.numbers) < maxNumbers {
						g.numbers = append(g.numbers, n.Name)
					}
				case *ast.FunctionCall:
					if k := n.Func.Type().Func; (k == "assert" || k == "require") && len(n.Args) > 0 {
						g.condition(n.Args[0])
						if k == "assert" {
							g.everywhere(n.Args[0])
						}
					}
				case *ast.IfStmt:
					g.condition(n.Cond)
				case *ast.IndexAccess:
					g.index(n)
				}
				return true
			})
		}
	}
}

// own reports whether an expression is the contract's own address.
func own(x ast.Expr) bool {
	if c, ok := x.(*ast.FunctionCall); ok && c.Kind == "typeConversion" && len(c.Args) == 1 {
		return own(c.Args[0])
	}
	id, ok := x.(*ast.Identifier)
	return ok && id.Name == "this" && id.Decl == nil
}

// index bounds the arrays of an access with a constant index: there is such an element, and if it is an array, it is empty.
func (g *guess) index(x *ast.IndexAccess) {
	varies := func(t *ast.Type) bool { return t.Kind == ast.Array && t.Len == nil || t.Kind == ast.Bytes }
	l, ok := x.Index.(*ast.Literal)
	if !ok || l.Kind != "number" {
		return
	}
	if of, free, ok := g.about(x.X); ok && len(free) == 0 && varies(x.X.Type()) {
		g.add("%s.length > %s", of, l.Value)
	}
	if element, free, ok := g.about(x); ok && len(free) == 0 && varies(x.Type()) {
		g.add("%s.length == 0", element)
	}
}

// condition adds a condition on the state, and its parts.
func (g *guess) condition(x ast.Expr) {
	if b, ok := x.(*ast.Binary); ok && b.Op == "&&" {
		g.condition(b.X)
		g.condition(b.Y)
	}
	text, free, ok := g.about(x)
	if !ok || len(free) > 0 {
		return
	}
	g.add("%s", text)
	g.add("!(%s)", text)
	if len(g.flags) < maxFlags {
		g.flags = append(g.flags, text)
	}
}

// about returns the text of a condition if it mentions only the state and local variables, which it returns.
func (g *guess) about(x ast.Expr) (text string, free []*ast.VariableDeclaration, ok bool) {
	about := false
	ok = true
	ast.Walk(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Identifier:
			switch d := n.Decl.(type) {
			case *ast.VariableDeclaration:
				if !d.State && !d.Constant {
					if !slices.Contains(free, d) {
						free = append(free, d)
					}
					break
				}
				ok = ok && (d.Constant || visible(g.c, d))
				about = about || d.State && !d.Constant
			case *ast.EnumDefinition:
			case nil:
				ok = ok && n.Name == "this"
			default:
				ok = false
			}
		case *ast.FunctionCall:
			ok = ok && n.Kind == "typeConversion"
		case *ast.MemberAccess:
			ok = ok && (n.Member == "length" || n.Member == "balance" || n.Decl != nil)
			about = about || n.Member == "balance" && own(n.X)
		case *ast.Assignment, *ast.New, *ast.CallOptions:
			ok = false
		case *ast.Unary:
			ok = ok && (n.Op == "!" || n.Op == "-" || n.Op == "~")
		}
		return ok
	})
	i := x.Base()
	if !ok || !about || i.File == nil {
		return "", nil, false
	}
	text = strings.Join(strings.Fields(i.File.Text[i.Start:i.Start+i.Len]), " ")
	return text, free, !strings.ContainsAny(text, "\"\\")
}
