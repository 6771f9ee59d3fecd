package display

import (
	"fmt"
	"strings"

	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program"
)

// names are the printed names of the symbols of a formula.
type names struct {
	p     *program.Program
	f     *logic.Factory
	where string                 // the function whose scope names are printed for
	known map[*logic.Term]string // addresses of arrays
	vars  map[*logic.Term]string
	cells map[string]*logic.Term // cells by how they are called
}

// newNames finds names for the variables of a formula. facts may contain the addresses of arrays, as equations of variables that hold addresses.
func newNames(p *program.Program, function string, t *logic.Term, facts []*logic.Term) *names {
	n := &names{p: p, f: p.Terms, where: function, known: map[*logic.Term]string{}, vars: map[*logic.Term]string{}, cells: map[string]*logic.Term{}}
	times := map[string]int{}
	free := logic.FreeVars(t)
	for _, v := range free {
		times[short(p.VarOf(v))]++
	}
	for _, v := range free {
		if x := p.VarOf(v); x != nil {
			if n.vars[v] = n.variable(x); times[short(x)] > 1 {
				n.vars[v] = x.Name
			}
		}
	}
	for _, o := range p.Objects {
		if o.Base != nil && o.Base.IsConst() && !strings.HasPrefix(o.Name, "#") {
			if a, ok := o.Base.BVUint64(); ok {
				n.address(n.f.IntConst(int64(a)), n.local(o.Name))
			}
		}
	}
	for _, v := range p.Vars {
		if name := n.pointer(v); name != "" {
			n.address(v.Sym, name)
		}
	}
	for _, c := range facts {
		if c.Op() == logic.OpEq {
			for i := range 2 {
				v, at := p.VarOf(c.Arg(i)), c.Arg(1-i)
				if v == nil || n.pointer(v) == "" || !at.IsConst() {
					continue
				}
				if _, known := n.known[at]; !known || !v.Pointer { // an array's own name before that of a pointer to it
					n.address(at, n.pointer(v))
				}
			}
		}
	}
	return n
}

// address records the name of the object at an address; several objects: none.
func (n *names) address(at *logic.Term, name string) {
	if old, ok := n.known[at]; ok && old != name {
		name = ""
	}
	n.known[at] = name
}

// short is the name of a variable in the source, where it has one.
func short(v *program.Var) string {
	switch {
	case v == nil:
		return ""
	case v.CName != "":
		return v.CName
	}
	return v.Name
}

// variable is the name of a variable in the source, with that of its function where this is another one.
func (n *names) variable(v *program.Var) string {
	if v == nil || v.Func == "" || v.Func == n.where {
		return short(v)
	}
	return v.Name
}

// pointer returns the C name of the object that a pointer variable points to, "" if unknown.
func (n *names) pointer(v *program.Var) string {
	if name, ok := strings.CutSuffix(v.Name, "#addr"); ok {
		return n.local(name)
	}
	if v.Pointer && v.CName != "" {
		return n.variable(v)
	}
	return ""
}

// local strips the name of the current function from a full name.
func (n *names) local(name string) string {
	name = strings.TrimPrefix(name, "&")
	function, short, ok := strings.Cut(name, "::")
	if copied, _, _ := strings.Cut(function, "@"); ok && copied == n.where {
		return short
	}
	return name
}

// in is a term with symbols of these names in place of variables and cells.
func (n *names) in(t *logic.Term) *logic.Term {
	return logic.Transform(t, func(u *logic.Term, args []*logic.Term) *logic.Term {
		if u.IsVar() && n.vars[u] != "" && !u.Sort().IsArray() {
			return n.symbol(n.vars[u], u.Sort())
		}
		if u.Op() == logic.OpSelect && u.Arg(0).IsVar() && n.p.VarOf(u.Arg(0)) != nil {
			return n.cell(u)
		}
		return n.f.With(u, args)
	})
}

// mark terminates the names of placeholder symbols; no variable name contains it.
const mark = "\x00"

// symbol is printed as a name.
func (n *names) symbol(name string, s *logic.Sort) *logic.Term { return n.f.Var(name+mark, s) }

// text prints a term, most of it within about limit bytes; 0: all of it within the usual limit.
func (n *names) text(t *logic.Term, limit int) string {
	s := n.in(t).String()
	if limit > 0 {
		s = n.in(t).StringN(limit)
	}
	return strings.ReplaceAll(s, mark, "")
}

// cell is a selection under its name.
func (n *names) cell(u *logic.Term) *logic.Term {
	v := n.p.VarOf(u.Arg(0))
	name := fmt.Sprintf("%s[%s]", n.variable(v), n.text(u.Arg(1), 0))
	if v.CName == "" {
		if at := n.element(v, u.Arg(1)); at != "" && (n.cells[at] == nil || n.cells[at] == u) {
			name = at
		}
	}
	n.cells[name] = u
	return n.symbol(name, u.Sort())
}

// element prints a memory cell as an array element; "": its array is unknown.
func (n *names) element(v *program.Var, index *logic.Term) string {
	size := int64(width(v)) / 8
	if size == 0 || !index.Sort().IsInt() {
		return ""
	}
	prods, coeffs, constant := logic.Linear(instances.Unwrapped(n.f, index))
	base, rest, offset := (*logic.Term)(nil), []*logic.Term{}, constant
	for i, x := range prods {
		if one, ok := coeffs[i].Int64(); ok && one == 1 && n.known[x] != "" && base == nil {
			base = x
			continue
		}
		rest = append(rest, n.f.Mul(n.f.Num(logic.Int, coeffs[i]), x))
	}
	if base == nil { // the largest address that is not beyond it
		for at, name := range n.known {
			if name == "" || !at.IsConst() || at.Rational().Cmp(constant) > 0 {
				continue
			}
			if base == nil || at.Rational().Cmp(base.Rational()) > 0 {
				base = at
			}
		}
		if base == nil {
			return ""
		}
		offset = constant.Sub(base.Rational())
	}
	number := instances.Divided(n.f, n.f.Add(append(rest, n.f.Num(logic.Int, offset))...), size)
	if number == nil {
		return ""
	}
	return fmt.Sprintf("%s[%s]", n.known[base], n.text(number, 0))
}

// width is the number of bits of an array's elements before it became one of integers.
func width(v *program.Var) int {
	for ; v != nil; v = v.Origin {
		if s := v.Sort(); s.IsArray() && s.Elem().IsBV() {
			return s.Elem().Width()
		}
	}
	return 0
}
