package validate

import (
	"context"
	"fmt"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/smt"
)

// Why transition invariants show that every execution ends
//
// Let R(s, t) be what the transition invariants of a loop say of an earlier visit s and a later one t. They are assertions of the instrumented program, about any
// pair of visits between which the loop was not entered anew. Assume that none fails, and that R relates no state to itself. R speaks of finitely many variables,
// which have finitely many values, so that of infinitely many visits without an entry two would be in states that R cannot tell apart, s and t with R(s, t) and
// hence R(t, t). So there are no infinitely many. (A relation on a finite set that relates nothing to itself is a finite union of well-founded relations, those of
// one pair each: Podelski and Rybalchenko, "Transition invariants", LICS 2004, Theorem 1, whose condition this is.)
//
// An infinite execution takes some edges infinitely often, which are strongly connected. So every execution ends if each strongly connected set of edges has
// some visits of a loop with such invariants, and no entry of it. covered decides that.

// A rank is what is known of the transition invariants of one loop in an inlined program, of one copy.
type rank struct {
	claim   *claim
	visited *program.Var
	visits  map[*program.Edge]bool // that assign visited
	enters  map[*program.Edge]bool // that reset it
}

// ranks finds the visits of the loops with transition invariants.
func ranks(p *program.Program, claims []*claim) []*rank {
	of := map[string]*claim{}
	for _, k := range claims {
		if k.ghosts != nil && k.refused == "" {
			of[k.ghosts.visited] = k
		}
	}
	var out []*rank
	for _, e := range p.Edges {
		for i := range e.Ops {
			op := &e.Ops[i]
			if op.Var == nil {
				continue
			}
			k := of[op.Var.Root().CName]
			if k == nil {
				continue
			}
			n := slices.IndexFunc(out, func(r *rank) bool { return r.visited == op.Var })
			if n < 0 {
				n, out = len(out), append(out, &rank{claim: k, visited: op.Var, visits: map[*program.Edge]bool{}, enters: map[*program.Edge]bool{}})
			}
			if op.Kind == program.OpAssign && op.Expr.IsConst() && op.Expr != p.Terms.Zero(op.Expr.Sort()) {
				out[n].visits[e] = true
			} else {
				out[n].enters[e] = true
			}
		}
	}
	return out
}

// uncovered is a place in a cycle without visits of a loop of good; nil: there is none.
func uncovered(p *program.Program, good []*rank) *program.Location {
	gone := map[*program.Edge]bool{}
	var check func(locs []*program.Location) *program.Location
	check = func(locs []*program.Location) *program.Location {
		for _, c := range components(locs, gone) {
			inside := map[*program.Location]bool{}
			for _, l := range c {
				inside[l] = true
			}
			within := func(edges map[*program.Edge]bool) bool {
				for e := range edges {
					if !gone[e] && inside[e.Src] && inside[e.Dst] {
						return true
					}
				}
				return false
			}
			i := slices.IndexFunc(good, func(r *rank) bool { return within(r.visits) && !within(r.enters) })
			if i < 0 {
				return head(c)
			}
			for e := range good[i].visits {
				gone[e] = gone[e] || inside[e.Src] && inside[e.Dst]
			}
			if l := check(c); l != nil {
				return l
			}
		}
		return nil
	}
	return check(p.Locs)
}

// head is the first location that has a place, where there is one.
func head(c []*program.Location) *program.Location {
	for _, valid := range []func(*program.Location) bool{
		func(l *program.Location) bool { return l.LoopPos.IsValid() },
		func(l *program.Location) bool { return l.Pos.IsValid() },
	} {
		if i := slices.IndexFunc(c, valid); i >= 0 {
			return c[i]
		}
	}
	return c[0]
}

// components are the strongly connected components with edges of a graph (Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1972), by number.
func components(locs []*program.Location, gone map[*program.Edge]bool) (out [][]*program.Location) {
	type visit struct {
		l    *program.Location
		next int
	}
	inside := map[*program.Location]bool{}
	for _, l := range locs {
		inside[l] = true
	}
	index, low, active := map[*program.Location]int{}, map[*program.Location]int{}, map[*program.Location]bool{}
	var open []*program.Location
	for _, root := range locs {
		if index[root] > 0 {
			continue
		}
		var stack []visit
		begin := func(l *program.Location) {
			index[l] = len(index) + 1
			low[l], active[l] = index[l], true
			open, stack = append(open, l), append(stack, visit{l: l})
		}
		begin(root)
		for len(stack) > 0 {
			v := &stack[len(stack)-1]
			if v.next < len(v.l.Out) {
				e := v.l.Out[v.next]
				v.next++
				switch {
				case gone[e] || !inside[e.Dst]:
				case index[e.Dst] == 0:
					begin(e.Dst)
				case active[e.Dst]:
					low[v.l] = min(low[v.l], index[e.Dst])
				}
				continue
			}
			l := v.l
			if stack = stack[:len(stack)-1]; len(stack) > 0 {
				up := stack[len(stack)-1].l
				low[up] = min(low[up], low[l])
			}
			if low[l] < index[l] {
				continue
			}
			n := slices.Index(open, l)
			c := slices.Clone(open[n:])
			open = open[:n]
			for _, m := range c {
				active[m] = false
			}
			if len(c) > 1 || slices.ContainsFunc(l.Out, func(e *program.Edge) bool { return e.Dst == l && !gone[e] }) {
				slices.SortFunc(c, func(a, b *program.Location) int { return a.ID - b.ID })
				out = append(out, c)
			}
		}
	}
	return out
}

// A relation is what a transition invariant says at a visit of one copy of its loop: a formula over the variables of the program, in which those of before have
// the values of an earlier visit, and what these are assigned where a state is remembered.
type relation struct {
	holds  *logic.Term
	some   *logic.Term // the variable that says that a state is remembered
	before map[*logic.Term]*logic.Term
}

// relationOf is the relation of a rank; nil: it was not found.
func (v *prover) relationOf(p *program.Program, r *rank) *relation {
	f := p.Terms
	out := &relation{before: map[*logic.Term]*logic.Term{}}
	byName := map[string]bool{}
	for _, name := range r.claim.ghosts.of {
		byName[name] = true
	}
	// Where a state is remembered, all is on one edge.
	for _, e := range p.Edges {
		at := slices.IndexFunc(e.Ops, func(op program.Op) bool {
			return op.Kind == program.OpAssign && op.Var.Root().CName == r.claim.ghosts.some && op.Expr.IsConst() && op.Expr != f.Zero(op.Expr.Sort())
		})
		if at < 0 || !v.visitedBefore(e, r) {
			continue
		}
		values := map[*logic.Term]*logic.Term{}
		for _, op := range e.Ops[:at] {
			switch op.Kind {
			case program.OpAssign:
				values[op.Var.Sym] = f.Subst(op.Expr, values)
			case program.OpHavoc:
				values[op.Var.Sym] = f.Fresh("unknown", op.Var.Sort())
			}
			if op.Var != nil && op.Kind == program.OpAssign && byName[op.Var.Root().CName] {
				out.before[op.Var.Sym] = values[op.Var.Sym]
			}
		}
		if out.some != nil && out.some != e.Ops[at].Var.Sym {
			return nil
		}
		out.some = e.Ops[at].Var.Sym
	}
	if out.some == nil || len(out.before) != len(byName) {
		return nil
	}
	all := f.True()
	for e := range r.visits {
		all = f.And(all, v.demanded(p, e, r))
	}
	out.holds = f.Subst(all, map[*logic.Term]*logic.Term{out.some: one(f, out.some.Sort())})
	return out
}

// one is the number 1.
func one(f *logic.Factory, s *logic.Sort) *logic.Term {
	if s.IsInt() {
		return f.IntConst(1)
	}
	return f.BVInt(1, s.Width())
}

// claimed are the conditions at the heads of loops under which their transition invariants do not fail, and formulas that may hold at heads of loops besides.
func (v *prover) claimed(p *program.Program, claims []*claim) (given map[*program.Location]*logic.Term, hints []*logic.Term) {
	f := p.Terms
	given = map[*program.Location]*logic.Term{}
	for _, r := range ranks(p, claims) {
		for e := range r.visits {
			if given[e.Src] == nil {
				given[e.Src] = f.True()
			}
			for _, out := range e.Src.Out {
				given[e.Src] = f.And(given[e.Src], v.before(p, out, out.Ops, r, maxWP))
			}
		}
		rel := v.relationOf(p, r)
		if rel == nil {
			continue
		}
		none := f.Not(f.Eq(rel.some, one(f, rel.some.Sort())))
		same := f.True()
		for _, x := range r.claim.ghosts.names {
			for g, now := range rel.before {
				if p.VarOf(g).Root().CName != r.claim.ghosts.of[x] {
					continue
				}
				same = f.And(same, f.Eq(g, now))
				hints = append(hints, f.Or(none, f.Eq(g, now)))
				switch s := g.Sort(); {
				case s.IsInt():
					hints = append(hints, f.Or(none, f.Le(g, now)), f.Or(none, f.Le(now, g)))
				case s.IsBV():
					hints = append(hints, f.Or(none, f.SLe(g, now)), f.Or(none, f.SLe(now, g)), f.Or(none, f.ULe(g, now)), f.Or(none, f.ULe(now, g)))
				}
			}
		}
		hints = append(hints, f.Or(none, rel.holds), f.Or(none, rel.holds, same), none)
	}
	return given, hints
}

// visitedBefore reports whether an edge is one on which a rank's visit goes on: backwards, what is assigned to the variable of its loop or to that of another copy
// of it is assigned by its visit.
func (v *prover) visitedBefore(e *program.Edge, r *rank) bool {
	seen := map[*program.Location]bool{}
	todo := []*program.Edge{e}
	for len(todo) > 0 {
		e := todo[0]
		if todo = todo[1:]; r.visits[e] {
			return true
		}
		if len(seen) > maxWP || slices.ContainsFunc(e.Ops, func(op program.Op) bool { return op.Var != nil && op.Var.Root().CName == r.claim.ghosts.visited }) {
			return false
		}
		if !seen[e.Src] {
			seen[e.Src] = true
			todo = append(todo, e.Src.In...)
		}
	}
	return false
}

// demanded is the condition, on an edge that visits a loop, under which no claim fails behind the assignment of visited and before it is chosen whether the state is remembered.
func (v *prover) demanded(p *program.Program, e *program.Edge, r *rank) *logic.Term {
	from := slices.IndexFunc(e.Ops, func(op program.Op) bool { return op.Var == r.visited })
	return v.before(p, e, e.Ops[from+1:], r, maxWP)
}

// before is that before the last operations of an edge, behind which depth more edges may follow.
func (v *prover) before(p *program.Program, e *program.Edge, ops []program.Op, r *rank, depth int) *logic.Term {
	f := p.Terms
	end := slices.IndexFunc(ops, func(op program.Op) bool {
		return op.Kind == program.OpHavoc && op.Unknown != nil && op.Unknown.Name == r.claim.ghosts.choice || op.Var != nil && op.Var.Root().CName == r.claim.ghosts.some
	})
	t := f.True()
	switch {
	case end >= 0:
		ops = ops[:end]
	case e.Dst == p.Error:
		t = f.False()
	case depth > 0:
		for _, next := range e.Dst.Out {
			t = f.And(t, v.before(p, next, next.Ops, r, depth-1))
		}
	}
	return precondition(f, ops, t)
}

// wellFounded reports whether a relation relates no state to itself.
func (v *prover) wellFounded(ctx context.Context, p *program.Program, r *relation) (bool, error) {
	return unsatisfiable(ctx, p.Terms, p.Terms.Subst(r.holds, r.before))
}

// transitive reports whether a relation is: then it holds for all pairs of visits if it does for those that follow each other.
func (v *prover) transitive(ctx context.Context, p *program.Program, r *relation) (bool, error) {
	f := p.Terms
	copyOf := func(name string) map[*logic.Term]*logic.Term {
		m := map[*logic.Term]*logic.Term{}
		terms := []*logic.Term{r.holds}
		for _, t := range r.before {
			terms = append(terms, t)
		}
		for _, x := range logic.FreeVars(terms...) {
			if r.before[x] == nil {
				m[x] = f.Fresh(name, x.Sort())
			}
		}
		return m
	}
	now := func(m map[*logic.Term]*logic.Term, before func(*logic.Term) *logic.Term) *logic.Term {
		all := map[*logic.Term]*logic.Term{}
		for x, y := range m {
			all[x] = y
		}
		for g := range r.before {
			all[g] = before(g)
		}
		return f.Subst(r.holds, all)
	}
	second, third := copyOf("second"), copyOf("third")
	first := map[*logic.Term]*logic.Term{}
	for g := range r.before {
		first[g] = f.Fresh("first", g.Sort())
	}
	fromFirst := func(g *logic.Term) *logic.Term { return first[g] }
	fromSecond := func(g *logic.Term) *logic.Term { return f.Subst(r.before[g], second) }
	return unsatisfiable(ctx, f, now(second, fromFirst), now(third, fromSecond), f.Not(now(third, fromFirst)))
}

// unsatisfiable asks the solvers.
func unsatisfiable(ctx context.Context, f *logic.Factory, ts ...*logic.Term) (bool, error) {
	s, err := thorough(f, smt.Options{})
	if err != nil {
		return false, err
	}
	defer s.Close()
	for _, t := range ts {
		if err := s.Assert(t); err != nil {
			return false, err
		}
	}
	r, err := s.Check(ctx)
	if err != nil && ctx.Err() == nil {
		return false, nil
	}
	return r == smt.Unsat, err
}

// ending is what transition invariants say of a program: why they do not show that its executions end.
type ending struct {
	idle   string          // a transition invariant is no reason; "": each is
	open   string          // nothing is said about a loop; "": about none
	direct map[string]bool // the choices of transition invariants that are transitive
}

// ending examines the transition invariants. Those that are transitive are then asked about visits that follow each other only.
func (v *prover) ending(ctx context.Context, claims []*claim) (*ending, error) {
	p, err := passes.Inline(v.a.m, passes.InlineOptions{RecursionBound: recursionBound})
	if err == nil {
		p, err = v.whole(ctx, p)
	}
	if err != nil {
		return &ending{open: err.Error()}, ctx.Err()
	}
	out := &ending{direct: map[string]bool{}}
	var good []*rank
	indirect := map[string]bool{}
	for _, r := range ranks(p, claims) {
		rel := v.relationOf(p, r)
		ok := rel != nil
		if ok {
			if ok, err = v.wellFounded(ctx, p, rel); err != nil {
				return nil, err
			}
		}
		if !ok {
			if out.idle == "" {
				out.idle = fmt.Sprintf("the transition invariant at %s is not shown to be well-founded: it may relate a state to itself", r.claim.At)
			}
			continue
		}
		good = append(good, r)
		name := r.claim.ghosts.choice
		if ok, err = v.transitive(ctx, p, rel); err != nil {
			return nil, err
		}
		out.direct[name] = ok && !indirect[name]
		indirect[name] = indirect[name] || !ok
	}
	if at := uncovered(p, good); at != nil {
		pos := at.LoopPos
		if !pos.IsValid() {
			pos = at.Pos
		}
		pos, _ = v.text.original(pos)
		out.open = fmt.Sprintf("no transition invariant says why executions leave the loop at %s", pos)
	}
	return out, nil
}

// remembering makes some choices to remember a state: always.
func remembering(m *program.Module, direct map[string]bool) {
	for _, fn := range m.Funcs {
		for _, l := range fn.Locs {
			for _, e := range l.Out {
				for i := range e.Ops {
					if op := &e.Ops[i]; op.Kind == program.OpHavoc && op.Unknown != nil && direct[op.Unknown.Name] {
						*op = program.Op{Kind: program.OpAssign, Var: op.Var, Expr: m.Terms.BVInt(1, op.Var.Sort().Width()), Pos: op.Pos}
					}
				}
			}
		}
	}
}
