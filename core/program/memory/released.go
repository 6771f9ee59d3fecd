package memory

import (
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// released computes, for each operation that asks for it, the sites of which a block may have been released before: a forward data flow over the
// functions of the module, each analysed once for all its calls.
func (x *flow) released(asks func(*program.Op) bool) map[*program.Op]set {
	empty := func() set { return make(set, len(x.sites)/64+1) }
	at := map[*program.Location]set{}
	calls := map[*program.Location][]*program.Location{} // an exit, and where calls return to: the locations before them
	var todo []*program.Location
	reach := func(l *program.Location, s set) {
		old, known := at[l]
		if !known {
			old = empty()
			at[l] = old
		}
		if old.add(s) || !known {
			todo = append(todo, l)
		}
	}
	walk := func(e *program.Edge, visit func(*program.Op, set)) set {
		s := empty()
		s.add(at[e.Src])
		for i := range e.Ops {
			op := &e.Ops[i]
			if visit != nil {
				visit(op, s)
			}
			switch op.Kind {
			case program.OpFree:
				if op.Note != program.Automatic {
					s.add(x.sitesOf(op.From()))
				}
			case program.OpCall:
				fn := op.Callee
				if fn.Entry == nil {
					continue
				}
				if visit == nil {
					reach(fn.Entry, s)
					calls[fn.Exit] = append(calls[fn.Exit], e.Src)
				}
				if !sabotage.Active(sabotage.MemoryCallee) {
					s.add(at[fn.Exit])
				}
			}
		}
		return s
	}
	reach(x.m.Entry.Entry, empty())
	for len(todo) > 0 {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		back := calls[l]
		calls[l] = nil // they are noted again
		todo = append(todo, back...)
		for _, e := range l.Out {
			s := walk(e, nil)
			reach(e.Dst, s)
		}
	}
	out := map[*program.Op]set{}
	for _, fn := range x.m.Funcs {
		for _, l := range fn.Locs {
			if at[l] == nil { // never reached
				continue
			}
			for _, e := range l.Out {
				walk(e, func(op *program.Op, s set) {
					if asks(op) {
						before := empty()
						before.add(s)
						out[op] = before
					}
				})
			}
		}
	}
	return out
}

// inCycle reports whether the edge's source can be reached again within its function.
func inCycle(e *program.Edge) bool {
	seen := map[*program.Location]bool{}
	todo := []*program.Location{e.Dst}
	for len(todo) > 0 {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if l == e.Src {
			return true
		}
		if seen[l] {
			continue
		}
		seen[l] = true
		for _, n := range l.Out {
			todo = append(todo, n.Dst)
		}
	}
	return false
}
