package cegar

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"cupel/product/petri"
	"cupel/product/petri/ilp"
)

// A search is one run of the main loop (algorithm 1.7).
type search struct {
	net     *petri.Net
	eq      *equation
	opts    Options
	distant bool
	goal    func(petri.Marking) bool
	stats   *Stats
	loop    int // number of this run

	queue     *queue
	solutions int
	partials  int
	memory    int64
	seen      map[string]bool  // constraints already solved for
	walked    map[string]*walk // solution vector -> its maximal sequences
	refined   map[string]bool  // keys of partial solutions already refined
	improved  map[string]bool  // keys of better markings already followed
	found     []int            // a full solution
	realized  bool             //
	stop      string           // the limit that ended the search
	work      int              // units done, see run
	widened   int              // uses of definition 1.10
	cut       map[string]int   // reasons for cuts
}

// A walk is the result of algorithm 1.1 for a solution vector.
type walk struct {
	ends     []leaf
	complete bool
}

func newSearch(net *petri.Net, eq *equation, goal func(petri.Marking) bool, o Options, distant bool, stats *Stats) *search {
	stats.Loops++
	return &search{
		net: net, eq: eq, opts: o, distant: distant, goal: goal, stats: stats, loop: stats.Loops,
		queue: newQueue(o.Search),
		seen:  map[string]bool{}, walked: map[string]*walk{}, refined: map[string]bool{}, improved: map[string]bool{}, cut: map[string]int{},
	}
}

func (s *search) event(e Event) {
	if s.opts.Observer != nil {
		e.Loop = s.loop
		s.opts.Observer(e)
	}
}

// leave counts a branch that is left although it may hold a solution.
func (s *search) leave(why string) {
	s.cut[why]++
	s.stats.Cuts++
}

// startWith queues a known solution.
func (s *search) startWith(x []int64, cs constraints) {
	s.seen[cs.key()] = true
	s.enqueue(&solution{x: x, cs: cs})
}

func (s *search) enqueue(sol *solution) {
	s.solutions++
	sol.id = s.solutions
	s.memory += int64(len(sol.x)) * 24
	e := Event{Step: StepSolution, Solution: sol.id, X: sol.x}
	if sol.parent != nil {
		e.Parent = sol.parent.id
	}
	if sol.jumped != nil {
		e.Jump = sol.jumped.id
	}
	s.event(e)
	s.queue.push(item{sol: sol, cost: total(sol.x)})
}

// solve queues the minimal solution under the constraints, if there is one that was not
// met before. ok tells whether the constraints have a solution.
func (s *search) solve(ctx context.Context, cs constraints, parent *partial, jumped *solution) (ok bool, err error) {
	key := cs.key()
	if s.seen[key] {
		return true, nil
	}
	if len(s.seen) >= s.opts.MaxSolutions {
		s.stop = fmt.Sprintf("%d solutions", len(s.seen))
		return false, nil
	}
	s.seen[key] = true
	s.memory += int64(2*len(key)) + 64
	r, err := s.minimize(ctx, cs)
	if err != nil {
		return false, err
	}
	switch r.Status {
	case ilp.Infeasible:
		return false, nil
	case ilp.Optimal:
	default:
		s.leave("integer solver: " + r.Reason)
		return true, nil
	}
	if total(r.X) > s.opts.MaxLength || total(r.X) < 0 {
		s.leave(fmt.Sprintf("solutions of more than %d firings", s.opts.MaxLength))
		return true, nil
	}
	s.enqueue(&solution{x: r.X, cs: cs, parent: parent, jumped: jumped})
	return true, nil
}

// minimize calls the integer solver on the equation with the constraints.
func (s *search) minimize(ctx context.Context, cs constraints) (ilp.Result, error) {
	begin := time.Now()
	defer func() { s.stats.SolverTime += time.Since(begin) }()
	height := s.eq.problem.Rows()
	defer s.eq.problem.Truncate(height)
	if err := s.eq.impose(cs); err != nil {
		return ilp.Result{}, err
	}
	s.stats.Calls++
	s.work++
	r, err := ilp.Solve(ctx, s.eq.problem, ilp.Options{FastWork: s.opts.SolverWork, ExactWork: s.opts.SolverWork, Nodes: enoughNodes})
	if r.Status == ilp.Infeasible {
		s.stats.Infeasible++
	}
	return r, err
}

// run works on the queue until it is empty, a full solution is found, a limit passes, ctx
// ends, or budget units of work are done (a solver call, an exploration, a partial
// solution); it can be called again.
func (s *search) run(ctx context.Context, budget int) error {
	for end := s.work + budget; s.work < end && s.queue.len() > 0 && !s.realized && s.stop == ""; {
		if err := ctx.Err(); err != nil {
			s.stop = err.Error()
			return nil
		}
		if s.memory > s.opts.MaxMemory {
			s.stop = "memory limit"
			return nil
		}
		it := s.queue.pop()
		var err error
		switch {
		case it.part != nil:
			err = s.examine(ctx, it.part)
		case it.jump:
			err = s.jump(ctx, it)
		default:
			err = s.realize(ctx, it.sol)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// realize looks for firing sequences of a solution (algorithm 1.1) and queues its partial
// solutions and jumps.
func (s *search) realize(ctx context.Context, sol *solution) error {
	s.stats.Solutions++
	s.work++
	key := vectorKey(sol.x)
	w := s.walked[key]
	if w == nil {
		w = s.walk(ctx, sol)
		if s.realized {
			return nil
		}
		s.walked[key] = w
		for _, l := range w.ends {
			s.memory += int64(len(l.seq)+2*len(l.left)+len(l.last)) * 8
		}
	}
	if !w.complete {
		s.leave("trees of more markings than visited")
	}
	if s.opts.has(Jumps) {
		s.queue.push(item{sol: sol, jump: true, cost: total(sol.x)})
	} else {
		s.leave("jumps left out")
	}
	var ps []*partial
	for _, l := range w.ends {
		ps = append(ps, &partial{sol: sol, seq: l.seq, left: l.left, fired: minus(sol.x, l.left), last: l.last})
	}
	kept := ps
	if s.opts.ordered() {
		if kept = orderAndFilter(ps); len(kept) < len(ps) {
			s.leave("partial solutions between others")
		}
	}
	// The closest to a full solution first: it is pushed last.
	slices.SortStableFunc(kept, func(a, b *partial) int { return int(min(1, max(-1, total(b.left)-total(a.left)))) })
	for i := range kept {
		p := kept[i]
		if s.queue.order == BFS {
			p = kept[len(kept)-1-i]
		}
		s.number(p)
		sol.partials = append(sol.partials, p)
		s.event(Event{Step: StepPartial, Solution: sol.id, Partial: p.id, Sequence: p.seq, Remainder: p.left})
		s.queue.push(item{part: p, cost: total(sol.x)})
	}
	return nil
}

func (s *search) number(p *partial) {
	s.partials++
	p.id = s.partials
}

// walk runs algorithm 1.1.
func (s *search) walk(ctx context.Context, sol *solution) *walk {
	begin := time.Now()
	defer func() { s.stats.TreeTime += time.Since(begin) }()
	t := &tree{
		net: s.net, initial: s.eq.initial, x: sol.x, reducer: s.opts.reducer(s.net), goal: s.goal, forget: !s.opts.has(Memo),
		nodes: s.opts.TreeNodes + int(2*min(total(sol.x), s.opts.MaxLength)), leaves: s.opts.Leaves,
	}
	var ends []leaf
	for _, t.balanced = range []bool{false, true} {
		t.run(ctx)
		s.stats.Nodes += t.visited
		s.work += t.visited / nodesPerUnit
		if t.found {
			s.found, s.realized = t.full, true
			s.event(Event{Step: StepFull, Solution: sol.id, Sequence: t.full, Remainder: minus(sol.x, s.net.Parikh(t.full))})
			return nil
		}
		if ends = append(ends, t.ends...); t.complete {
			break
		}
		t.leaves /= 4 // the first attempt has filled its share
	}
	return &walk{ends: ends, complete: t.complete}
}

// examine treats a partial solution: filters, better markings, distant invariants, or new
// increments.
func (s *search) examine(ctx context.Context, p *partial) error {
	s.stats.Partials++
	s.work++
	var other *partial
	if s.opts.has(InvariantFilter) {
		other = filterInvariant(s.net, p, s.opts.has(Vectors))
	}
	p.skipped = other != nil
	if other == nil && s.opts.has(RemainderFilter) {
		other = filterRemainder(s.net, p)
	}
	if other != nil {
		s.stats.Skipped++
		s.event(Event{Step: StepSkip, Solution: p.sol.id, Partial: p.id, Other: other.id})
		s.leave("partial solutions skipped")
		var better []*partial
		if s.opts.has(Better) {
			better = s.better(ctx, p, other)
		}
		follow := func() {
			for _, b := range slices.Backward(better) {
				s.queue.push(item{part: b, cost: total(p.sol.x)})
			}
		}
		// What is queued last is explored first.
		if !s.opts.BetterFirst {
			follow()
		}
		if s.distant {
			if err := s.involve(ctx, p, other, len(better)); err != nil {
				return err
			}
		}
		if s.opts.BetterFirst {
			follow()
		}
		return nil
	}
	k := p.refinementKey()
	if s.refined[k] {
		return nil
	}
	s.refined[k] = true
	s.memory += int64(2 * len(k))
	if !s.opts.has(Increments) {
		s.leave("increments left out")
		return nil
	}
	tokens, stuck := tokenIncrements(s.net, p)
	holds, stuck2 := inhibitorIncrements(s.net, p)
	incs := append(tokens, holds...)
	if len(incs) == 0 || stuck || stuck2 {
		s.event(Event{Step: StepDeadEnd, Solution: p.sol.id, Partial: p.id})
		s.leave("partial solutions that no increment helps")
		return nil
	}
	return s.increase(ctx, p, incs)
}

// describe writes constraints with the net's identifiers.
func (s *search) describe(rows []ilp.Row) string {
	if s.opts.Observer == nil {
		return ""
	}
	return describeRows(s.net, rows)
}

func describeRows(net *petri.Net, rows []ilp.Row) string {
	out := ""
	for i, r := range rows {
		if i > 0 {
			out += ", "
		}
		for j, t := range r.Terms {
			if j > 0 {
				out += " + "
			}
			if t.Coef != 1 {
				out += fmt.Sprintf("%d", t.Coef)
			}
			out += "|" + net.Transitions[t.Var].ID + "|"
		}
		out += fmt.Sprintf(" %v %d", r.Rel, r.Bound)
	}
	return out
}

func vectorKey(x []int64) string {
	var b []byte
	for _, k := range x {
		b = binary.AppendUvarint(b, uint64(k))
	}
	return string(b)
}

func (p *partial) refinementKey() string {
	return vectorKey(p.sol.x) + "/" + vectorKey(p.left)
}
