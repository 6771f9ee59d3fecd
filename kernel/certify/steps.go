package certify

import (
	"context"
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
)

// A step is the transition formula of all loop-free path segments from one cut point to another. Cut points are
// the initial location, the loop heads, the error and the cuts; no step passes one in between.
type step struct {
	src, dst *program.Location
	cond     *logic.Term // transition condition over the variables before the step and auxiliary symbols
	post     state       // values after the step, over the same symbols
	named    definitions // definitions of the auxiliary symbols
}

// steps returns the steps of p from whose source Error or a cut is reachable in the graph. Loop heads must be
// marked. No pass prepares the program: the operations are encoded as p's edges have them.
func steps(ctx context.Context, p *program.Program) ([]step, error) {
	relevant := program.Reaching(p, p.Targets()...)
	cut := func(l *program.Location) bool {
		return l == p.Init || l.LoopHead || l == p.Error || l.Cut != ""
	}
	var out []step
	for _, l := range program.ReversePostorder(p) {
		if !cut(l) || !relevant[l.ID] || l == p.Error || l.Cut != "" {
			continue
		}
		r := newRegion(p, l)
		r.relevant = relevant
		if err := r.order(cut); err != nil {
			return nil, err
		}
		if err := r.encode(ctx); err != nil {
			return nil, err
		}
		out = append(out, r.steps(ctx)...)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// A region is the loop-free subgraph from one cut point to the next ones, under encoding.
type region struct {
	p        *program.Program
	x        *encoder
	src      *program.Location
	relevant []bool              // by location ID, what is encoded; nil: everything
	locs     []*program.Location // locations in between, in topological order
	ends     []*program.Location // the cut points that end it
	in       map[*program.Location][]entry
	defs     map[*program.Location][]*logic.Term // defining equations introduced at a location
}

func newRegion(p *program.Program, src *program.Location) *region {
	return &region{p: p, x: &encoder{f: p.Terms, p: p, named: definitions{}}, src: src, in: map[*program.Location][]entry{}, defs: map[*program.Location][]*logic.Term{}}
}

// skips reports whether a location is irrelevant and not encoded.
func (r *region) skips(l *program.Location) bool { return r.relevant != nil && !r.relevant[l.ID] }

// An entry is an edge into a location with the symbolic state after it.
type entry struct {
	from *program.Location
	way
}

// order computes locs and ends, by topological sorting.
func (r *region) order(cut func(*program.Location) bool) error {
	degree := map[*program.Location]int{} // number of incoming edges from inside the region
	var all []*program.Location
	explore := func(l *program.Location) {
		for _, e := range l.Out {
			m := e.Dst
			if r.skips(m) {
				continue
			}
			if degree[m]++; degree[m] > 1 {
				continue
			}
			if cut(m) {
				r.ends = append(r.ends, m)
			} else {
				all = append(all, m)
			}
		}
	}
	explore(r.src)
	for i := 0; i < len(all); i++ {
		explore(all[i])
	}
	ready := []*program.Location{r.src}
	for len(ready) > 0 {
		l := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		if l != r.src {
			r.locs = append(r.locs, l)
		}
		for _, e := range l.Out {
			if m := e.Dst; !r.skips(m) {
				if degree[m]--; degree[m] == 0 && !cut(m) {
					ready = append(ready, m)
				}
			}
		}
	}
	if len(r.locs) != len(all) {
		return fmt.Errorf("%w: a cycle behind %s has no loop head", ErrInconclusive, r.src.Pos)
	}
	return nil
}

// encode encodes all edges. In large programs this dominates the time of a check, so ctx can end it.
func (r *region) encode(ctx context.Context) error {
	r.pass(r.src)
	for _, l := range r.locs {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.pass(l)
	}
	return nil
}

// pass encodes the edges out of a location, whose incoming edges are encoded already.
func (r *region) pass(l *program.Location) {
	if l == r.src {
		r.leave(l, way{r.p.Terms.True(), state{}})
	} else {
		r.leave(l, r.enter(l))
	}
}

// steps returns the steps that begin at src, fewer when ctx ends.
func (r *region) steps(ctx context.Context) []step {
	var out []step
	for _, l := range r.ends {
		if ctx.Err() != nil {
			break
		}
		out = append(out, r.step(l))
	}
	return out
}

// step makes the step from src to l.
func (r *region) step(l *program.Location) step {
	var w way
	if l == r.p.Error || l.Cut != "" {
		w = way{cond: r.reach(l)} // the state in an error or cut is irrelevant
	} else {
		w = r.enter(l)
	}
	conds := []*logic.Term{w.cond}
	for _, m := range r.behind(l) {
		conds = append(conds, r.defs[m]...)
	}
	return step{r.src, l, r.p.Terms.And(conds...), w.to, r.x.named}
}

// reach encodes that some edge into a location is taken.
func (r *region) reach(l *program.Location) *logic.Term {
	ways := make([]way, len(r.in[l]))
	for i, e := range r.in[l] {
		ways[i] = e.way
	}
	if len(ways) == 1 {
		return ways[0].cond
	}
	cond := r.p.Terms.Or(r.x.choose(ways)...)
	r.defs[l] = append(r.defs[l], r.x.take()...)
	return cond
}

// enter joins the states of the edges into a location.
func (r *region) enter(l *program.Location) way {
	ways := make([]way, len(r.in[l]))
	for i, e := range r.in[l] {
		ways[i] = e.way
	}
	cond, to := r.x.join(ways)
	if len(logic.Conjuncts(cond)) > maxConjuncts {
		cond = r.x.define("reached", cond)
	}
	r.defs[l] = append(r.defs[l], r.x.take()...)
	return way{cond, to}
}

// leave executes the edges out of a location.
func (r *region) leave(l *program.Location, w way) {
	for i, e := range l.Out {
		if r.skips(e.Dst) {
			continue
		}
		to := w.to
		if i < len(l.Out)-1 {
			to = to.clone()
		}
		r.x.conds = []*logic.Term{w.cond}
		r.x.ops(e.Ops, to)
		r.in[e.Dst] = append(r.in[e.Dst], entry{l, way{r.p.Terms.And(r.x.conds...), to}})
		r.defs[l] = append(r.defs[l], r.x.take()...)
	}
}

// behind returns the locations on the paths from src to l, both included.
func (r *region) behind(l *program.Location) []*program.Location {
	out := []*program.Location{l}
	seen := map[*program.Location]bool{l: true}
	for i := 0; i < len(out); i++ {
		if i > 0 && out[i] == r.src {
			continue
		}
		for _, e := range r.in[out[i]] {
			if !seen[e.from] {
				seen[e.from] = true
				out = append(out, e.from)
			}
		}
	}
	return out
}
