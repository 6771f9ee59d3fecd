package relational

import (
	"cmp"
	"slices"

	"cupel/analysis/absint/polyhedra"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/rational"
)

// A pack is a group of variables that one polyhedron relates: dimension i is
// the variable with number vars[i].
type pack struct {
	vars []int // ascending
	// upTo are constraints at which widening stops: the guards of the program.
	upTo []polyhedra.Constraint
}

// place is a dimension of a pack.
type place struct{ pack, dim int }

// relation is a set of variables that an operation relates, with the number of
// operations and the depth of their loops as its weight.
type relation struct {
	vars   []int // ascending
	weight int
}

// relations collects the sets of related variables of a program.
type relations struct {
	d    *Domain
	sets map[string]*relation
	keys []string
}

func (r *relations) add(vars []int, weight int) {
	slices.Sort(vars)
	vars = slices.Compact(vars)
	if len(vars) < 2 {
		return
	}
	key := make([]byte, 0, 3*len(vars))
	for _, v := range vars {
		key = append(key, byte(v>>16), byte(v>>8), byte(v))
	}
	s := r.sets[string(key)]
	if s == nil {
		s = &relation{vars: vars}
		r.sets[string(key)] = s
		r.keys = append(r.keys, string(key))
	}
	s.weight += weight
}

// term returns the numeric variables in linear positions of an Int term, and adds the relations of the conditions in it.
func (r *relations) term(t *logic.Term, weight int) []int {
	var out []int
	ps, _, _ := logic.Linear(t)
	for _, p := range ps {
		switch p.Op() {
		case logic.OpVar:
			if v := r.d.number(p); v >= 0 && r.d.numeric[v] {
				out = append(out, v)
			}
		case logic.OpIte:
			r.condition(p.Arg(0), weight)
			out = append(out, r.term(p.Arg(1), weight)...)
			out = append(out, r.term(p.Arg(2), weight)...)
		case logic.OpDiv, logic.OpMod:
			out = append(out, r.term(p.Arg(0), weight)...)
			if !p.Arg(1).IsConst() {
				out = append(out, r.term(p.Arg(1), weight)...)
			}
		}
	}
	return out
}

// condition adds the variables that the comparisons of a Boolean term relate.
func (r *relations) condition(t *logic.Term, weight int) {
	logic.Walk(func(t *logic.Term) bool {
		if isComparison(t) {
			r.add(append(r.term(t.Arg(0), weight), r.term(t.Arg(1), weight)...), weight)
			return false
		}
		return true
	}, t)
}

// isComparison reports whether t compares Int terms.
func isComparison(t *logic.Term) bool {
	return (t.Op() == logic.OpLe || t.Op() == logic.OpEq) && t.Arg(0).Sort().IsInt()
}

// ops adds the relations of operations; counted receives the variables that are changed by a constant.
func (r *relations) ops(ops []program.Op, weight int, counted func(v int)) {
	for i := range ops {
		switch op := &ops[i]; op.Kind {
		case program.OpAssume, program.OpCheck:
			r.condition(op.Expr, weight)
		case program.OpAssign:
			v := r.d.of[op.Var]
			if !op.Var.Sort().IsInt() {
				continue
			}
			vars := r.term(op.Expr, weight)
			if !r.d.numeric[v] {
				continue
			}
			if slices.Contains(vars, v) {
				counted(v)
			}
			r.add(append(vars, v), weight)
		case program.OpChoice:
			for _, alt := range op.Alts {
				r.ops(alt, weight, counted)
			}
		}
	}
}

// relate returns the relations of the program, the heaviest first.
func relate(d *Domain) []*relation {
	r := &relations{d: d, sets: map[string]*relation{}}
	roots, innermost := program.Loops(d.p)
	counters := map[*program.Loop][]int{}
	for _, e := range d.p.Edges {
		in := innermost[e.Src.ID]
		depth := 0
		if in != nil {
			depth = min(in.Depth, 3)
		}
		r.ops(e.Ops, 1+2*depth, func(v int) {
			if in != nil {
				counters[in] = append(counters[in], v)
			}
		})
	}
	// Counters of one loop are related by how often it is executed.
	var walk func(ls []*program.Loop)
	walk = func(ls []*program.Loop) {
		for _, l := range ls {
			r.add(counters[l], 1)
			walk(l.Inner)
		}
	}
	walk(roots)
	out := make([]*relation, len(r.keys))
	for i, k := range r.keys {
		out[i] = r.sets[k]
	}
	slices.SortStableFunc(out, func(a, b *relation) int { return cmp.Compare(b.weight, a.weight) })
	return out
}

// wholePack is one pack of all numeric variables.
func wholePack(d *Domain) []pack {
	var vars []int
	for v, yes := range d.numeric {
		if yes {
			vars = append(vars, v)
		}
	}
	if len(vars) < 2 {
		return nil
	}
	return []pack{{vars: vars}}
}

// makePacks groups the variables: a connected component of the relations where
// that is small enough, else groups that cover the relations, the heaviest first.
func makePacks(d *Domain, rels []*relation, size int) []pack {
	group := make([]int, len(d.vars)) // union-find
	for i := range group {
		group[i] = i
	}
	find := func(v int) int {
		for group[v] != v {
			group[v] = group[group[v]]
			v = group[v]
		}
		return v
	}
	for _, r := range rels {
		for _, v := range r.vars[1:] {
			a, b := find(r.vars[0]), find(v)
			group[max(a, b)] = min(a, b)
		}
	}
	byGroup := map[int][]*relation{}
	var order []int
	for _, r := range rels {
		g := find(r.vars[0])
		if byGroup[g] == nil {
			order = append(order, g)
		}
		byGroup[g] = append(byGroup[g], r)
	}
	var packs []pack
	for _, g := range order {
		packs = append(packs, cover(byGroup[g], size)...)
	}
	return packs[:min(len(packs), maxPacks)]
}

// cover returns packs of at most size variables such that every relation that is
// small enough lies in one of them.
func cover(rels []*relation, size int) []pack {
	var packs []pack
	done := make([]bool, len(rels))
	for i, first := range rels {
		if done[i] || len(first.vars) > size {
			continue
		}
		vars := slices.Clone(first.vars)
		done[i] = true
		for {
			// The relation that shares most and adds least; the heaviest of those.
			best, bestNew, bestShared := -1, 0, 0
			for j, r := range rels {
				if done[j] {
					continue
				}
				fresh := missing(r.vars, vars)
				shared := len(r.vars) - fresh
				if fresh == 0 {
					done[j] = true
					continue
				}
				if shared == 0 || len(vars)+fresh > size {
					continue
				}
				if best < 0 || fresh < bestNew || fresh == bestNew && shared > bestShared {
					best, bestNew, bestShared = j, fresh, shared
				}
			}
			if best < 0 {
				break
			}
			vars = append(vars, rels[best].vars...)
			slices.Sort(vars)
			vars = slices.Compact(vars)
			done[best] = true
		}
		packs = append(packs, pack{vars: vars})
	}
	return packs
}

// missing counts the elements of a that are not in b, which is sorted.
func missing(a, b []int) int {
	n := 0
	for _, v := range a {
		if _, ok := slices.BinarySearch(b, v); !ok {
			n++
		}
	}
	return n
}

// guards collects the comparisons of the program, with their negations and the constraints next to them, and notes per variable the numbers with which it is compared for
// equality.
func (d *Domain) guards() (out []form) {
	seen := map[*logic.Term]bool{}
	top := d.Initial()
	visit := func(t *logic.Term) {
		logic.Walk(func(t *logic.Term) bool {
			if seen[t] {
				return false
			}
			seen[t] = true
			if isComparison(t) {
				f := d.linear(top, t.Arg(0)).add(d.linear(top, t.Arg(1)).neg())
				if f.k.isPoint() && len(f.ms) == 1 && t.Op() == logic.OpEq {
					d.stopAt(f)
				}
				if f.k.isPoint() && len(f.ms) > 1 { // the intervals have thresholds of their own
					for _, g := range []form{f, f.neg()} {
						for _, c := range []int64{0, 1, -1} {
							out = append(out, g.addSpan(point(rational.FromInt(c))))
						}
					}
				}
			}
			return true
		}, t)
	}
	for _, e := range d.p.Edges {
		for o := range program.AllOps(e.Ops) {
			if o.Kind == program.OpAssume || o.Kind == program.OpAssign || o.Kind == program.OpCheck {
				visit(o.Expr)
			}
		}
	}
	return out
}

// threshold adds f <= 0 to the packs that have all its variables.
func (d *Domain) threshold(f form) {
	for _, at := range d.places[f.ms[0].v] {
		p := &d.packs[at.pack]
		a, outside := d.project(f, at.pack)
		if len(outside) == 0 && len(p.upTo) < maxUpTo {
			p.upTo = append(p.upTo, atMost(a, f.k.lo.Neg()).Normalize(true))
		}
	}
}
