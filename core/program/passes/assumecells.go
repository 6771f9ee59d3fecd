package passes

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// AssumeCells instantiates quantified array invariants ("for all numbers k: ...", each valid at its location): before
// each read of a cell it inserts the instances, for that cell, of the invariants that are still valid there as
// assumptions. It returns the facts that are not such invariants. Without array invariants p itself is returned, else
// a program whose locations and edges have the IDs of those of p.
//
// Validity is propagated forward along edges, as a must-analysis: an assignment v := v + t substitutes v - t for v in
// a fact, a write a[i] := t restricts a fact to cells other than i, any other change of a variable kills the facts
// that mention it.
func AssumeCells(p *program.Program, facts map[*program.Location]*logic.Term) (*program.Program, map[*program.Location]*logic.Term) {
	c := &cellFacts{f: p.Terms, at: make([][]*logic.Term, len(p.Locs)), holds: make([][]*logic.Term, len(p.Locs)), reached: make([]bool, len(p.Locs))}
	rest := map[*program.Location]*logic.Term{}
	some := false
	for _, l := range p.Locs {
		t := facts[l]
		if t == nil {
			continue
		}
		rest[l] = p.Terms.True()
		for _, t := range logic.Conjuncts(t) {
			if t.Op() == logic.OpForall {
				c.at[l.ID] = append(c.at[l.ID], t)
				some = true
			} else {
				p.Conjoin(rest, l, t)
			}
		}
	}
	if !some {
		return p, facts
	}
	c.spread(p)
	q := program.CloneWith(p, func(e *program.Edge) []program.Op {
		if !c.reached[e.Src.ID] {
			return e.Ops
		}
		ops, _ := c.assumed(e.Ops, c.holds[e.Src.ID])
		return ops
	})
	return q.Program, rest
}

// cellFacts is the state of the forward propagation of quantified array invariants.
type cellFacts struct {
	f       *logic.Factory
	at      [][]*logic.Term // given, by the location's ID
	holds   [][]*logic.Term // facts that are valid at a location
	reached []bool          // holds has been computed
}

// spread computes the greatest fixpoint: the facts valid at each location.
func (c *cellFacts) spread(p *program.Program) {
	c.reached[p.Init.ID] = true // in any state
	c.holds[p.Init.ID] = nil
	work := []*program.Location{p.Init}
	waiting := map[*program.Location]bool{}
	for len(work) > 0 {
		l := work[0]
		work = work[1:]
		waiting[l] = false
		for _, e := range l.Out {
			n := e.Dst
			after := c.behind(e.Ops, c.holds[l.ID])
			if c.reached[n.ID] {
				kept := common(c.holds[n.ID], slices.Concat(after, c.at[n.ID]))
				if len(kept) == len(c.holds[n.ID]) {
					continue
				}
				c.holds[n.ID] = kept
			} else {
				c.reached[n.ID] = true
				c.holds[n.ID] = joined(c.at[n.ID], after)
			}
			if !waiting[n] {
				waiting[n] = true
				work = append(work, n)
			}
		}
	}
}

// common are the formulas of a that are in b.
func common(a, b []*logic.Term) (out []*logic.Term) {
	for _, t := range a {
		if slices.Contains(b, t) {
			out = append(out, t)
		}
	}
	return out
}

// joined are the formulas of a, and those of b up to a limit.
func joined(a, b []*logic.Term) []*logic.Term {
	out := slices.Clone(a)
	for _, t := range b {
		if len(out) < maxCellFacts && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// behind are the facts that hold behind operations before which others hold.
func (c *cellFacts) behind(ops []program.Op, facts []*logic.Term) []*logic.Term {
	for i := range ops {
		if len(facts) == 0 {
			return nil
		}
		facts = c.step(&ops[i], facts)
	}
	return facts
}

func (c *cellFacts) step(op *program.Op, facts []*logic.Term) (out []*logic.Term) {
	switch {
	case op.Kind == program.OpChoice:
		for i, alt := range op.Alts {
			if after := c.behind(alt, facts); i == 0 {
				out = after
			} else {
				out = common(out, after)
			}
		}
		return out
	case op.Var == nil:
		return facts
	}
	for _, t := range facts {
		if t = c.after(op, t); t != nil {
			out = append(out, t)
		}
	}
	return out
}

// after returns the strongest postcondition of the fact t under an operation that changes a variable, as far as it
// is again a fact over cells; nil: none.
func (c *cellFacts) after(op *program.Op, t *logic.Term) *logic.Term {
	v := op.Var.Sym
	if !slices.Contains(logic.FreeVars(t), v) || sabotage.Active(sabotage.CellsStay) {
		return t
	}
	var u *logic.Term
	switch {
	case op.Kind != program.OpAssign:
		return nil
	case op.Expr == v:
		return t
	case v.Sort().IsInt():
		factor, rest := instances.Split(c.f, op.Expr, v)
		switch factor {
		case 1:
			u = c.f.Sub(v, rest)
		case -1:
			u = c.f.Sub(rest, v)
		default:
			return nil
		}
		t = c.f.Subst(t, map[*logic.Term]*logic.Term{v: u})
	case v.Sort().IsArray() && op.Expr.Op() == logic.OpStore && op.Expr.Arg(0) == v:
		t = c.elsewhere(v, op.Expr.Arg(1), t)
	default:
		return nil
	}
	if t == nil || t.Op() != logic.OpForall || logic.Size(t) > maxCellFact {
		return nil
	}
	return t
}

// elsewhere restricts a fact to the cells of an array other than the one at index; nil: t is not a fact about cells only.
func (c *cellFacts) elsewhere(array, index, t *logic.Term) *logic.Term {
	bound, body := instances.Parts(t)
	for _, b := range bound {
		if logic.Occurs(b, index) {
			return nil
		}
	}
	if logic.Occurs(array, index) {
		return nil
	}
	var read []*logic.Term
	whole := false
	logic.Walk(func(u *logic.Term) bool {
		if u.Op() == logic.OpSelect && u.Arg(0) == array {
			read = append(read, c.f.Eq(u.Arg(1), index))
			whole = whole || logic.Occurs(array, u.Arg(1))
			return false
		}
		whole = whole || u == array
		return true
	}, body)
	if whole {
		return nil
	}
	return c.f.Forall(bound, c.f.Or(append(read, body)...))
}

// assumed returns ops with the instances of facts for the cells they read inserted, and the facts valid after ops.
func (c *cellFacts) assumed(ops []program.Op, facts []*logic.Term) ([]program.Op, []*logic.Term) {
	var out []program.Op
	said := map[*logic.Term]bool{}
	for i := range ops {
		op := ops[i]
		if op.Kind == program.OpChoice {
			alts := make([][]program.Op, len(op.Alts))
			for k, alt := range op.Alts {
				alts[k], _ = c.assumed(alt, facts)
			}
			op.Alts = alts
		} else if len(facts) > 0 {
			for _, t := range c.instances(&op, facts) {
				if !said[t] {
					said[t] = true
					out = append(out, program.Op{Kind: program.OpAssume, Expr: t, Pos: op.Pos})
				}
			}
		}
		before := len(facts)
		if facts = c.step(&ops[i], facts); op.Var != nil || len(facts) != before || op.Kind == program.OpChoice {
			clear(said)
		}
		out = append(out, op)
	}
	return out, facts
}

// instances returns the instances of the facts for the cells that an operation reads.
func (c *cellFacts) instances(op *program.Op, facts []*logic.Term) []*logic.Term {
	var read []*logic.Term
	op.Terms(func(t *logic.Term) {
		instances.Accesses(func(_, _ *logic.Term) {
			if !slices.Contains(read, t) {
				read = append(read, t)
			}
		}, t)
	})
	if len(read) == 0 {
		return nil
	}
	var out []*logic.Term
	for _, t := range instances.Ground(c.f, facts, read...) {
		if !t.IsTrue() && len(out) < maxCellFacts {
			out = append(out, t)
		}
	}
	return out
}
