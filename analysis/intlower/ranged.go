package intlower

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// rangedArrays returns the array variables all of whose elements are in the
// range of their type in every execution of the lowered program: they are
// initialised by constants and written by assignments from such arrays only.
func rangedArrays(p *program.Program) map[*program.Var]bool {
	ranged, early := map[*program.Var]bool{}, readEarly(p)
	for _, v := range p.Vars {
		if v.Sort().IsArray() && v.Sort().Elem().IsBV() && !early[v] {
			ranged[v] = true
		}
	}
	changed := true
	var visit func(ops []program.Op)
	visit = func(ops []program.Op) {
		for i := range ops {
			op := &ops[i]
			for _, alt := range op.Alts {
				visit(alt)
			}
			if op.Var == nil || !ranged[op.Var] {
				continue
			}
			if op.Kind == program.OpHavoc || op.Kind == program.OpAssign && !allRanged(p, ranged, op.Expr) {
				delete(ranged, op.Var)
				changed = true
			}
		}
	}
	for changed {
		changed = false
		for _, e := range p.Edges {
			visit(e.Ops)
		}
	}
	return ranged
}

// readEarly returns the arrays that some operation may read before they are written.
func readEarly(p *program.Program) map[*program.Var]bool {
	early := map[*program.Var]bool{}
	number := map[*program.Var]int{}
	for _, v := range p.Vars {
		if v.Sort().IsArray() {
			number[v] = len(number)
		}
	}
	if len(number) == 0 {
		return early
	}
	arrays := map[*logic.Term][]*program.Var{} // in a term
	mentioned := func(t *logic.Term) []*program.Var {
		vs, known := arrays[t]
		if !known {
			for _, x := range logic.FreeVars(t) {
				if v := p.VarOf(x); v != nil && v.Sort().IsArray() {
					vs = append(vs, v)
				}
			}
			arrays[t] = vs
		}
		return vs
	}
	var run func(ops []program.Op, in bitset)
	run = func(ops []program.Op, in bitset) {
		for i := range ops {
			op := &ops[i]
			if op.Kind == program.OpChoice {
				var all bitset
				for _, alt := range op.Alts {
					one := slices.Clone(in)
					run(alt, one)
					if all == nil {
						all = one
					} else {
						all.intersect(one)
					}
				}
				copy(in, all)
				continue
			}
			op.Terms(func(t *logic.Term) {
				for _, v := range mentioned(t) {
					early[v] = early[v] || !in.has(number[v])
				}
			})
			op.Defines(func(v *program.Var) {
				if n, is := number[v]; is {
					in.add(n)
				}
			})
		}
	}
	written := make([]bitset, len(p.Locs)) // on all ways to a location, by its ID; nil: not reached yet
	written[p.Init.ID] = newBitset(len(number))
	out := newBitset(len(number))
	for todo := []*program.Location{p.Init}; len(todo) > 0; {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range l.Out {
			copy(out, written[l.ID])
			run(e.Ops, out)
			switch d := e.Dst.ID; {
			case written[d] == nil:
				written[d] = slices.Clone(out)
			case !written[d].intersect(out):
				continue
			}
			todo = append(todo, e.Dst)
		}
	}
	return early
}

// allRanged reports whether the array term is built from arrays in the set.
func allRanged(p *program.Program, ranged map[*program.Var]bool, t *logic.Term) bool {
	switch t.Op() {
	case logic.OpVar:
		return ranged[p.VarOf(t)]
	case logic.OpStore:
		return allRanged(p, ranged, t.Arg(0))
	case logic.OpIte:
		return allRanged(p, ranged, t.Arg(1)) && allRanged(p, ranged, t.Arg(2))
	}
	return t.Op() == logic.OpConstArray
}
