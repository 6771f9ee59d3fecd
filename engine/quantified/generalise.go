package quantified

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program"
	"cupel/core/program/ssa"
)

// targets collects the negated conditions of the edges into targets, as far as they are about cells: goals.
func (g *guesser) targets() {
	for _, l := range g.lb.Targets() {
		for _, e := range l.In {
			st := ssa.NewState(g.lb, ssa.Options{Style: ssa.Symbolic, Initial: func(v *program.Var) *logic.Term { return v.Sym }})
			cond := g.f.And(st.Step(g.narrow(e.Ops)).Assumes...)
			var about, rest []*logic.Term
			for _, c := range logic.Conjuncts(cond) {
				found := false
				accesses(g.lb, func(*program.Var, *logic.Term) { found = true }, c)
				if found {
					about = append(about, c)
				} else {
					rest = append(rest, c)
				}
			}
			for _, set := range [][]*logic.Term{about, rest} {
				if t := g.f.Not(instances.Unwrapped(g.f, g.f.And(set...))); len(set) > 0 && logic.Size(t) <= maxGoal && !slices.Contains(g.goals, t) {
					g.goals = append(g.goals, t)
				}
			}
		}
	}
}

// narrow drops assumptions that only state the range of a type.
func (g *guesser) narrow(ops []program.Op) []program.Op {
	var out []program.Op
	for _, op := range ops {
		if op.Kind == program.OpAssume && (op.Bounds() || !g.note(&op)) {
			continue
		}
		if op.Kind == program.OpChoice {
			alts := make([][]program.Op, len(op.Alts))
			for i, a := range op.Alts {
				alts[i] = g.narrow(a)
			}
			op.Alts = alts
		}
		out = append(out, op)
	}
	return out
}

// generalise turns conditions about one cell into predicates about an arbitrary cell k.
func (g *guesser) generalise() {
	defer g.stored()
	g.followed()
	for _, t := range g.goals {
		g.apart(t)
		g.anywhere(t)
	}
	for _, t := range g.atoms {
		g.apart(t)
		g.apart(g.f.Not(t))
		before := len(g.cells)
		g.anywhere(t)
		for _, p := range g.cells[before:] {
			if len(g.conds) < maxConds && !slices.Contains(g.conds, p.body) && !slices.Contains(g.conds, g.f.Not(p.body)) {
				g.conds = append(g.conds, p.body)
			}
		}
		g.anywhere(g.f.Not(t))
		if before == len(g.cells) && len(g.flags) < maxFlags {
			g.flags = append(g.flags, t, g.f.Not(t))
		}
		for _, s := range logic.FreeVars(t) {
			if s.Sort().IsInt() && slices.Contains(g.ends, s) && len(g.conds) < maxConds {
				if c := g.f.Subst(t, map[*logic.Term]*logic.Term{s: g.k}); !slices.Contains(g.conds, c) && !slices.Contains(g.conds, g.f.Not(c)) && t.Op() == logic.OpEq {
					g.conds = append(g.conds, c)
				}
			}
		}
	}
}

// stored turns comparisons of a variable that is stored in an array into predicates about an arbitrary cell.
func (g *guesser) stored() {
	into := map[*logic.Term][]*array{}
	var order []*logic.Term
	for _, e := range g.p.Edges {
		for op := range program.AllOps(e.Ops) {
			if op.Kind != program.OpAssign || op.Expr.Op() != logic.OpStore {
				continue
			}
			x := op.Expr.Arg(2)
			if g.p.VarOf(x) == nil || !x.Sort().IsInt() || into[x] != nil {
				continue
			}
			order = append(order, x)
			for _, a := range g.mem.arrays {
				if a.v == op.Var && a.number(g.f, instances.Unwrapped(g.f, op.Expr.Arg(1))) != nil {
					into[x] = append(into[x], a)
				}
			}
		}
	}
	for _, x := range order {
		for _, t := range g.atoms {
			if !logic.Occurs(x, t) {
				continue
			}
			for _, a := range into[x] {
				for _, u := range []*logic.Term{t, g.f.Not(t)} {
					p := pred{body: g.f.Subst(u, map[*logic.Term]*logic.Term{x: a.cell(g.f, g.k)}), lead: a, bound: []*logic.Term{g.k}}
					g.cell(p)
				}
			}
		}
	}
}

// anywhere generalises a formula about cells.
func (g *guesser) anywhere(t *logic.Term) {
	for _, p := range g.lifted(t, g.k) {
		p.bound, p.text = []*logic.Term{g.k}, true
		g.cell(p)
		for _, q := range g.lifted(p.body, g.j) {
			if mentionsAny(q.body, []*logic.Term{g.k}) {
				q.bound, q.lead = []*logic.Term{g.k, g.j}, p.lead
				g.pair(q)
			}
		}
	}
}

// cell adds a predicate about one cell, unless it is known.
func (g *guesser) cell(p pred) {
	if !slices.ContainsFunc(g.cells, func(q pred) bool { return q.body == p.body }) && len(g.cells) < maxPreds {
		g.cells = append(g.cells, p)
	}
}

// replaced substitutes a cell for those at an index.
func (g *guesser) replaced(t *logic.Term, v *program.Var, index, cell *logic.Term) *logic.Term {
	return logic.Transform(t, func(u *logic.Term, args []*logic.Term) *logic.Term {
		if u.Op() == logic.OpSelect && u.Arg(0) == v.Sym && u.Arg(1) == index {
			return cell
		}
		return g.f.With(u, args)
	})
}

// lifted returns the formulas that result from solving the index of a cell, as an equation with k, for a
// variable and substituting the solution.
func (g *guesser) lifted(t, k *logic.Term) (out []pred) {
	accesses(g.p, func(v *program.Var, index *logic.Term) {
		for _, a := range g.mem.arrays {
			if a.v != v {
				continue
			}
			n := a.number(g.f, index)
			if n == nil {
				continue
			}
			for _, s := range logic.FreeVars(n) {
				if x := g.p.VarOf(s); x == nil || !s.Sort().IsInt() {
					continue
				}
				factor, rest := instances.Split(g.f, n, s)
				if factor != 1 && factor != -1 {
					if body := g.replaced(t, v, index, a.cell(g.f, k)); !logic.Occurs(s, body) {
						out = append(out, pred{body: body, lead: a})
					}
					continue
				}
				at := g.f.Sub(k, rest)
				if factor < 0 {
					at = g.f.Neg(at)
				}
				body := g.f.Subst(t, map[*logic.Term]*logic.Term{s: at})
				if !slices.ContainsFunc(out, func(p pred) bool { return p.body == body }) && len(out) < maxLifted {
					out = append(out, pred{body: body, lead: a})
				}
			}
		}
	}, t)
	return out
}
