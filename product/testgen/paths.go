package testgen

import (
	"context"
	"math/bits"

	"cupel/analysis/execution/concolic"
	"cupel/analysis/execution/inputs"
	"cupel/core/logic"
	"cupel/core/priority"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/work"
)

// paths is the path search: a priority queue of untaken branches.
type paths struct {
	s     *search
	queue *priority.Queue[*untaken]
	known map[uint64]bool // prefixes of paths with an untaken branch
	tries map[*program.Edge]int
	far   []int // see distances
	stale bool  // far is outdated
	made  int
	// window is the number of steps for which an execution is followed after the branch that it was generated to take.
	window int
}

// An untaken branch is a point of an execution where another execution may take a different branch.
type untaken struct {
	of     *followed
	t      *concolic.Branch
	point  int // point it leads to; -1: an edge
	number int
	cost   int
}

// followed is an execution with its symbolic path.
type followed struct {
	conditions []*logic.Term // about values that are no inputs, then the path condition
	fixed      int           // number of the former
	values     values
}

func newPaths(s *search) *paths {
	return &paths{s: s, known: map[uint64]bool{}, tries: map[*program.Edge]int{}, stale: true, window: firstWindow,
		queue: priority.New(func(a, b *untaken) bool {
			if a.cost != b.cost {
				return a.cost < b.cost
			}
			return a.number < b.number
		})}
}

// add follows an execution and queues its untaken branches.
func (p *paths) add(ctx context.Context, x *execution) {
	s := p.s
	work.Spend(ctx, len(x.out.Path)*followWork)
	path, err := concolic.Explore(ctx, s.subject.Flat, s.subject.Calls, s.subject.Inputs, x.out, p.questions)
	if err != nil || path == nil {
		return // interrupted
	}
	fo := &followed{values: s.valuesOf(x)}
	for _, u := range path.Unknowns {
		if v := path.Value[u]; v != nil && v.Sort() == u.Sort() {
			fo.conditions = append(fo.conditions, s.f.Eq(u, v))
		}
	}
	fo.fixed = len(fo.conditions)
	for _, c := range path.Conditions {
		fo.conditions = append(fo.conditions, c.Term)
	}
	p.measure()
	hash := make([]uint64, len(x.out.Path)+1)
	for i, e := range x.out.Path {
		h := (hash[i] ^ uint64(e.ID+1)) * 0x9e3779b97f4a7c15
		hash[i+1] = h ^ h>>29
	}
	alike := map[int]int{}
	for i := range path.Branches {
		t := &path.Branches[i]
		n := -1
		which, place := uint64(0), 0
		if t.Edge != nil {
			which, place = uint64(t.Edge.ID)*2+1, t.Edge.ID
		} else {
			n = s.ps.ofOp[t.Op][t.N]
			which, place = uint64(n)*2+2, -1-n
			if has(s.covered, n) {
				continue
			}
		}
		k := (hash[t.Step] ^ which) * 0xff51afd7ed558ccd
		if k ^= k >> 31; p.known[k] {
			continue
		}
		u := &untaken{of: fo, t: t, point: n, number: p.made}
		if u.cost = p.cost(u); u.cost >= far {
			continue
		}
		if alike[place]++; alike[place] > maxAlike && alike[place]&(alike[place]-1) != 0 {
			continue // of many iterations only the first ones, with growing gaps
		}
		p.known[k] = true
		p.made++
		if p.queue.Len() < maxOpen {
			p.queue.Push(u)
		}
	}
}

// questions returns the formulas of an operation that no execution has satisfied.
func (p *paths) questions(op *program.Op) []*logic.Term {
	s := p.s
	var out []*logic.Term
	for i, n := range s.ps.ofOp[op] {
		if !has(s.covered, n) {
			if out == nil {
				out = make([]*logic.Term, len(s.ps.ofOp[op]))
			}
			out[i] = s.ps.all[n].holds
		}
	}
	return out
}

// measure updates the distances.
func (p *paths) measure() {
	if !p.stale && p.far != nil {
		return
	}
	s := p.s
	open := func(e *program.Edge) bool {
		for _, n := range s.ps.ofEdge[e.ID] {
			if !has(s.covered, n) && !s.ps.all[n].proven {
				return true
			}
		}
		return false
	}
	busy := map[*program.Edge]bool{}
	for n := range s.ps.all {
		if q := &s.ps.all[n]; q.op != nil && !has(s.covered, n) {
			busy[q.edge] = true
		}
	}
	p.far = distances(s.subject.Flat, s.subject.Calls, func(e *program.Edge) bool { return open(e) || busy[e] })
	p.stale = false
}

// cost is the priority of an untaken branch: its distance to uncovered branches, the number of attempts, and the length of
// the path.
func (p *paths) cost(t *untaken) int {
	if t.point >= 0 {
		if has(p.s.covered, t.point) {
			return far
		}
		return p.tries[p.s.ps.all[t.point].edge] / tireless
	}
	e := t.t.Edge
	d := p.far[e.Dst.ID] + 1
	for _, n := range p.s.ps.ofEdge[e.ID] {
		if !has(p.s.covered, n) && !p.s.ps.all[n].proven {
			d = 0
		}
	}
	if d >= far {
		return far
	}
	return 2*(d+p.tries[e]/tireless) + bits.Len(uint(t.t.At))/2
}

// explore processes untaken branches until none is left, the work is spent, or coverage stagnates.
func (p *paths) explore(ctx context.Context, units int) {
	ctx, end := work.Within(ctx, units)
	defer end()
	ctx, spent := work.Measured(ctx)
	last := 0
	for p.queue.Len() > 0 && ctx.Err() == nil && !p.s.complete() {
		if p.s.o.Goal == Branches && spent()-last > units/3 {
			return
		}
		p.measure()
		t := p.queue.Pop()
		if now := p.cost(t); now >= far {
			continue
		} else if now > t.cost {
			t.cost = now
			p.queue.Push(t)
			continue
		}
		if p.follow(ctx, t) {
			last = spent()
		}
	}
}

// follow solves for inputs that take an untaken branch, and executes them; it reports whether they increase coverage.
func (p *paths) follow(ctx context.Context, t *untaken) bool {
	s := p.s
	if t.t.Edge != nil {
		p.tries[t.t.Edge]++
	} else {
		p.tries[s.ps.all[t.point].edge]++
	}
	vs, ok := p.ask(ctx, t)
	if !ok {
		return false
	}
	src := &feed{table: s.subject.Inputs, given: vs, count: map[int]int{}}
	if s.asked%2 == 0 {
		src.then = s.dice()
	}
	x := s.run(ctx, src, min(t.t.Step+p.window, runSteps), true)
	if x.out.Kind == interpInterrupted {
		return false
	}
	fresh := s.keep(x, "path")
	p.add(ctx, x)
	return fresh
}

// ask queries the solver, preferring the values of the execution except for those that the branch changes.
func (p *paths) ask(ctx context.Context, t *untaken) (values, bool) {
	s := p.s
	s.asked++
	work.Spend(ctx, questionWork)
	n := t.of.fixed + t.t.At
	a, err := s.decider.Extend(ctx, t.of.conditions[:n:n], n, logic.Conjuncts(t.t.Term))
	if err != nil || a.Result != smt.Sat || a.Values == nil {
		return nil, false
	}
	vs := make(values, len(t.of.values))
	for slot, v := range t.of.values {
		vs[slot] = v
	}
	for sym, v := range a.Values {
		if slot, ok := s.subject.Inputs.SlotOf(sym); ok && input(s.subject.Inputs.Sources[slot.Source-1]) {
			vs[slot] = v
		}
	}
	return vs, true
}

// input reports whether a test can choose a source's values: it is a call of an input function.
func input(src *inputs.Source) bool { return !src.Hidden && src.Kind == "" }
