package trace

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"cupel/core/logic"
	"cupel/product/boogie"
	"cupel/product/boogie/lower"
	"cupel/product/solidity/ast"
)

// A Trace is a sequence of transactions of which the last one violates an assertion; the first one deploys the
// contract.
type Trace struct {
	Transactions []Transaction `json:"transactions"`
}

// Same reports whether two traces have the same transactions.
func (t *Trace) Same(u *Trace) bool {
	return slices.Equal(t.Lines(), u.Lines())
}

// A Transaction is a call from outside.
type Transaction struct {
	Function string `json:"function"` // its name, or constructor, receive, fallback
	// Contract and Address are those of another contract whose function it is; "": of the one that is deployed.
	Contract string  `json:"contract,omitempty"`
	Address  string  `json:"address,omitempty"`
	Where    string  `json:"where"` // file:line:column of the function
	Sender   string  `json:"sender"`
	Value    string  `json:"value,omitempty"` // ether in wei; "": none
	Args     []Value `json:"arguments,omitempty"`
	// Arrived is ether that arrived before without a call; "": none.
	Arrived string `json:"ether_arrived_before,omitempty"`
	// Joined: a contract makes the call in the transaction of the call before.
	Joined bool `json:"same_transaction,omitempty"`
	// Block and Time of the block, if the contract reads either.
	Block string `json:"block,omitempty"`
	Time  string `json:"timestamp,omitempty"`
	// Answers are results of external calls and whether they succeeded.
	Answers []string `json:"answers,omitempty"`
	// Passed is ether passed on by external code during the transaction.
	Passed []Passed `json:"ether_passed_on,omitempty"`
	// Created are contracts that it creates.
	Created []Created `json:"creates,omitempty"`
	// Calls are calls of external code that call functions themselves.
	Calls []External `json:"calls,omitempty"`
	// State are the state variables afterwards; absent where the execution does not come there.
	State []Value `json:"state,omitempty"`
}

// External is a call of the code at an address, with ether in wei, and what that calls, in order.
type External struct {
	To           string        `json:"to"`
	Value        string        `json:"value,omitempty"`
	Transactions []Transaction `json:"calls"`
}

// Created is a contract that is created, and its address.
type Created struct {
	Contract string `json:"contract"`
	Address  string `json:"address"`
}

// A Value is that of a parameter or state variable in Solidity syntax, where possible; "?" if the model does
// not determine it.
type Value struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Passed is ether, in wei, passed on by the code at one address to another.
type Passed struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Value string `json:"value"`
}

// String returns a line of text, without calls within the transaction.
func (t *Transaction) String() string {
	if state := t.state(); state != "" {
		return t.call() + "; " + state
	}
	return t.call()
}

// call describes the call.
func (t *Transaction) call() string {
	var b strings.Builder
	if t.Contract != "" {
		fmt.Fprintf(&b, "%s(%s).", t.Contract, t.Address)
	}
	fmt.Fprintf(&b, "%s(", t.Function)
	for i, a := range t.Args {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s = %s", a.Name, a.Value)
	}
	fmt.Fprintf(&b, ") from %s", t.Sender)
	if t.Value != "" {
		fmt.Fprintf(&b, " with %s wei", t.Value)
	}
	if t.Joined {
		b.WriteString(" in the same transaction")
	}
	if t.Arrived != "" {
		fmt.Fprintf(&b, ", after %s wei have arrived without a call", t.Arrived)
	}
	if len(t.Answers) > 0 {
		fmt.Fprintf(&b, ", other code answers %s", strings.Join(t.Answers, ", "))
	}
	for _, p := range t.Passed {
		fmt.Fprintf(&b, ", while %s passes %s wei on to %s", p.From, p.Value, p.To)
	}
	if t.Block != "" {
		fmt.Fprintf(&b, " in block %s at %s", t.Block, t.Time)
	}
	for _, c := range t.Created {
		fmt.Fprintf(&b, ", creates %s at %s", c.Contract, c.Address)
	}
	return b.String()
}

// state describes the state afterwards.
func (t *Transaction) state() string {
	var parts []string
	for _, s := range t.State {
		parts = append(parts, s.Name+" = "+s.Value)
	}
	return strings.Join(parts, ", ")
}

// A Line is a step of a trace in text.
type Line struct {
	Number string // 2, or 2.1 for the first call within it
	Depth  int    // of calls within others, 0 for transactions
	Text   string
	Where  string // file:line:column of the function
}

// Lines describes a trace: transactions, each followed by what external code calls while it runs, and what the state
// is then.
func (t *Trace) Lines() []Line {
	var out []Line
	for i := range t.Transactions {
		out = t.Transactions[i].lines(out, fmt.Sprint(i+1), 0, "")
	}
	return out
}

// lines appends those of a transaction; before tells what calls it.
func (t *Transaction) lines(out []Line, number string, depth int, before string) []Line {
	if len(t.Calls) == 0 {
		return append(out, Line{number, depth, before + t.String(), t.Where})
	}
	out = append(out, Line{number, depth, before + t.call(), t.Where})
	n := 0
	for _, c := range t.Calls {
		what := "call of " + c.To
		if c.Value != "" {
			what += " with " + c.Value + " wei"
		}
		for k := range c.Transactions {
			n++
			if what += ", which calls "; k > 0 {
				what = "then " + c.To + " calls "
			}
			out = c.Transactions[k].lines(out, fmt.Sprintf("%s.%d", number, n), depth+1, what)
		}
	}
	if state := t.state(); state != "" {
		out = append(out, Line{number, depth, "ends: " + state, t.Where})
	}
	return out
}

// tidy removes calls of external code that does nothing.
func (t *Trace) tidy() {
	var in func(txs []Transaction)
	in = func(txs []Transaction) {
		for i := range txs {
			txs[i].Calls = slices.DeleteFunc(txs[i].Calls, func(c External) bool { return len(c.Transactions) == 0 })
			for _, c := range txs[i].Calls {
				in(c.Transactions)
			}
		}
	}
	in(t.Transactions)
}

// transaction is a call at the moment before it.
func (x *finder) transaction(p *lower.Procedure, m *moment, e *entry) Transaction {
	v := &viewer{x.Source, p.Program.Terms}
	one := func(in *boogie.Variable, t *ast.Type) string {
		name := local(m.step, e, in)
		if m.step == backStep {
			name = backName(e, in)
			switch in {
			case e.proc.Ins[0]:
				name = backTarget
			case e.proc.Ins[1]:
				name = backSender
			case e.proc.Ins[2]:
				name = backValue
			}
		}
		var leaves []*logic.Term
		fields := x.src.fields(t)
		for _, f := range fields {
			leaves = append(leaves, x.cells(p, m, name+f.name)...)
		}
		if fields == nil {
			leaves = x.cells(p, m, name)
		}
		if s := v.show(t, leaves, 0); s != "?" {
			return s
		}
		return "any" // irrelevant
	}
	address := &ast.Type{Kind: ast.Address}
	t := Transaction{Function: short(e.name), Where: ast.Pos(e.fn).String(), Sender: one(e.proc.Ins[1], address)}
	if t.Function == "implicit_constructor" {
		t.Function = "constructor"
	}
	if n := one(e.proc.Ins[2], ast.Int(256, false)); n != "0" && n != "any" {
		t.Value = n
	}
	if e.contract != 0 {
		t.Contract, t.Address = e.of, one(e.proc.Ins[0], address)
	}
	number, time := x.cells(p, m, clock[0]), x.cells(p, m, clock[1])
	if n := v.show(ast.Int(256, false), x.cells(p, m, ether(m.step)), 0); x.src.ether && m.step > len(x.before) && n != "0" && n != "?" {
		t.Arrived = n
	}
	if j := x.cells(p, m, joined(m.step)); len(j) == 1 && j[0] != nil && j[0].IsTrue() {
		t.Joined = true
	}
	if x.timed && m.step != backStep {
		t.Block, t.Time = v.show(ast.Int(256, false), number, 0), v.show(ast.Int(256, false), time, 0)
	}
	for i, d := range e.params {
		name := d.Name
		if name == "" {
			name = "_"
		}
		t.Args = append(t.Args, Value{name, one(e.proc.Ins[3+i], d.T)})
	}
	return t
}

// external is the call of external code at a moment.
func (x *finder) external(p *lower.Procedure, m *moment) External {
	v := &viewer{x.Source, p.Program.Terms}
	e := External{To: v.show(&ast.Type{Kind: ast.Address}, x.cells(p, m, outTarget), 0)}
	if n := v.show(ast.Int(256, false), x.cells(p, m, outAmount), 0); n != "0" && n != "?" {
		e.Value = n
	}
	return e
}

// createdHere is the contract that was created before a moment.
func (x *finder) createdHere(p *lower.Procedure, m *moment) Created {
	v := &viewer{x.Source, p.Program.Terms}
	c := Created{Address: v.show(&ast.Type{Kind: ast.Address}, x.cells(p, m, createdAt), 0)}
	if d, ok := x.Source.Node(contractOf(m.proc)).(*ast.ContractDefinition); ok {
		c.Contract = d.Name
	}
	return c
}

// passed is ether that was passed on before a moment.
func (x *finder) passed(p *lower.Procedure, m *moment) (Passed, bool) {
	v := &viewer{x.Source, p.Program.Terms}
	address := &ast.Type{Kind: ast.Address}
	one := Passed{v.show(address, x.cells(p, m, moveFrom), 0), v.show(address, x.cells(p, m, moveTo), 0), v.show(ast.Int(256, false), x.cells(p, m, moveAmount), 0)}
	return one, one.Value != "0" && one.Value != "?"
}

// state are the state variables of the contract, if it is deployed, and of those at addresses from 0x101 on.
func (x *finder) state(p *lower.Procedure, m *moment, deployed bool) []Value {
	var out []Value
	if deployed {
		out = x.stateOf(p, m, x.Contract, thisAddress, "")
	}
	v := &viewer{x.Source, p.Program.Terms}
	for i := range int64(maxShown) {
		at := firstCreated + 1 + i
		n, code := x.cells(p, m, createdCount), v.at(x.cells(p, m, createdCode), v.f.IntConst(at))
		if len(n) != 1 || !n[0].IsConst() || n[0].Rational().Num().Int64() <= i || code[0] == nil {
			break
		}
		if c, ok := x.Source.Node(int(code[0].Rational().Num().Int64())).(*ast.ContractDefinition); ok {
			out = append(out, x.stateOf(p, m, c, at, fmt.Sprintf("%s(0x%x).", c.Name, at))...)
		}
	}
	return out
}

// stateOf are the state variables of the contract at an address, those of bases first.
func (x *finder) stateOf(p *lower.Procedure, m *moment, c *ast.ContractDefinition, address int64, prefix string) []Value {
	v := &viewer{x.Source, p.Program.Terms}
	var out []Value
	for _, c := range slices.Backward(c.Linearized) {
		for _, n := range c.Nodes {
			d, ok := n.(*ast.VariableDeclaration)
			if !ok || d.Constant {
				continue
			}
			name := fmt.Sprintf("%s#%d", d.Name, d.ID)
			leaves := x.cells(p, m, name)
			if !x.alone[name] {
				leaves = v.at(leaves, v.f.IntConst(address))
			}
			if len(leaves) > 0 {
				out = append(out, Value{prefix + d.Name, v.show(d.T, leaves, 0)})
			}
		}
	}
	return out
}

// cells are the values of a variable's members.
func (x *finder) cells(p *lower.Procedure, m *moment, name string) []*logic.Term {
	var out []*logic.Term
	for i := range p.Flow.Cells {
		if c := &p.Flow.Cells[i]; c.Decl.Name == name && c.Own && !c.Saved && !c.Const {
			out = append(out, m.values[c.Sym])
		}
	}
	return out
}

// viewer prints values.
type viewer struct {
	p *ast.Program
	f *logic.Factory
}

// at selects the elements of maps at an index.
func (v *viewer) at(maps []*logic.Term, i *logic.Term) []*logic.Term {
	out := make([]*logic.Term, len(maps))
	for k, m := range maps {
		if m != nil && m.Sort().IsArray() && m.Sort().Index() == i.Sort() {
			if out[k] = v.f.Select(m, i); !out[k].IsGround() {
				out[k] = nil
			}
		}
	}
	return out
}

// width is the number of terms of a value of a type; 0: unknown, or too deep, as structs that contain themselves are.
func (v *viewer) width(t *ast.Type) int { return v.widthAt(t, 0) }

func (v *viewer) widthAt(t *ast.Type, depth int) int {
	if depth > 4*maxDepth {
		return 0
	}
	switch t.Kind {
	case ast.Mapping:
		return v.widthAt(t.Elem, depth+1)
	case ast.Array:
		if n := v.widthAt(t.Elem, depth+1); n > 0 {
			return n + 1
		}
		return 0
	case ast.Bytes:
		return 2
	case ast.Struct:
		s, ok := v.p.Node(t.Decl).(*ast.StructDefinition)
		if !ok {
			return 0
		}
		n := 0
		for _, m := range s.Members {
			w := v.widthAt(m.T, depth+1)
			if w == 0 {
				return 0
			}
			n += w
		}
		return n
	}
	return 1
}

// show prints a value of a type.
func (v *viewer) show(t *ast.Type, ts []*logic.Term, depth int) string {
	if len(ts) == 0 || len(ts) != v.width(t) || depth > maxDepth {
		return "?"
	}
	switch t.Kind {
	case ast.Mapping:
		return v.mapping(t, ts, depth)
	case ast.Array:
		return v.array(t, ts, depth)
	case ast.Bytes:
		return v.array(&ast.Type{Kind: ast.Array, Elem: ast.Int(8, false)}, ts, depth) // printed as numbers
	case ast.Struct:
		s := v.p.Node(t.Decl).(*ast.StructDefinition)
		var parts []string
		for _, m := range s.Members {
			w := v.width(m.T)
			parts = append(parts, m.Name+": "+v.show(m.T, ts[:w], depth+1))
			ts = ts[w:]
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	if ts[0] == nil || !ts[0].IsConst() {
		return "?"
	}
	return v.scalar(t, ts[0])
}

// integer is the number that a constant is, as one of the type.
func integer(t *ast.Type, c *logic.Term) *big.Int {
	switch {
	case c.Sort().IsBV() && t.Signed:
		return c.BVSigned()
	case c.Sort().IsBV():
		return c.BVBig()
	}
	return c.Rational().Num()
}

// inRange reports whether a number is one of the type.
func inRange(t *ast.Type, n *big.Int) bool {
	if t.Bits == 0 {
		return true
	}
	if t.Signed {
		m := new(big.Int).Lsh(big.NewInt(1), uint(t.Bits-1))
		return n.Cmp(m) < 0 && n.Cmp(m.Neg(m)) >= 0
	}
	return n.Sign() >= 0 && n.BitLen() <= t.Bits
}

func (v *viewer) scalar(t *ast.Type, c *logic.Term) string {
	if c.Sort().IsBool() {
		return fmt.Sprint(c.IsTrue())
	}
	n := integer(t, c)
	if t.Kind == ast.Integer && !inRange(t, n) { // irrelevant
		return "0"
	}
	switch t.Kind {
	case ast.Address, ast.Contract:
		return fmt.Sprintf("0x%x", n)
	case ast.FixedBytes:
		return fmt.Sprintf("0x%0*x", t.Bits/4, n)
	case ast.Enum:
		if e, ok := v.p.Node(t.Decl).(*ast.EnumDefinition); ok && n.IsInt64() && n.Sign() >= 0 && n.Int64() < int64(len(e.Members)) {
			return e.Name + "." + e.Members[n.Int64()].Name
		}
	case ast.String:
		return fmt.Sprintf("string %s", n) // equal numbers represent equal strings
	case ast.Function:
		if f, ok := v.p.Node(int(n.Int64())).(*ast.FunctionDefinition); ok && t.Func == "internal" && n.IsInt64() {
			return f.Name
		}
	case ast.UserValue:
		if u, ok := v.p.Node(t.Decl).(*ast.UserValueType); ok && u.Underlying != nil && u.Underlying.Kind != ast.UserValue {
			return v.scalar(u.Underlying, c)
		}
	}
	return n.String()
}

// array writes the elements up to the length.
func (v *viewer) array(t *ast.Type, ts []*logic.Term, depth int) string {
	l := ts[len(ts)-1]
	if l == nil || !l.IsConst() {
		return "?"
	}
	n := integer(ast.Int(256, false), l)
	var parts []string
	for i := int64(0); big.NewInt(i).Cmp(n) < 0; i++ {
		if i == maxShown {
			parts = append(parts, fmt.Sprintf("... (%s)", n))
			break
		}
		index := v.f.IntConst(i)
		if l.Sort().IsBV() {
			index = v.f.BV(uint64(i), l.Sort().Width())
		}
		parts = append(parts, v.show(t.Elem, v.at(ts[:len(ts)-1], index), depth+1))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// mapping prints the elements written, except for zeros.
func (v *viewer) mapping(t *ast.Type, ts []*logic.Term, depth int) string {
	if t.Key.Kind == ast.Bytes {
		return "?"
	}
	var keys []*logic.Term
	for _, m := range ts {
		if m == nil || !m.IsGround() {
			return "?"
		}
		for ; m.Op() == logic.OpStore; m = m.Arg(0) {
			if k := m.Arg(1); !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
	}
	slices.SortFunc(keys, func(a, b *logic.Term) int {
		if !a.IsConst() || !b.IsConst() || a.Sort().IsBool() {
			return 0
		}
		return integer(t.Key, a).Cmp(integer(t.Key, b))
	})
	var parts []string
	for _, k := range keys {
		at := v.at(ts, k)
		if !slices.ContainsFunc(at, func(t *logic.Term) bool { return t == nil || t != v.f.Zero(t.Sort()) }) {
			continue
		}
		if len(parts) == maxShown {
			parts = append(parts, "...")
			break
		}
		parts = append(parts, v.show(t.Key, []*logic.Term{k}, depth+1)+": "+v.show(t.Elem, at, depth+1))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// text is an answer without its type.
func (a *answer) text() string {
	switch c := a.value; {
	case c.Sort().IsBool():
		return fmt.Sprint(c.IsTrue())
	case c.Sort().IsBV():
		return c.BVBig().String()
	default:
		return c.Rational().String()
	}
}
