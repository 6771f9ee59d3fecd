package memory

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// rewrite puts the operations into the module.
func (r *raiser) rewrite() {
	for _, fn := range r.m.Funcs {
		for _, l := range fn.Locs {
			for _, e := range l.Out {
				r.edge(fn, e)
			}
		}
	}
	for _, fn := range r.m.Funcs {
		r.parameters(fn)
	}
	for _, s := range r.order {
		if fn := r.owner[s.of]; fn != nil && fn.Result != s.of {
			fn.Locals = append(fn.Locals, s.v)
		} else { // what a function returns is read after the call
			r.m.Globals = append(r.m.Globals, s.v)
		}
	}
	var first []program.Op
	for _, v := range []*program.Var{r.state, r.blocks} {
		if v != nil {
			r.m.Globals = append(r.m.Globals, v)
			first = append(first, program.Assign(v, r.cleared(v.Sort())))
		}
	}
	for _, s := range r.sites {
		if v := r.metadata.sizes[s]; v != nil {
			r.m.Globals = append(r.m.Globals, v)
			first = append(first, program.Assign(v, r.f.BVInt(s.object.Size, r.width)))
		}
	}
	for _, s := range r.order {
		if fn := r.owner[s.of]; fn == nil || fn.Result == s.of {
			first = append(first, program.Assign(s.v, r.nothing(s.v.Sort())))
		}
	}
	r.begin(r.m.Entry, first)
}

// cleared is zero of a sort.
func (r *raiser) cleared(s *logic.Sort) *logic.Term {
	if s.IsArray() {
		return r.f.ConstArray(s, r.f.BV(0, s.Elem().Width()))
	}
	return r.f.BV(0, s.Width())
}

// edge rewrites the operations of an edge.
func (r *raiser) edge(fn *program.Func, e *program.Edge) {
	var ops []program.Op
	for i := range e.Ops {
		op := &e.Ops[i]
		a := r.insert[op]
		before, after := r.follow(op)
		ops = append(append(ops, a.before...), before...)
		if !a.without {
			n := *op
			if op.Kind == program.OpCall {
				n.Args = append(slices.Clip(n.Args), r.arguments(op)...)
			}
			ops = append(ops, n)
		}
		ops = append(append(ops, after...), a.after...)
	}
	over := e.Dst == r.m.Halt && r.goals.Left && !r.m.Blocks(e)
	if r.blocks != nil && (over || fn == r.m.Entry && e.Dst == fn.Exit) {
		ops = append(ops, program.Op{Kind: program.OpCheck, Check: program.BlockLeft, Expr: r.f.Eq(r.blocks.Sym, r.zero()), Note: leftNote, Pos: e.Pos})
	}
	e.Ops = ops
}

// parameters adds those for the metadata of a function's parameters, and gives the other local variables that of no object.
func (r *raiser) parameters(fn *program.Func) {
	passed := map[*program.Var]bool{}
	for _, v := range slices.Clone(fn.Params) {
		for p := range r.beside {
			if w := r.beside[p][v]; w != nil {
				fn.Params = append(fn.Params, w)
				passed[w] = true
			}
		}
	}
	var first []program.Op
	for _, s := range r.order {
		if r.owner[s.of] == fn && fn.Result != s.of && !passed[s.v] {
			first = append(first, program.Assign(s.v, r.nothing(s.v.Sort())))
		}
	}
	r.begin(fn, first)
}

// begin puts operations before a function's body.
func (r *raiser) begin(fn *program.Func, ops []program.Op) {
	if len(ops) == 0 || fn.Entry == nil {
		return
	}
	for i := range ops {
		ops[i].Pos = fn.Pos
	}
	start := fn.NewLocation(fn.Entry.Pos)
	program.Connect(start, fn.Entry, ops...).Pos = fn.Pos
	fn.Entry = start
}
