package shape

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// liveness computes, for each location, the scalar variables whose values are read before they are written again: a row of bits by number of the variable. nil: the
// table would be too large.
func (a *analysis) liveness() [][]uint64 {
	words := (len(a.scalars) + 63) / 64
	if words*64*len(a.p.Locs) > maxLiveBits {
		return nil
	}
	live := make([][]uint64, len(a.p.Locs))
	for i := range live {
		live[i] = make([]uint64, words)
	}
	reads := map[*logic.Term][]int{} // by term
	of := func(t *logic.Term) []int {
		if t == nil || t.IsGround() {
			return nil
		}
		if r, ok := reads[t]; ok {
			return r
		}
		var r []int
		for _, v := range logic.FreeVars(t) {
			if i, ok := a.index[v]; ok {
				r = append(r, i)
			}
		}
		reads[t] = r
		return r
	}
	before := func(e *program.Edge, row []uint64) {
		copy(row, live[e.Dst.ID])
		for n := len(e.Ops) - 1; n >= 0; n-- {
			op := &e.Ops[n]
			if op.Var != nil {
				if i, ok := a.index[op.Var.Sym]; ok {
					row[i/64] &^= 1 << (i % 64)
				}
			}
			for _, t := range []*logic.Term{op.Expr, op.Size, op.Origin} {
				for _, i := range of(t) {
					row[i/64] |= 1 << (i % 64)
				}
			}
		}
	}
	todo := program.Postorder(a.p)
	queued := make([]bool, len(a.p.Locs))
	for _, l := range todo {
		queued[l.ID] = true
	}
	row := make([]uint64, words)
	for len(todo) > 0 {
		l := todo[0]
		todo, queued[l.ID] = todo[1:], false
		if !a.spend(stepWork + words/8) {
			return nil
		}
		changed := false
		for _, e := range l.Out {
			before(e, row)
			for i, w := range row {
				if w&^live[l.ID][i] != 0 {
					live[l.ID][i] |= w
					changed = true
				}
			}
		}
		if !changed {
			continue
		}
		for _, e := range l.In {
			if !queued[e.Src.ID] {
				queued[e.Src.ID] = true
				todo = append(todo, e.Src)
			}
		}
	}
	return live
}

// kill forgets the values of variables that are not read any more behind an edge. Those that live as long as the program keep blocks. Where the program ends before main returns,
// the variables that are read elsewhere still exist.
func (a *analysis) kill(g *graph, e *program.Edge) {
	row, before := a.live[e.Dst.ID], a.live[e.Src.ID]
	ends := a.doomed[e.Dst.ID]
	if ends && !a.doomed[e.Src.ID] {
		return
	}
	assigned := map[int]bool{}
	for n := range e.Ops {
		if v := e.Ops[n].Var; ends && v != nil {
			if i, ok := a.index[v.Sym]; ok {
				assigned[i] = true
			}
		}
	}
	for i := range g.vars {
		if row[i/64]>>(i%64)&1 == 1 || a.static[i] || ends && before[i/64]>>(i%64)&1 == 0 && !assigned[i] {
			continue
		}
		g.vars[i] = value{}
	}
}
