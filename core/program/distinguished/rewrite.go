package distinguished

import (
	"fmt"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// edge returns the operations of an edge over cells. On an edge into the error, the one or two reads that decide are assumed to be at the distinguished indices.
func (t *transformer) edge(e *program.Edge) []program.Op {
	w := &rewriting{t: t, known: map[*logic.Term]*logic.Term{}}
	if o := t.order(); o != nil && e.Src == t.p.Init {
		w.out = append(w.out, program.Assume(o))
	}
	var chosen []read
	if e.Dst == t.p.Error {
		chosen = t.chosen(e)
	}
	if len(chosen) > 0 && len(e.Ops) == 0 {
		w.restrict(chosen)
	}
	for i := range e.Ops {
		if len(chosen) > 0 && chosen[len(chosen)-1].op == i {
			w.restrict(chosen)
		}
		w.op(e.Ops[i])
	}
	return w.out
}

// rewriting is the state of rewriting the operations of one edge.
type rewriting struct {
	t     *transformer
	out   []program.Op
	known map[*logic.Term]*logic.Term // values read at other indices, by selection, until a variable in the selection changes
	terms map[*logic.Term]*logic.Term // images, in the state before the current operation
	elems map[[2]*logic.Term]*logic.Term
}

// begin starts the next operation.
func (w *rewriting) begin() {
	w.terms, w.elems = map[*logic.Term]*logic.Term{}, map[[2]*logic.Term]*logic.Term{}
}

// restrict makes the distinguished indices those that are read, in whichever order; of two that are the same the first.
func (w *rewriting) restrict(rs []read) {
	w.begin()
	f := w.t.f
	at := func(r read, which int) *logic.Term { return w.t.same(w.term(r.index), w.t.placeOf(r.of, which)) }
	here := at(rs[0], 0)
	if len(rs) > 1 {
		inOrder, turned, same := f.And(at(rs[0], 0), at(rs[1], 1)), f.And(at(rs[1], 0), at(rs[0], 1)), f.And(at(rs[0], 0), at(rs[1], 0))
		switch d := w.t.distance(rs[0], rs[1]); {
		case !d.IsConst():
			here = f.Or(inOrder, turned, same)
		case d.Rational().Sign() > 0:
			here = inOrder
		default:
			here = turned
		}
	}
	w.out = append(w.out, program.Assume(here))
}

// op writes an operation on cells.
func (w *rewriting) op(o program.Op) {
	w.begin()
	if o.Var != nil && o.Var.Sort().IsArray() {
		w.write(w.t.arrays[o.Var.Sym], o)
	} else {
		n := o.Map(w.term, nil) // may read other cells first
		w.out = append(w.out, n)
	}
	o.Defines(func(v *program.Var) {
		for u := range w.known {
			if v.Sort().IsArray() || logic.Occurs(v.Sym, u) { // an array write may change the value of any selection
				delete(w.known, u)
			}
		}
	})
}

// write changes the cells of an array, all at once.
func (w *rewriting) write(a *array, o program.Op) {
	var values []*logic.Term
	for i, c := range a.cells {
		if o.Kind == program.OpHavoc {
			n := o
			n.Var = c
			w.out = append(w.out, n)
			continue
		}
		values = append(values, w.element(o.Expr, w.t.place(a, i)))
	}
	if a.crossed(values) {
		for i, c := range a.cells {
			v := w.t.variable(fmt.Sprintf("%s#new", c.Name), c.Sort())
			w.out = append(w.out, program.Assign(v, values[i]))
			values[i] = v.Sym
		}
	}
	for i := range values {
		n := o
		n.Var, n.Expr = a.cells[i], values[i]
		w.out = append(w.out, n)
	}
}

// crossed reports whether a cell's new value depends on one that is changed before it.
func (a *array) crossed(values []*logic.Term) bool {
	for i, v := range values {
		for _, c := range a.cells[:i] {
			if logic.Occurs(c.Sym, v) {
				return true
			}
		}
	}
	return false
}

// element returns the value of an array term at an index over the result's variables.
func (w *rewriting) element(u, index *logic.Term) *logic.Term {
	at := [2]*logic.Term{u, index}
	if w.elems[at] == nil {
		w.elems[at] = w.elementOf(u, index)
	}
	return w.elems[at]
}

func (w *rewriting) elementOf(u, index *logic.Term) *logic.Term {
	f := w.t.f
	switch a := w.t.arrays[u]; {
	case u.Op() == logic.OpStore:
		return f.Ite(w.t.same(w.term(u.Arg(1)), index), w.term(u.Arg(2)), w.element(u.Arg(0), index))
	case u.Op() == logic.OpIte:
		return f.Ite(w.term(u.Arg(0)), w.element(u.Arg(1), index), w.element(u.Arg(2), index))
	case u.Op() == logic.OpConstArray:
		return w.term(u.Arg(0))
	case a != nil && !a.opaque && w.t.cellAt(a, index) != nil:
		return w.t.cellAt(a, index).Sym
	case a != nil && !a.opaque:
		v := w.other(f.Select(u, index), u.Sort().Elem())
		if !slices.ContainsFunc(w.t.index[index.Sort()], func(k *program.Var) bool { return logic.Occurs(k.Sym, index) }) { // otherwise it is a neighbour of a distinguished cell
			w.t.elsewhere[v] = Read{index, w.t.place(a, 0), a.cells[0]}
		}
		for i := len(a.cells) - 1; i >= 0; i-- {
			v = f.Ite(w.t.same(index, w.t.place(a, i)), a.cells[i].Sym, v)
		}
		return v
	}
	return w.other(f.Select(u, index), u.Sort().Elem())
}

// term writes a term on cells.
func (w *rewriting) term(u *logic.Term) *logic.Term {
	if u.IsGround() || u.IsVar() && !u.Sort().IsArray() {
		return u
	}
	if w.terms[u] == nil {
		w.terms[u] = w.termOf(u)
	}
	return w.terms[u]
}

func (w *rewriting) termOf(u *logic.Term) *logic.Term {
	switch u.Op() {
	case logic.OpSelect:
		return w.element(u.Arg(0), w.term(u.Arg(1)))
	case logic.OpForall, logic.OpExists:
		for _, v := range logic.FreeVars(u) {
			if v.Sort().IsArray() {
				return w.other(u, u.Sort())
			}
		}
		return u
	}
	args := make([]*logic.Term, u.NumArgs())
	for i, a := range u.Args() {
		if a.Sort().IsArray() { // arrays are compared
			return w.other(u, u.Sort())
		}
		args[i] = w.term(a)
	}
	return w.t.f.With(u, args)
}

// other returns the havocked value of a read at another index; equal terms get the same value until a variable in them changes.
func (w *rewriting) other(u *logic.Term, s *logic.Sort) *logic.Term {
	if v := w.known[u]; v != nil {
		return v
	}
	w.t.reads++
	v := w.t.variable(fmt.Sprintf("#read%d", w.t.reads), s)
	w.out = append(w.out, program.Havoc(v, nil))
	w.known[u] = v.Sym
	return v.Sym
}
