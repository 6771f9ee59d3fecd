package boogie

import "slices"

// flow holds the labels and loops that a statement can jump to.
type flow struct {
	labels  map[string]bool // of the body
	breakTo []string        // labels of the enclosing statements
	loops   int
}

func (c *checker) body(b *Body, ins, outs []*Variable) {
	c.variables(b.Locals, Local)
	f := &flow{labels: map[string]bool{}}
	c.labels(b.Stmts, f)
	all := append(append(slices.Clone(ins), outs...), b.Locals...)
	c.withVars(all, func() {
		for _, v := range all {
			if v.Where != nil {
				c.where(v)
			}
		}
		c.stmts(b.Stmts, f)
	})
}

// where checks the where clause of a variable.
func (c *checker) where(v *Variable) {
	c.single = "a where clause"
	c.condition(v.Where)
	c.single = ""
}

func (c *checker) labels(ss []Stmt, f *flow) {
	for _, s := range ss {
		switch s := s.(type) {
		case *Label:
			if f.labels[s.Name] {
				c.fail(s.Pos, "the label '%s' occurs twice; rename one", s.Name)
			}
			f.labels[s.Name] = true
		case *If:
			c.labels(s.Then, f)
			c.labels(s.Else, f)
		case *While:
			c.labels(s.Body, f)
		}
	}
}

func (c *checker) stmts(ss []Stmt, f *flow) {
	around := len(f.breakTo)
	for i, s := range ss {
		// A break may name the labels immediately before a statement.
		f.breakTo = f.breakTo[:around]
		for k := i - 1; k >= 0; k-- {
			l, ok := ss[k].(*Label)
			if !ok {
				break
			}
			f.breakTo = append(f.breakTo, l.Name)
		}
		c.stmt(s, f)
	}
	f.breakTo = f.breakTo[:around]
}

func (c *checker) stmt(s Stmt, f *flow) {
	switch s := s.(type) {
	case *Assert:
		c.condition(s.Cond)
	case *Assume:
		c.condition(s.Cond)
	case *Assign:
		c.assign(s)
	case *Havoc:
		for _, v := range s.Vars {
			c.target(v)
		}
		c.settle()
	case *Call:
		c.call(s)
	case *If:
		if s.Cond != nil {
			c.condition(s.Cond)
		}
		c.stmts(s.Then, f)
		c.stmts(s.Else, f)
	case *While:
		if s.Cond != nil {
			c.condition(s.Cond)
		}
		for _, i := range s.Invariants {
			c.condition(i.Cond)
		}
		f.loops++
		c.stmts(s.Body, f)
		f.loops--
	case *Break:
		if s.Label == "" && f.loops == 0 {
			c.fail(s.Pos, "break outside of loops; remove it or name a label")
		}
		if s.Label != "" && !slices.Contains(f.breakTo, s.Label) {
			c.fail(s.Pos, "break names '%s', which is no label of a statement around it", s.Label)
		}
	case *Goto:
		for _, l := range s.Labels {
			if !f.labels[l] {
				c.fail(s.Pos, "goto names the label '%s', which is not in this body", l)
			}
		}
	case *Label, *Return:
	case nil:
		c.fail(Pos{}, "a statement is missing")
	}
}

// target checks the variable of an assignment.
func (c *checker) target(v *Ident) Type {
	t := c.expr(v)
	if d := c.Var(v); d != nil && c.Kind(d) != Global && c.Kind(d) != Local && c.Kind(d) != OutParam {
		c.fail(v.Pos, "'%s' cannot be assigned to; use a local variable", v.Name)
	}
	return t
}

// lhs checks a left side and returns its type and variable.
func (c *checker) lhs(e Expr) (Type, *Variable) {
	switch e := e.(type) {
	case *Ident:
		t := c.target(e)
		return t, c.Var(e)
	case *Select:
		_, v := c.lhs(e.Map)
		return c.expr(e), v
	case *Field:
		_, v := c.lhs(e.X)
		return c.expr(e), v
	}
	c.fail(place(e), "this cannot be assigned to; a variable, an element or a member can")
	return &typeVar{}, nil
}

func (c *checker) assign(s *Assign) {
	if len(s.Lhs) != len(s.Rhs) || len(s.Lhs) == 0 {
		c.fail(s.Pos, "%d variables are assigned %d values", len(s.Lhs), len(s.Rhs))
		return
	}
	seen := map[*Variable]bool{}
	for i, l := range s.Lhs {
		n := len(c.errs)
		t, v := c.lhs(l)
		if v != nil && seen[v] {
			c.fail(place(l), "'%s' is assigned twice at once; write two assignments", v.Name)
		}
		seen[v] = true
		if len(c.errs) == n {
			c.has(s.Rhs[i], t, "the right side")
		}
	}
	c.settle()
}

func (c *checker) call(s *Call) {
	p := c.procs[s.Proc]
	switch {
	case p == nil:
		c.fail(s.Pos, "the procedure '%s' is not declared", s.Proc)
		return
	case len(s.Args) != len(p.Ins):
		c.fail(s.Pos, "the procedure '%s' takes %d arguments, not %d", s.Proc, len(p.Ins), len(s.Args))
		return
	case len(s.Outs) != len(p.Outs):
		c.fail(s.Pos, "the procedure '%s' returns %d values, not %d", s.Proc, len(p.Outs), len(s.Outs))
		return
	}
	of, inst := fresh(p.TypeParams)
	for i, a := range s.Args {
		c.has(a, substType(c.VarType(p.Ins[i]), of), "the argument")
	}
	seen := map[*Variable]bool{}
	for i, o := range s.Outs {
		t := c.target(o)
		v := c.Var(o)
		if v != nil && seen[v] {
			c.fail(o.Pos, "'%s' receives two results", o.Name)
		}
		seen[v] = true
		if !c.unify(t, substType(c.VarType(p.Outs[i]), of)) {
			c.fail(o.Pos, "the result has type %s, '%s' has type %s", p.Outs[i].Type, o.Name, t)
		}
	}
	c.pending = append(c.pending, func() {
		record(c, c.calls, s, Callee{p, zonkAll(inst)}, func(a, b Callee) bool { return c.sameTypes(a.Inst, b.Inst) }, s.Pos)
	})
	c.settle()
}
