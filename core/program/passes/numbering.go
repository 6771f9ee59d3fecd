package passes

import (
	"cupel/core/logic"
	"cupel/core/priority"
	"cupel/core/program"
)

// A numbering assigns the variables of a program consecutive numbers from 0 and caches which of them each term mentions.
type numbering struct {
	terms *logic.Factory
	vars  []*program.Var
	index map[*program.Var]int
	bySym map[*logic.Term]int
	used  map[*logic.Term][]int
	depth int
}

func number(p *program.Program) *numbering {
	n := &numbering{terms: p.Terms, vars: p.Vars, index: make(map[*program.Var]int, len(p.Vars)), bySym: make(map[*logic.Term]int, len(p.Vars)),
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
	for _, v := range n.terms.FreeVars(t) {
		if i, ok := n.bySym[v]; ok {
			is = append(is, i)
		}
	}
	n.used[t] = is
	return is
}

// A worklist is a priority queue of locations, smallest rank first, each in it at most once.
type worklist struct {
	queued []bool // by location ID
	queue  *priority.Queue[*program.Location]
}

// newWorklist ranks the locations by their position in order.
func newWorklist(p *program.Program, order []*program.Location) *worklist {
	rank := make([]int, len(p.Locs)) // by location ID
	for i, l := range order {
		rank[l.ID] = i
	}
	return &worklist{make([]bool, len(p.Locs)), priority.New(func(a, b *program.Location) bool { return rank[a.ID] < rank[b.ID] })}
}

func (w *worklist) add(l *program.Location) {
	if !w.queued[l.ID] {
		w.queued[l.ID] = true
		w.queue.Push(l)
	}
}

func (w *worklist) next() *program.Location {
	l := w.queue.Pop()
	w.queued[l.ID] = false
	return l
}

// mentionsOnly reports whether all variables in t are in a set, by number.
func (n *numbering) mentionsOnly(t *logic.Term, set []bool) bool {
	for _, i := range n.mentions(t) {
		if !set[i] {
			return false
		}
	}
	return true
}
