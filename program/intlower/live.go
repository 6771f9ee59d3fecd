package intlower

import (
	"cupel/logic"
	"cupel/program"
)

// varSet is a set of variable numbers.
type varSet []uint64

func (s varSet) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }
func (s varSet) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s varSet) remove(i int)   { s[i/64] &^= 1 << (i % 64) }

// addAll adds t's elements and reports whether any was new.
func (s varSet) addAll(t varSet) bool {
	changed := false
	for i, w := range t {
		changed = changed || w&^s[i] != 0
		s[i] |= w
	}
	return changed
}

// liveness is the classical backward analysis: which variables may be read
// before they are written.
type liveness struct {
	number map[*logic.Term]int // of a variable's symbol
	size   int                 // words of a set
	uses   map[*logic.Term][]int
}

// liveAtInit returns the variables, by number, whose value at p.Init may be read.
func liveAtInit(p *program.Program) varSet {
	a := &liveness{
		number: make(map[*logic.Term]int, len(p.Vars)),
		size:   (len(p.Vars) + 63) / 64,
		uses:   map[*logic.Term][]int{},
	}
	for i, v := range p.Vars {
		a.number[v.Sym] = i
	}
	live := make([]varSet, len(p.Locs))
	queued := make([]bool, len(p.Locs))
	work := make([]*program.Location, len(p.Locs))
	for i, l := range p.Locs {
		live[i], queued[i], work[i] = make(varSet, a.size), true, l
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		queued[l.ID] = false
		for _, e := range l.In {
			if live[e.Src.ID].addAll(a.before(e.Ops, live[l.ID])) && !queued[e.Src.ID] {
				queued[e.Src.ID] = true
				work = append(work, e.Src)
			}
		}
	}
	return live[p.Init.ID]
}

// before returns the variables live before ops when those in after are live behind.
func (a *liveness) before(ops []program.Op, after varSet) varSet {
	live := append(varSet(nil), after...)
	for i := len(ops) - 1; i >= 0; i-- {
		op := &ops[i]
		switch op.Kind {
		case program.OpHavoc, program.OpAssign:
			live.remove(a.number[op.Var.Sym])
		case program.OpChoice:
			all := make(varSet, a.size)
			for _, alt := range op.Alts {
				all.addAll(a.before(alt, live))
			}
			live = all
		}
		switch op.Kind {
		case program.OpAssign, program.OpAssume, program.OpCheck:
			for _, v := range a.reads(op.Expr) {
				live.add(v)
			}
		}
	}
	return live
}

func (a *liveness) reads(t *logic.Term) []int {
	if vs, ok := a.uses[t]; ok {
		return vs
	}
	var vs []int
	for _, s := range logic.FreeVars(t) {
		if i, ok := a.number[s]; ok {
			vs = append(vs, i)
		}
	}
	a.uses[t] = vs
	return vs
}

// rangedArrays returns the array variables all of whose elements are in the
// range of their type in every execution of the lowered program: they are
// initialised by constants and written by assignments from such arrays only.
func rangedArrays(p *program.Program, live varSet) map[*program.Var]bool {
	ranged := map[*program.Var]bool{}
	for i, v := range p.Vars {
		if v.Sort().IsArray() && v.Sort().Elem().IsBV() && !live.has(i) {
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
