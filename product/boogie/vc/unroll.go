package vc

import (
	"slices"
)

// A loop is unrolled n times by copies of its body before it: the first iterations become exact, and if there
// are no more, so is everything after the loop. The loop itself remains, cut with its invariant.

// unroll unrolls the loops without asserted invariants, inner ones first, while the graph stays small. It
// reports whether there were any.
func (g *graph) unroll(n int) bool {
	done := map[int]bool{} // heads
	any := false
	for {
		loops := g.loops()
		slices.Reverse(loops)
		i := slices.IndexFunc(loops, func(l *loop) bool { return !done[l.head] })
		if i < 0 {
			return any
		}
		l := loops[i]
		done[l.head] = true
		if g.annotated(l) || len(g.blocks)+n*len(l.body) > maxUnrolled {
			continue
		}
		any = true
		g.peel(l, n, done)
	}
}

// annotated reports whether some invariant of the loop has to be proved.
func (g *graph) annotated(l *loop) bool {
	for _, c := range g.blocks[l.head].cmds {
		switch c.op {
		case opAssert:
			return true
		case opAssume:
		default:
			return false
		}
	}
	return false
}

// peel inserts n copies of a loop's body before it. Copies of completed heads are completed.
func (g *graph) peel(l *loop, n int, done map[int]bool) {
	body := make([]int, 0, len(l.body))
	for v := range l.body {
		body = append(body, v)
	}
	slices.Sort(body)
	next := map[int]int{} // copies in the next iteration; from the last one the loop itself
	for _, v := range body {
		next[v] = v
	}
	outside := len(g.blocks)
	for range n {
		copies := map[int]int{}
		for _, v := range body {
			copies[v] = len(g.blocks)
			b := *g.blocks[v]
			b.cmds, b.succs = slices.Clone(b.cmds), slices.Clone(b.succs)
			g.blocks = append(g.blocks, &b)
			if done[v] && v != l.head {
				done[copies[v]] = true
			}
		}
		for _, v := range body {
			b := g.blocks[copies[v]]
			for i, w := range g.blocks[v].succs {
				switch {
				case w == l.head:
					b.succs[i] = next[l.head]
				case l.body[w]:
					b.succs[i] = copies[w]
				}
			}
		}
		next = copies
	}
	for v := range outside {
		if l.body[v] {
			continue
		}
		for i, w := range g.blocks[v].succs {
			if w == l.head {
				g.blocks[v].succs[i] = next[l.head]
			}
		}
	}
	if g.entry == l.head {
		g.entry = next[l.head]
	}
}

// both combines two answers for a procedure: what either proves is proved, and failures are taken from the
// second, whose counterexamples are more often exact.
func both(a, b answer) answer {
	keys := func(fs []Failure) map[CheckID]bool {
		m := map[CheckID]bool{}
		for i := range fs {
			m[fs[i].ID] = true
		}
		return m
	}
	failedA, openA := keys(a.failures), keys(a.undecided)
	failedB, openB := keys(b.failures), keys(b.undecided)
	var r answer
	for _, f := range b.failures {
		if failedA[f.ID] || openA[f.ID] {
			r.failures = append(r.failures, f)
		}
	}
	for _, f := range a.failures {
		if openB[f.ID] && !failedB[f.ID] {
			r.failures = append(r.failures, f)
		}
	}
	for _, f := range a.undecided {
		if openB[f.ID] && !failedB[f.ID] {
			r.undecided = append(r.undecided, f)
		}
	}
	if len(r.undecided) > 0 {
		r.reason = a.reason
	}
	return r
}
