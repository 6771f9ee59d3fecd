package bmc

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// merge merges states with disjoint guards at a location (nil: all variables are live). Pairs whose guards
// diverge last are merged first, so that the conditions are those of the branches in between.
func (x *search) merge(loc *program.Location, states []*state) *state {
	var stack []*state
	reduce := func() {
		n := len(stack)
		stack = append(stack[:n-2], x.pair(loc, stack[n-2], stack[n-1]))
	}
	for _, s := range states {
		for len(stack) > 1 && parting(stack[len(stack)-2].g, stack[len(stack)-1].g).depth >= parting(stack[len(stack)-1].g, s.g).depth {
			reduce()
		}
		stack = append(stack, s)
	}
	for len(stack) > 1 {
		reduce()
	}
	return stack[0]
}

// pair merges two states.
func (x *search) pair(loc *program.Location, a, b *state) *state {
	above := parting(a.g, b.g)
	onlyA, onlyB := x.gs.since(a.g, above), x.gs.since(b.g, above)
	if len(onlyA) > len(onlyB) { // the shorter side becomes the condition
		a, b, onlyA, onlyB = b, a, onlyB, onlyA
	}
	cond := x.f.And(onlyA...)
	g := x.gs.and(above, x.f.Or(cond, x.f.And(onlyB...)))
	if g == nil { // unguarded values hold where neither side does, too
		g = a.g
	}
	x.merges++
	out := &state{g: g, m: b.m.clone(), count: maxCounts(a.count, b.count), loop: b.loop}
	one := func(i int) {
		if a.m.pieces[i/pieceSize] == b.m.pieces[i/pieceSize] {
			return
		}
		if v, w := x.vars.get(a.m, i), x.vars.get(b.m, i); v != w {
			out.m.set(i, x.either(cond, v, w))
			x.step(1)
		}
	}
	if loc == nil {
		for i := range x.p.Vars {
			one(i)
		}
		return out
	}
	for _, i := range x.liveAt(loc) {
		one(i)
	}
	return out
}

// either is ite(cond, v, w). For arrays with a common base the stored elements are merged instead.
func (x *search) either(cond, v, w *logic.Term) *logic.Term {
	if !v.Sort().IsArray() {
		return x.f.Ite(cond, v, w)
	}
	ours, theirs, base := above(v, w)
	if base == nil {
		return x.f.Ite(cond, v, w)
	}
	out := base
	write := func(stores []*logic.Term, cond *logic.Term) {
		for _, s := range slices.Backward(stores) {
			i := s.Arg(1)
			out = x.f.Store(out, i, x.f.Ite(cond, s.Arg(2), x.f.Select(out, i)))
		}
	}
	x.step(len(ours) + len(theirs))
	write(ours, cond)
	write(theirs, x.f.Not(cond))
	return out
}

// above returns the stores of two arrays above their common base, topmost first; nil if there is no common base
// or too many stores.
func above(v, w *logic.Term) (ours, theirs []*logic.Term, base *logic.Term) {
	at := map[*logic.Term]int{v: 0}
	for t := v; t.Op() == logic.OpStore && len(ours) < maxStores; {
		ours = append(ours, t)
		t = t.Arg(0)
		at[t] = len(ours)
	}
	for t := w; ; t = t.Arg(0) {
		if n, ok := at[t]; ok {
			return ours[:n], theirs, t
		}
		if t.Op() != logic.OpStore || len(theirs) == maxStores {
			return nil, nil, nil
		}
		theirs = append(theirs, t)
	}
}

// groups partitions the states at a location into those to be merged: states with equal constants in the
// variables that decide control, for as many of these variables as keep the number of groups small.
func (x *search) groups(loc *program.Location, all []*state) [][]*state {
	if len(all) == 1 {
		return [][]*state{all}
	}
	deciding := x.decidingAt(loc)
	if x.o.MergeAll {
		deciding = nil
	}
	for {
		var out [][]*state
		of := map[string]int{}
		for _, s := range all {
			k := x.constants(s.m, deciding)
			i, ok := of[k]
			if !ok {
				i = len(out)
				of[k] = i
				out = append(out, nil)
			}
			out[i] = append(out[i], s)
		}
		if len(out) <= maxApart {
			return out
		}
		deciding = deciding[:len(deciding)/2]
	}
}

// constants is a key of the constant values among variables.
func (x *search) constants(m *values, vars []int) string {
	var k []byte
	for _, i := range vars {
		id := uint32(0)
		if t := x.vars.get(m, i); t.IsConst() {
			id = t.ID() + 1
		}
		k = append(k, byte(id), byte(id>>8), byte(id>>16), byte(id>>24))
	}
	return string(k)
}

// liveAt returns the numbers of the variables live at a location.
func (x *search) liveAt(l *program.Location) []int {
	if x.lives[l.ID] == nil {
		out := []int{}
		for _, v := range x.live.At(l) {
			out = append(out, x.vars.of(v.Sym))
		}
		x.lives[l.ID] = out
	}
	return x.lives[l.ID]
}

// decidingAt returns those of them that decide control, ordered by the number of places where they do. When
// unwinding (Unwind) the variables in exit conditions of enclosing loops come first, so that loop counters stay
// constants.
func (x *search) decidingAt(l *program.Location) []int {
	if x.decides[l.ID] == nil {
		leaves := map[int]bool{}
		for loop := x.innermost[l.ID]; loop != nil; loop = loop.Parent {
			x.leaving(loop, leaves)
		}
		rank := func(i int) int {
			if leaves[i] {
				return x.weight[i] + 1<<30
			}
			return x.weight[i]
		}
		out := []int{}
		for _, i := range x.liveAt(l) {
			if x.weight[i] > 0 {
				out = append(out, i)
			}
		}
		slices.SortStableFunc(out, func(i, j int) int { return rank(j) - rank(i) })
		x.decides[l.ID] = out
	}
	return x.decides[l.ID]
}

// leaving collects the variables in the exit conditions of a loop, except exits to targets.
func (x *search) leaving(loop *program.Loop, out map[int]bool) {
	for _, l := range loop.Locs {
		if x.innermost[l.ID] != loop || !slices.ContainsFunc(l.Out, func(e *program.Edge) bool {
			d := e.Dst
			for n := 0; len(d.Out) == 1 && n < maxApart; n++ {
				d = d.Out[0].Dst
			}
			return !x.target(d) && !x.innermost[d.ID].Within(loop)
		}) {
			continue
		}
		for _, e := range l.Out {
			for op := range program.AllOps(e.Ops) {
				if op.Kind != program.OpAssume || op.Bounds() {
					continue
				}
				for _, v := range logic.FreeVars(op.Expr) {
					out[x.vars.of(v)] = true
				}
			}
		}
	}
}

// weights counts for each variable the branch conditions and array indices that depend on it.
func (x *search) weights() {
	x.weight = make([]int, len(x.p.Vars))
	count := func(t *logic.Term) {
		for _, v := range logic.FreeVars(t) {
			if i := x.vars.of(v); i >= 0 && !v.Sort().IsArray() {
				x.weight[i]++
			}
		}
	}
	indexed := map[*logic.Term]bool{}
	for _, e := range x.p.Edges {
		if x.dist[e.Dst.ID] < 0 {
			continue
		}
		for op := range program.AllOps(e.Ops) {
			if op.Kind == program.OpAssume && !op.Bounds() && !x.target(e.Dst) {
				count(op.Expr)
			}
			if op.Expr == nil || indexed[op.Expr] {
				continue
			}
			indexed[op.Expr] = true
			logic.Walk(func(t *logic.Term) bool {
				if t.Op() == logic.OpSelect || t.Op() == logic.OpStore {
					count(t.Arg(1))
				}
				return true
			}, op.Expr)
		}
	}
}
