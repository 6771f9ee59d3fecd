package distinguished

import (
	"fmt"
	"slices"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
)

// Cells is the result of Transform: a program over cells, with the mapping to the original.
type Cells struct {
	*program.Program
	// Reads are the reads at other indices, by the symbol of the variable that is havocked with their result.
	Reads map[*logic.Term]Read
	// Known are the distinguished indices and the cell variables.
	Known []*program.Var
	// Scratch are the other variables that the original does not have. None keeps a value from one edge to the next.
	Scratch []*program.Var

	selects map[*logic.Term]*logic.Term // the selection each cell variable represents, over the distinguished indices
	order   *logic.Term                 // that the first of the distinguished indices of integer arrays is less than the second; nil: there is one
}

// Index reports whether a variable is a distinguished index.
func (c *Cells) Index(v *program.Var) bool { return isIndex(v) }

// Indices is how many distinguished indices there are of integer arrays, or of others.
func (c *Cells) Indices() int {
	if c.order != nil {
		return 2
	}
	return 1
}

// Quantify translates a formula over variables, distinguished indices and cells that holds for all indices to a quantified array invariant of the original
// program; nil: it mentions other symbols.
func (c *Cells) Quantify(t *logic.Term) *logic.Term {
	for _, v := range c.Scratch {
		if logic.Occurs(v.Sym, t) {
			return nil
		}
	}
	t = c.Terms.Subst(t, c.selects)
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
	t = c.Terms.Subst(t, values)
	if o := c.order; o != nil && values[o.Arg(0)] != nil && values[o.Arg(1)] != nil {
		t = c.Terms.Implies(c.Terms.Subst(o, values), t)
	}
	return c.Terms.Forall(bound, t)
}

// A Read is a read of the cell at Index, a term over the program's variables before the operation. If the distinguished index made Place equal to Index, Cell
// would be its result.
type Read struct {
	Index, Place *logic.Term
	Cell         *program.Var
}

// Transform replaces the arrays of p, which must not be changed afterwards, by their cells at one or two distinguished indices. It is nil where this cannot help: p
// has no array, or no path to the error reads one.
func Transform(p *program.Program, indices int) *Cells {
	c, _ := transform(p, indices, false)
	return c
}

// TransformReads is Transform for invariants that other analyses use: it is nil only where nothing reads an array, on any path.
func TransformReads(p *program.Program) *Cells {
	c, _ := transform(p, 1, true)
	return c
}

// transform implements Transform and, with anywhere, TransformReads. The remembered places are variables of p.
func transform(p *program.Program, indices int, anywhere bool, places ...remembered) (*Cells, *transformer) {
	t := newTransformer(p, indices)
	t.places = places
	if p.LargeBlocks || !t.survey() || !t.distinguish(anywhere) {
		return nil, nil
	}
	c := program.CloneWith(p, func(e *program.Edge) []program.Op { return t.edge(e) })
	c.ReplaceVars(append(slices.DeleteFunc(c.Vars, func(v *program.Var) bool { return v.Sort().IsArray() }), t.vars...))
	known := func(v *program.Var) bool { return isIndex(v) || isCell(v) && t.selects[v.Sym] != nil }
	return &Cells{Program: c.Program, Reads: t.elsewhere, selects: t.selects, order: t.order(),
		Known:   slices.DeleteFunc(slices.Clone(t.vars), func(v *program.Var) bool { return !known(v) }),
		Scratch: slices.DeleteFunc(slices.Clone(t.vars), known)}, t
}

// An array is an array variable of the program with its index form and its cells.
type array struct {
	v      *program.Var
	index  *indexing
	cells  []*program.Var // one for each spot
	spots  []spot
	opaque bool // its elements are arrays, or it is used as a whole
}

// A spot is the position of a represented cell: its distance from a distinguished index.
type spot struct {
	which  int // 0: the first
	offset int64
}

type transformer struct {
	p       *program.Program
	f       *logic.Factory
	indices int                    // how many may be distinguished
	arrays  map[*logic.Term]*array // by symbol
	listed  []*array
	spots   []spot // of the represented cells
	vars    []*program.Var
	index   map[*logic.Sort][]*program.Var // the distinguished indices, by sort: two of integers, if any
	reads   int
	places  []remembered

	elsewhere map[*logic.Term]Read
	selects   map[*logic.Term]*logic.Term
}

func newTransformer(p *program.Program, indices int) *transformer {
	return &transformer{p: p, f: p.Terms, indices: indices, arrays: map[*logic.Term]*array{}, elsewhere: map[*logic.Term]Read{}, selects: map[*logic.Term]*logic.Term{}}
}

// survey finds the arrays and how they are indexed. It reports whether there are any.
func (t *transformer) survey() bool {
	for _, v := range t.p.Vars {
		if !v.Sort().IsArray() {
			continue
		}
		a := &array{v: v, index: &indexing{f: t.f}, opaque: v.Sort().Elem().IsArray() || v.Sort().Index().IsArray()}
		t.arrays[v.Sym] = a
		t.listed = append(t.listed, a)
	}
	if len(t.listed) == 0 {
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

// under returns the array variables that an array term is built from.
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

// distinguish makes the variables. It reports whether a way to the error, or any with anywhere, reads an array.
func (t *transformer) distinguish(anywhere bool) bool {
	t.index = map[*logic.Sort][]*program.Var{}
	t.spots = []spot{{}}
	read := false
	for _, e := range t.p.Edges {
		if e.Dst != t.p.Error {
			read = read || anywhere && t.reading(e)
			continue
		}
		rs := t.readsOf(e)
		read = read || len(rs)+len(t.places) > 0
		if len(rs) < 2 || t.indices > 1 {
			continue
		}
		for _, r := range rs[1:] {
			d := t.distance(rs[0], r)
			if d == nil || !d.IsConst() {
				continue
			}
			if n, ok := d.Rational().Int64(); ok && len(t.spots) < maxOffsets && !slices.Contains(t.spots, spot{0, n}) {
				t.spots = append(t.spots, spot{0, n})
			}
		}
	}
	if !read {
		return false
	}
	if t.indices > 1 {
		t.spots = append(t.spots, spot{which: 1})
	}
	for _, a := range t.listed {
		if !a.opaque {
			t.addCells(a)
		}
	}
	return true
}

// addCells creates the variables for the cells of an array.
func (t *transformer) addCells(a *array) {
	s := a.v.Sort().Index()
	for _, at := range t.spots {
		if at.which > 0 && s != logic.Int {
			continue
		}
		if len(t.index[s]) == at.which {
			t.index[s] = append(t.index[s], t.variable(indexNames[at.which], s))
		}
		name := a.v.Name + "@" + indexNames[at.which]
		if at.offset != 0 {
			name += fmt.Sprintf("%+d", at.offset)
		}
		c := t.variable(name, a.v.Sort().Elem())
		c.Signed, c.Pointer, c.Bool, c.Origin = a.v.Signed, a.v.Pointer, a.v.Bool, nil
		a.cells, a.spots = append(a.cells, c), append(a.spots, at)
		t.selects[c.Sym] = t.f.Select(a.v.Sym, t.place(a, len(a.cells)-1))
	}
}

// distance is how many places one read is behind another; nil: their indices are no integers.
func (t *transformer) distance(from, to read) *logic.Term {
	if from.index.Sort() != logic.Int || to.index.Sort() != logic.Int {
		return nil
	}
	return t.f.Sub(to.of.index.number(to.index), from.of.index.number(from.index))
}

// order is that of the two distinguished indices; nil: there is one.
func (t *transformer) order() *logic.Term {
	if ks := t.index[logic.Int]; len(ks) > 1 {
		return t.f.Lt(ks[0].Sym, ks[1].Sym)
	}
	return nil
}

// variable declares a variable.
func (t *transformer) variable(name string, s *logic.Sort) *program.Var {
	v := &program.Var{Name: name, Sym: t.f.Fresh(name, s), Temp: true}
	t.vars = append(t.vars, v)
	return v
}

// place returns the index of a represented cell.
func (t *transformer) place(a *array, cell int) *logic.Term {
	n := t.index[a.v.Sort().Index()][a.spots[cell].which].Sym
	if d := a.spots[cell].offset; d != 0 && n.Sort() == logic.Int {
		n = t.f.Add(n, t.f.IntConst(d))
	}
	return a.index.place(n)
}

// cellAt returns the cell whose index is the same term as index; nil: none.
func (t *transformer) cellAt(a *array, index *logic.Term) *program.Var {
	for i, c := range a.cells {
		if t.place(a, i) == index {
			return c
		}
	}
	return nil
}

// same is that an index is a place, for each case of an index that wraps.
func (t *transformer) same(index, place *logic.Term) *logic.Term {
	if index.Op() == logic.OpIte {
		return t.f.Ite(index.Arg(0), t.same(index.Arg(1), place), t.same(index.Arg(2), place))
	}
	return t.f.Eq(index, place)
}

// placeOf is the place of a distinguished index.
func (t *transformer) placeOf(a *array, which int) *logic.Term {
	return t.place(a, slices.Index(a.spots, spot{which: which}))
}

// indexNames are the names of the distinguished indices, by which Phases recognises them.
var indexNames = []string{"#index", "#later"}

// isIndex and isCell report whether Transform made the variable as an index or as a cell.
func isIndex(v *program.Var) bool { return v.Temp && slices.Contains(indexNames, v.Name) }
func isCell(v *program.Var) bool {
	return v.Temp && slices.ContainsFunc(indexNames, func(n string) bool { return strings.Contains(v.Name, "@"+n) })
}
