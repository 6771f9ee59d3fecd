package recurrence

import (
	"context"
	"encoding/binary"
	"slices"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

// An explorer searches the states at loop heads depth-first, with few values for each input, for one that is met again: equal in the variables on which a decision
// in the same component of the graph depends. What else there is may differ, so that what it finds are inputs for a run.
type explorer struct {
	p        *program.Program
	m        *interp.Machine
	heads    map[*program.Location]bool
	relevant map[*program.Location][]*program.Var // by head
	values   map[*logic.Sort][]*logic.Term
	seen     map[string]bool
	stack    []node
	segments int
	yield    func(*Choice) bool
	stop     bool
}

// A node is a state on the stack, with the inputs since the one below.
type node struct {
	key    string
	inputs []*logic.Term
}

// Explore gives choices of inputs to yield, until it returns false.
func Explore(ctx context.Context, p *program.Program, yield func(*Choice) bool) error {
	m, err := interp.New(p)
	if err != nil {
		return err
	}
	x := &explorer{p: p, m: m, heads: headsOf(p), relevant: relevantAt(p), values: smallValues(p), seen: map[string]bool{}, yield: yield}
	x.stack = []node{{}}
	x.from(ctx, nil)
	return ctx.Err()
}

// from tries the inputs up to the next head from the state on top of the stack; nil is the beginning.
func (x *explorer) from(ctx context.Context, s *interp.State) {
	if len(x.stack) > maxDepth {
		return
	}
	picks := &picker{f: x.p.Terms, values: x.values}
	for range maxVectors {
		if x.stop || ctx.Err() != nil || x.segments >= maxSegments {
			return
		}
		x.segments++
		picks.begin()
		begun := false
		out := short(ctx, x.m, picks, interp.Options{From: s, MaxSteps: maxSegment, Stepwise: true, Visit: func(l *program.Location) bool {
			goes := !begun || !x.heads[l]
			begun = true
			return goes
		}})
		if out.Kind == interp.Interrupted && ctx.Err() == nil {
			x.arrive(ctx, x.m.Snapshot(), slices.Clone(picks.given))
		}
		if !picks.next() {
			return
		}
	}
}

// arrive goes on from a state, or finds that it is on the stack.
func (x *explorer) arrive(ctx context.Context, s *interp.State, inputs []*logic.Term) {
	key := x.key(s.Loc)
	if x.seen[key] {
		at := slices.IndexFunc(x.stack, func(n node) bool { return n.key == key })
		if at < 0 {
			return
		}
		c := &Choice{}
		for i, n := range x.stack {
			if i <= at {
				c.first = append(c.first, n.inputs...)
			} else {
				c.cycle = append(c.cycle, n.inputs...)
			}
		}
		c.cycle = append(c.cycle, inputs...)
		x.stop = !x.yield(c)
		return
	}
	x.seen[key] = true
	x.stack = append(x.stack, node{key, inputs})
	x.from(ctx, s)
	x.stack = x.stack[:len(x.stack)-1]
}

// key names the machine's state at a head.
func (x *explorer) key(l *program.Location) string {
	key := binary.AppendUvarint(nil, uint64(l.ID))
	for _, v := range x.relevant[l] {
		id := ^uint32(0)
		if t := x.m.ValueWithin(v, maxArray); t != nil {
			id = t.ID()
		}
		key = binary.AppendUvarint(key, uint64(id))
	}
	return string(key)
}

// relevantAt are for each location on a cycle the variables on which conditions, checks and addresses in its component depend.
func relevantAt(p *program.Program) map[*program.Location][]*program.Var {
	out := map[*program.Location][]*program.Var{}
	for _, locs := range program.Components(p) {
		in := map[*program.Location]bool{}
		for _, l := range locs {
			in[l] = true
		}
		needed := map[*program.Var]bool{}
		var order []*program.Var
		use := func(t *logic.Term) {
			if t == nil {
				return
			}
			for _, s := range logic.FreeVars(t) {
				if v := p.VarOf(s); v != nil && !needed[v] {
					needed[v] = true
					order = append(order, v)
				}
			}
		}
		from := map[*program.Var][]*logic.Term{}
		for _, l := range locs {
			for _, e := range l.Out {
				if !in[e.Dst] && len(locs) > 1 {
					// An edge out of the component decides by its leading assumptions only, whose complements are inside.
					continue
				}
				for i := range e.Ops {
					op := &e.Ops[i]
					if op.Kind == program.OpAssign {
						from[op.Var] = append(from[op.Var], op.Expr)
						continue
					}
					use(op.Expr)
					use(op.Size)
					use(op.Origin)
				}
			}
		}
		for i := 0; i < len(order); i++ {
			for _, t := range from[order[i]] {
				use(t)
			}
		}
		for _, l := range locs {
			out[l] = order
		}
	}
	return out
}

// smallValues are those that inputs of a sort are tried with: one, zero, minus one, and constants of conditions.
func smallValues(p *program.Program) map[*logic.Sort][]*logic.Term {
	f := p.Terms
	out := map[*logic.Sort][]*logic.Term{}
	add := func(t *logic.Term) {
		s := t.Sort()
		if !slices.Contains(out[s], t) && len(out[s]) < maxValues {
			out[s] = append(out[s], t)
		}
	}
	for _, e := range p.Edges {
		for i := range e.Ops {
			if op := &e.Ops[i]; op.Kind == program.OpHavoc && op.Input != nil && op.Var.Sort().IsBV() {
				for _, v := range []int64{1, 0, -1} {
					add(f.BVInt(v, op.Var.Sort().Width()))
				}
			}
		}
	}
	for _, e := range p.Edges {
		for i := range e.Ops {
			if e.Ops[i].Kind != program.OpAssume {
				continue
			}
			logic.Walk(func(t *logic.Term) bool {
				if t.IsConst() && len(out[t.Sort()]) > 0 {
					add(t)
				}
				return true
			}, e.Ops[i].Expr)
		}
	}
	return out
}

// A picker gives inputs the values in turn, from run to run, the last input first.
type picker struct {
	f      *logic.Factory
	values map[*logic.Sort][]*logic.Term
	at     []int // which value of each input
	of     [][]*logic.Term
	given  []*logic.Term
}

func (k *picker) begin() { k.given, k.of = k.given[:0], k.of[:0] }

// Next implements interp.Source.
func (k *picker) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	vs := k.values[op.Var.Sort()]
	if op.Input == nil || len(vs) == 0 {
		if op.Input == nil {
			v := argument(k.f, op)
			return v, v != nil
		}
		k.of, k.given = append(k.of, nil), append(k.given, nil)
		return nil, false
	}
	if op.Input.Type == "_Bool" || op.Input.Type == "bool" {
		vs = vs[:2]
	}
	i := len(k.given)
	if i >= len(k.at) {
		k.at = append(k.at, 0)
	}
	k.of, k.given = append(k.of, vs), append(k.given, vs[min(k.at[i], len(vs)-1)])
	return k.given[i], true
}

// next chooses other values; false: all were tried.
func (k *picker) next() bool {
	for i := min(len(k.given), len(k.at)) - 1; i >= 0; i-- {
		if k.at[i]+1 < len(k.of[i]) {
			k.at[i]++
			k.at = k.at[:i+1]
			return true
		}
	}
	return false
}
