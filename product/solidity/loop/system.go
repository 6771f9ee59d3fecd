package loop

import (
	"fmt"
	"slices"
	"strings"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/translate"
)

// A Contract is the input of the search.
type Contract struct {
	Source   *ast.Program
	Contract *ast.ContractDefinition
	// Functions of the contract, none skipped.
	Functions []*translate.Function
	Program   *boogie.Checked // the translation
}

// name is the name of the procedure with the loop.
const name = "$contract"

// Markers of locations:
const (
	leave  = "leave"  // a call of unknown code
	resume = "resume" // the code after such a call
	begin  = "begin"  // a transaction, with the name of its procedure
)

// system is the contract as a loop in Boogie.
type system struct {
	p       *boogie.Program
	checked *boogie.Checked // p, once it is complete
	// state are the names of the variables that persist between transactions.
	state map[string]bool
	// balance: balances are part of the state.
	balance bool
	// approximate: untracked elements of mappings are arbitrary.
	approximate bool
	// alone are the state variables reduced to a single contract; cells are the tracked elements, by variable.
	alone map[string]bool
	cells map[string]*cell
	// sites: unknown code is called somewhere.
	sites bool
}

// system builds the loop, exact or approximate; nil if the contract is never deployed, or a function is
// unsupported.
func (c *Contract) system(approximate bool) (*system, error) {
	checked, err := boogie.Check(c.Program.Clone())
	if err != nil {
		return nil, err
	}
	p := checked.Program
	byName := map[string]*boogie.Procedure{}
	for _, d := range p.Decls {
		if d, ok := d.(*boogie.Procedure); ok {
			byName[d.Name] = d
		}
	}
	var constructor *boogie.Procedure
	var entries []*boogie.Procedure
	for _, f := range c.Functions {
		switch d := byName[f.Procedure]; {
		case !f.Entry:
		case d == nil || d.Body == nil || len(d.Ins) < 3:
			return nil, nil
		case f.Procedure == f.Constructor:
			constructor = d
		default:
			entries = append(entries, d)
		}
	}
	if constructor == nil || len(entries) == 0 {
		return nil, nil
	}
	s := &system{p: p, state: map[string]bool{}, approximate: approximate}
	kept, alone := called(byName, append(slices.Clone(entries), constructor))
	s.keep(kept)
	s.balance = mentionsBalance(c.Contract) || !s.withoutBalance()
	for d := range kept {
		if d.Body != nil {
			if d.Attrs.Find("inline") == nil {
				d.Attrs = append(d.Attrs, boogie.Attr("inline", boogie.N(1)))
			}
			d.Body.Stmts = s.leaving(checked.Info, d.Body.Stmts)
		}
	}
	if alone {
		s.alone = translate.Single(p)
		s.follow(newWriter(c.Source, c.Contract).vars)
	}
	var b strings.Builder
	s.write(&b, constructor, entries)
	written, err := boogie.Parse(p.File, b.String())
	if err != nil {
		return nil, fmt.Errorf("internal error: the contract as a loop is not understood: %w", err)
	}
	s.p = &boogie.Program{File: p.File, Decls: slices.Concat(p.Decls, written.Decls)}
	if s.checked, err = boogie.Check(s.p); err != nil {
		return nil, fmt.Errorf("internal error: the contract as a loop is not well formed: %w", err)
	}
	return s, nil
}

// called returns procedures with their transitive callees. alone: all run in the same contract.
func called(byName map[string]*boogie.Procedure, ds []*boogie.Procedure) (kept map[*boogie.Procedure]bool, alone bool) {
	kept, alone = map[*boogie.Procedure]bool{}, true
	for len(ds) > 0 {
		d := ds[len(ds)-1]
		ds = ds[:len(ds)-1]
		if d == nil || kept[d] {
			continue
		}
		kept[d] = true
		if d.Body == nil {
			alone = false // possibly another contract
			continue
		}
		boogie.WalkStmts(d.Body.Stmts, func(s boogie.Stmt) {
			c, ok := s.(*boogie.Call)
			if !ok {
				return
			}
			callee := byName[c.Proc]
			ds = append(ds, callee)
			if callee != nil && len(callee.Ins) > 0 && callee.Ins[0].Name == "this" {
				x, ok := c.Args[0].(*boogie.Ident)
				alone = alone && ok && x.Name == "this"
			}
		})
	}
	return kept, alone
}

// keep drops other procedures, and makes variables of the constants that may differ between transactions.
func (s *system) keep(kept map[*boogie.Procedure]bool) {
	s.p.Decls = slices.DeleteFunc(s.p.Decls, func(d boogie.Decl) bool {
		p, ok := d.(*boogie.Procedure)
		return ok && !kept[p]
	})
	for _, d := range s.p.Decls {
		if v, ok := d.(*boogie.Variable); ok {
			if v.Const && (strings.HasPrefix(v.Name, "block_") || strings.HasPrefix(v.Name, "tx_")) {
				v.Const = false
				v.Attrs = nil
			}
			if !v.Const && translate.Lasting(v) {
				s.state[v.Name] = true
			}
		}
	}
}

// leaving replaces calls of unknown code by markers.
func (s *system) leaving(info *boogie.Info, ss []boogie.Stmt) (out []boogie.Stmt) {
	outside := false
	for _, x := range ss {
		switch x := x.(type) {
		case *boogie.Havoc:
			if outside && !slices.ContainsFunc(x.Vars, func(v *boogie.Ident) bool { return info.Var(v) == nil || info.Kind(info.Var(v)) != boogie.Global }) {
				outside, s.sites = false, true
				out[len(out)-1] = &boogie.Assume{Attrs: boogie.Attributes{boogie.Attr("marker", boogie.Str(leave))}, Cond: boogie.B(true)}
				continue
			}
		case *boogie.If:
			x.Then, x.Else = s.leaving(info, x.Then), s.leaving(info, x.Else)
		case *boogie.While:
			x.Body = s.leaving(info, x.Body)
		}
		a, ok := x.(*boogie.Assume)
		outside = ok && a.Attrs.Find("outside") != nil
		out = append(out, x)
	}
	return out
}

// write prints the procedure with the loop.
func (s *system) write(b *strings.Builder, constructor *boogie.Procedure, entries []*boogie.Procedure) {
	fmt.Fprintf(b, "procedure %s(this: int)\n{\n", quote(name))
	all := append([]*boogie.Procedure{constructor}, entries...)
	for _, d := range all {
		for _, v := range slices.Concat(d.Ins[1:], d.Outs) {
			fmt.Fprintf(b, "  var %s: %s;\n", argument(d, v), v.Type)
		}
	}
	var passing []string
	for _, d := range s.p.Decls {
		if v, ok := d.(*boogie.Variable); ok && !v.Const && (!s.state[v.Name] || s.balance && v.Name == translate.Balance) {
			passing = append(passing, quote(v.Name))
		}
	}
	if s.balance {
		fmt.Fprintf(b, "  var %s: %s;\n", quote(before), boogie.MapOf(boogie.Int, boogie.Int))
	}
	for _, set := range s.begins() {
		b.WriteString(set)
	}
	s.transaction(b, constructor)
	b.WriteString("  while (*)\n  {\n")
	if s.balance { // others may send ether
		fmt.Fprintf(b, "    %s := %s;\n", quote(before), translate.Balance)
	}
	if len(passing) > 0 {
		fmt.Fprintf(b, "    havoc %s;\n", strings.Join(passing, ", "))
	}
	if s.balance {
		fmt.Fprintf(b, "    assume %s[this] <= %s[this];\n", quote(before), translate.Balance)
		if c := s.cells[translate.Balance]; c != nil {
			fmt.Fprintf(b, "    assume %s <= %s[this];\n    %s := %s[this];\n", quote(c.name), translate.Balance, quote(c.name), translate.Balance)
		}
	}
	for i, d := range entries {
		fmt.Fprintf(b, "    %sif (*) {\n", map[bool]string{true: "} else "}[i > 0])
		if ins := d.Ins[1:]; len(ins) > 0 {
			var names []string
			for _, v := range ins {
				names = append(names, argument(d, v))
			}
			fmt.Fprintf(b, "    havoc %s;\n", strings.Join(names, ", "))
		}
		s.transaction(b, d)
	}
	if s.sites {
		fmt.Fprintf(b, "    } else if (*) {\n    assume {:marker %q} true;\n", resume)
	}
	b.WriteString("    }\n  }\n}\n")
}

// before is the variable for the balances before external code ran.
const before = "$balance"

// transaction prints a call.
func (s *system) transaction(b *strings.Builder, d *boogie.Procedure) {
	if s.approximate && len(s.cells) > 0 {
		fmt.Fprintf(b, "    %s := false;\n", off)
	}
	fmt.Fprintf(b, "    assume {:marker %q, %q} true;\n    call ", begin, d.Name)
	args, outs := []string{"this"}, []string{}
	for _, v := range d.Ins[1:] {
		args = append(args, argument(d, v))
	}
	for _, v := range d.Outs {
		outs = append(outs, argument(d, v))
	}
	if len(outs) > 0 {
		fmt.Fprintf(b, "%s := ", strings.Join(outs, ", "))
	}
	fmt.Fprintf(b, "%s(%s);\n", quote(d.Name), strings.Join(args, ", "))
}

// argument is the variable for a parameter or result.
func argument(d *boogie.Procedure, v *boogie.Variable) string {
	return quote("$" + d.Name + "." + v.Name)
}

func quote(name string) string { return boogie.ExprString(boogie.Id(name)) }
