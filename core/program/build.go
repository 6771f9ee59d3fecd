package program

import (
	"iter"

	"cupel/core/logic"
)

// Assume returns the operation that blocks every execution in which c is false.
func Assume(c *logic.Term) Op { return Op{Kind: OpAssume, Expr: c} }

// Assign returns the operation v := t.
func Assign(v *Var, t *logic.Term) Op { return Op{Kind: OpAssign, Var: v, Expr: t} }

// Havoc returns the operation that assigns v a nondeterministic value; in is
// the input the value comes from, or nil.
func Havoc(v *Var, in *Input) Op { return Op{Kind: OpHavoc, Var: v, Input: in} }

// CheckOf returns the operation that ends executions, as undefined, where c does
// not hold.
func CheckOf(kind CheckKind, c *logic.Term, note string) Op {
	return Op{Kind: OpCheck, Expr: c, Check: kind, Note: note}
}

// Choice returns the operation that executes one of the alternatives.
func Choice(alts ...[]Op) Op { return Op{Kind: OpChoice, Alts: alts} }

// NewVar declares a variable whose symbol has its name.
func (p *Program) NewVar(name string, s *logic.Sort) *Var {
	v := &Var{Name: name, Sym: p.Terms.Var(name, s)}
	p.Vars = append(p.Vars, v)
	return v
}

// NewLocation appends a location to the function.
func (fn *Func) NewLocation(pos Pos) *Location {
	l := &Location{ID: len(fn.Locs), Func: fn.Name, Pos: pos}
	fn.Locs = append(fn.Locs, l)
	return l
}

// Connect adds an edge between locations of a module's function. Its ID is the
// number of edges src had before, so IDs are unique per source only.
func Connect(src, dst *Location, ops ...Op) *Edge {
	e := &Edge{ID: len(src.Out), Src: src, Dst: dst, Ops: ops}
	src.Out = append(src.Out, e)
	dst.In = append(dst.In, e)
	return e
}

// AllOps yields the operations and, before each next one, those of its
// alternatives.
func AllOps(ops []Op) iter.Seq[*Op] {
	return func(yield func(*Op) bool) { eachOp(ops, yield) }
}

// eachOp reports whether the walk goes on.
func eachOp(ops []Op, yield func(*Op) bool) bool {
	for i := range ops {
		if !yield(&ops[i]) {
			return false
		}
		for _, alt := range ops[i].Alts {
			if !eachOp(alt, yield) {
				return false
			}
		}
	}
	return true
}

// Terms calls visit for every term of the operation, alternatives included.
func (o *Op) Terms(visit func(*logic.Term)) {
	if o.Expr != nil {
		visit(o.Expr)
	}
	if o.Size != nil {
		visit(o.Size)
	}
	if o.Origin != nil {
		visit(o.Origin)
	}
	for _, a := range o.Args {
		visit(a)
	}
	for _, alt := range o.Alts {
		for i := range alt {
			alt[i].Terms(visit)
		}
	}
}

// Defines calls visit for every variable the operation may change, its
// alternatives included.
func (o *Op) Defines(visit func(*Var)) {
	switch o.Kind {
	case OpAssign, OpHavoc, OpCall:
		if o.Var != nil {
			visit(o.Var)
		}
	case OpChoice:
		for _, alt := range o.Alts {
			for i := range alt {
				alt[i].Defines(visit)
			}
		}
	}
}

// Map returns the operation with every term replaced by its image and every
// variable by its image; nil functions change nothing.
func (o Op) Map(term func(*logic.Term) *logic.Term, variable func(*Var) *Var) Op {
	if term != nil {
		if o.Expr != nil {
			o.Expr = term(o.Expr)
		}
		if o.Size != nil {
			o.Size = term(o.Size)
		}
		if o.Origin != nil {
			o.Origin = term(o.Origin)
		}
		if len(o.Args) > 0 {
			args := make([]*logic.Term, len(o.Args))
			for i, a := range o.Args {
				args[i] = term(a)
			}
			o.Args = args
		}
	}
	if variable != nil && o.Var != nil {
		o.Var = variable(o.Var)
	}
	if len(o.Alts) > 0 {
		alts := make([][]Op, len(o.Alts))
		for i, alt := range o.Alts {
			alts[i] = make([]Op, len(alt))
			for j, x := range alt {
				alts[i][j] = x.Map(term, variable)
			}
		}
		o.Alts = alts
	}
	return o
}
