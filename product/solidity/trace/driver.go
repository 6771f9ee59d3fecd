package trace

import (
	"fmt"
	"slices"
	"strings"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/translate"
)

// entry is a function that can start a transaction.
type entry struct {
	name   string // in the source
	proc   *boogie.Procedure
	fn     *ast.FunctionDefinition
	params []param // after the three common parameters
	// contract is the ID of another contract, of which it is a function; 0: of the one that is deployed.
	contract int
	// of is its name.
	of string
	// deploys: its constructor, in a transaction before the deployment.
	deploys bool
}

// param is a parameter in the source.
type param struct{ *ast.VariableDeclaration }

func (p param) isAddress() bool { return p.T.Kind == ast.Address || p.T.Kind == ast.Contract }

// this is the address of the contract.
const (
	this        = "4096"
	thisAddress = 4096
)

// driverName is the name of the driver procedure.
const driverName = "$transactions"

// closure returns a procedure with those whose bodies it executes, or the reason why executions cannot be
// shown.
func closure(byName map[string]*boogie.Procedure, p *boogie.Procedure) (all []*boogie.Procedure, why string) {
	seen := map[*boogie.Procedure]bool{}
	var visit func(d *boogie.Procedure)
	visit = func(d *boogie.Procedure) {
		if seen[d] {
			return
		}
		seen[d] = true
		all = append(all, d)
		if d.Body == nil {
			why = "a function is not translated"
			return
		}
		boogie.WalkStmts(d.Body.Stmts, func(s boogie.Stmt) {
			if a, ok := s.(*boogie.Assume); ok {
				if x := a.Attrs.Find("fresh"); x != nil && len(x.Args) > 2 {
					why = "the address of a new contract is a hash"
				}
			}
			c, ok := s.(*boogie.Call)
			if !ok {
				return
			}
			callee := byName[c.Proc]
			if callee == nil {
				why = "a function is not known"
				return
			}
			visit(callee)
		})
	}
	visit(p)
	return all, why
}

// callsItself reports whether a procedure calls its own contract externally, which has no code during
// construction.
func callsItself(d *boogie.Procedure) bool {
	found := false
	boogie.WalkStmts(d.Body.Stmts, func(s boogie.Stmt) {
		if c, ok := s.(*boogie.Call); ok && len(c.Args) > 1 {
			x, ok1 := c.Args[0].(*boogie.Ident)
			y, ok2 := c.Args[1].(*boogie.Ident)
			found = found || ok1 && ok2 && x.Name == "this" && y.Name == "this"
		}
	})
	return found
}

// newEntry returns the entry of a function; nil if its transactions cannot be shown.
func newEntry(source *declarations, byName map[string]*boogie.Procedure, f *translate.Function) *entry {
	fn, ok := f.Node.(*ast.FunctionDefinition)
	p := byName[f.Procedure]
	if !ok || p == nil || p.Body == nil || f.Skipped != "" || len(p.Ins) < 3 {
		return nil
	}
	all, why := closure(byName, p)
	if why != "" || fn.Kind == "constructor" && slices.ContainsFunc(all, callsItself) {
		return nil
	}
	e := &entry{name: f.Name, proc: p, fn: fn}
	for _, v := range p.Ins[3:] {
		i := slices.IndexFunc(fn.Params, func(d *ast.VariableDeclaration) bool { return strings.HasSuffix(v.Name, fmt.Sprintf("#%d", d.ID)) })
		if i < 0 || !source.passable(fn.Params[i].T, v.Type) {
			return nil
		}
		e.params = append(e.params, param{fn.Params[i]})
	}
	if slices.ContainsFunc(all, func(d *boogie.Procedure) bool { return d.Attrs.Find(translate.DestroysAttr) != nil }) {
		return nil
	}
	return e
}

// plain reports whether a value of the type is a single number or Boolean.
func plain(t *ast.Type) bool {
	switch t.Kind {
	case ast.Bool, ast.Integer, ast.Address, ast.FixedBytes, ast.Enum, ast.Contract, ast.UserValue, ast.String:
		return true
	}
	return false
}

// changes reports whether a transaction may affect later ones.
func (e *entry) changes() bool { return e.fn.Mutability != "view" && e.fn.Mutability != "pure" }

// local is the driver's variable for a parameter of step k.
func local(k int, e *entry, v *boogie.Variable) string {
	return fmt.Sprintf("$%d.%s.%s", k, e.proc.Name, v.Name)
}

// driver generates the driver procedure: the deployment, intermediate transactions and a last one. steps are
// the alternative entries of each.
func driver(b *strings.Builder, source *declarations, p *boogie.Program, steps [][]*call, alone map[string]bool) {
	fmt.Fprintf(b, "procedure %s()\n{\n", driverName)
	if len(source.transient) > 0 {
		fmt.Fprintf(b, "  var %s: int;\n", lastSender)
	}
	for _, v := range clock {
		fmt.Fprintf(b, "  var $%s: %s;\n", v, sort(p, v))
	}
	for k, es := range steps {
		fmt.Fprintf(b, "  var %s: %s;\n", ether(k), sort(p, "balance"))
		if len(source.transient) > 0 {
			fmt.Fprintf(b, "  var %s: bool;\n", joined(k))
		}
		for _, e := range es {
			for _, v := range slices.Concat(e.proc.Ins, e.proc.Outs) {
				fmt.Fprintf(b, "  var %s: %s;\n", quote(local(k, e.entry, v)), v.Type)
			}
			for i, d := range e.params {
				for _, f := range source.fields(d.T) {
					fmt.Fprintf(b, "  var %s: %s;\n", quote(local(k, e.entry, e.proc.Ins[3+i])+f.name), f.sort)
				}
			}
		}
	}
	if declared(p, createdCount) {
		fmt.Fprintf(b, "  %s := 0;\n", createdCount)
	}
	fmt.Fprintf(b, "  assume balance[%s] == %s;\n", this, number(p, "balance", 0))
	fmt.Fprintf(b, "  assume 0 < block_coinbase && block_coinbase < %s && %s < tx_origin && tx_origin < %s;\n", addresses, this, addresses)
	for _, v := range clock {
		fmt.Fprintf(b, "  assume %s;\n", within(p, v, minTime, maxTime))
	}
	first := deployments(steps)
	for k, es := range steps {
		if declared(p, backEnabled) {
			fmt.Fprintf(b, "  %s := %v;\n", backEnabled, k > first)
		}
		for i, e := range es {
			if len(es) > 1 {
				fmt.Fprintf(b, "  %sif (*) {\n", map[bool]string{true: "} else "}[i > 0])
			}
			if k > 0 && ticks(p) {
				later(b)
			}
			if k > first && ticks(p) {
				source.arrival(b, k)
			}
			source.begins(b, p, k, k > first, quote(local(k, e.entry, e.proc.Ins[1])), alone)
			e.transaction(b, source, p, k)
		}
		if len(es) > 1 {
			b.WriteString("  } else { assume false; }\n")
		}
	}
	b.WriteString("}\n")
}

// deployments counts the steps that deploy other contracts, before the one that deploys the contract.
func deployments(steps [][]*call) int {
	return slices.IndexFunc(steps, func(cs []*call) bool { return !cs[0].deploys })
}

// transaction generates the call of an entry in step k.
func (c *call) transaction(b *strings.Builder, source *declarations, p *boogie.Program, k int) {
	e := c.entry
	b.WriteString("    alloc_counter := 1;\n")
	var args []string
	for i, v := range e.proc.Ins {
		if i == 0 && e.contract == 0 {
			args = append(args, this)
			continue
		}
		name := quote(local(k, e, v))
		args = append(args, name)
		switch {
		case i == 0 && e.deploys:
			b.WriteString("    " + newAddress(name) + "\n")
		case i == 0:
			e.is(b, name)
		case i == 1:
			fmt.Fprintf(b, "    assume %s < %s && %s < %s;\n", this, name, name, addresses)
			source.owns(b, p, name)
		case i == 2 && e.fn.Mutability == "payable" && v.Type == boogie.Type(boogie.Int):
			fmt.Fprintf(b, "    assume %s < %s;\n", name, supply)
		case i == 2 && e.fn.Mutability != "payable":
			zero := boogie.Expr(boogie.N(0))
			if t, ok := v.Type.(*boogie.BVType); ok {
				zero = &boogie.BVLit{Value: boogie.N(0).Value, Width: t.Width}
			}
			fmt.Fprintf(b, "    assume %s == %s;\n", name, boogie.ExprString(zero))
		case i > 2:
			if e.params[i-3].isAddress() {
				fmt.Fprintf(b, "    assume 0 <= %s && %s < %s;\n", name, name, addresses)
				source.owns(b, p, name)
			}
			source.pass(b, p, e.params[i-3].T, local(k, e, v))
		}
	}
	fmt.Fprintf(b, "    assume {:marker %d, %q} true;\n", k, e.proc.Name)
	var outs []string
	for _, v := range e.proc.Outs {
		outs = append(outs, quote(local(k, e, v)))
	}
	b.WriteString("    call ")
	if len(outs) > 0 {
		b.WriteString(strings.Join(outs, ", ") + " := ")
	}
	fmt.Fprintf(b, "%s(%s);\n", quote(e.proc.Name+c.in.suffix), strings.Join(args, ", "))
	if e.deploys {
		b.WriteString("    " + hasCode(args[0], e.contract) + "\n")
	}
	fmt.Fprintf(b, "    assume {:marker %d} true;\n", k)
}

const (
	// addresses is the number of addresses.
	addresses = "1461501637330902918203684832716283019655932542976"
	// supply exceeds the ether in existence, in wei.
	supply = "200000000000000000000000000"
)

func quote(name string) string { return boogie.ExprString(boogie.Id(name)) }

// assemble is the program with the driver; alone are the state variables that are no maps from contracts any
// more.
func (x *finder) assemble(steps [][]*call) (out *boogie.Checked, alone map[string]bool, err error) {
	source := x.src
	q := &boogie.Program{File: x.Program.File}
	vs, running := variants(steps)
	var back []*entry // what external code calls
	for _, v := range vs {
		for _, cs := range v.calls {
			for _, c := range cs {
				if !slices.Contains(back, c.entry) {
					back = append(back, c.entry)
				}
			}
		}
	}
	top := map[*variant]bool{}
	for _, cs := range steps {
		for _, c := range cs {
			top[c.in] = true
		}
	}
	var outside bool // ether is passed on
	for i, v := range vs {
		checked, err := boogie.Check(x.Program.Clone())
		if err != nil {
			return nil, nil, err
		}
		p := checked.Program
		if i == 0 {
			for _, d := range p.Decls {
				switch d := d.(type) {
				case *boogie.Procedure:
					continue
				case *boogie.Variable:
					if slices.Contains(clock, d.Name) {
						d.Const = false
					}
				case *boogie.Implementation:
					return nil, nil, fmt.Errorf("internal error: an implementation")
				}
				q.Decls = append(q.Decls, d)
			}
			outside = source.ether && source.leaves && ticks(p)
		}
		ds, err := v.procedures(checked, running[v], outside && top[v])
		if err != nil {
			return nil, nil, err
		}
		q.Decls = append(q.Decls, ds...)
	}
	if len(back) > 0 {
		q.Decls = append(q.Decls, backVariables(back)...)
	}
	if outside {
		q.Decls = append(q.Decls, boogie.V(moveFrom, boogie.Int), boogie.V(moveTo, boogie.Int), boogie.V(moveAmount, boogie.Int))
	}
	if x.several {
		q.Decls = append(q.Decls, createdVariables()...)
	} else {
		alone = translate.Single(q)
	}
	var b strings.Builder
	driver(&b, source, q, steps, alone)
	d, err := boogie.Parse(q.File, b.String())
	if err != nil {
		return nil, nil, fmt.Errorf("internal error: the transactions are not understood: %w", err)
	}
	q.Decls = append(q.Decls, d.Decls...)
	if out, err = boogie.Check(q); err != nil {
		return nil, nil, fmt.Errorf("internal error: the transactions are not well formed: %w", err)
	}
	return out, alone, nil
}

// procedures returns copies of the procedures that entries run, from a fresh program.
func (v *variant) procedures(fresh *boogie.Checked, es []*entry, ether bool) ([]boogie.Decl, error) {
	o := &outside{info: fresh.Info, variant: v, ether: ether, numbers: ticks(fresh.Program)}
	byName := procedures(fresh.Program)
	seen := map[*boogie.Procedure]bool{}
	var out []boogie.Decl
	for _, e := range es {
		all, _ := closure(byName, byName[e.proc.Name])
		for _, d := range all {
			if seen[d] {
				continue
			}
			seen[d] = true
			boogie.WalkStmts(d.Body.Stmts, func(s boogie.Stmt) {
				if c, ok := s.(*boogie.Call); ok {
					c.Proc += v.suffix
				}
			})
			if err := inlined(d, o); err != nil {
				return nil, err
			}
			out = append(out, d)
		}
	}
	for d := range seen {
		d.Name += v.suffix
	}
	return out, nil
}

// inlined makes calls of a procedure inline its body, with the behaviour of external code.
func inlined(d *boogie.Procedure, o *outside) error {
	d.Attrs = slices.DeleteFunc(d.Attrs, func(a *boogie.Attribute) bool { return a.Name == "inline" })
	d.Attrs = append(d.Attrs, boogie.Attr("inline", boogie.N(inlineDepth)))
	var err error
	if d.Body.Stmts, err = o.statements(d.Body.Stmts); err == nil && o.numbers {
		d.Body.Stmts, err = bounded(d.Body.Stmts)
	}
	return err
}

func procedures(p *boogie.Program) map[string]*boogie.Procedure {
	m := map[string]*boogie.Procedure{}
	for _, d := range p.Decls {
		if d, ok := d.(*boogie.Procedure); ok {
			m[d.Name] = d
		}
	}
	return m
}

// sort is the type of the numbers in a global variable or constant.
func sort(p *boogie.Program, name string) boogie.Type {
	for _, d := range p.Decls {
		if v, ok := d.(*boogie.Variable); ok && v.Name == name {
			if m, ok := v.Type.(*boogie.MapType); ok {
				return m.Result
			}
			return v.Type
		}
	}
	return boogie.Int
}

// clock are the block number and time, which may differ between transactions.
var clock = []string{"block_number", "block_timestamp"}

// ether is the variable for ether that arrives before step k.
func ether(k int) string { return fmt.Sprintf("$%d.ether", k) }

// arrival models ether that arrives without a call, from other contracts or block producers, if the code reads
// balances.
func (p *declarations) arrival(b *strings.Builder, k int) {
	if p.ether {
		fmt.Fprintf(b, "    assume 0 <= %s && %s < %s;\n    balance[%s] := balance[%s] + %s;\n", ether(k), ether(k), supply, this, this, ether(k))
	}
}

// owns bounds the ether of an account by the supply, if the code reads balances.
func (p *declarations) owns(b *strings.Builder, q *boogie.Program, account string) {
	if p.ether && ticks(q) {
		fmt.Fprintf(b, "    assume 0 <= balance[%s] && balance[%s] < %s;\n", account, account, supply)
	}
}

// ticks reports whether time can pass: bit-vectors stay constant.
func ticks(p *boogie.Program) bool { return sort(p, clock[0]) == boogie.Type(boogie.Int) }

// later lets time pass nondeterministically before a transaction.
func later(b *strings.Builder) {
	b.WriteString("    $block_number, $block_timestamp := block_number, block_timestamp;\n    assume {:outside} true;\n    havoc block_number, block_timestamp;\n")
	fmt.Fprintf(b, "    assume $block_number <= block_number && $block_timestamp <= block_timestamp && block_number <= %d && block_timestamp <= %d;\n", int64(maxTime), int64(maxTime))
	b.WriteString("    assume $block_number == block_number <==> $block_timestamp == block_timestamp;\n")
}

// joined is the variable that tells whether step k is a call in the same transaction as the one before.
func joined(k int) string { return fmt.Sprintf("$%d.joined", k) }

// lastSender is the variable for the caller in the step before.
const lastSender = "$last.sender"

// begins sets transient state variables to zero where a transaction begins. A contract may instead make several calls in one transaction.
func (p *declarations) begins(b *strings.Builder, q *boogie.Program, k int, deployed bool, sender string, alone map[string]bool) {
	if len(p.transient) == 0 {
		return
	}
	if deployed {
		fmt.Fprintf(b, "    assume {:outside} true;\n    havoc %s;\n    if (%[1]s) {\n      assume %[2]s != tx_origin && %[3]s != tx_origin;\n", joined(k), sender, lastSender)
		if ticks(q) {
			b.WriteString("      assume $block_number == block_number;\n")
		}
		b.WriteString("    } else {\n")
		for _, v := range p.transient {
			name := translate.StateName(v)
			if !declared(q, name) {
				continue
			}
			value := "false"
			if v.T.Kind != ast.Bool {
				value = number(q, name, 0)
			}
			at := quote(name)
			if !alone[name] {
				at += "[" + this + "]"
			}
			fmt.Fprintf(b, "      %s := %s;\n", at, value)
		}
		b.WriteString("    }\n")
	}
	fmt.Fprintf(b, "    %s := %s;\n", lastSender, sender)
}

// number prints a number of a variable's type.
func number(p *boogie.Program, name string, n int64) string {
	if t, ok := sort(p, name).(*boogie.BVType); ok {
		return fmt.Sprintf("%dbv%d", n, t.Width)
	}
	return fmt.Sprint(n)
}

// minTime and maxTime bound block numbers and timestamps.
const (
	minTime = 1700000000
	maxTime = 1 << 40
)

// within bounds a constant by two numbers; a bit-vector is one of a few values.
func within(p *boogie.Program, name string, lo, hi int64) string {
	if _, ok := sort(p, name).(*boogie.BVType); ok {
		return name + " == " + number(p, name, lo)
	}
	return fmt.Sprintf("%d <= %s && %s <= %d", lo, name, name, hi)
}
