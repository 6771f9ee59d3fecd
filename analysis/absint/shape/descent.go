package shape

import (
	"context"
	"maps"
	"slices"

	"cupel/core/components"
	"cupel/core/interpolation/farkas"
	"cupel/core/program"
	"cupel/core/rational"
	"cupel/core/work"
)

// Ends reports whether an execution that stays in a loop comes to its head finitely often. Among the ways in each strongly connected component of nodes there must be
// linear functions of the counters, one for each node, that are not negative and get greater along none and smaller along some, which can be taken finitely often only and are left out; and again,
// until no cycle is left that comes to the head. (Alias, Darte, Feautrier and Gonnord, "Multi-dimensional rankings, program termination, and complexity bounds of flowchart programs", SAS 2010.)
func (l *Lengths) Ends(ctx context.Context, head *program.Location) bool {
	var ways []Way
	body := l.bodies[head]
	for _, w := range l.Ways {
		if body[l.Nodes[w.From].Head] && body[l.Nodes[w.Into].Head] {
			ways = append(ways, w)
		}
	}
	for ctx.Err() == nil {
		part := l.cycle(ways, head)
		if part == nil {
			return true
		}
		smaller := l.descend(ctx, ways, part)
		if len(smaller) == 0 {
			return false
		}
		ways = without(ways, smaller)
	}
	return false
}

// Heads are the heads of all loops, in their order in the program.
func (l *Lengths) Heads() []*program.Location {
	return slices.SortedFunc(maps.Keys(l.bodies), func(a, b *program.Location) int { return a.ID - b.ID })
}

// cycle are the indices of the ways in a strongly connected component that comes to the head; nil: there is none.
func (l *Lengths) cycle(ways []Way, head *program.Location) []int {
	next := make([][]int, len(l.Nodes))
	for _, w := range ways {
		next[w.From] = append(next[w.From], w.Into)
	}
	of := make([]int, len(l.Nodes))
	roots := make([]int, len(l.Nodes))
	for i := range roots {
		roots[i] = i
	}
	for i, c := range components.Of(len(l.Nodes), roots, func(v, i int) (int, bool) {
		if i == len(next[v]) {
			return 0, false
		}
		return next[v][i], true
	}) {
		for _, n := range c {
			of[n] = i
		}
	}
	heads := map[int]bool{}
	inside := map[int][]int{}
	for i, w := range ways {
		if of[w.From] == of[w.Into] {
			c := of[w.From]
			inside[c] = append(inside[c], i)
			heads[c] = heads[c] || l.Nodes[w.From].Head == head
		}
	}
	for i := range ways {
		if c := of[ways[i].From]; heads[c] && len(inside[c]) > 0 {
			return inside[c]
		}
	}
	return nil
}

// descend are those of some ways along which functions get smaller that get greater along none; none: there are no such functions.
func (l *Lengths) descend(ctx context.Context, ways []Way, part []int) []int {
	x := farkas.New()
	x.MaxPivots = maxPivots
	factor := map[[2]int]int{} // of a counter of a node, and -1 for the constant
	variable := func(node, counter int) int {
		k := [2]int{node, counter}
		v, ok := factor[k]
		if !ok {
			v = x.NewVar()
			factor[k] = v
			x.Assert(farkas.Constraint{Form: []farkas.Entry{{Var: v, Coeff: rational.FromInt(-1)}}, Rel: farkas.LE}) // it is not negative
		}
		return v
	}
	atMost := func(form map[int]int64) {
		var c farkas.Constraint
		for v, n := range form {
			if n != 0 {
				c.Form = append(c.Form, farkas.Entry{Var: v, Coeff: rational.FromInt(n)})
			}
		}
		slices.SortFunc(c.Form, func(a, b farkas.Entry) int { return a.Var - b.Var })
		c.Rel = farkas.LE
		x.Assert(c)
	}
	var by []int // how much smaller it gets, by way
	some := farkas.Constraint{Rel: farkas.LE, Bound: rational.FromInt(-1)}
	for _, i := range part {
		w := ways[i]
		d := x.NewVar()
		by = append(by, d)
		for _, n := range []int64{-1, 1} {
			x.Assert(farkas.Constraint{Form: []farkas.Entry{{Var: d, Coeff: rational.FromInt(n)}}, Rel: farkas.LE, Bound: rational.FromInt(max(n, 0))})
		}
		some.Form = append(some.Form, farkas.Entry{Var: d, Coeff: rational.FromInt(-1)})
		constant := map[int]int64{d: 1}
		constant[variable(w.Into, -1)]++
		constant[variable(w.From, -1)]--
		linear := make([]map[int]int64, l.Nodes[w.From].Counters)
		for c := range linear {
			linear[c] = map[int]int64{variable(w.From, c): -1}
		}
		for c, to := range w.To {
			v := variable(w.Into, c)
			if !to.Known {
				atMost(map[int]int64{v: 1})
				continue
			}
			constant[v] += to.Plus
			for from, n := range to.Of {
				linear[from][v] += n
			}
		}
		atMost(constant)
		for _, form := range linear {
			atMost(form)
		}
		work.Spend(ctx, rankWork*(1+len(linear)))
	}
	x.Assert(some)
	if conflict, err := x.Check(ctx); err != nil || conflict != nil {
		return nil
	}
	point := x.Point(slices.Max(by) + 1)
	var smaller []int
	for k, i := range part {
		if point[by[k]].Sign() > 0 {
			smaller = append(smaller, i)
		}
	}
	return smaller
}

// without leaves out the ways with some indices, which ascend.
func without(ways []Way, some []int) []Way {
	var out []Way
	for i, w := range ways {
		if _, found := slices.BinarySearch(some, i); !found {
			out = append(out, w)
		}
	}
	return out
}
