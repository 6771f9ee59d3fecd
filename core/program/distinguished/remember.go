package distinguished

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// Remembered is a program with variables for the indices of the last executions of some of its reads. Transform distinguishes these indices, too, where an
// edge into the error reads fewer cells than there are distinguished indices.
type Remembered struct {
	*program.Program
	// Indices are how many have to be distinguished.
	Indices int

	places []remembered
}

// remembered is a variable with the number of the cell at which an array was read last.
type remembered struct{ array, number *program.Var }

// A candidate is a read of a cell whose value can influence whether the error is reached.
type candidate struct {
	op    *program.Op
	of    *array
	index *logic.Term
}

// Remember returns programs that record the indices of reads whose values flow into variables that edges into the error depend on: one read beside those of
// such edges, and where they have none also two; the most promising programs first. The executions are preserved. p must not have large blocks.
func Remember(p *program.Program) (out []*Remembered) {
	t := newTransformer(p, 1)
	if p.LargeBlocks || !t.survey() {
		return nil
	}
	direct := slices.ContainsFunc(p.Error.In, func(e *program.Edge) bool { return len(t.readsOf(e)) > 0 })
	cs := t.candidates()
	for i, c := range cs {
		if direct {
			out = append(out, t.remember(2, c))
			continue
		}
		out = append(out, t.remember(1, c))
		for _, other := range cs[:i] {
			out = append(out, t.remember(2, other, c))
		}
	}
	return out[:min(len(out), maxRemembering)]
}

// candidates are the reads on which edges into the error depend by way of variables, the nearest first.
func (t *transformer) candidates() (out []candidate) {
	needed := map[*logic.Term]bool{}
	need := func(u *logic.Term) {
		for _, v := range logic.FreeVars(u) {
			if !v.Sort().IsArray() {
				needed[v] = true
			}
		}
	}
	seen := map[*logic.Term]bool{}
	note := func(op *program.Op) {
		need(op.Expr)
		t.selections(op.Expr, func(a *array, index *logic.Term) {
			if s := t.f.Select(a.v.Sym, index); index.Sort() == logic.Int && len(logic.FreeVars(index)) > 0 && !seen[s] {
				seen[s] = true
				out = append(out, candidate{op, a, index})
			}
		})
	}
	conditions := func(e *program.Edge) {
		for i := range e.Ops {
			if op := &e.Ops[i]; op.Kind == program.OpAssume && !op.Bounds() {
				if e.Dst == t.p.Error {
					need(op.Expr) // its reads are distinguished anyway
				} else {
					note(op)
				}
			}
		}
	}
	for _, e := range t.p.Error.In {
		conditions(e)
		for _, before := range t.straight(e) {
			conditions(before)
		}
	}
	done := map[*program.Edge]bool{}
	for more := true; more && len(out) < maxRemembered; {
		more = false
		for _, e := range slices.Backward(t.p.Edges) {
			if done[e] || e.Dst == t.p.Error || !slices.ContainsFunc(e.Ops, func(op program.Op) bool { return op.Var != nil && needed[op.Var.Sym] }) {
				continue
			}
			done[e], more = true, true
			for i := range e.Ops {
				if op := &e.Ops[i]; op.Kind == program.OpAssign && needed[op.Var.Sym] {
					note(op)
				}
			}
			conditions(e)
			for _, before := range t.straight(e) {
				conditions(before)
			}
		}
	}
	return out[:min(len(out), maxRemembered)]
}

// straight are the edges before one that have to be taken before it, up to a join.
func (t *transformer) straight(e *program.Edge) (out []*program.Edge) {
	for l := e.Src; len(out) < maxBack && len(l.In) == 1 && l != t.p.Init; l = l.In[0].Src {
		out = append(out, l.In[0])
	}
	return out
}

// remember makes a program that remembers where some reads were.
func (t *transformer) remember(indices int, cs ...candidate) *Remembered {
	r := &Remembered{Indices: indices}
	at := map[*program.Op]map[*program.Var]*logic.Term{}
	var vars []*program.Var
	for _, c := range cs {
		v := &program.Var{Name: "#at " + c.of.v.Name, Sym: t.f.Fresh("#at "+c.of.v.Name, logic.Int), Temp: true, Signed: true}
		vars = append(vars, v)
		if at[c.op] == nil {
			at[c.op] = map[*program.Var]*logic.Term{}
		}
		at[c.op][v] = c.of.index.number(c.index)
		r.places = append(r.places, remembered{c.of.v, v})
	}
	c := program.CloneWith(t.p, func(e *program.Edge) (out []program.Op) {
		for i := range e.Ops {
			for _, v := range vars {
				if n := at[&e.Ops[i]][v]; n != nil {
					out = append(out, program.Assign(v, n))
				}
			}
			out = append(out, e.Ops[i])
		}
		return out
	})
	c.ReplaceVars(append(slices.Clone(c.Vars), vars...))
	c.VarOf(nil) // builds the index
	r.Program = c.Program
	return r
}

// Transform is that of the program, with the remembered places.
func (r *Remembered) Transform() *Cells {
	return r.transformIn(r.Program)
}

// Follow is Transform of the result of Follow on the program; nil if that changes nothing.
func (r *Remembered) Follow() *Cells {
	if q := Follow(r.Program); q != r.Program {
		return r.transformIn(q)
	}
	return nil
}

func (r *Remembered) transformIn(p *program.Program) *Cells {
	c, _ := transform(p, r.Indices, false, r.places...)
	return c
}
