package adjacency

import (
	"context"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
)

// A root is where a pointer comes from. Pointers with equal roots belong to one object, or are null.
type root struct {
	op   *program.Op // the last execution of the operation that produced it
	base *logic.Term // a named object
	null bool        // it is null, which may be said of any pointer: a comparison with null depends on nothing
	// moved: the pointer may be another one to the object. What an operation produces may be any pointer to its object, unless it allocates.
	moved bool
}

// starts reports whether the pointer is known to be the address of an object: it is equal to one past the end of none that it is compared with in the same way.
func (r root) starts() bool {
	return !r.moved && (r.base != nil || r.op != nil && r.op.Kind == program.OpAlloc)
}

// A state maps variables to the roots of their values; absent: unknown.
type state map[*logic.Term]root

// opener looks for comparisons of pointers that are not known to come from one object.
type opener struct {
	p       *program.Program
	wanted  map[program.Pos]bool
	objects []extent
	tracked map[*logic.Term]bool // variables that the operands of comparisons come from
	left    map[*program.Op]bool // comparisons that are left to other analyses
}

// compares reports whether op is one of the comparisons.
func (o *opener) compares(op *program.Op) bool {
	return op.Kind == program.OpAccess && op.Check == program.PointerEquality && o.wanted[op.Pos]
}

// track determines the variables that matter.
func (o *opener) track() {
	o.tracked = map[*logic.Term]bool{}
	more := false
	add := func(t *logic.Term) {
		for _, v := range logic.FreeVars(t) {
			if v.Sort().IsBV() && !o.tracked[v] {
				o.tracked[v], more = true, true
			}
		}
	}
	for round := true; round; round = more {
		more = false
		for _, e := range o.p.Edges {
			for op := range program.AllOps(e.Ops) {
				switch {
				case o.compares(op):
					add(op.Expr)
					add(op.Origin)
				case op.Kind == program.OpAssign && o.tracked[op.Var.Sym]:
					add(op.Expr)
				case op.Kind == program.OpAccess && op.Check == program.PointerRange && mentions(o.tracked, op.Expr):
					add(op.Origin)
				}
			}
		}
	}
}

func mentions(vars map[*logic.Term]bool, t *logic.Term) bool {
	for _, v := range logic.FreeVars(t) {
		if vars[v] {
			return true
		}
	}
	return false
}

// follow computes the roots at all locations, and leaves the comparisons that they do not show to be harmless.
func (o *opener) follow(ctx context.Context) {
	o.track()
	at := make([]state, len(o.p.Locs))
	at[o.p.Init.ID] = state{}
	queue, queued := []*program.Location{o.p.Init}, map[*program.Location]bool{}
	for len(queue) > 0 && ctx.Err() == nil {
		l := queue[0]
		queue, queued[l] = queue[1:], false
		work.Spend(ctx, 1)
		for _, e := range l.Out {
			work.Spend(ctx, len(e.Ops)+len(at[l.ID])/4)
			s := o.along(e, at[l.ID], nil)
			if merged, changed := join(at[e.Dst.ID], s); changed {
				at[e.Dst.ID] = merged
				if !queued[e.Dst] {
					queue, queued[e.Dst] = append(queue, e.Dst), true
				}
			}
		}
	}
	o.left = map[*program.Op]bool{}
	for _, e := range o.p.Edges {
		if s := at[e.Src.ID]; s != nil {
			o.along(e, s, o.left)
		}
	}
}

// join keeps what both states say; nil: the state of no execution.
func join(a, b state) (state, bool) {
	if a == nil {
		return b, true
	}
	out, changed := make(state, len(a)), false
	for v, r := range a {
		if u, ok := meet(r, b[v]); ok {
			out[v] = u
			changed = changed || u != r
		} else {
			changed = true
		}
	}
	return out, changed
}

// meet is the root of a pointer that has one of two; the zero root is unknown.
func meet(r, u root) (root, bool) {
	moved := r.moved || u.moved
	r.moved, u.moved = false, false
	switch {
	case r == root{} || u == root{}:
		return root{}, false
	case r.null && u.null:
	case r.null:
		r = u
	case u.null:
	case r != u:
		return root{}, false
	}
	r.moved = moved
	return r, true
}

// along is the state behind an edge; left, if not nil, receives the comparisons whose operands may come from different objects.
func (o *opener) along(e *program.Edge, before state, left map[*program.Op]bool) state {
	s := make(state, len(before))
	for v, r := range before {
		s[v] = r
	}
	computed := map[*logic.Term]root{} // pointers that were computed and not stored yet
	for i := range e.Ops {
		op := &e.Ops[i]
		switch op.Kind {
		case program.OpAccess:
			switch {
			case op.Check == program.PointerRange:
				if r := o.root(op.Origin, s, computed); r != (root{}) {
					r.moved = true
					computed[op.Expr] = r
				}
			case left != nil && o.compares(op):
				r, u := o.root(op.Expr, s, computed), o.root(op.Origin, s, computed)
				if _, same := meet(r, u); !same && (!(r.starts() && u.starts()) || o.shared(r, u)) {
					left[op] = true
				}
			}
		case program.OpAlloc:
			if op.Expr.IsVar() && o.tracked[op.Expr] {
				s.produce(op.Expr, op, computed)
			}
		case program.OpAssign, program.OpHavoc:
			v := op.Var.Sym
			var r root
			if o.tracked[v] && op.Kind == program.OpAssign {
				r = o.root(op.Expr, s, computed)
			}
			for t := range computed {
				if logic.Occurs(v, t) {
					delete(computed, t)
				}
			}
			if s.set(v, r); o.tracked[v] && r == (root{}) && (op.Kind == program.OpHavoc || op.Expr.Op() == logic.OpSelect) {
				s.produce(v, op, computed)
			}
		}
	}
	return s
}

// shared reports whether two roots are string literals that may be one object.
func (o *opener) shared(r, u root) bool {
	of := func(r root) *program.Object {
		for _, x := range o.objects {
			if r.base != nil && x.base == r.base {
				return x.of
			}
		}
		return nil
	}
	x, y := of(r), of(u)
	return x != nil && y != nil && x.MayShare(y)
}

// set gives a variable a root; the zero root: it is unknown.
func (s state) set(v *logic.Term, r root) {
	if r == (root{}) {
		delete(s, v)
		return
	}
	s[v] = r
}

// produce gives a variable the root that an operation produces. What an earlier execution of it produced has no root from now on.
func (s state) produce(v *logic.Term, op *program.Op, computed map[*logic.Term]root) {
	for w, u := range s {
		if u.op == op {
			delete(s, w)
		}
	}
	for t, u := range computed {
		if u.op == op {
			delete(computed, t)
		}
	}
	s[v] = root{op: op}
}

// root is the root of a term's value; the zero root: unknown.
func (o *opener) root(t *logic.Term, s state, computed map[*logic.Term]root) root {
	if r, ok := computed[t]; ok {
		return r
	}
	switch {
	case t.IsVar():
		return s[t]
	case t.IsConst():
		x := t.BVBig()
		if x.Sign() == 0 {
			return root{null: true}
		}
		for _, e := range o.objects {
			if e.lo.Cmp(x) <= 0 && x.Cmp(e.end) <= 0 {
				return root{base: e.base, moved: x.Cmp(e.lo) != 0}
			}
		}
	case t.Op() == logic.OpIte:
		r, _ := meet(o.root(t.Arg(1), s, computed), o.root(t.Arg(2), s, computed))
		return r
	}
	return root{}
}
