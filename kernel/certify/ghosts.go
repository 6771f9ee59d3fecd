package certify

import (
	"context"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
)

// A Ghost is a variable that holds what another one held when a loop was entered last or, anywhere,
// at some visit of its head since then.
type Ghost struct {
	Head     *program.Location
	Of, Copy *program.Var // Copy does not occur in the program
	Anywhere bool         // all ghosts of a loop are, or none
}

// WithGhosts returns p with ghosts, which are assigned behind every edge that enters their loop; those
// anywhere may be, together, behind the edges that go round, too. No operation of p reads them, so that the executions are those of p, and there is
// more that can be said about them: what relates a state to the one in which its loop was entered,
// as a summary of the loop does, is an invariant at the loop's head.
func WithGhosts(p *program.Program, ghosts []Ghost) *program.Program {
	in := program.LoopBodies(p)
	enter := map[*program.Location][]program.Op{}
	anywhere := map[*program.Location]bool{}
	var vars []*program.Var
	for _, g := range ghosts {
		enter[g.Head] = append(enter[g.Head], program.Assign(g.Copy, g.Of.Sym))
		anywhere[g.Head] = g.Anywhere
		vars = append(vars, g.Copy)
	}
	c := program.CloneWith(p, func(e *program.Edge) []program.Op {
		ops := enter[e.Dst]
		switch round := in[e.Dst][e.Src]; {
		case round && !anywhere[e.Dst] || len(ops) == 0:
			return e.Ops
		case round:
			ops = []program.Op{program.Choice(nil, ops)}
		}
		return append(e.Ops[:len(e.Ops):len(e.Ops)], ops...)
	})
	c.ReplaceVars(append(c.Vars, vars...))
	return c.Program
}

// Entered says what holds at loop heads when the relations do, formulas about the loops' heads of a
// program with ghosts: they, and what is known of the states in which the loops are entered, from
// the outside inwards and from the beginning on, but not of those with ghosts anywhere. eliminate is a
// consequence of a formula without some symbols. What comes out is a candidate for claims.
func (c *Proof) Entered(ctx context.Context, relations map[*program.Location]*logic.Term, anywhere map[*program.Location]bool, eliminate func(vars []*logic.Term, t *logic.Term) *logic.Term) map[*program.Location]*logic.Term {
	f := c.p.Terms
	in, live := program.LoopBodies(c.p), passes.Live(c.p)
	claims := map[*program.Location]*logic.Term{c.p.Init: f.True()}
	for _, h := range program.ReversePostorder(c.p) {
		if !h.LoopHead || h == c.p.Init || c.bad(h) {
			continue
		}
		changed := c.p.WrittenWithin(in[h])
		said := map[*logic.Term]bool{}
		if r := relations[h]; r != nil {
			for _, v := range logic.FreeVars(r) {
				said[v] = true
			}
		}
		// matters: its value is the same all the time in the loop, and may be of interest there.
		matters := func(v *program.Var) bool {
			return !changed[v] && (live.Has(h, v) || said[v.Sym])
		}
		var ways []*logic.Term
		for i := range c.steps {
			e := &c.steps[i]
			if e.dst != h || in[h][e.src] || anywhere[h] || ctx.Err() != nil {
				continue
			}
			from := claims[e.src]
			if from == nil {
				from = f.True()
			}
			ways = append(ways, c.entry(e, from, matters, changed, eliminate))
		}
		entry := f.Or(ways...)
		if len(ways) == 0 || logic.Size(entry) > maxEntry {
			entry = f.True()
		}
		claims[h] = entry
		if r := relations[h]; r != nil {
			claims[h] = f.And(r, entry)
		}
	}
	delete(claims, c.p.Init)
	return claims
}

// entry is what holds of the variables that matter behind a step.
func (c *Proof) entry(e *step, from *logic.Term, matters func(*program.Var) bool, changed map[*program.Var]bool, eliminate func([]*logic.Term, *logic.Term) *logic.Term) *logic.Term {
	f := c.p.Terms
	before := map[*logic.Term]*logic.Term{}
	for _, v := range c.p.Vars {
		if changed[v] || e.post.at(v.Sym) != v.Sym {
			before[v.Sym] = f.Fresh("before:"+v.Name, v.Sort())
		}
	}
	all := []*logic.Term{f.Subst(f.And(from, e.cond), before)}
	for _, v := range c.p.Vars {
		if before[v.Sym] != nil && matters(v) {
			all = append(all, f.Eq(v.Sym, f.Subst(e.post.at(v.Sym), before)))
		}
	}
	t := f.And(all...)
	if logic.Size(t) > maxEntry {
		return f.True()
	}
	var gone []*logic.Term
	for _, v := range logic.FreeVars(t) {
		if c.p.VarOf(v) == nil {
			gone = append(gone, v)
		}
	}
	return eliminate(gone, t)
}
