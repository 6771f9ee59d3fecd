package passes

import (
	"container/heap"

	"cupel/logic"
	"cupel/program"
)

// A numbering gives the variables of a program small numbers and remembers which
// of them each term mentions.
type numbering struct {
	vars  []*program.Var
	index map[*program.Var]int
	bySym map[*logic.Term]int
	used  map[*logic.Term][]int
	depth int
}

func number(p *program.Program) *numbering {
	n := &numbering{vars: p.Vars, index: make(map[*program.Var]int, len(p.Vars)), bySym: make(map[*logic.Term]int, len(p.Vars)),
		used: map[*logic.Term][]int{}, depth: trieDepth(len(p.Vars))}
	for i, v := range p.Vars {
		n.index[v], n.bySym[v.Sym] = i, i
	}
	return n
}

// mentions returns the numbers of the variables in t.
func (n *numbering) mentions(t *logic.Term) []int {
	if t == nil || t.IsGround() {
		return nil
	}
	if is, ok := n.used[t]; ok {
		return is
	}
	var is []int
	for _, v := range logic.FreeVars(t) {
		if i, ok := n.bySym[v]; ok {
			is = append(is, i)
		}
	}
	n.used[t] = is
	return is
}

// A worklist hands out locations by smallest rank, each at most once at a time.
type worklist struct {
	rank   []int // by location ID
	queued []bool
	items  []*program.Location
}

// newWorklist ranks the locations by their position in order.
func newWorklist(p *program.Program, order []*program.Location) *worklist {
	w := &worklist{rank: make([]int, len(p.Locs)), queued: make([]bool, len(p.Locs))}
	for i, l := range order {
		w.rank[l.ID] = i
	}
	return w
}

func (w *worklist) add(l *program.Location) {
	if !w.queued[l.ID] {
		w.queued[l.ID] = true
		heap.Push(w, l)
	}
}

func (w *worklist) next() *program.Location {
	l := heap.Pop(w).(*program.Location)
	w.queued[l.ID] = false
	return l
}

// Len, Less, Swap, Push and Pop implement heap.Interface.
func (w *worklist) Len() int           { return len(w.items) }
func (w *worklist) Less(i, j int) bool { return w.rank[w.items[i].ID] < w.rank[w.items[j].ID] }
func (w *worklist) Swap(i, j int)      { w.items[i], w.items[j] = w.items[j], w.items[i] }

// Push appends x, a *program.Location.
func (w *worklist) Push(x any) { w.items = append(w.items, x.(*program.Location)) }

// Pop removes the last item.
func (w *worklist) Pop() any {
	l := w.items[len(w.items)-1]
	w.items = w.items[:len(w.items)-1]
	return l
}
