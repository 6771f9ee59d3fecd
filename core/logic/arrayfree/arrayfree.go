package arrayfree

import (
	"slices"

	"cupel/core/logic"
)

// Eliminator eliminates arrays. It remembers what it has rewritten, so that formulas that share terms cost each of them once, and
// equal reads are the same symbol in all of them.
type Eliminator struct {
	f       *logic.Factory
	images  map[key]*logic.Term
	cells   map[*logic.Term]Cell // by symbol
	runs    map[*logic.Term]*run
	missing []key
	steps   int // of this elimination
	total   int
}

// key is a term to rewrite, or, with an index that has been rewritten, a read of an array.
type key struct{ t, index *logic.Term }

// Cell is an element of an array symbol that was read.
type Cell struct {
	Symbol *logic.Term // that stands for the element
	Array  *logic.Term
	Index  *logic.Term // without arrays
}

// Result is what formulas became.
type Result struct {
	Formulas []*logic.Term // without arrays
	Cells    []Cell        // of which they speak
}

// New returns an eliminator for terms of f.
func New(f *logic.Factory) *Eliminator {
	e := &Eliminator{f: f}
	e.forget()
	return e
}

func (e *Eliminator) forget() {
	e.images, e.cells, e.runs = map[key]*logic.Term{}, map[*logic.Term]Cell{}, map[*logic.Term]*run{}
}

// Steps is the number of terms and reads rewritten so far.
func (e *Eliminator) Steps() int { return e.total }

// Eliminate returns the formulas without arrays; false: they have what is not supported, or the result is too large.
func (e *Eliminator) Eliminate(ts []*logic.Term) (*Result, bool) {
	if len(e.images) > maxKept {
		e.forget()
	}
	e.steps = 0
	defer func() { e.total += e.steps }()
	r := &Result{}
	for _, t := range ts {
		i, ok := e.rewrite(t)
		if !ok {
			return nil, false
		}
		r.Formulas = append(r.Formulas, i)
	}
	r.Cells = e.used(r.Formulas)
	related, ok := e.related(r.Cells)
	if !ok {
		return nil, false
	}
	r.Formulas = append(r.Formulas, related...)
	return r, true
}

// used returns the cells that the formulas mention, and those that their indices mention, in the order in which they were met first.
func (e *Eliminator) used(ts []*logic.Term) []Cell {
	if len(e.cells) == 0 {
		return nil
	}
	var cells []Cell
	for seen := map[*logic.Term]bool{}; len(ts) > 0; {
		var next []*logic.Term
		logic.Walk(func(t *logic.Term) bool {
			if seen[t] {
				return false
			}
			seen[t] = true
			if c, ok := e.cells[t]; ok {
				cells = append(cells, c)
				next = append(next, c.Index)
			}
			return true
		}, ts...)
		ts = next
	}
	slices.SortFunc(cells, func(a, b Cell) int { return int(a.Symbol.ID()) - int(b.Symbol.ID()) })
	return cells
}

// related returns that cells of one array at equal indices are equal; false: there are too many of them.
func (e *Eliminator) related(cells []Cell) ([]*logic.Term, bool) {
	f, pairs := e.f, 0
	before := map[*logic.Term][]Cell{}
	var out []*logic.Term
	for _, c := range cells {
		for _, d := range before[c.Array] {
			if c.Index.IsConst() && d.Index.IsConst() {
				continue // different, or they were one cell
			}
			if pairs++; pairs > maxPairs {
				return nil, false
			}
			if t := f.Or(f.Ne(c.Index, d.Index), f.Eq(c.Symbol, d.Symbol)); !t.IsTrue() {
				out = append(out, t)
			}
		}
		before[c.Array] = append(before[c.Array], c)
	}
	e.steps += pairs
	return out, true
}

// rewrite returns t without arrays. Terms are deep, so it keeps its own stack.
func (e *Eliminator) rewrite(t *logic.Term) (*logic.Term, bool) {
	for stack := []key{{t, nil}}; len(stack) > 0; {
		k := stack[len(stack)-1]
		if e.images[k] != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		if e.steps++; e.steps > maxSteps {
			return nil, false
		}
		e.missing = e.missing[:0]
		var r *logic.Term
		ok := true
		if k.index == nil {
			r, ok = e.scalar(k.t)
		} else {
			r = e.read(k.t, k.index)
		}
		switch {
		case !ok || r == nil && len(e.missing) == 0:
			return nil, false
		case r == nil:
			stack = append(stack, e.missing...)
		default:
			e.images[k] = r
			stack = stack[:len(stack)-1]
		}
	}
	return e.images[key{t, nil}], true
}

// image returns the image of a term, or of a read with an index; nil: it is not known yet, and is missing.
func (e *Eliminator) image(t, index *logic.Term) *logic.Term {
	k := key{t, index}
	r := e.images[k]
	if r == nil {
		e.missing = append(e.missing, k)
	}
	return r
}

func plain(s *logic.Sort) bool { return s.IsBool() || s.IsBV() || s.IsFloat() }

// scalar rewrites a term that is no array, from the images of its arguments. nil: one is missing; false: the term is not supported.
func (e *Eliminator) scalar(t *logic.Term) (*logic.Term, bool) {
	if !plain(t.Sort()) {
		return nil, false
	}
	switch t.Op() {
	case logic.OpConst, logic.OpVar:
		return t, true
	case logic.OpApp, logic.OpForall, logic.OpExists:
		return nil, false
	case logic.OpSelect:
		if !plain(t.Arg(1).Sort()) {
			return nil, false
		}
		if i := e.image(t.Arg(1), nil); i != nil {
			return e.image(t.Arg(0), i), true
		}
		return nil, true
	}
	args, known := make([]*logic.Term, t.NumArgs()), true
	for i, a := range t.Args() {
		if a.Sort().IsArray() {
			return nil, false // an equality
		}
		args[i] = e.image(a, nil)
		known = known && args[i] != nil
	}
	if !known {
		return nil, true
	}
	return e.f.With(t, args), true
}

// read returns the element of an array at an index. nil: something is missing, or, if nothing is, the array is not supported.
func (e *Eliminator) read(a, i *logic.Term) *logic.Term {
	f := e.f
	switch a.Op() {
	case logic.OpVar:
		c := f.Fresh("cell", a.Sort().Elem())
		e.cells[c] = Cell{c, a, i}
		return c
	case logic.OpConstArray:
		return e.image(a.Arg(0), nil)
	case logic.OpIte:
		c := e.image(a.Arg(0), nil)
		if c == nil {
			return nil
		}
		return e.either(c, key{a.Arg(1), i}, key{a.Arg(2), i})
	case logic.OpStore:
		if r := e.runOf(a); len(r.keys) > 1 {
			return e.readRun(r, i)
		}
		j := e.image(a.Arg(1), nil)
		if j == nil {
			return nil
		}
		return e.either(f.Eq(i, j), key{a.Arg(2), nil}, key{a.Arg(0), i})
	}
	return nil
}

// either returns c ? x : y, and needs only one of them where c is a constant.
func (e *Eliminator) either(c *logic.Term, x, y key) *logic.Term {
	switch {
	case c.IsTrue():
		return e.image(x.t, x.index)
	case c.IsFalse():
		return e.image(y.t, y.index)
	}
	p, q := e.image(x.t, x.index), e.image(y.t, y.index)
	if p == nil || q == nil {
		return nil
	}
	return e.f.Ite(c, p, q)
}
