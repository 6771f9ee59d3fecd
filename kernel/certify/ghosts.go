package certify

import (
	"context"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
)

// A Ghost is an auxiliary variable that holds the value another one had when its loop was last entered or, with
// Anywhere, at an arbitrary visit of the loop head since then.
type Ghost struct {
	Head     *program.Location
	Of, Copy *program.Var // Copy is no variable of the program
	Anywhere bool         // the same for all ghosts of a loop
}

// WithGhosts returns p with assignments of the ghosts on every edge that enters their loop, and with Anywhere
// optionally, all together, on the back edges too. No operation of p reads a ghost, so the executions are those
// of p. A transition invariant that relates the current state to the one at loop entry, such as a loop summary,
// thus becomes a state invariant of the loop head.
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

// Entered combines summaries of loops with what is known of the states at loop entry: relations are formulas
// over the variables of p and the ghosts, per loop head, and the result adds to each the strongest formula
// about its entry states that propagates from Init through the enclosing loops (none for heads in anywhere,
// whose ghosts need not hold entry values). eliminate over-approximates existential quantification of symbols.
// The results are candidates for invariants, not checked.
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
		// matters holds for variables that the loop does not change and that are live or occur in the relation.
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

// entry is the post-condition of a step from the states in from, projected to the variables that matter.
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
