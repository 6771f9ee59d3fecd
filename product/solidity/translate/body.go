package translate

import (
	"fmt"
	"math/big"
	"strings"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// body is a procedure under construction.
type body struct {
	t    *translator
	c    *context
	proc *boogie.Procedure

	locals  []*boogie.Variable
	names   map[string]bool
	out     []boogie.Stmt
	sites   []Site        // checks generated so far
	calls   []string      // procedures called
	created []boogie.Expr // contracts created so far
	// changes counts the statements so far that may change the value of an expression.
	changes int
	isFact  map[boogie.Stmt]bool
	known   map[string]bool // facts assumed since the last change

	env        map[int]boogie.Expr     // variables in scope, by node ID
	input      map[int]string          // names of the procedure's parameters
	references map[int]*reference      // storage references assigned more than once
	foreseen   map[assigning]*foreseen // what assignments of them in loops give
	recorded   map[assigning][]*place  // the same, while it is found out; nil: it is not
	written    map[int]bool            // variables assigned somewhere
	refs       map[int]*place          // storage references in scope
	layers     []*layer                // enclosing functions and modifiers, innermost last
	loops      []*loopLabels           // enclosing loops of the function; nil marks the beginning of a function
	unchecked  bool
	fresh      int
	inlining   []int         // functions being unfolded
	gas        *boogie.Ident // what gasleft() returned last

	// Annotations are expressions without statements: their side conditions are collected in facts and exact.
	spec          bool
	inOld         bool
	bound         []*ast.VariableDeclaration
	guards        map[int]boogie.Expr
	facts         []boogie.Expr
	exact         []boogie.Expr
	quantified    int                      // number of the last quantified variable
	pushing       bool                     // the element being written is new
	removing      bool                     // the element being written is removed
	pushed        *place                   // element created by the last push
	contexts      map[string]bool          // variables for storage passed to a library
	unfolded      bool                     // the procedure is inlined at calls
	outermost     bool                     // a transaction begins with the procedure
	entered       bool                     // called by a transaction or from another contract
	outside       bool                     // nondeterminism is resolved by the called code
	inConstructor bool                     // state variables have their initial values
	olds          map[ast.Node]boogie.Expr // old values in unfolded functions
	checkpoint    bool                     // state variables denote their values at the last checkpoint
	fn            *ast.FunctionDefinition  // whose procedure this is
	statements    bool                     // an annotation may call functions here (view.go)
	// reverted is set where a function called in annotations reverts, before it goes to the label revert.
	reverted *boogie.Ident
	revert   string
}

// layer is a function or modifier body, the scope of return.
type layer struct {
	label    string
	used     bool
	returns  []*ast.VariableDeclaration
	next     func()                  // expansion of _; nil in functions
	contract *ast.ContractDefinition // contract whose source contains the code
}

func (b *body) emit(s boogie.Stmt) {
	if b.spec {
		panic(&unsupported{msg: "Annotation expression introduces intermediate statements"})
	}
	if len(b.out) > maxStmts {
		panic(&unsupported{msg: fmt.Sprintf("The function has more than %d statements", maxStmts)})
	}
	if a, ok := s.(*boogie.Assume); ok && b.reverted != nil && len(a.Attrs) == 0 {
		s = b.revertUnless(a.Cond)
	}
	b.out = append(b.out, s)
}

// change emits a statement that changes the state.
func (b *body) change(s boogie.Stmt) {
	b.emit(s)
	b.changed()
}

func (b *body) changed() {
	b.changes++
	b.known = map[string]bool{}
}

// set emits an assignment.
func (b *body) set(lhs, rhs boogie.Expr) { b.change(boogie.Set(lhs, rhs)) }

// local declares a local variable with a fresh name.
func (b *body) local(name string, sort boogie.Type) *boogie.Ident {
	n := name
	for i := 1; b.names[n]; i++ {
		n = fmt.Sprintf("%s#%d", name, i)
	}
	b.names[n] = true
	b.locals = append(b.locals, boogie.V(n, sort))
	return boogie.Id(n)
}

// whole is the body of the procedure.
func (b *body) whole() *boogie.Body {
	if b.gas != nil { // each call has its own
		b.out = append([]boogie.Stmt{&boogie.Havoc{Vars: []*boogie.Ident{b.gas}}}, b.out...)
	}
	return &boogie.Body{Locals: b.locals, Stmts: b.out}
}

func (b *body) temp(sort boogie.Type) *boogie.Ident { return b.local("?t", sort) }

// save stores the value of an expression in a temporary variable.
func (b *body) save(e boogie.Expr, sort boogie.Type) boogie.Expr {
	if isConstant(e) {
		return e
	}
	v := b.temp(sort)
	b.emit(boogie.Set(v, e)) // a new variable: no change of values read before
	return v
}

// isConstant reports whether no statement can change the expression.
func isConstant(e boogie.Expr) bool {
	switch e := e.(type) {
	case *boogie.BoolLit, *boogie.IntLit, *boogie.BVLit:
		return true
	case *boogie.Ident:
		return strings.HasPrefix(e.Name, "?t") || e.Name == "this" || e.Name == "msg_sender" || e.Name == "msg_value"
	}
	return false
}

// text prints an expression, for comparison.
func text(e boogie.Expr) string {
	var s strings.Builder
	writeExpr(&s, e)
	return s.String()
}

// writeExpr prints an expression injectively.
func writeExpr(s *strings.Builder, e boogie.Expr) {
	list := func(es ...boogie.Expr) {
		for _, e := range es {
			s.WriteByte(' ')
			writeExpr(s, e)
		}
		s.WriteByte(')')
	}
	switch e := e.(type) {
	case nil:
		s.WriteString("nil")
	case *boogie.BoolLit:
		fmt.Fprintf(s, "%v", e.Value)
	case *boogie.IntLit:
		s.WriteString(e.Value.String())
	case *boogie.BVLit:
		fmt.Fprintf(s, "%vbv%d", e.Value, e.Width)
	case *boogie.Ident:
		s.WriteString(e.Name)
	case *boogie.Old:
		s.WriteString("(old")
		list(e.X)
	case *boogie.Unary:
		s.WriteString("(" + e.Op.String())
		list(e.X)
	case *boogie.Binary:
		s.WriteString("(" + e.Op.String())
		list(e.X, e.Y)
	case *boogie.Ite:
		s.WriteString("(ite")
		list(e.Cond, e.Then, e.Else)
	case *boogie.Select:
		s.WriteString("(select")
		list(append([]boogie.Expr{e.Map}, e.Index...)...)
	case *boogie.Store:
		s.WriteString("(store")
		list(append([]boogie.Expr{e.Map, e.Value}, e.Index...)...)
	case *boogie.Apply:
		s.WriteString("(" + e.Func)
		list(e.Args...)
	case *boogie.Quantifier:
		s.WriteString("(" + e.Kind.String())
		for _, v := range e.Vars {
			s.WriteString(" " + v.Name)
		}
		list(e.Body)
	default:
		fmt.Fprintf(s, "%p", e)
	}
}

// fact assumes a property that the machine guarantees for a value read.
func (b *body) fact(e boogie.Expr) {
	if b.spec {
		if b.inOld {
			e = boogie.OldOf(e)
		}
		b.facts = append(b.facts, b.closed(e))
		return
	}
	if key := text(e); !b.known[key] {
		b.known[key] = true
		s := &boogie.Assume{Attrs: boogie.Attributes{boogie.Attr("fact")}, Cond: e}
		b.isFact[s] = true
		b.emit(s)
	}
}

// addressFact assumes that an expression is an address. If it depends on bound variables of address type in an
// annotation, their quantifiers are restricted to addresses; other bound variables range over all numbers.
func (b *body) addressFact(e boogie.Expr) {
	is := func(e boogie.Expr) boogie.Expr {
		return boogie.AndOf(boogie.Bin(boogie.Le, boogie.N(0), e), boogie.Bin(boogie.Lt, e, boogie.Big(pow2(160))))
	}
	for _, v := range b.bound {
		id := b.env[v.ID].(*boogie.Ident)
		if t := b.t.underlying(v, v.T); (t.Kind == ast.Address || t.Kind == ast.Contract) && b.guards[v.ID] == nil && mentions(e, id.Name) {
			b.guards[v.ID] = is(boogie.Id(id.Name))
		}
	}
	b.fact(is(e))
}

// unknown havocs variables: with outside, values that external code chooses, which may be any; otherwise values
// that are determined by something not modelled.
func (b *body) unknown(outside bool, vars ...*boogie.Ident) boogie.Stmt {
	if outside {
		b.emit(&boogie.Assume{Attrs: boogie.Attributes{boogie.Attr("outside")}, Cond: boogie.B(true)})
	}
	return &boogie.Havoc{Vars: vars}
}

// runs havocs variables whose values the code at an address determines, which was called with some ether; amount may
// be nil.
func (b *body) runs(addr, amount boogie.Expr, vars ...*boogie.Ident) boogie.Stmt {
	at := boogie.Attr("outside", addr)
	if amount != nil {
		at.Args = append(at.Args, amount)
	}
	b.emit(&boogie.Assume{Attrs: boogie.Attributes{at}, Cond: boogie.B(true)})
	return &boogie.Havoc{Vars: vars}
}

// toward records a call to an address with unknown code, or a transfer to it; code: the call fails without code
// there.
func (b *body) toward(addr boogie.Expr, code bool) {
	b.towards(addr, boogie.Attr("target", addr, boogie.B(code)))
}

// towardTyped records a call to an address whose code is that of a contract.
func (b *body) towardTyped(addr boogie.Expr, c *ast.ContractDefinition) {
	b.towards(addr, boogie.Attr("target", addr, boogie.B(true), boogie.N(int64(c.ID))))
}

func (b *body) towards(addr boogie.Expr, record *boogie.Attribute) {
	other := []boogie.Expr{ordinary(addr), boogie.Bin(boogie.Ne, addr, boogie.Id("this"))}
	b.emit(&boogie.Assume{Attrs: boogie.Attributes{record}, Cond: b.unlessDoubt(boogie.AndOf(other...))})
}

// unlessDoubt is a condition on executions that proofs do not assume: a failure is an execution only if it
// holds.
func (b *body) unlessDoubt(cond boogie.Expr) boogie.Expr {
	d := b.temp(boogie.Bool)
	b.locals[len(b.locals)-1].Attrs = boogie.Attributes{boogie.Attr("doubt")}
	b.emit(&boogie.Havoc{Vars: []*boogie.Ident{d}})
	return boogie.OrOf(d, cond)
}

// ordinary states that an address is not one of the precompiled contracts, which cannot be accounts.
func ordinary(addr boogie.Expr) boogie.Expr {
	return boogie.AndOf(boogie.Bin(boogie.Lt, boogie.N(builtIn), addr), boogie.Bin(boogie.Lt, addr, boogie.Big(new(big.Int).Lsh(big.NewInt(1), 160))))
}

// codeless records the effect of a call to an address without code.
func (b *body) codeless(addr, cond boogie.Expr) {
	var known boogie.Expr = boogie.B(true)
	if b.t.o.Machine.PayerHasNoCode() {
		known = boogie.Bin(boogie.Implies, boogie.Bin(boogie.Eq, addr, boogie.Id(origin)), cond)
	}
	b.emit(&boogie.Assume{Attrs: boogie.Attributes{boogie.Attr("codeless", addr, cond)}, Cond: known})
}

// onlyFacts reports whether all statements are assumptions that always hold.
func (b *body) onlyFacts(ss []boogie.Stmt) bool {
	for _, s := range ss {
		if !b.isFact[s] {
			return false
		}
	}
	return true
}

// closed quantifies over the bound variables in an expression of an annotation.
func (b *body) closed(e boogie.Expr) boogie.Expr {
	s := " " + strings.NewReplacer("(", " ", ")", " ").Replace(text(e)) + " "
	for i := len(b.bound) - 1; i >= 0; i-- {
		v := b.bound[i]
		id := b.env[v.ID].(*boogie.Ident)
		if !strings.Contains(s, " "+id.Name+" ") {
			continue
		}
		body := e
		if g := b.guards[v.ID]; g != nil {
			body = boogie.Bin(boogie.Implies, g, e)
		}
		e = boogie.All([]*boogie.Variable{boogie.V(id.Name, b.t.sortOf(v, v.T))}, body)
	}
	return e
}

// at returns the attributes for the source position of a node, with a message.
func at(n ast.Node, message string) boogie.Attributes {
	p := ast.Pos(n)
	return boogie.Located(p.File, p.Line, p.Col, message)
}

// block translates statements into a separate list.
func (b *body) block(f func()) []boogie.Stmt {
	outer, known := b.out, b.known
	b.out, b.known = nil, map[string]bool{}
	for k := range known {
		b.known[k] = true
	}
	f()
	inner := b.out
	b.out, b.known = outer, map[string]bool{}
	return inner
}

// inOrder translates expressions in the given order; those whose value a later one may change are saved in
// temporaries.
func (b *body) inOrder(fs ...func() value) []value {
	vs := make([]value, len(fs))
	type mark struct{ at, changes int }
	marks := make([]mark, len(fs))
	for i, f := range fs {
		vs[i] = f()
		marks[i] = mark{len(b.out), b.changes}
	}
	for i := len(fs) - 1; i >= 0; i-- {
		if marks[i].changes == b.changes || vs[i].e == nil || isConstant(vs[i].e) || b.isParameter(vs[i].e) {
			continue
		}
		v := b.temp(vs[i].sort)
		s := boogie.Set(v, vs[i].e)
		b.out = append(b.out[:marks[i].at], append([]boogie.Stmt{s}, b.out[marks[i].at:]...)...)
		vs[i].e = v
	}
	return vs
}

// isParameter reports whether an expression is a parameter of the procedure, which is never assigned.
func (b *body) isParameter(e boogie.Expr) bool {
	id, ok := e.(*boogie.Ident)
	if !ok {
		return false
	}
	for _, p := range b.proc.Ins {
		if p.Name == id.Name {
			return true
		}
	}
	return false
}

// value is a translated expression.
type value struct {
	e    boogie.Expr
	t    *ast.Type
	sort boogie.Type
	// parts are the values of a tuple.
	parts []value
	// place is the left value, if the value is assignable or a reference to storage.
	place *place
}

func (b *body) value(n ast.Node, e boogie.Expr, t *ast.Type) value {
	return value{e: e, t: t, sort: b.t.sortOf(n, t)}
}
