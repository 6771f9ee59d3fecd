package traceabs

import "cupel/core/program"

// turns is the history that counts the turns of all loops so far, up to a bound.
type turns struct {
	innermost []*program.Loop
	bound     int
}

func newTurns(x *pathProgram, bound int) *turns {
	_, innermost := program.Loops(x.Program)
	return &turns{innermost, bound}
}

// next is the history after e.
func (t *turns) next(n int, e *program.Edge) int {
	if turnsBack(t.innermost, e) {
		return min(n+1, t.bound)
	}
	return n
}

// turnsBack reports whether e leads from inside a loop to its head.
func turnsBack(innermost []*program.Loop, e *program.Edge) bool {
	loop, from := innermost[e.Dst.ID], innermost[e.Src.ID]
	return loop != nil && loop.Head == e.Dst && from != nil && from.Within(loop)
}

// ways is the history that knows which way the last turn of the present innermost loop took, and which way the present turn has taken so far (trace
// partitioning: Rival and Mauborgne, TOPLAS 2007). A loop that does one thing first and another later has an invariant for each:
//
//	x = 0; y = 50; while (x < 100) if (x < 50) x++; else { x++; y++; }
//
//	after a turn of the first kind   0 < x <= 50, y == 50      of the second   50 < x == y <= 100
type ways struct {
	innermost []*program.Loop
	known     []way // by number; the first is that of entering
	numbers   map[way]int
}

// A way is the branches that were taken in the last turn and in the present one, by edge ID.
type way struct{ last, now string }

func newWays(x *pathProgram) *ways {
	_, innermost := program.Loops(x.Program)
	return &ways{innermost, []way{{}}, map[way]int{{}: 0}}
}

// next is the history after e.
func (h *ways) next(n int, e *program.Edge) int {
	loop, from := h.innermost[e.Dst.ID], h.innermost[e.Src.ID]
	if loop == nil {
		return 0
	}
	w := way{}
	if loop == from {
		w = h.known[n]
		if len(e.Src.Out) > 1 {
			w.now += setKey([]int{e.ID + 1})
		}
	}
	if turnsBack(h.innermost, e) {
		w = way{last: w.now + setKey([]int{0})} // differs from entering
	}
	if _, ok := h.numbers[w]; !ok {
		h.numbers[w] = len(h.known)
		h.known = append(h.known, w)
	}
	return h.numbers[w]
}
