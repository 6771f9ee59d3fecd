package absint

import "cupel/program"

// Component is a node of a weak topological order: a single location, or a
// loop with its head and the components of its body.
type Component struct {
	Head *program.Location
	Loop bool
	Body []*Component
}

// WTO returns Bourdoncle's hierarchical order of the locations that p.Init
// reaches. Every edge that goes back in the order goes to the head of a
// component that contains its source.
func WTO(p *program.Program) []*Component {
	w := &wto{dfn: make([]int, len(p.Locs))}
	w.visit(p.Init)
	return reversed(w.out)
}

type wto struct {
	dfn   []int
	num   int
	stack []*program.Location
	out   []*Component // in reverse
}

// done marks a location whose component is complete.
const done = int(^uint(0) >> 1)

// visit returns the least depth-first number that l's subtree reaches.
func (w *wto) visit(l *program.Location) int {
	w.stack = append(w.stack, l)
	w.num++
	w.dfn[l.ID] = w.num
	head, loop := w.num, false
	for _, e := range l.Out {
		m := w.dfn[e.Dst.ID]
		if m == 0 {
			m = w.visit(e.Dst)
		}
		if m <= head {
			head, loop = m, true
		}
	}
	if head != w.dfn[l.ID] {
		return head
	}
	w.dfn[l.ID] = done
	top := w.pop()
	if !loop {
		w.out = append(w.out, &Component{Head: l})
		return head
	}
	for top != l {
		w.dfn[top.ID] = 0
		top = w.pop()
	}
	w.out = append(w.out, w.component(l))
	return head
}

// component orders the body of the loop whose head is l.
func (w *wto) component(l *program.Location) *Component {
	outer := w.out
	w.out = nil
	for _, e := range l.Out {
		if w.dfn[e.Dst.ID] == 0 {
			w.visit(e.Dst)
		}
	}
	c := &Component{Head: l, Loop: true, Body: reversed(w.out)}
	w.out = outer
	return c
}

func (w *wto) pop() *program.Location {
	n := len(w.stack) - 1
	l := w.stack[n]
	w.stack = w.stack[:n]
	return l
}

func reversed(cs []*Component) []*Component {
	out := make([]*Component, len(cs))
	for i, c := range cs {
		out[len(cs)-1-i] = c
	}
	return out
}
