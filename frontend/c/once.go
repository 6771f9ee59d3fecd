package c

import "cupel/core/program"

// callGraph returns the calls between the functions lowered so far.
func (l *lowerer) callGraph() map[*program.Func][]*program.Edge {
	if l.callers != nil {
		return l.callers
	}
	l.callers = map[*program.Func][]*program.Edge{}
	l.funcOf = map[*program.Location]*program.Func{}
	fns := append([]*program.Func{l.entry.fn}, l.synthetic()...)
	for _, c := range l.cfuncs {
		if c.queued {
			fns = append(fns, c.fn)
		}
	}
	for _, fn := range fns {
		for _, loc := range fn.Locs {
			l.funcOf[loc] = fn
			for _, e := range loc.Out {
				for _, op := range e.Ops {
					if op.Kind == program.OpCall {
						l.callers[op.Callee] = append(l.callers[op.Callee], e)
					}
				}
			}
		}
	}
	return l.callers
}

// recursive reports whether a call of fn may lead to another one before it
// returns.
func (l *lowerer) recursive(fn *program.Func) bool {
	callers := l.callGraph()
	seen := map[*program.Func]bool{}
	work := []*program.Func{fn}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range callers[f] {
			c := l.funcOf[e.Src]
			if c == fn {
				return true
			}
			if !seen[c] {
				seen[c] = true
				work = append(work, c)
			}
		}
	}
	return false
}

// once reports whether no execution goes more than once from src to dst, two
// locations of fn that follow each other.
func (l *lowerer) once(fn *program.Func, src, dst *program.Location) bool {
	callers := l.callGraph()
	for depth := 0; depth < 100; depth++ {
		if reaches(dst, src) {
			return false
		}
		if fn == l.entry.fn {
			return true
		}
		calls := callers[fn]
		if len(calls) != 1 {
			return false
		}
		src, dst = calls[0].Src, calls[0].Dst
		fn = l.funcOf[src]
	}
	return false
}

// reaches reports whether a path of a function leads from one location to
// another.
func reaches(from, to *program.Location) bool {
	seen := map[*program.Location]bool{from: true}
	work := []*program.Location{from}
	for len(work) > 0 {
		loc := work[len(work)-1]
		work = work[:len(work)-1]
		if loc == to {
			return true
		}
		for _, e := range loc.Out {
			if !seen[e.Dst] {
				seen[e.Dst] = true
				work = append(work, e.Dst)
			}
		}
	}
	return false
}
