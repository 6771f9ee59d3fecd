package passes

import (
	"context"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// Liveness holds, per location, the live variables: those whose value can matter to an assumption or a check on a
// path to a target.
type Liveness struct {
	n  *numbering
	at []trie[uint64] // by location ID: bit sets
}

// Live computes the strongly live variables of every location: those that an
// assumption, a check or a memory operation reads later, directly or through
// assignments to variables that are live themselves (Giegerich, Moeller and
// Wilhelm, ICALP 1981: the complement is called faint).
func Live(p *program.Program) *Liveness {
	l := &Liveness{n: number(p), at: make([]trie[uint64], len(p.Locs))}
	l.n.depth = trieDepth(len(p.Vars)/64 + 1)
	w := newWorklist(p, program.Postorder(p))
	for _, loc := range p.Locs {
		w.add(loc)
	}
	for w.queue.Len() > 0 {
		loc := w.next()
		var set trie[uint64]
		for _, e := range loc.Out {
			s, _ := l.before(e.Ops, l.at[e.Dst.ID], false)
			set = join(set, s, union)
		}
		if set = join(l.at[loc.ID], set, union); set != l.at[loc.ID] {
			l.at[loc.ID] = set
			for _, e := range loc.In {
				w.add(e.Src)
			}
		}
	}
	return l
}

func union(x, y uint64) uint64 { return x | y }

// At returns the variables live at loc in the order of the program's Vars.
func (l *Liveness) At(loc *program.Location) []*program.Var {
	var out []*program.Var
	for i := 0; i < len(l.n.vars); i++ {
		word := l.at[loc.ID].get(l.n.depth, i/64)
		if word == 0 {
			i |= 63
			continue
		}
		if word>>(i%64)&1 == 1 {
			out = append(out, l.n.vars[i])
		}
	}
	return out
}

// Has reports whether v is live at loc.
func (l *Liveness) Has(loc *program.Location, v *program.Var) bool {
	i, ok := l.n.index[v]
	return ok && l.has(l.at[loc.ID], i)
}

// After reports whether v is live behind operation number i of an edge.
func (l *Liveness) After(e *program.Edge, i int, v *program.Var) bool {
	s, _ := l.before(e.Ops[i+1:], l.at[e.Dst.ID], false)
	n, ok := l.n.index[v]
	return ok && l.has(s, n)
}

func (l *Liveness) has(s trie[uint64], i int) bool {
	return s.get(l.n.depth, i/64)>>(i%64)&1 == 1
}

func (l *Liveness) with(s trie[uint64], is []int) trie[uint64] {
	for _, i := range is {
		s = s.set(l.n.depth, i/64, s.get(l.n.depth, i/64)|1<<(i%64))
	}
	return s
}

func (l *Liveness) lacking(s trie[uint64], i int) trie[uint64] {
	return s.set(l.n.depth, i/64, s.get(l.n.depth, i/64)&^(1<<(i%64)))
}

// before returns the variables live before the operations and, with keep, the operations that are not dead.
func (l *Liveness) before(ops []program.Op, s trie[uint64], keep bool) (trie[uint64], []program.Op) {
	var kept []program.Op
	for i := len(ops) - 1; i >= 0; i-- {
		o := ops[i]
		switch o.Kind {
		case program.OpAssign, program.OpHavoc:
			v := l.n.index[o.Var]
			if !l.has(s, v) {
				continue
			}
			s = l.lacking(s, v)
			if o.Kind == program.OpAssign && !sabotage.Active(sabotage.PassLive) {
				s = l.with(s, l.n.mentions(o.Expr))
			}
		case program.OpChoice:
			var all trie[uint64]
			alts := make([][]program.Op, len(o.Alts))
			for j, alt := range o.Alts {
				var before trie[uint64]
				before, alts[j] = l.before(alt, s, keep)
				all = join(all, before, union)
			}
			o.Alts, s = alts, all
		default:
			s = l.with(l.with(l.with(s, l.n.mentions(o.Expr)), l.n.mentions(o.Size)), l.n.mentions(o.Origin))
		}
		if keep {
			kept = append(kept, o)
		}
	}
	for i, j := 0, len(kept)-1; i < j; i, j = i+1, j-1 {
		kept[i], kept[j] = kept[j], kept[i]
	}
	return s, kept
}

// DeadCode removes assignments and havocs of variables that are not live after them, replaces a temporary that only
// carries an input to a variable by that variable, and drops variables that are no longer mentioned.
var DeadCode = measured("deadcode", "removes assignments and variables whose values never matter",
	func(ctx context.Context, p *program.Program) (*program.Program, error) {
		l := Live(p)
		c := program.CloneWith(p, func(e *program.Edge) []program.Op {
			_, ops := l.before(e.Ops, l.at[e.Dst.ID], true)
			return l.handOver(ops, l.at[e.Dst.ID])
		})
		program.MarkLoopHeads(c.Program)
		dropUnused(c.Program)
		return c.Program, ctx.Err()
	})

// handOver replaces t := input; x := t, with t dead afterwards and neither
// variable touched in between, by x := input.
func (l *Liveness) handOver(ops []program.Op, after trie[uint64]) []program.Op {
	for i := 0; i < len(ops); i++ {
		if ops[i].Kind != program.OpHavoc || !ops[i].Var.Temp {
			continue
		}
		t := ops[i].Var
		for j := i + 1; j < len(ops); j++ {
			o := &ops[j]
			if o.Kind == program.OpAssign && o.Expr == t.Sym && o.Var != t && !l.touches(ops[i+1:j], o.Var) && !l.touches(ops[i+1:j], t) {
				rest := append([]program.Op(nil), ops[j+1:]...)
				if s, _ := l.before(rest, after, false); l.has(s, l.n.index[t]) {
					break
				}
				h := ops[i]
				h.Var = o.Var
				out := append(append([]program.Op(nil), ops[:i]...), h)
				ops = append(append(out, ops[i+1:j]...), rest...)
				break
			}
			if l.touches(ops[j:j+1], t) {
				break
			}
		}
	}
	return ops
}

// touches reports whether the operations read or change v.
func (l *Liveness) touches(ops []program.Op, v *program.Var) bool {
	found := false
	i := l.n.index[v]
	for k := range ops {
		ops[k].Defines(func(w *program.Var) { found = found || w == v })
		ops[k].Terms(func(t *logic.Term) {
			for _, j := range l.n.mentions(t) {
				found = found || i == j
			}
		})
	}
	return found
}

// dropUnused removes the variables that no operation mentions.
func dropUnused(p *program.Program) {
	n := number(p)
	used := make([]bool, len(p.Vars))
	for _, e := range p.Edges {
		for k := range e.Ops {
			e.Ops[k].Defines(func(v *program.Var) { used[n.index[v]] = true })
			e.Ops[k].Terms(func(t *logic.Term) {
				for _, j := range n.mentions(t) {
					used[j] = true
				}
			})
		}
	}
	for i, v := range p.Vars {
		if used[i] && v.Cell != nil { // invariants over cells are translated to their arrays
			for _, j := range n.mentions(v.Cell) {
				used[j] = true
			}
		}
	}
	var vars []*program.Var
	for i, v := range p.Vars {
		if used[i] {
			vars = append(vars, v)
		}
	}
	p.Vars = vars
}
