package inputs

import (
	"cupel/core/components"
	"cupel/core/program"
)

// activations holds the functions that are activated at most once per execution, and their locations that are reached at most once per activation.
type activations struct {
	once   map[*program.Func]bool
	cyclic map[*program.Location]bool
}

func newActivations(m *program.Module) *activations {
	a := &activations{once: map[*program.Func]bool{}, cyclic: map[*program.Location]bool{}}
	number := make(map[*program.Func]int, len(m.Funcs))
	for i, fn := range m.Funcs {
		number[fn] = i
		a.findCycles(fn)
	}
	callees := make([][]int, len(m.Funcs))
	sites := make([]int, len(m.Funcs)) // calls of a function; in a cycle they count twice
	for i, fn := range m.Funcs {
		for _, l := range fn.Locs {
			for _, e := range l.Out {
				for op := range program.AllOps(e.Ops) {
					k, ok := number[op.Callee]
					if op.Kind != program.OpCall || !ok {
						continue
					}
					callees[i] = append(callees[i], k)
					if sites[k]++; a.cyclic[l] {
						sites[k]++
					}
				}
			}
		}
	}
	for i, fn := range m.Funcs { // the first function of a recursion that is reached is called from within it, too
		a.once[fn] = fn == m.Entry || sites[i] <= 1
	}
	// A callee of a function that may be activated repeatedly may be, too.
	for changed := true; changed; {
		changed = false
		for i, fn := range m.Funcs {
			for _, k := range callees[i] {
				if c := m.Funcs[k]; a.once[c] && !a.once[fn] {
					a.once[c], changed = false, true
				}
			}
		}
	}
	return a
}

// findCycles marks the locations of a function that lie on a cycle.
func (a *activations) findCycles(fn *program.Func) {
	number := make(map[*program.Location]int, len(fn.Locs))
	roots := make([]int, len(fn.Locs))
	for i, l := range fn.Locs {
		number[l], roots[i] = i, i
	}
	next := func(v, i int) (int, bool) {
		out := fn.Locs[v].Out
		if i >= len(out) {
			return 0, false
		}
		if k, ok := number[out[i].Dst]; ok {
			return k, true
		}
		return -1, true // it leaves the function
	}
	for _, scc := range components.Of(len(fn.Locs), roots, next) {
		if len(scc) > 1 {
			for _, v := range scc {
				a.cyclic[fn.Locs[v]] = true
			}
		}
	}
	for _, l := range fn.Locs {
		for _, e := range l.Out {
			if e.Dst == l {
				a.cyclic[l] = true
			}
		}
	}
}

// of reports whether no execution passes a location of a function twice.
func (a *activations) of(fn *program.Func, l *program.Location) bool {
	return a.once[fn] && !a.cyclic[l]
}
