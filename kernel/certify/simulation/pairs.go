package simulation

import (
	"fmt"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// A pair is a machine-typed program and the integer program lowered from it.
type pair struct {
	machine, integers *program.Program
	f                 *logic.Factory
	vars              map[*logic.Term]*program.Var // either program's symbol to the machine's variable
	signed            bool                         // signedness of array indices
}

// An operation is an integer operation with its proof obligation.
type operation struct {
	op      *program.Op // over the integers
	edge    *program.Edge
	at      map[*logic.Term]*logic.Term // machine state before it
	value   *logic.Term                 // of an assignment: the machine's value
	goal    *logic.Term                 // nil: cannot be expressed
	premise *logic.Term                 // the machine's conditions on the edge
}

// pairUp pairs the operations of all edges from which the error is reachable; an error means that the programs'
// graphs differ.
func pairUp(machine, integers *program.Program, signedIndex bool) (*pair, []*operation, error) {
	p := &pair{machine: machine, integers: integers, f: machine.Terms, vars: map[*logic.Term]*program.Var{}, signed: signedIndex}
	of := map[*program.Var]*program.Var{}
	for _, v := range machine.Vars {
		p.vars[v.Sym], of[v] = v, v
	}
	taken := map[*program.Var]bool{}
	for _, v := range integers.Vars {
		o := of[v]
		if o == nil {
			o = of[v.Origin]
		}
		if o == nil {
			return nil, nil, fmt.Errorf("the variable %s has no origin", v)
		}
		if taken[o] {
			return nil, nil, fmt.Errorf("the variable %s is there twice", o)
		}
		taken[o] = true
		p.vars[v.Sym] = o
	}
	image := map[*program.Location]*program.Location{}
	for _, l := range integers.Locs {
		image[l.Origin] = l
	}
	if image[machine.Init] != integers.Init || image[machine.Error] != integers.Error {
		return nil, nil, fmt.Errorf("the beginning or the error is another one")
	}
	edges := map[*program.Edge]*program.Edge{}
	for _, e := range integers.Edges {
		edges[e.Origin] = e
	}
	relevant := program.Reaching(machine, machine.Targets()...)
	var out []*operation
	for _, e := range machine.Edges {
		if !relevant[e.Dst.ID] {
			continue
		}
		q := edges[e]
		if q == nil || image[e.Src] != q.Src || image[e.Dst] != q.Dst || q.Dst.Cut == "" && e.Dst.Cut != "" {
			return nil, nil, fmt.Errorf("an edge at %s is missing", e.Pos)
		}
		ops, err := p.edge(e, q)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", e.Pos, err)
		}
		out = append(out, ops...)
	}
	return p, out, nil
}

// walk is the machine's symbolic execution along edges.
type walk struct {
	p     *pair
	at    map[*logic.Term]*logic.Term
	conds []*logic.Term
}

func (p *pair) walk() *walk { return &walk{p: p, at: map[*logic.Term]*logic.Term{}} }

// typed assumes the type invariant of a variable: _Bool is 0 or 1.
func (w *walk) typed(v *program.Var) {
	if v.Bool && v.Sort().IsBV() {
		w.conds = append(w.conds, w.p.boolean(w.value(v)))
	}
}

// boolean states that bits are a value of _Bool.
func (p *pair) boolean(t *logic.Term) *logic.Term { return p.f.ULe(t, p.f.BV(1, t.Sort().Width())) }

func (w *walk) value(v *program.Var) *logic.Term {
	if t := w.at[v.Sym]; t != nil {
		return t
	}
	return v.Sym
}

// state returns a copy of the current state.
func (w *walk) state() map[*logic.Term]*logic.Term {
	out := make(map[*logic.Term]*logic.Term, len(w.at))
	for k, v := range w.at {
		out[k] = v
	}
	return out
}

// step executes a machine operation; an error if it is of a kind that only block encodings introduce.
func (w *walk) step(op *program.Op) error {
	r := readerAt(w.p.f, w.p.vars, w.at, w.p.signed)
	switch op.Kind {
	case program.OpAccess, program.OpAlloc, program.OpFree:
	case program.OpAssume, program.OpCheck:
		t := r.other(op.Expr)
		if t == nil {
			t = r.formula(op.Expr)
		}
		if t != nil { // it becomes a premise
			w.conds = append(w.conds, t)
		}
	case program.OpAssign:
		t := r.other(op.Expr)
		if t == nil {
			return fmt.Errorf("an assignment of integers")
		}
		w.at[op.Var.Sym] = t
	case program.OpHavoc:
		w.at[op.Var.Sym] = w.p.f.Fresh("any:"+op.Var.Name, op.Var.Sort())
		w.typed(op.Var)
	default:
		return fmt.Errorf("an operation of another kind")
	}
	return nil
}

// edge pairs the operations of an edge. Integer assumptions are paired with the machine state at the machine's
// next write.
func (p *pair) edge(e, q *program.Edge) ([]*operation, error) {
	w, i := p.walk(), 0
	var out []*operation
	strange := false
	add := func(o *operation) {
		o.edge = e
		out = append(out, o)
		if o.op.Expr != nil {
			for _, sym := range logic.FreeVars(o.op.Expr) {
				strange = strange || p.integers.VarOf(sym) == nil
			}
		}
	}
	flush := func() {
		for ; i < len(q.Ops) && (q.Ops[i].Kind == program.OpAssume || q.Ops[i].Kind == program.OpCheck); i++ {
			o := &operation{op: &q.Ops[i], at: w.state()}
			r := readerAt(p.f, p.vars, o.at, p.signed)
			o.goal = r.needing(r.formula(o.op.Expr))
			add(o)
		}
	}
	for k := range e.Ops {
		op := &e.Ops[k]
		writes := op.Kind == program.OpAssign || op.Kind == program.OpHavoc
		if writes {
			flush()
			if i == len(q.Ops) || q.Ops[i].Var == nil || p.vars[q.Ops[i].Var.Sym] != op.Var {
				return nil, fmt.Errorf("%s is not written", op.Var)
			}
		}
		before := w.state()
		if err := w.step(op); err != nil {
			return nil, err
		}
		if !writes {
			continue
		}
		o := &operation{op: &q.Ops[i], at: before, value: w.value(op.Var)}
		switch i++; o.op.Kind {
		case program.OpAssign:
			o.goal = p.assigned(o)
		case program.OpHavoc: // arbitrary, so also the machine's value
			o.goal = p.f.True()
		default:
			return nil, fmt.Errorf("%s is not written", op.Var)
		}
		if o.goal != nil && op.Var.Bool && op.Kind == program.OpAssign && op.Var.Sort().IsBV() {
			o.goal = p.f.And(o.goal, p.boolean(o.value))
		}
		add(o)
	}
	if flush(); i < len(q.Ops) {
		return nil, fmt.Errorf("%s is written", q.Ops[i].Var)
	}
	if strange {
		return nil, fmt.Errorf("it speaks of something that is no variable")
	}
	for _, o := range out {
		o.premise = p.given(w.conds, o.goal)
	}
	return out, nil
}

// given conjoins conditions with the type invariants of _Bool variables in them and in the goal.
func (p *pair) given(conds []*logic.Term, goal *logic.Term) *logic.Term {
	ts := slices.Clone(conds)
	if goal != nil {
		ts = append(ts, goal)
	}
	for _, sym := range logic.FreeVars(ts...) {
		if v := p.vars[sym]; v != nil && v.Bool && sym == v.Sym && sym.Sort().IsBV() {
			conds = append(conds, p.boolean(sym))
		}
	}
	return p.f.And(conds...)
}

// needing adds the translation's side conditions to a goal.
func (r *reader) needing(goal *logic.Term) *logic.Term {
	if goal == nil {
		return nil
	}
	return r.f.And(append([]*logic.Term{goal}, r.sides...)...)
}

// assigned states that the assigned number is the reading of the machine's value.
func (p *pair) assigned(o *operation) *logic.Term {
	r, v := readerAt(p.f, p.vars, o.at, p.signed), p.vars[o.op.Var.Sym]
	var x, y *logic.Term
	switch s := v.Sort(); {
	case s.IsBV():
		x, y = r.same(r.number(o.op.Expr), r.reading(o.value, v.Signed))
	case s.IsArray():
		x, y = r.array(o.op.Expr, s, v.Signed), o.value
	case s.IsBool():
		x, y = r.formula(o.op.Expr), o.value
	default:
		x, y = r.other(o.op.Expr), o.value
	}
	if x == nil {
		return nil
	}
	return r.needing(p.f.Eq(x, y))
}

// chained extends an operation by the machine's conditions on the edges that necessarily precede it; nil if
// there are none.
func (p *pair) chained(o *operation) *operation {
	var es []*program.Edge
	for e := o.edge; len(e.Src.In) == 1 && e.Src != p.machine.Init && len(es) < maxChain; {
		e = e.Src.In[0]
		es = append(es, e)
	}
	if len(es) == 0 {
		return nil
	}
	w := p.walk()
	for _, e := range slices.Backward(es) {
		for k := range e.Ops {
			if w.step(&e.Ops[k]) != nil {
				return nil
			}
		}
	}
	c := &operation{op: o.op, edge: o.edge, at: w.state()}
	move := func(t *logic.Term) *logic.Term {
		if t == nil {
			return nil
		}
		return p.f.Subst(t, w.at)
	}
	for sym, t := range o.at {
		c.at[sym] = move(t)
	}
	c.value, c.goal = move(o.value), move(o.goal)
	c.premise = p.given(append(w.conds, move(o.premise)), c.goal)
	return c
}
