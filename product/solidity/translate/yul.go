package translate

import (
	"maps"
	"math/big"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// Assembly is translated where it computes with words, reads and writes local variables of value types and
// whole slots of state variables, or stops. Other reads return arbitrary words. Writes to memory havoc all
// memory, and are refused unless the block declares itself memory-safe; writes to storage havoc the state.

// yulScope resolves names in a block.
type yulScope struct {
	vars      map[string]*boogie.Ident
	functions map[string]*ast.Yul
}

func (s *yulScope) inner() *yulScope {
	return &yulScope{maps.Clone(s.vars), maps.Clone(s.functions)}
}

// yulBody translates one assembly block.
type yulBody struct {
	*body
	safe   bool
	breaks []*loopLabels // enclosing loops of the function
	leave  string        // target of leave in a function
	active map[*ast.Yul]bool
}

func (b *body) assembly(s *ast.Assembly) {
	if b.spec {
		fail(s, "Assembly in an annotation")
	}
	y := &yulBody{body: b, safe: s.Safe || alwaysEnds(s.Block.Body), active: map[*ast.Yul]bool{}}
	y.block(s.Block.Body, &yulScope{map[string]*boogie.Ident{}, map[string]*ast.Yul{}})
	b.changed()
}

// block translates statements in a nested scope.
func (y *yulBody) block(ss []*ast.Yul, outer *yulScope) {
	in := outer.inner()
	y.statements(ss, in)
}

func (y *yulBody) statements(ss []*ast.Yul, in *yulScope) {
	for _, s := range ss {
		if s.Kind == "function" {
			in.functions[s.Name] = s
		}
	}
	for _, s := range ss {
		y.statement(s, in)
	}
}

// statement translates one statement of assembly.
func (y *yulBody) statement(s *ast.Yul, in *yulScope) {
	switch s.Kind {
	case "block":
		y.block(s.Body, in)
	case "function":
	case "let", "assign":
		vs := make([]boogie.Expr, len(s.Names))
		switch {
		case s.X == nil:
			for i := range vs {
				vs[i] = y.word(0)
			}
		case len(s.Names) == 1:
			vs[0] = y.expr(s.X, in)
		default:
			vs = y.call(s.X, in)
		}
		if len(vs) != len(s.Names) {
			fail(s, "This assignment in assembly is not supported")
		}
		for i, n := range s.Names {
			if s.Kind == "let" {
				in.vars[n.Name] = y.local("?yul_"+n.Name, y.t.uintSort())
			}
			y.assign(n, vs[i], in)
		}
	case "expression":
		if s.X.Kind == "call" {
			y.call(s.X, in)
		}
	case "if":
		c := y.isTrue(y.expr(s.X, in))
		then := y.body.block(func() { y.block(s.Body, in) })
		y.emit(&boogie.If{Cond: c, Then: then})
		y.changed()
	case "switch":
		y.switchStmt(s, in)
	case "for":
		y.forLoop(s, in)
	case "break", "continue":
		if len(y.breaks) == 0 {
			fail(s, "%s outside of a loop", s.Kind)
		}
		l := y.breaks[len(y.breaks)-1]
		to := l.breakTo
		if s.Kind == "continue" {
			to = l.continueTo
		}
		y.emit(&boogie.Goto{Labels: []string{to}})
	case "leave":
		y.emit(&boogie.Goto{Labels: []string{y.leave}})
	default:
		fail(s, "This assembly is not supported")
	}
}

func (y *yulBody) switchStmt(s *ast.Yul, in *yulScope) {
	v := y.save(y.expr(s.X, in), y.t.uintSort())
	var els []boogie.Stmt
	for i := len(s.Body) - 1; i >= 0; i-- {
		c := s.Body[i]
		then := y.body.block(func() { y.block(c.Body, in) })
		if c.X == nil { // default is the last case
			els = then
			continue
		}
		els = []boogie.Stmt{&boogie.If{Cond: boogie.Bin(boogie.Eq, v, y.expr(c.X, in)), Then: then, Else: els}}
	}
	for _, e := range els {
		y.emit(e)
	}
	y.changed()
}

func (y *yulBody) forLoop(s *ast.Yul, in *yulScope) {
	inner := in.inner()
	y.statements(s.Pre, inner)
	l := &loopLabels{breakTo: y.label("break"), continueTo: y.label("continue")}
	y.changed()
	loop := y.body.block(func() {
		y.changed()
		c := y.isTrue(y.expr(s.X, inner))
		y.emit(&boogie.If{Cond: boogie.NotOf(c), Then: []boogie.Stmt{&boogie.Goto{Labels: []string{l.breakTo}}}})
		y.breaks = append(y.breaks, l)
		y.block(s.Body, inner)
		y.breaks = y.breaks[:len(y.breaks)-1]
		y.emit(&boogie.Label{Name: l.continueTo})
		y.changed()
		y.block(s.Post, inner)
	})
	var invariants []*boogie.Spec
	if y.t.o.Mode == ModOverflow { // nothing in assembly sets the overflow flag
		invariants = []*boogie.Spec{{Attrs: at(s, "No overflow"), Cond: boogie.NotOf(boogie.Id(overflowVar))}}
	}
	y.emit(&boogie.While{Cond: boogie.B(true), Invariants: invariants, Body: loop})
	y.emit(&boogie.Label{Name: l.breakTo})
	y.changed()
}

// word is a constant word.
func (y *yulBody) word(v int64) boogie.Expr { return y.t.uintConst(big.NewInt(v)).e }

func (y *yulBody) isTrue(e boogie.Expr) boogie.Expr { return boogie.Bin(boogie.Ne, e, y.word(0)) }

// flag is the word 1 or 0.
func (y *yulBody) flag(c boogie.Expr) boogie.Expr { return boogie.Cond(c, y.word(1), y.word(0)) }

// anyWord is an arbitrary word.
func (y *yulBody) anyWord(n ast.Node) boogie.Expr { return y.arbitrary(n, uint256).e }

// expr returns the word that an expression evaluates to.
func (y *yulBody) expr(x *ast.Yul, in *yulScope) boogie.Expr {
	switch x.Kind {
	case "literal":
		v := new(big.Int)
		switch {
		case x.Text:
			if len(x.Value) > 32 {
				fail(x, "This literal in assembly is not supported")
			}
			for _, r := range x.Value {
				if r > 126 || r == '\\' {
					fail(x, "This literal in assembly is not supported")
				}
			}
			v.SetBytes([]byte(x.Value))
			v.Lsh(v, uint(8*(32-len(x.Value))))
		case x.Value == "true":
			v.SetInt64(1)
		case x.Value != "false":
			if _, ok := v.SetString(x.Value, 0); !ok {
				fail(x, "The literal %s in assembly is not supported", x.Value)
			}
		}
		return y.t.uintConst(v).e
	case "identifier":
		if id := in.vars[x.Name]; id != nil {
			return id
		}
		if x.Ref != nil {
			return y.outside(x)
		}
	case "call":
		if vs := y.call(x, in); len(vs) == 1 {
			return vs[0]
		}
	}
	fail(x, "This expression in assembly is not supported")
	return nil
}

// outside reads a variable of the enclosing function. The unused bits of shorter types are arbitrary.
func (y *yulBody) outside(x *ast.Yul) boogie.Expr {
	v := x.Ref
	ty := v.T
	if ty.Kind == ast.UserValue {
		ty = y.t.underlying(x, ty)
	}
	switch {
	case x.Suffix != "" || ty.IsReference() || v.State && !v.Constant:
		return y.anyWord(x)
	case ty.Kind == ast.Integer && ty.Bits == 256 || ty.Kind == ast.FixedBytes && ty.Bits == 256:
	default:
		return y.anyWord(x)
	}
	var e boogie.Expr
	if v.Constant {
		e = y.constantVar(x, v).e
	} else if id := y.env[v.ID]; id != nil {
		e = id
		y.read(e, ty)
	} else {
		fail(x, "%s is not supported in assembly", x.Name)
	}
	return y.toWord(e, ty)
}

// toWord converts a value to a 256-bit word; fromWord is its inverse.
func (y *yulBody) toWord(e boogie.Expr, ty *ast.Type) boogie.Expr {
	if ty.Signed {
		return y.cast(e, ty, uint256)
	}
	return e
}

func (y *yulBody) fromWord(e boogie.Expr, ty *ast.Type) boogie.Expr {
	switch ty.Kind {
	case ast.Integer:
		return y.cast(e, uint256, ty)
	case ast.FixedBytes:
		return y.resizeBytes(e, 256, ty.Bits)
	}
	return nil
}

// assign assigns a word to a variable of the assembly or the enclosing function.
func (y *yulBody) assign(n *ast.Yul, e boogie.Expr, in *yulScope) {
	if id := in.vars[n.Name]; id != nil {
		y.set(id, e)
		return
	}
	v := n.Ref
	if v == nil || n.Suffix != "" || v.State {
		fail(n, "The assignment of %s in assembly is not supported", n.Name)
	}
	ty := v.T
	if ty.Kind == ast.UserValue {
		ty = y.t.underlying(n, ty)
	}
	id := y.env[v.ID]
	if id == nil || ty.IsReference() {
		fail(n, "The assignment of a reference in assembly is not supported")
	}
	switch {
	case ty.Kind == ast.Integer, ty.Kind == ast.FixedBytes:
		y.set(id, y.fromWord(e, ty))
	case ty.Kind == ast.Bool: // words other than 0 and 1 may count as true
		some := y.some()
		w := y.save(e, y.t.uintSort())
		y.set(id, boogie.Cond(boogie.Bin(boogie.Eq, w, y.word(0)), boogie.B(false), boogie.Cond(boogie.Bin(boogie.Eq, w, y.word(1)), boogie.B(true), some)))
	case (ty.Kind == ast.Address || ty.Kind == ast.Contract) && y.t.o.Mode != BV:
		y.set(id, y.cast(e, uint256, ast.Int(160, false)))
	default:
		y.set(id, y.arbitrary(n, v.T).e)
	}
}

// exactSlot returns the state variable occupying the whole slot that sload, sstore, tload or tstore accesses, or nil.
func exactSlot(c *ast.Yul) *ast.VariableDeclaration {
	if len(c.Args) == 0 {
		return nil
	}
	a := c.Args[0]
	if a.Kind != "identifier" || a.Ref == nil || a.Suffix != "slot" || !a.Ref.State || a.Ref.Constant || a.Ref.Immutable {
		return nil
	}
	if transient := c.Name == "tload" || c.Name == "tstore"; transient != (a.Ref.Storage == "transient") {
		return nil
	}
	if t := a.Ref.T; (t.Kind == ast.Integer || t.Kind == ast.FixedBytes) && t.Bits == 256 {
		return a.Ref
	}
	return nil
}
