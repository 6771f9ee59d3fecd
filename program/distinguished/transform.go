package distinguished

import (
	"fmt"
	"slices"
	"strings"

	"cupel/logic"
	"cupel/program"
)

// Cells is a program over cells.
type Cells struct {
	*program.Program
	// Reads are those of cells that are not known, by the symbol of the variable, given any value, that has the result.
	Reads map[*logic.Term]Read
	// Known are the distinguished indices and the cells.
	Known []*program.Var
	// Scratch are the other variables that the original does not have. None keeps a value from one edge to the next.
	Scratch []*program.Var

	meant map[*logic.Term]*logic.Term // what cells are, over the distinguished indices
}

// Index reports whether a variable is a distinguished index.
func (c *Cells) Index(v *program.Var) bool { return isIndex(v) }

// Meant is what a formula about the variables, the distinguished indices and the cells there says of the original program when it holds for all
// indices; nil: it speaks of other things.
func (c *Cells) Meant(t *logic.Term) *logic.Term {
	for _, v := range c.Scratch {
		if logic.Occurs(v.Sym, t) {
			return nil
		}
	}
	t = c.Terms.Subst(t, c.meant)
	var bound []*logic.Term
	values := map[*logic.Term]*logic.Term{}
	for _, v := range c.Known {
		if isIndex(v) && logic.Occurs(v.Sym, t) {
			k := c.Terms.Fresh("k", v.Sort())
			values[v.Sym] = k
			bound = append(bound, k)
		}
	}
	if len(bound) == 0 {
		return t
	}
	return c.Terms.Forall(bound, c.Terms.Subst(t, values))
}

// A Read is one of the cell at Index, a term over the program's variables before the operation. Were the distinguished index such that
// Place is Index, Cell would have the result.
type Read struct {
	Index, Place *logic.Term
	Cell         *program.Var
}

// Transform replaces the arrays of p, which need not be changed when p is. It is nil where there is nothing to be gained: p has no array, or
// no way to the error reads one.
func Transform(p *program.Program) *Cells {
	c, _ := transform(p)
	return c
}

// transform is Transform, with what it knows.
func transform(p *program.Program) (*Cells, *transformer) {
	t := &transformer{p: p, f: p.Terms, arrays: map[*logic.Term]*array{}, elsewhere: map[*logic.Term]Read{}, meant: map[*logic.Term]*logic.Term{}}
	if p.LargeBlocks || !t.survey() || !t.distinguish() {
		return nil, nil
	}
	c := program.CloneWith(p, func(e *program.Edge) []program.Op { return t.edge(e) })
	c.ReplaceVars(append(slices.DeleteFunc(c.Vars, func(v *program.Var) bool { return v.Sort().IsArray() }), t.vars...))
	known := func(v *program.Var) bool { return isIndex(v) || isCell(v) && t.meant[v.Sym] != nil }
	return &Cells{Program: c.Program, Reads: t.elsewhere, meant: t.meant,
		Known:   slices.DeleteFunc(slices.Clone(t.vars), func(v *program.Var) bool { return !known(v) }),
		Scratch: slices.DeleteFunc(slices.Clone(t.vars), known)}, t
}

// An array is a variable of the program, and what is known of it.
type array struct {
	v      *program.Var
	index  *indexing
	cells  []*program.Var // by the number of the offset
	opaque bool           // its elements are arrays, or it is used as a whole
}

type transformer struct {
	p       *program.Program
	f       *logic.Factory
	arrays  map[*logic.Term]*array // by symbol
	order   []*array
	offsets []int64 // distances of the known cells from the distinguished index
	vars    []*program.Var
	index   map[*logic.Sort]*program.Var // the distinguished index, by sort
	reads   int

	elsewhere map[*logic.Term]Read
	meant     map[*logic.Term]*logic.Term
}

// survey finds the arrays and how they are indexed. It reports whether there are any.
func (t *transformer) survey() bool {
	for _, v := range t.p.Vars {
		if !v.Sort().IsArray() {
			continue
		}
		a := &array{v: v, index: &indexing{f: t.f}, opaque: v.Sort().Elem().IsArray() || v.Sort().Index().IsArray()}
		t.arrays[v.Sym] = a
		t.order = append(t.order, a)
	}
	if len(t.order) == 0 {
		return false
	}
	for _, e := range t.p.Edges {
		for op := range program.AllOps(e.Ops) {
			op.Terms(func(u *logic.Term) {
				logic.Walk(func(s *logic.Term) bool {
					if s.Op() == logic.OpSelect || s.Op() == logic.OpStore {
						for _, a := range t.under(s.Arg(0)) {
							a.index.add(s.Arg(1))
						}
					}
					return true
				}, u)
			})
		}
	}
	return true
}

// under are the arrays that a term is made of.
func (t *transformer) under(u *logic.Term) (out []*array) {
	logic.Walk(func(s *logic.Term) bool {
		switch {
		case !s.Sort().IsArray():
			return false
		case t.arrays[s] != nil:
			out = append(out, t.arrays[s])
		}
		return true
	}, u)
	return out
}

// distinguish makes the variables. It reports whether a way to the error reads an array.
func (t *transformer) distinguish() bool {
	t.index = map[*logic.Sort]*program.Var{}
	t.offsets = []int64{0}
	read := false
	for _, e := range t.p.Edges {
		if e.Dst != t.p.Error {
			continue
		}
		rs := t.readsOf(e)
		read = read || len(rs) > 0
		if len(rs) < 2 {
			continue
		}
		for _, r := range rs[1:] {
			if r.index.Sort() != logic.Int || rs[0].index.Sort() != logic.Int {
				continue
			}
			d := t.f.Sub(r.of.index.number(r.index), rs[0].of.index.number(rs[0].index))
			if !d.IsConst() {
				continue
			}
			if n, ok := d.Rational().Int64(); ok && len(t.offsets) < maxOffsets && !slices.Contains(t.offsets, n) {
				t.offsets = append(t.offsets, n)
			}
		}
	}
	if !read {
		return false
	}
	for _, a := range t.order {
		if a.opaque {
			continue
		}
		s := a.v.Sort().Index()
		if t.index[s] == nil {
			t.index[s] = t.variable(indexName, s)
		}
		for _, d := range t.offsets {
			name := a.v.Name + cellMark
			if d != 0 {
				name += fmt.Sprintf("%+d", d)
			}
			c := t.variable(name, a.v.Sort().Elem())
			c.Signed, c.Pointer, c.Bool, c.Origin = a.v.Signed, a.v.Pointer, a.v.Bool, nil
			a.cells = append(a.cells, c)
			t.meant[c.Sym] = t.f.Select(a.v.Sym, t.place(a, len(a.cells)-1))
		}
	}
	return true
}

// variable declares a variable.
func (t *transformer) variable(name string, s *logic.Sort) *program.Var {
	v := &program.Var{Name: name, Sym: t.f.Fresh(name, s), Temp: true}
	t.vars = append(t.vars, v)
	return v
}

// place is the index of a known cell.
func (t *transformer) place(a *array, cell int) *logic.Term {
	n := t.index[a.v.Sort().Index()].Sym
	if d := t.offsets[cell]; d != 0 && n.Sort() == logic.Int {
		n = t.f.Add(n, t.f.IntConst(d))
	}
	return a.index.place(n)
}

// The names of what Transform makes, by which Phases knows it.
const (
	indexName = "#index"
	cellMark  = "@#index"
)

// isIndex and isCell report what a variable was made for.
func isIndex(v *program.Var) bool { return v.Temp && v.Name == indexName }
func isCell(v *program.Var) bool  { return v.Temp && strings.Contains(v.Name, cellMark) }
