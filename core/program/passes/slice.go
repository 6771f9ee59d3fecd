package passes

import (
	"context"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// Slice removes the branches and operations on which neither the error nor a cut depends. Its control dependence is
// sensitive to non-termination (Ranganath et al., A New Foundation for Control Dependence, TOPLAS 2007): a branch is
// dropped only when all its outcomes lead through finitely many irrelevant steps to one location, its immediate
// postdominator. Loops, but for those that evidently end (see findLoops), and assumptions that block some states therefore
// stay, with all they depend on, and the error and the cuts are reachable exactly when they were.
//
// Checks stay only when all variables they mention stay. If failing checks end the execution, the result may
// therefore reach the error where the argument does not: a proof carries over, a failing path has to be replayed on
// the argument. Assumptions that only bound arbitrary values (program.Op.Bounds) block no execution and stay with the
// values they mention.
var Slice = measured("slice", "removes branches and operations that no target depends on",
	func(ctx context.Context, p *program.Program) (*program.Program, error) {
		s := &slicer{p: p, relevance: relevanceOf(p), branch: map[*program.Location]*diamond{}, within: map[*program.Location]*diamond{}, totals: map[*program.Location]bool{}}
		s.d = newDraft(p, func(e *program.Edge) ([]program.Op, bool) { return simplifyOps(e.Ops, len(e.Src.Out) > 1) })
		s.d.prune()
		s.findDiamonds()
		if err := s.grow(ctx); err != nil {
			return nil, err
		}
		q := s.rewrite()
		dropUnused(q)
		return q, nil
	})

// A diamond is a branch that may be dropped: all paths from at lead to join without a cycle, over assignments, checks
// and further branches that cover all states. One that is a loop comes back to at finitely often.
type diamond struct {
	at, join *program.Location
	edges    []*draftEdge
	exit     []program.Op // of a loop: what is done on the way to join in any case
}

type slicer struct {
	p *program.Program
	d *draft
	relevance
	branch map[*program.Location]*diamond
	within map[*program.Location]*diamond // the innermost loop that is a diamond, for a location in it
	totals map[*program.Location]bool
}

func (s *slicer) findDiamonds() {
	ipdom := s.d.postdominators()
	s.findLoops(ipdom)
	for _, l := range s.p.Locs {
		if len(s.d.out[l.ID]) > 1 && ipdom[l.ID] != nil && s.branch[l] == nil {
			if edges, ok := s.region(l, ipdom[l.ID], false); ok {
				s.branch[l] = &diamond{at: l, join: ipdom[l.ID], edges: edges}
			}
		}
	}
}

// region returns the edges between a branch and its join if their shape is that of a diamond; back: edges may lead back to
// the branch, and those to the join do anything. Paths go past loops that may be dropped.
func (s *slicer) region(at, join *program.Location, back bool) ([]*draftEdge, bool) {
	var edges []*draftEdge
	limit := maxDiamond
	if s.d.isTarget(join) {
		limit = maxToTarget
	}
	const open, done = 1, 2
	state := map[*program.Location]int{}
	type frame struct {
		loc  *program.Location
		next int
	}
	if !s.total(at) {
		return nil, false
	}
	stack := []frame{{loc: at}}
	state[at] = open
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		out := s.d.out[top.loc.ID]
		if l := s.branch[top.loc]; l != nil {
			if top.next == 0 {
				edges = append(edges, l.edges...)
			}
			out = []*draftEdge{l.edge(l.exit)}
		}
		if top.next == len(out) {
			state[top.loc] = done
			stack = stack[:len(stack)-1]
			continue
		}
		e := out[top.next]
		top.next++
		if edges = append(edges, e); len(edges) > limit || !harmless(e.ops(), len(out) > 1) && !(back && e.dst == join) {
			return nil, false
		}
		if e.dst == join || back && e.dst == at {
			continue
		}
		switch state[e.dst] {
		case open:
			return nil, false // a cycle
		case done:
			continue
		}
		if s.d.isTarget(e.dst) || !s.total(e.dst) {
			return nil, false
		}
		state[e.dst] = open
		stack = append(stack, frame{loc: e.dst})
	}
	return edges, true
}

// edge returns what takes the place of a diamond.
func (b *diamond) edge(ops []program.Op) *draftEdge {
	n := countOps(ops)
	return &draftEdge{src: b.at, dst: b.join, size: n, segs: []*segment{{ops: ops, parts: &program.Parts{Lost: true}, size: n}}}
}

func (e *draftEdge) ops() []program.Op { return e.segs[0].ops }

// harmless reports whether the operations, behind the assumption of a branch,
// neither block nor choose.
func harmless(ops []program.Op, branch bool) bool {
	for i, o := range ops {
		if o.Kind == program.OpChoice || o.Kind == program.OpAssume && !(branch && i == 0) {
			return false
		}
	}
	return true
}

// total reports whether some edge can be taken from l in every state.
func (s *slicer) total(l *program.Location) bool {
	t, known := s.totals[l]
	if !known {
		t = s.covered(l)
		s.totals[l] = t
	}
	return t
}

func (s *slicer) covered(l *program.Location) bool {
	out := s.d.out[l.ID]
	if len(out) == 0 {
		return false
	}
	var conds []*logic.Term
	for _, e := range out {
		ops := e.ops()
		if len(ops) == 0 || ops[0].Kind != program.OpAssume {
			return true
		}
		conds = append(conds, ops[0].Expr)
	}
	if len(out) == 1 {
		return true // not a branch; harmless looks at its assumption
	}
	return covers(s.p.Terms, conds)
}

// covers reports whether the disjunction of the conditions is syntactically valid: it folds to true, or one of them is
// the conjunction of the negations of others, as for the default case of a switch.
func covers(f *logic.Factory, conds []*logic.Term) bool {
	any := f.Or(conds...)
	if any.IsTrue() {
		return true
	}
	have := map[*logic.Term]bool{any: true}
	for _, c := range append(conds, any) {
		have[c] = true
		if c.Op() == logic.OpOr {
			for _, a := range c.Args() {
				have[a] = true
			}
		}
	}
next:
	for _, c := range conds {
		parts := []*logic.Term{c}
		if c.Op() == logic.OpAnd {
			parts = c.Args()
		}
		for _, a := range parts {
			if !have[f.Not(a)] {
				continue next
			}
		}
		return true
	}
	return false
}

// grow computes the relevant variables and the branches that stay: the smallest
// sets such that every assumption outside of dropped branches has its variables
// relevant, so has every assignment to a relevant variable, and a branch stays
// when between it and its join is an assignment to a relevant variable.
func (s *slicer) grow(ctx context.Context) error {
	// An edge's leading assumption is dropped with the branch that it belongs to.
	need := func(t *logic.Term) bool {
		changed := false
		for _, i := range s.n.mentions(t) {
			changed = changed || !s.relevant[i]
			s.relevant[i] = true
		}
		return changed
	}
	var visit func(ops []program.Op, droppable bool) bool
	visit = func(ops []program.Op, droppable bool) bool {
		changed := false
		for i, o := range ops {
			switch o.Kind {
			case program.OpAssume:
				if !(droppable && i == 0) && !o.Bounds() {
					changed = need(o.Expr) || changed
				}
			case program.OpAssign:
				if s.relevant[s.n.index[o.Var]] {
					changed = need(o.Expr) || changed
				}
			case program.OpChoice:
				for _, alt := range o.Alts {
					changed = visit(alt, false) || changed
				}
			}
		}
		return changed
	}
	for changed := true; changed; {
		if err := ctx.Err(); err != nil {
			return err
		}
		changed = false
		for i := len(s.p.Locs) - 1; i >= 0; i-- {
			l := s.p.Locs[i]
			for _, e := range s.d.out[l.ID] {
				changed = visit(e.ops(), s.drops(l)) || changed
			}
		}
		for _, l := range s.p.Locs {
			if b := s.branch[l]; b != nil && s.matters(b) {
				delete(s.branch, l)
				changed = true
			}
		}
	}
	return nil
}

// drops reports whether the branch at l is dropped, or the loop around it.
func (s *slicer) drops(l *program.Location) bool {
	d := s.within[l]
	return s.branch[l] != nil || d != nil && s.branch[d.at] == d
}

// matters reports whether a relevant variable is changed between the branch and
// its join.
func (s *slicer) matters(b *diamond) bool {
	if sabotage.Active(sabotage.PassMatters) {
		return false
	}
	for _, e := range b.edges {
		for _, o := range e.ops() {
			if (o.Kind == program.OpAssign || o.Kind == program.OpHavoc) && s.relevant[s.n.index[o.Var]] {
				return true
			}
		}
	}
	return false
}

// rewrite builds the slice: a dropped branch becomes one edge to its join.
func (s *slicer) rewrite() *program.Program {
	assumes := func(_ int, o *program.Op) bool { return !o.Bounds() || s.known(o.Expr) }
	for _, l := range s.p.Locs {
		b := s.branch[l]
		if b == nil {
			for _, e := range s.d.out[l.ID] {
				e.segs[0].ops = s.filter(e.ops(), assumes)
				e.size = countOps(e.ops())
			}
			continue
		}
		first := s.d.out[l.ID][0].first
		for len(s.d.out[l.ID]) > 0 {
			s.d.remove(s.d.out[l.ID][0])
		}
		e := b.edge(s.filter(b.exit, assumes))
		e.first = first
		s.d.add(e)
	}
	s.d.prune()
	return s.d.build()
}
