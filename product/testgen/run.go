package testgen

import (
	"context"
	"math/big"
	"slices"

	"cupel/analysis/execution/inputs"
	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

// values maps input slots to values.
type values map[inputs.Slot]*logic.Term

// feed supplies the values of slots, and those of another source for the rest.
type feed struct {
	table *inputs.Table
	given values
	then  interp.Source // nil: zeros
	count map[int]int
}

// Next implements interp.Source.
func (g *feed) Next(op *program.Op, e *program.Edge) (*logic.Term, bool) {
	if op.Input == nil {
		return nil, false // not an input
	}
	if src := g.table.Of(op); src != nil {
		g.count[src.Number]++
		if v := g.given[inputs.Slot{Source: src.Number, N: g.count[src.Number]}]; v != nil {
			return v, true
		}
	}
	if g.then != nil {
		return g.then.Next(op, e)
	}
	return nil, false
}

// counted counts the inputs an execution reads, and normalises Booleans.
type counted struct {
	interp.Source
	f      *logic.Factory
	inputs int
}

// Next implements interp.Source.
func (c *counted) Next(op *program.Op, e *program.Edge) (*logic.Term, bool) {
	if op.Input != nil {
		c.inputs++
	}
	v, ok := c.Source.Next(op, e)
	if ok && op.Input != nil && op.Var.Bool && v.Sort().IsBV() && v.BVBig().BitLen() > 1 { // no Boolean value
		v = c.f.BVBig(new(big.Int).And(v.BVBig(), big.NewInt(1)), v.Sort().Width())
	}
	return v, ok
}

// observer records the points that an execution reaches.
type observer struct {
	s     *search
	in    *counted
	seen  []uint64 // bit set of points
	busy  bool     // the edge has operations with formulas
	fresh int      // inputs received at the last newly covered point
	until []uint64 // the points up to then
	found bool     // there was one
}

// Edge implements interp.Watcher.
func (o *observer) Edge(m *interp.Machine, e *program.Edge) {
	for _, n := range o.s.ps.ofEdge[e.ID] {
		o.hit(n)
	}
	if o.busy = o.s.ps.busy[e.ID]; !o.busy {
		return
	}
	for i := range e.Ops { // guards are not reported individually
		if e.Ops[i].Kind != program.OpAssume {
			break
		}
		o.look(m, &e.Ops[i])
	}
}

// Before implements interp.Watcher.
func (o *observer) Before(m *interp.Machine, op *program.Op) {
	if o.busy {
		o.look(m, op)
	}
}

// After implements interp.Watcher.
func (*observer) After(*interp.Machine, *program.Op) {}

func (o *observer) look(m *interp.Machine, op *program.Op) {
	for _, n := range o.s.ps.ofOp[op] {
		if has(o.seen, n) {
			continue
		}
		f := o.s.holds[n]
		if f == nil {
			var err error
			if f, err = m.Predicate(o.s.ps.all[n].holds); err != nil {
				f = func() (bool, error) { return false, nil }
			}
			o.s.holds[n] = f
		}
		if ok, err := f(); err == nil && ok {
			o.hit(n)
		}
	}
}

func (o *observer) hit(n int) {
	if has(o.seen, n) {
		return
	}
	o.seen[n/64] |= 1 << (n % 64)
	if !has(o.s.covered, n) {
		o.found, o.fresh, o.until = true, o.in.inputs, append(o.until[:0], o.seen...)
	}
}

func has(bits []uint64, n int) bool { return bits[n/64]&(1<<(n%64)) != 0 }

// execution is one run with its coverage.
type execution struct {
	out   *interp.Outcome
	seen  []uint64
	fresh int  // see observer
	found bool // increases coverage
	until []uint64
}

// run executes the program for at most steps; with trace its path can be followed.
func (s *search) run(ctx context.Context, src interp.Source, steps int, trace bool) *execution {
	in := &counted{Source: src, f: s.f}
	o := &observer{s: s, in: in, seen: make([]uint64, len(s.covered))}
	options := interp.Options{MaxSteps: steps, Trace: trace, Watch: o}
	if l, ok := src.(*listed); ok {
		options.Visit = func(*program.Location) bool { return !l.over }
	}
	out := s.subject.RunWith(ctx, in, options)
	s.runs++
	return &execution{out: out, seen: o.seen, fresh: o.fresh, found: o.found, until: o.until}
}

// listed are inputs in order.
type listed struct {
	rest []*logic.Term
	over bool // further inputs were requested
}

// Next implements interp.Source.
func (l *listed) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Input == nil || len(l.rest) == 0 {
		l.over = l.over || op.Input != nil
		return nil, false
	}
	v := l.rest[0]
	l.rest = l.rest[1:]
	return v, v.Sort() == op.Var.Sort()
}

// branches returns the branches among points.
func (s *search) branches(seen []uint64) []int {
	var out []int
	for n := range s.ps.all {
		if g := s.ps.all[n].goal; g >= 0 && has(seen, n) {
			out = append(out, g)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
