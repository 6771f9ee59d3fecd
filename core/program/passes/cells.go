package passes

import (
	"context"
	"fmt"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// Cells replaces each array that is only selected from and stored to at constant indices by one variable per cell:
// typically, after inlining, the members of structs that are passed by pointer. Invariants over the cell variables
// translate back to the arrays by program.Var.Cell. An array that is compared or copied is not replaced, nor one that is
// indeterminate at some point, unless all cells are written at once behind it.
var Cells = measured("cells", "makes variables of the cells of arrays that are accessed at constant indices only",
	func(ctx context.Context, p *program.Program) (*program.Program, error) {
		u := cellUses{p: p, whole: map[*logic.Term]bool{}, at: map[*logic.Term]map[*logic.Term]bool{}, scalars: map[*logic.Term]bool{}, roots: map[*logic.Term]*logic.Term{},
			havocs: map[*logic.Term]int{}}
		for _, e := range p.Edges {
			for op := range program.AllOps(e.Ops) {
				u.op(op)
			}
			for i := range e.Ops {
				if op := &e.Ops[i]; erases(op) {
					u.erased = append(u.erased, e.Ops[i:])
				}
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
		u.keepErased()
		return u.split(), nil
	})

// Scalars is Cells followed by the simplifications that it enables.
var Scalars = Pass{Name: "scalars", Doc: "cells, and the passes that profit from it where there are any",
	Run: func(ctx context.Context, p *program.Program) (*program.Program, Stats, error) {
		q, st, err := Cells.Run(ctx, p)
		if err != nil || len(q.Vars) == len(p.Vars) {
			return p, st, err
		}
		q, _, err = Pipeline{Constants, DeadCode, Simplify, Slice, DeadCode, Simplify}.Run(ctx, q)
		return q, st, err
	}}

// cellUses collects how the arrays of a program are accessed.
type cellUses struct {
	p       *program.Program
	whole   map[*logic.Term]bool                 // symbols of arrays that must stay
	at      map[*logic.Term]map[*logic.Term]bool // the indices, by the array's symbol
	scalars map[*logic.Term]bool                 // terms that were looked at
	roots   map[*logic.Term]*logic.Term          // of array terms: the symbol under the stores
	erased  [][]program.Op                       // what follows operations that make an array indeterminate, these first
	havocs  map[*logic.Term]int                  // how many there are, by the array's symbol
}

// erases reports whether an operation makes an array with cells indeterminate.
func erases(op *program.Op) bool {
	return op.Kind == program.OpHavoc && op.Input == nil && op.Var.Sort().IsArray() && splittable(op.Var.Sort())
}

// keepErased makes the arrays stay some of whose cells may be read when they are indeterminate.
func (u *cellUses) keepErased() {
	for _, ops := range u.erased {
		if v := ops[0].Var.Sym; u.overwritten(v, ops[1:]) {
			u.havocs[v]--
		}
	}
	for v, n := range u.havocs {
		u.whole[v] = u.whole[v] || n > 0
	}
}

// overwritten reports whether the operations write all cells of v before they read them.
func (u *cellUses) overwritten(v *logic.Term, ops []program.Op) bool {
	written := map[*logic.Term]bool{}
	for i := range ops {
		op := &ops[i]
		if op.Kind == program.OpChoice {
			return false
		}
		early := false
		op.Terms(func(t *logic.Term) {
			logic.Walk(func(t *logic.Term) bool {
				early = early || t.Op() == logic.OpSelect && u.roots[t.Arg(0)] == v && !written[t.Arg(1)]
				return true
			}, t)
		})
		if early {
			return false
		}
		if op.Kind != program.OpAssign || op.Var.Sym != v {
			continue
		}
		t := op.Expr
		for ; t.Op() == logic.OpStore; t = t.Arg(0) {
			written[t.Arg(1)] = true
		}
		if t != v {
			return false
		}
		if len(written) == len(u.at[v]) {
			return true
		}
	}
	return false
}

func (u *cellUses) op(op *program.Op) {
	switch {
	case op.Kind == program.OpAssign && op.Var.Sort().IsArray():
		if !splittable(op.Var.Sort()) || u.array(op.Expr) != op.Var.Sym {
			u.keep(op.Var.Sym)
			u.keep(op.Expr)
		}
		return
	case erases(op): // see overwritten
		u.havocs[op.Var.Sym]++
		return
	case op.Var != nil && op.Var.Sort().IsArray(): // its value is not a chain of stores
		u.keep(op.Var.Sym)
	}
	op.Terms(u.scalar)
}

// splittable reports whether the cells of an array are scalars.
func splittable(s *logic.Sort) bool {
	k := s.Elem().Kind()
	return k != logic.KindArray && s.Index().Kind() != logic.KindArray
}

// keep makes all arrays that a term mentions stay.
func (u *cellUses) keep(t *logic.Term) {
	for _, v := range logic.FreeVars(t) {
		if v.Sort().IsArray() {
			u.whole[v] = true
		}
	}
	logic.Walk(func(s *logic.Term) bool {
		u.scalars[s] = true
		return true
	}, t)
}

// scalar looks at a term that is no array.
func (u *cellUses) scalar(t *logic.Term) {
	if u.scalars[t] || t.IsGround() {
		return
	}
	u.scalars[t] = true
	switch op := t.Op(); {
	case t.Sort().IsArray(), op == logic.OpForall, op == logic.OpExists:
		u.keep(t)
		return
	case op == logic.OpSelect:
		if root := u.array(t.Arg(0)); root != nil && t.Arg(1).IsConst() {
			u.cell(root, t.Arg(1))
			return
		}
		u.keep(t.Arg(0))
		u.scalar(t.Arg(1))
		return
	}
	for _, a := range t.Args() {
		u.scalar(a)
	}
}

func (u *cellUses) cell(root, i *logic.Term) {
	if u.at[root] == nil {
		u.at[root] = map[*logic.Term]bool{}
	}
	u.at[root][i] = true
}

// array returns the symbol that an array term changes cells of; nil: it is of another kind, and
// the arrays that it mentions stay.
func (u *cellUses) array(t *logic.Term) *logic.Term {
	if r, ok := u.roots[t]; ok {
		return r
	}
	var stores []*logic.Term
	s := t
	for s.Op() == logic.OpStore && s.Arg(1).IsConst() {
		stores = append(stores, s)
		s = s.Arg(0)
	}
	var root *logic.Term
	switch {
	case s.IsVar() && splittable(s.Sort()):
		root = s
	case s.Op() == logic.OpIte:
		u.scalar(s.Arg(0))
		if a, b := u.array(s.Arg(1)), u.array(s.Arg(2)); a == b {
			root = a
		}
	}
	if root == nil {
		u.keep(t)
	}
	for _, s := range stores {
		u.scalar(s.Arg(2))
		if root != nil {
			u.cell(root, s.Arg(1))
		}
	}
	u.roots[t] = root
	return root
}

// A splitter replaces arrays by their cells.
type splitter struct {
	f     *logic.Factory
	cells map[*logic.Term]map[*logic.Term]*program.Var // by the array's symbol and the index
	order map[*logic.Term][]*program.Var
	temps []*program.Var
	memo  map[*logic.Term]*logic.Term
	read  map[[2]*logic.Term]*logic.Term // elements of conditional arrays
}

// split makes the program with cells; p itself when there are none.
func (u *cellUses) split() *program.Program {
	s := &splitter{f: u.p.Terms, cells: map[*logic.Term]map[*logic.Term]*program.Var{}, order: map[*logic.Term][]*program.Var{}, memo: map[*logic.Term]*logic.Term{}, read: map[[2]*logic.Term]*logic.Term{}}
	var added []*program.Var
	for _, v := range u.p.Vars {
		if n := len(u.at[v.Sym]); n == 0 || n > maxCells || u.whole[v.Sym] {
			continue
		}
		var at []*logic.Term
		for i := range u.at[v.Sym] {
			at = append(at, i)
		}
		slices.SortFunc(at, func(a, b *logic.Term) int { return int(a.ID()) - int(b.ID()) })
		s.cells[v.Sym] = map[*logic.Term]*program.Var{}
		for _, i := range at {
			name := fmt.Sprintf("%s@%s", v.Sym.Name(), i)
			c := &program.Var{Name: v.Name + "@" + i.String(), Sym: s.f.Var(name, v.Sort().Elem()), Signed: v.Signed, Pointer: v.Pointer,
				Temp: true, Cell: s.f.Select(v.Sym, i)}
			s.cells[v.Sym][i] = c
			s.order[v.Sym] = append(s.order[v.Sym], c)
			added = append(added, c)
		}
	}
	if len(added) == 0 {
		return u.p
	}
	c := program.CloneWith(u.p, func(e *program.Edge) []program.Op { return s.ops(e.Ops) })
	c.ReplaceVars(append(append(c.Vars, added...), s.temps...))
	return c.Program
}

func (s *splitter) ops(ops []program.Op) []program.Op {
	out := make([]program.Op, 0, len(ops))
	for _, o := range ops {
		switch {
		case o.Kind == program.OpAssign && s.cells[o.Var.Sym] != nil:
			out = append(out, s.assign(o)...)
		case o.Kind == program.OpHavoc && s.cells[o.Var.Sym] != nil: // all cells are written behind it
		case o.Kind == program.OpChoice:
			alts := make([][]program.Op, len(o.Alts))
			for i, alt := range o.Alts {
				alts[i] = s.ops(alt)
			}
			o.Alts = alts
			out = append(out, o)
		default:
			out = append(out, o.Map(s.scalar, nil))
		}
	}
	return out
}

// assign writes the cells that change, all at once: where a new value depends on a cell that
// changes, too, the values are taken first.
func (s *splitter) assign(o program.Op) []program.Op {
	var to []*program.Var
	var values []*logic.Term
	changed := map[*logic.Term]bool{}
	for _, c := range s.order[o.Var.Sym] {
		if v := s.cell(o.Expr, c.Cell.Arg(1)); v != c.Sym {
			to, values = append(to, c), append(values, v)
			changed[c.Sym] = true
		}
	}
	apart := true
	for i, v := range values {
		for _, x := range logic.FreeVars(v) {
			apart = apart && (!changed[x] || x == to[i].Sym)
		}
	}
	var out []program.Op
	set := func(v *program.Var, t *logic.Term) {
		n := o
		n.Var, n.Expr = v, t
		out = append(out, n)
	}
	for i, v := range values {
		if apart {
			set(to[i], v)
			continue
		}
		t := &program.Var{Name: fmt.Sprintf("%s#%d", to[i].Name, len(s.temps)), Signed: to[i].Signed, Temp: true}
		t.Sym = s.f.Fresh(t.Name, v.Sort())
		s.temps = append(s.temps, t)
		set(t, v)
		values[i] = t.Sym
	}
	if !apart {
		for i, v := range values {
			set(to[i], v)
		}
	}
	return out
}

// scalar replaces the arrays in a term that is none.
func (s *splitter) scalar(t *logic.Term) *logic.Term {
	if t.IsGround() || t.IsVar() {
		return t
	}
	if r := s.memo[t]; r != nil {
		return r
	}
	r := t
	if t.Op() == logic.OpSelect && t.Arg(1).IsConst() && s.splits(t.Arg(0)) {
		r = s.cell(t.Arg(0), t.Arg(1))
	} else {
		args, changed := make([]*logic.Term, t.NumArgs()), false
		for i, a := range t.Args() {
			args[i] = s.scalar(a)
			changed = changed || args[i] != a
		}
		if changed {
			r = s.f.Rebuild(t, args)
		}
	}
	s.memo[t] = r
	return r
}

// splits reports whether the array under the stores of a term is one of those that are replaced.
func (s *splitter) splits(t *logic.Term) bool {
	for !t.IsVar() {
		switch t.Op() {
		case logic.OpStore:
			t = t.Arg(0)
		case logic.OpIte:
			t = t.Arg(1)
		default:
			return false
		}
	}
	return s.cells[t] != nil
}

// cell is the element of an array that is replaced at a constant index.
func (s *splitter) cell(t, i *logic.Term) *logic.Term {
	for t.Op() == logic.OpStore {
		if t.Arg(1) == i {
			return s.scalar(t.Arg(2))
		}
		t = t.Arg(0)
	}
	if t.Op() == logic.OpIte {
		at := [2]*logic.Term{t, i}
		if s.read[at] == nil {
			s.read[at] = s.f.Ite(s.scalar(t.Arg(0)), s.cell(t.Arg(1), i), s.cell(t.Arg(2), i))
		}
		return s.read[at]
	}
	return s.cells[t][i].Sym
}
