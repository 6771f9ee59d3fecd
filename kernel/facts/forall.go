package facts

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/predicate"
)

// Users write quantified array invariants as
//
//	forall k, j: CONDITION && ... ==> CONDITION
//
// where the conditions are C expressions over variables, the bound numbers k and j and array elements, all read
// as mathematical integers.

// quantifiedLine reports whether an expression has this form.
func quantifiedLine(expr string) bool {
	word, _, _ := strings.Cut(strings.TrimLeft(expr, " \t"), " ")
	return word == "forall"
}

// forall parses a quantified array invariant at a location. The result has several formulas where the base
// address of a pointer is ambiguous; each is a claim of its own.
func (n *names) forall(l *program.Location, expr string) ([]*logic.Term, error) {
	fail := func(offset int, format string, args ...any) error {
		return &predicate.Error{Offset: offset, Msg: fmt.Sprintf(format, args...)}
	}
	f := n.p.Terms
	start := strings.Index(expr, "forall") + len("forall")
	colon := strings.Index(expr, ":")
	if colon < 0 {
		return nil, fail(start, "expected forall NAME, ...: CONDITION ==> CONDITION")
	}
	symbols := map[string]*program.Var{}
	var bound []*logic.Term
	for offset, rest := start, expr[start:colon]; ; {
		word, more, some := strings.Cut(rest, ",")
		name := strings.TrimSpace(word)
		at := offset + len(word) - len(strings.TrimLeft(word, " \t"))
		switch {
		case !identifier(name):
			return nil, fail(at, "%.40q is no name of a number", name)
		case symbols[name] != nil:
			return nil, fail(at, "%s is said twice; leave one out", name)
		case len(bound) == maxBound:
			return nil, fail(at, "more than %d numbers; say less at a time", maxBound)
		}
		k := f.Fresh(name, logic.Int)
		bound = append(bound, k)
		symbols[name] = &program.Var{Name: name, Sym: k, Signed: true}
		if !some {
			break
		}
		offset, rest = offset+len(word)+1, more
	}
	visible := n.visible(l)
	scope := func(name string) *program.Var {
		if v := symbols[name]; v != nil {
			return v
		}
		return visible[name]
	}
	var out []*logic.Term
	for _, base := range n.bases() { // candidate base addresses of memory accessed through pointers
		c := &cellNames{names: n, visible: visible, base: base}
		var parts []*logic.Term
		offset := colon + 1
		said := strings.Split(expr[offset:], "==>")
		if len(said) > 2 {
			return nil, fail(offset+len(said[0])+len(said[1])+3, "a second ==>; join the conditions by &&")
		}
		for _, text := range said {
			t, err := predicate.ParseCells(f, text, scope, c.cell)
			var bad *predicate.Error
			if errors.As(err, &bad) {
				return nil, fail(offset+bad.Offset, "%s", bad.Msg)
			} else if err != nil {
				return nil, err
			}
			parts = append(parts, t)
			offset += len(text) + len("==>")
		}
		body := parts[len(parts)-1]
		if len(parts) == 2 {
			body = f.Implies(parts[0], body)
		}
		if t := f.Forall(bound, body); !slices.Contains(out, t) {
			out = append(out, t)
		}
		if !c.pointed {
			break
		}
	}
	return out, nil
}

// identifier reports whether a name is one of C.
func identifier(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) && (s[0] < '0' || s[0] > '9')
}

// bases returns the candidate base addresses of pointed-to memory after constant propagation replaced a pointer
// by its address; nil stands for the pointer's own value.
func (n *names) bases() []*logic.Term {
	out := []*logic.Term{nil}
	for _, o := range n.objects {
		if o.Base != nil && o.Base.IsConst() && o.Base.Sort().IsBV() {
			if a, ok := o.Base.BVUint64(); ok && len(out) < maxBases {
				out = append(out, n.p.Terms.IntConst(int64(a)))
			}
		}
	}
	return out
}

// cellNames resolves array elements in C expressions.
type cellNames struct {
	*names
	visible map[string]*program.Var
	base    *logic.Term // replaces the values of pointers; nil: the values themselves
	pointed bool        // a pointer was dereferenced
}

// cell resolves an element of an array, or of memory that a pointer or an array with an address refers to.
func (c *cellNames) cell(name string, indices []*logic.Term, field string) (*logic.Term, error) {
	whole := name
	if field != "" {
		whole += "." + field
	}
	f := c.p.Terms
	if v := c.array(name, whole); v != nil {
		t := intlower.Symbol(f, v)
		for _, i := range indices {
			if !t.Sort().IsArray() || !t.Sort().Index().IsInt() {
				return nil, fmt.Errorf("the elements of %s are kept in one row: write one index, [length*i + j]", whole)
			}
			t = f.Select(t, i)
		}
		if !t.Sort().IsInt() {
			return nil, fmt.Errorf("an element of %s is no number, it has sort %s", whole, t.Sort())
		}
		return t, nil
	}
	at := c.visible[name]
	if at == nil || at.Origin == nil || !at.Pointer {
		at = c.visible[name+"#addr"]
	}
	switch {
	case at == nil:
		return nil, fmt.Errorf("no array or pointer %q is visible here", name)
	case field != "":
		return nil, fmt.Errorf("the fields of what %s points at have no names here; leave the line out", name)
	case len(indices) != 1:
		return nil, fmt.Errorf("what %s points at is kept in one row: write one index, [length*i + j]", name)
	}
	mem := c.memory(at.Origin)
	if len(mem) != 1 {
		return nil, fmt.Errorf("what %s points at is not one array of elements of one size: %d of them", name, len(mem))
	}
	size := int64(mem[0].Sort().Elem().Width() / 8)
	if size == 0 {
		return nil, fmt.Errorf("an element of what %s points at is no number", name)
	}
	base := at.Sym
	if c.pointed = true; c.base != nil {
		base = c.base
	}
	return f.Select(intlower.Symbol(f, mem[0]), f.Add(base, f.Mul(f.IntConst(size), indices[0]))), nil
}

// array returns the variable for an array, or for one field of all its elements; nil if there is none.
func (c *cellNames) array(name, whole string) *program.Var {
	v := c.visible[whole]
	if v == nil || !v.Sort().IsArray() || strings.HasPrefix(name, "mem") && v.CName == "" {
		return nil
	}
	return v
}

// memory returns the memory arrays that are accessed at addresses computed from a variable.
func (n *names) memory(v *program.Var) (out []*program.Var) {
	same := n.copied(v)
	for _, e := range n.edges {
		for op := range program.AllOps(e.Ops) {
			op.Terms(func(t *logic.Term) {
				logic.Walk(func(u *logic.Term) bool {
					if (u.Op() == logic.OpSelect || u.Op() == logic.OpStore) && u.Arg(0).IsVar() && u.Arg(1).Sort().IsBV() {
						if m := n.of(u.Arg(0)); m != nil && m.Sort().Elem().IsBV() && !slices.Contains(out, m) &&
							slices.ContainsFunc(logic.FreeVars(u.Arg(1)), func(x *logic.Term) bool { return same[x] }) {
							out = append(out, m)
						}
					}
					return true
				}, t)
			})
		}
	}
	return out
}

// copied returns the symbols of a variable and of those it is assigned to.
func (n *names) copied(v *program.Var) map[*logic.Term]bool {
	same := map[*logic.Term]bool{v.Sym: true}
	for changed := true; changed; {
		changed = false
		for _, e := range n.edges {
			for op := range program.AllOps(e.Ops) {
				if op.Kind == program.OpAssign && same[op.Expr] && !same[op.Var.Sym] {
					same[op.Var.Sym], changed = true, true
				}
			}
		}
	}
	return same
}

// of returns the variable with a symbol, or nil.
func (n *names) of(t *logic.Term) *program.Var {
	for _, v := range n.vars {
		if v.Sym == t {
			return v
		}
	}
	return nil
}
