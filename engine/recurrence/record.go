package recurrence

import (
	"context"
	"slices"
	"sort"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

// A record is a part of a run: its edges, the inputs on them, and the states at loop heads.
type record struct {
	m      *interp.Machine
	f      *logic.Factory
	path   program.Path
	inputs []consumed
	visits map[*program.Location][]visit
	heads  []*program.Location // in the order of their first visits
	// all are the inputs of the run from its beginning, arguments what main is called with, until is its number of edges.
	all       []*logic.Term
	arguments []*logic.Term
	until     int
	ended     bool
}

type consumed struct {
	at    int // index of the edge in the path
	value *logic.Term
}

type visit struct {
	at    int // number of edges of the path before it
	state *interp.State
}

// recordRun runs the program and records length edges from a step on; nil: the run does not come that far.
func recordRun(ctx context.Context, p *program.Program, heads map[*program.Location]bool, src interp.Source, from, length int) (*record, error) {
	m, err := interp.New(p)
	if err != nil {
		return nil, err
	}
	r := &recorder{record: record{m: m, f: p.Terms, visits: map[*program.Location][]visit{}}, loops: heads, from: from}
	out := m.Run(ctx, src, interp.Options{MaxSteps: from + length, Watch: r, Visit: r.visit})
	r.until = out.Steps
	for _, c := range out.Inputs {
		r.all = append(r.all, p.Terms.Import(c.Value))
	}
	for _, c := range out.Arguments {
		r.arguments = append(r.arguments, p.Terms.Import(c.Value))
	}
	if r.ended = out.Kind != interp.StepLimit; r.ended && from > 0 && out.Steps < from+length/4 {
		return nil, ctx.Err()
	}
	return &r.record, nil
}

// recorder observes a run.
type recorder struct {
	record
	loops map[*program.Location]bool
	from  int
	steps int
}

// visit keeps the state at a loop head.
func (r *recorder) visit(l *program.Location) bool {
	if r.steps < r.from || !r.loops[l] {
		return true
	}
	vs := r.visits[l]
	if len(vs) == 0 {
		r.heads = append(r.heads, l)
	}
	if len(vs) < maxVisits {
		r.visits[l] = append(vs, visit{len(r.path), r.m.Snapshot()})
	}
	return true
}

// Edge implements interp.Watcher.
func (r *recorder) Edge(_ *interp.Machine, e *program.Edge) {
	if r.steps >= r.from {
		r.path = append(r.path, e)
	}
	r.steps++
}

// Before implements interp.Watcher.
func (*recorder) Before(*interp.Machine, *program.Op) {}

// After implements interp.Watcher.
func (r *recorder) After(m *interp.Machine, op *program.Op) {
	if op.Kind == program.OpHavoc && op.Input != nil && r.steps > r.from {
		r.inputs = append(r.inputs, consumed{len(r.path) - 1, m.Value(op.Var)})
	}
}

// segment is the way between two visits.
func (r *record) segment(from, to int) Way {
	w := Way{Path: slices.Clone(r.path[from:to])}
	i := sort.Search(len(r.inputs), func(i int) bool { return r.inputs[i].at >= from })
	for ; i < len(r.inputs) && r.inputs[i].at < to; i++ {
		w.Inputs = append(w.Inputs, r.inputs[i].value)
	}
	return w
}

// A guess is a choice of ways round a head, with visits of the run that are to be in the set.
type guess struct {
	head   *program.Location
	ways   []Way
	visits []*interp.State
}

// guesses are the choices of ways that a record supports: for a head that is visited in the same way again and again a period, otherwise the different ways.
func (r *record) guesses() []guess {
	var out []guess
	for _, h := range r.heads {
		vs := r.visits[h]
		if len(vs) < minVisits {
			continue
		}
		ids, first := r.classes(vs)
		n := len(ids)
		tail := n / 3
		if k := period(ids[tail:]); k > 0 {
			for tail+k >= n {
				tail--
			}
			if w := r.segment(vs[tail].at, vs[tail+k].at); len(w.Path) <= maxWay {
				g := guess{head: h, ways: []Way{w}}
				for i := tail; i <= n; i += k {
					g.visits = append(g.visits, vs[i].state)
				}
				if len(g.visits) > 1 {
					out = append(out, g)
				}
			}
		}
		// The ways of the tail, the most frequent first.
		count := map[int]int{}
		var order []int
		for _, id := range ids[tail:] {
			if count[id]++; count[id] == 1 {
				order = append(order, id)
			}
		}
		if len(order) == 1 {
			continue
		}
		slices.SortStableFunc(order, func(a, b int) int { return count[b] - count[a] })
		g := guess{head: h}
		for _, id := range order {
			if len(g.ways) < maxWays-2 {
				if w := r.segment(vs[first[id]].at, vs[first[id]+1].at); len(w.Path) <= maxWay {
					g.ways = append(g.ways, w)
				}
			}
		}
		for i := tail; i <= n; i++ {
			g.visits = append(g.visits, vs[i].state)
		}
		if len(g.visits) > 1 && len(g.ways) > 0 {
			out = append(out, g)
		}
	}
	slices.SortStableFunc(out, func(a, b guess) int { return a.length() - b.length() })
	return out[:min(len(out), maxGuesses)]
}

func (g guess) length() int {
	n := 0
	for _, w := range g.ways {
		n += len(w.Path)
	}
	return n
}

// returns are guesses from single states at heads, for runs that end: each with a way that comes back, if few values of inputs allow one.
func (r *record) returns(p *program.Program) []guess {
	var out []guess
	for _, h := range r.heads {
		vs := r.visits[h]
		for k := range min(maxReturns, len(vs)) {
			v := vs[len(vs)-1-k*len(vs)/maxReturns]
			g := guess{head: h, visits: []*interp.State{v.state}}
			c := &closer{p: p, f: p.Terms, g: g, sample: &sample{r.m, g.visits}}
			if !c.objects() {
				continue
			}
			state := fixed{}
			r.m.Begin(v.state)
			for _, x := range p.Vars {
				if t := r.m.ValueWithin(x, maxArray); t != nil {
					state[x.Sym] = t
				}
			}
			if !c.newWay(state, nil, false) {
				continue
			}
			g.ways = c.ways
			g.visits = append(g.visits, r.turns(v.state, c.ways[0])...)
			out = append(out, g)
		}
	}
	slices.SortStableFunc(out, func(a, b guess) int { return a.length() - b.length() })
	return out
}

// turns makes a way again and again from a state: the states in between, at most minVisits.
func (r *record) turns(s *interp.State, w Way) []*interp.State {
	var out []*interp.State
	for r.m.Begin(s); len(out) < minVisits; out = append(out, r.m.Snapshot()) {
		values, ok := w.inputs(r.m, r.f)
		if !ok {
			return out
		}
		src := &replayed{inputs: values}
		for _, e := range w.Path {
			if !r.m.Enabled(e) || !r.m.Step(e, src) {
				return out
			}
		}
	}
	return out
}

// classes numbers the different paths between visits; first is the first visit with each.
func (r *record) classes(vs []visit) (ids, first []int) {
	known := map[string]int{}
	for i := range len(vs) - 1 {
		var key []byte
		for _, e := range r.path[vs[i].at:vs[i+1].at] {
			key = append(key, byte(e.ID), byte(e.ID>>8), byte(e.ID>>16), byte(e.ID>>24))
		}
		id, ok := known[string(key)]
		if !ok {
			id = len(first)
			known[string(key)] = id
			first = append(first, i)
		}
		ids = append(ids, id)
	}
	return ids, first
}

// period is the least number after which a sequence repeats; 0: it is none of the first.
func period(ids []int) int {
	for k := 1; k <= maxPeriod && 2*k <= len(ids); k++ {
		repeats := true
		for i := k; i < len(ids) && repeats; i++ {
			repeats = ids[i] == ids[i-k]
		}
		if repeats {
			return k
		}
	}
	return 0
}
