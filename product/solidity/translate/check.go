package translate

import (
	"fmt"
	"slices"
	"strings"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// A Check is a kind of run-time error that is checked without annotations; a bit set of kinds is their union.
type Check uint8

// The kinds of checks.
const (
	CheckAssert    Check = 1 << iota // assert
	CheckOverflow                    // result above the range of its type
	CheckUnderflow                   // result below the range of its type
	CheckDivision                    // division or modulo by zero
	CheckIndex                       // an index out of bounds
	CheckPop                         // pop of an empty array
	AllChecks      Check = 1<<iota - 1

	// CheckSpec is a clause of a standard.
	CheckSpec Check = 1 << iota
)

var checkNames = []string{"assert", "overflow", "underflow", "div", "index", "pop"}

// CheckNames returns the names of the kinds.
func CheckNames() []string { return slices.Clone(checkNames) }

// CheckTexts returns descriptions of the kinds, in the order of CheckNames.
func CheckTexts() []string {
	return []string{"An assertion may fail.", "A result is above the range of its type.", "A result is below the range of its type.",
		"Division by zero, or modulo.", "An index is out of bounds.", "pop of an empty array."}
}

func (c Check) String() string {
	var names []string
	if c&CheckSpec != 0 {
		names = append(names, "spec")
	}
	for i, n := range checkNames {
		if c&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, ",")
}

// ParseChecks parses a comma-separated list of kinds; all is their union.
func ParseChecks(s string) (Check, error) {
	var c Check
names:
	for _, n := range strings.Split(s, ",") {
		if n == "all" {
			c |= AllChecks
			continue
		}
		for i, k := range checkNames {
			if n == k {
				c |= 1 << i
				continue names
			}
		}
		return 0, fmt.Errorf("%q is no kind of check; choose some of %s, or all", n, strings.Join(checkNames, ", "))
	}
	return c, nil
}

// A Site is a check at a source position.
type Site struct {
	Kind Check // a single kind
	Node int   // ID of the syntax node
	Pos  ast.Position
	Len  int    // length of the text in bytes
	Code string // text of the checked expression, name of the clause
	// Problem is why a clause cannot be checked.
	Problem string
}

// site returns the site of a node.
func site(n ast.Node, kind Check) Site {
	s := Site{Kind: kind, Node: n.Base().ID, Pos: ast.Pos(n), Len: n.Base().Len}
	if i := n.Base(); i.File != nil && i.Start >= 0 && i.Start+i.Len <= len(i.File.Text) {
		s.Code = strings.Join(strings.Fields(i.File.Text[i.Start:i.Start+i.Len]), " ")
	}
	return s
}

// checked returns the attributes by which a report finds the check of an assertion.
func checked(n ast.Node, kind Check, message string) boogie.Attributes {
	return append(at(n, message), boogie.Attr("check", boogie.Str(kind.String()), boogie.N(int64(n.Base().ID))))
}

// check handles a condition whose violation reverts: it is asserted if the kind is selected, and assumed
// afterwards in any case.
func (b *body) check(n ast.Node, kind Check, cond boogie.Expr, message string) {
	switch {
	case b.spec:
	case b.t.o.Checks&kind == 0, b.reverted != nil:
		b.emit(&boogie.Assume{Cond: cond})
	default:
		b.sites = append(b.sites, site(n, kind))
		b.emit(&boogie.Assert{Attrs: checked(n, kind, message), Cond: cond})
	}
}

// checkRange checks that the exact result of an operation is in the range of the type.
func (b *body) checkRange(n ast.Node, op string, e boogie.Expr, ty *ast.Type) {
	low, high := limits(ty)
	above, below := boogie.Bin(boogie.Le, e, boogie.Big(high)), boogie.Bin(boogie.Le, boogie.Big(low), e)
	over, under := leaves(op, ty.Signed)
	if over && b.t.o.Checks&CheckOverflow != 0 {
		b.check(n, CheckOverflow, above, "Arithmetic overflow")
	}
	if under && b.t.o.Checks&CheckUnderflow != 0 {
		b.check(n, CheckUnderflow, below, "Arithmetic underflow")
	}
}

// leaves reports at which ends the result of an operation may leave its type.
func leaves(op string, signed bool) (over, under bool) {
	switch {
	case op == "neg":
		return true, false
	case op == "/":
		return signed, false
	case op == "%":
		return false, false
	case signed:
		return true, true
	case op == "-":
		return false, true
	}
	return true, false
}

// made lists the checks of a procedure: its own, and the procedures unfolded at calls.
type made struct {
	sites  []Site
	calls  []string
	inline bool
}

// assignSites collects for each function the checks generated in it.
func (t *translator) assignSites() {
	for _, f := range t.res.Functions {
		if f.Skipped != "" {
			continue
		}
		seen := map[string]bool{}
		var add func(name string)
		add = func(name string) {
			if seen[name] {
				return
			}
			seen[name] = true
			f.Checks = append(f.Checks, t.made[name].sites...)
			for _, c := range t.made[name].calls {
				if t.made[c].inline {
					add(c)
				}
			}
		}
		add(f.Procedure)
		f.Checks = uniqueSites(f.Checks)
	}
}

func uniqueSites(ss []Site) []Site {
	type key struct {
		kind Check
		node int
	}
	seen := map[key]bool{}
	var us []Site
	for _, s := range ss {
		if k := (key{s.Kind, s.Node}); !seen[k] {
			seen[k] = true
			us = append(us, s)
		}
	}
	return us
}

// sitesOf returns the checks in the source of a function that is not translated, and of its possible callees.
func (x *context) sitesOf(fs ...*ast.FunctionDefinition) []Site {
	seen := map[int]bool{}
	var all []Site
	var visit func(f *ast.FunctionDefinition)
	visit = func(f *ast.FunctionDefinition) {
		if seen[f.ID] {
			return
		}
		seen[f.ID] = true
		all = append(all, x.t.written(f)...)
		for _, m := range f.Modifiers {
			if d, ok := m.Decl.(*ast.ModifierDefinition); ok {
				all = append(all, x.t.written(x.modifier(d))...)
			}
		}
		for _, g := range x.callees(f) {
			visit(g)
		}
	}
	for _, f := range fs {
		visit(f)
	}
	return uniqueSites(all)
}

// skippedSites returns the checks of a procedure that is not translated.
func (x *context) skippedSites(n ast.Node) []Site {
	f, ok := n.(*ast.FunctionDefinition)
	if !ok {
		return nil
	}
	if f.Kind != "constructor" {
		return x.sitesOf(f)
	}
	var sites []Site
	var fs []*ast.FunctionDefinition
	for _, c := range x.contract.Linearized {
		if g := ownConstructor(c); g != nil {
			fs = append(fs, g)
		}
		for _, m := range c.Nodes {
			if v, ok := m.(*ast.VariableDeclaration); ok {
				sites = append(sites, x.t.written(v)...)
			}
		}
	}
	return uniqueSites(append(sites, x.sitesOf(fs...)...))
}

// written returns the checks in the source of a node.
func (t *translator) written(n ast.Node) []Site {
	var sites []Site
	add := func(n ast.Node, kind Check) {
		if t.o.Checks&kind != 0 {
			sites = append(sites, site(n, kind))
		}
	}
	arithmetic := func(n ast.Node, op string, ty *ast.Type, unchecked bool) {
		if ty == nil || ty.Kind != ast.Integer {
			return
		}
		if op == "/" || op == "%" {
			add(n, CheckDivision)
		}
		switch op {
		case "+", "-", "*", "/", "**", "neg":
			if over, under := leaves(op, ty.Signed); !unchecked {
				if over {
					add(n, CheckOverflow)
				}
				if under {
					add(n, CheckUnderflow)
				}
			}
		}
	}
	var walk func(n ast.Node, unchecked bool)
	walk = func(n ast.Node, unchecked bool) {
		ast.Walk(n, func(m ast.Node) bool {
			switch m := m.(type) {
			case *ast.Block:
				if m.Unchecked && !unchecked {
					walk(m, true)
					return false
				}
			case *ast.Binary:
				if m.Common != nil && m.Type().Kind != ast.Rational {
					arithmetic(m, m.Op, m.Common, unchecked)
				}
			case *ast.Assignment:
				arithmetic(m, strings.TrimSuffix(m.Op, "="), m.X.Type(), unchecked)
			case *ast.Unary:
				switch op := map[string]string{"++": "+", "--": "-", "-": "neg"}[m.Op]; {
				case m.Op == "-" && (m.Type().Kind == ast.Rational || !m.Type().Signed):
				case op != "":
					arithmetic(m, op, m.X.Type(), unchecked)
				}
			case *ast.IndexAccess:
				if k := m.X.Type().Kind; k == ast.Array || k == ast.Bytes || k == ast.FixedBytes {
					add(m, CheckIndex)
				}
			case *ast.FunctionCall:
				switch m.Func.Type().Func {
				case "assert":
					add(m, CheckAssert)
				case "arraypop":
					add(m, CheckPop)
				case "addmod", "mulmod":
					add(m, CheckDivision)
				}
			}
			return true
		})
	}
	walk(n, false)
	return sites
}
