package vc

// loop is a natural loop.
type loop struct {
	head int
	body map[int]bool // blocks, including the head
}

// order returns the reachable blocks in reverse postorder, and for each block its position, or -1.
func (g *graph) order() (list []int, place []int) {
	place = make([]int, len(g.blocks))
	state := make([]int, len(g.blocks)) // number of visited successors plus one
	stack := []int{g.entry}
	state[g.entry] = 1
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		if k := state[v] - 1; k < len(g.blocks[v].succs) {
			state[v]++
			if w := g.blocks[v].succs[k]; state[w] == 0 {
				state[w] = 1
				stack = append(stack, w)
			}
			continue
		}
		stack = stack[:len(stack)-1]
		list = append(list, v)
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	for i := range place {
		place[i] = -1
	}
	for i, v := range list {
		place[v] = i
	}
	return list, place
}

func (g *graph) predecessors(list []int) [][]int {
	preds := make([][]int, len(g.blocks))
	for _, v := range list {
		for _, w := range g.blocks[v].succs {
			preds[w] = append(preds[w], v)
		}
	}
	return preds
}

// dominators returns the immediate dominator of each block, by places in the order.
// Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm" (2001).
func dominators(list, place []int, preds [][]int) []int {
	idom := make([]int, len(list))
	for i := range idom {
		idom[i] = -1
	}
	idom[0] = 0
	for changed := true; changed; {
		changed = false
		for i := 1; i < len(list); i++ {
			d := -1
			for _, p := range preds[list[i]] {
				q := place[p]
				if idom[q] < 0 {
					continue
				}
				if d < 0 {
					d = q
					continue
				}
				for d != q {
					for d > q {
						d = idom[d]
					}
					for q > d {
						q = idom[q]
					}
				}
			}
			if d != idom[i] {
				idom[i], changed = d, true
			}
		}
	}
	return idom
}

// loops finds the natural loops, outer ones first, in a graph in which each cycle has one entry.
func (g *graph) loops() []*loop {
	list, place := g.order()
	preds := g.predecessors(list)
	idom := dominators(list, place, preds)
	byHead := map[int]*loop{}
	var out []*loop
	for i, h := range list {
		for _, p := range preds[h] {
			if place[p] < i {
				continue
			}
			d := place[p] // whether the head dominates the source of this edge
			for d > i {
				d = idom[d]
			}
			if d != i {
				panic("vc: a cycle with several entries")
			}
			l := byHead[h]
			if l == nil {
				l = &loop{head: h, body: map[int]bool{h: true}}
				byHead[h] = l
				out = append(out, l)
			}
			for work := []int{p}; len(work) > 0; {
				v := work[len(work)-1]
				work = work[:len(work)-1]
				if !l.body[v] {
					l.body[v] = true
					work = append(work, preds[v]...)
				}
			}
		}
	}
	return out
}

// changed lists the variables that the blocks of a loop assign, in a fixed order.
func (g *graph) changed(l *loop) []*variable {
	var out []*variable
	seen := map[*variable]bool{}
	list, _ := g.order()
	for _, v := range list {
		if !l.body[v] {
			continue
		}
		for _, c := range g.blocks[v].cmds {
			if c.op != opAssign && c.op != opHavoc {
				continue
			}
			for _, x := range c.vars {
				if !seen[x] {
					seen[x] = true
					out = append(out, x)
				}
			}
		}
	}
	return out
}

// cutLoops makes the graph acyclic. The assertions and assumptions at the beginning of a loop head are the
// invariant: it is asserted before the loop and at the end of the body, and assumed at the head after havocking
// the variables that the loop changes. Intervals of the head are assumed there, too.
func (g *graph) cutLoops(facts map[int]map[*variable]interval) {
	loops := g.loops()
	changes := make([][]*variable, len(loops))
	for i, l := range loops {
		changes[i] = g.changed(l)
	}
	for i, l := range loops {
		head := g.blocks[l.head]
		n := 0
		for n < len(head.cmds) && (head.cmds[n].op == opAssert || head.cmds[n].op == opAssume) {
			n++
		}
		invariant := head.cmds[:n:n]
		entry, latch := len(g.blocks), len(g.blocks)+1
		g.blocks = append(g.blocks,
			&block{cmds: invariantFor(invariant, LoopEntry), succs: []int{l.head}},
			&block{cmds: invariantFor(invariant, LoopMaintained)})
		list, _ := g.order()
		for _, v := range list {
			to := entry
			if l.body[v] {
				to = latch
			}
			for k, w := range g.blocks[v].succs {
				if w == l.head && v != entry {
					g.blocks[v].succs[k] = to
				}
			}
		}
		if g.entry == l.head {
			g.entry = entry
		}
		cmds := []command{}
		if len(changes[i]) > 0 {
			cmds = append(cmds, command{op: opHavoc, vars: changes[i]})
			cmds = append(cmds, head.wheres(changes[i])...)
		}
		if facts != nil {
			if f, ok := facts[l.head]; !ok {
				cmds = append(cmds, command{op: opAssume, dead: true})
			} else if len(f) > 0 {
				cmds = append(cmds, command{op: opAssume, facts: f})
			}
		}
		for _, c := range invariant {
			c.op, c.check = opAssume, nil
			cmds = append(cmds, c)
		}
		head.cmds = append(cmds, head.cmds[n:]...)
		// The new blocks belong to the enclosing loops.
		for _, o := range loops {
			if o != l && o.body[l.head] {
				o.body[entry], o.body[latch] = true, true
			}
		}
	}
}

// wheres assumes at a loop head the where clauses of the changed variables. Variables of instances inside the
// loop are dead there.
func (head *block) wheres(changed []*variable) []command {
	var cmds []command
	for _, x := range changed {
		if x.decl.Where != nil && !x.saved && (x.in == nil || x.in == head.in) {
			cmds = append(cmds, command{op: opAssume, cond: expression{x.decl.Where, head.in}})
		}
	}
	return cmds
}

// invariantFor copies an invariant for the edges into a loop, or for back edges.
func invariantFor(cmds []command, kind Kind) []command {
	out := make([]command, len(cmds))
	for i, c := range cmds {
		if c.check != nil {
			k := *c.check
			k.id.Kind = kind
			c.check = &k
		}
		out[i] = c
	}
	return out
}
