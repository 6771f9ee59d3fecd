package distinguished

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// Follow introduces a variable for each cell at an index held in variables, such as a[m] where m is the index of the minimum, and makes the program
// read that variable: facts about the cell then survive from one edge to the next, where Transform would forget a cell that is not at a distinguished
// index. An assignment to the index reloads the variable; a write to the array compares its index with the variable's. The executions are preserved. p is
// not changed, and is returned where no loop reads such a cell.
func Follow(p *program.Program) *program.Program {
	if p.LargeBlocks {
		return p
	}
	x := &following{f: p.Terms}
	x.survey(p)
	if len(x.cells) == 0 {
		return p
	}
	c := program.CloneWith(p, func(e *program.Edge) []program.Op { return x.edge(e, e.Src == p.Init, e.Dst == p.Error) })
	c.ReplaceVars(append(slices.Clone(c.Vars), x.vars...))
	c.VarOf(nil) // builds the index
	return c.Program
}

// A followed cell is a[i] for an index term i over variables, with its variable.
type followed struct {
	v     *program.Var
	array *program.Var
	read  *logic.Term // the selection that it is
}

type following struct {
	f     *logic.Factory
	cells []*followed
	vars  []*program.Var
	out   []program.Op // of the current edge
	last  bool         // it leads into the error: its reads are left to be distinguished
}

// survey chooses the cells: those that loops read, the most frequent first.
func (x *following) survey(p *program.Program) {
	bodies := program.LoopBodies(p)
	arrays := map[*logic.Term]*program.Var{}
	for _, v := range p.Vars {
		if v.Sort().IsArray() && !v.Sort().Elem().IsArray() && v.Sort().Index() == logic.Int {
			arrays[v.Sym] = v
		}
	}
	times := map[*logic.Term]int{}
	var reads []*logic.Term
	for _, e := range p.Edges {
		if e.Dst == p.Error || innermost(bodies, e) == nil {
			continue
		}
		for op := range program.AllOps(e.Ops) {
			if op.Kind == program.OpAssume && op.Bounds() {
				continue
			}
			op.Terms(func(t *logic.Term) {
				logic.Walk(func(s *logic.Term) bool {
					if s.Op() == logic.OpForall || s.Op() == logic.OpExists {
						return false
					}
					if s.Op() == logic.OpSelect && arrays[s.Arg(0)] != nil && followable(s.Arg(1)) {
						if times[s] == 0 {
							reads = append(reads, s)
						}
						times[s]++
					}
					return true
				}, t)
			})
		}
	}
	slices.SortStableFunc(reads, func(a, b *logic.Term) int { return times[b] - times[a] })
	for _, r := range reads[:min(len(reads), maxFollowed)] {
		a := arrays[r.Arg(0)]
		v := x.variable(a.Name+"[]", r.Sort())
		v.Signed, v.Pointer, v.Bool = a.Signed, a.Pointer, a.Bool
		x.cells = append(x.cells, &followed{v, a, r})
	}
}

// followable reports whether an index is a term over integers that reads no array.
func followable(index *logic.Term) bool {
	vars := logic.FreeVars(index)
	return len(vars) > 0 && !slices.ContainsFunc(vars, func(v *logic.Term) bool { return v.Sort() != logic.Int }) && index.Op() != logic.OpIte
}

func (x *following) variable(name string, s *logic.Sort) *program.Var {
	v := &program.Var{Name: name, Sym: x.f.Fresh(name, s), Temp: true}
	x.vars = append(x.vars, v)
	return v
}

// edge has an edge read and keep up the variables.
func (x *following) edge(e *program.Edge, first, last bool) []program.Op {
	x.out, x.last = nil, last
	if first {
		for _, c := range x.cells {
			x.out = append(x.out, program.Assign(c.v, c.read))
		}
	}
	for _, o := range e.Ops {
		x.op(o)
	}
	return x.out
}

// op appends an operation and the updates of the followed cells.
func (x *following) op(o program.Op) {
	images := map[*logic.Term]*logic.Term{}
	for _, c := range x.cells {
		images[c.read] = c.v.Sym
	}
	n := o
	if !x.last {
		n = o.Map(func(t *logic.Term) *logic.Term { return x.f.Replace(t, images) }, nil)
	}
	if o.Kind != program.OpAssign {
		x.out = append(x.out, n)
		for _, c := range x.cells {
			if o.Var != nil && (o.Var == c.array || logic.Occurs(o.Var.Sym, c.read)) {
				x.out = append(x.out, program.Assign(c.v, c.read))
			}
		}
		return
	}
	type update struct{ old, new *program.Var }
	var updates []update
	for _, c := range x.cells { // all from the values before the operation
		var value *logic.Term
		switch {
		case o.Var == c.array:
			value = x.element(o.Expr, c)
		case logic.Occurs(o.Var.Sym, c.read):
			value = x.f.Subst(c.read, map[*logic.Term]*logic.Term{o.Var.Sym: o.Expr})
		default:
			continue
		}
		u := update{c.v, x.variable(c.v.Name+"#new", c.v.Sort())}
		x.out = append(x.out, program.Assign(u.new, x.f.Replace(value, images)))
		updates = append(updates, u)
	}
	x.out = append(x.out, n)
	for _, u := range updates {
		x.out = append(x.out, program.Assign(u.old, u.new.Sym))
	}
}

// element returns the value of the cell c after its array is assigned the array term u.
func (x *following) element(u *logic.Term, c *followed) *logic.Term {
	index := c.read.Arg(1)
	if u.Op() == logic.OpStore {
		return x.f.Ite(x.f.Eq(u.Arg(1), index), u.Arg(2), x.element(u.Arg(0), c))
	}
	return x.f.Select(u, index)
}
