package vc

import (
	"slices"

	"cupel/core/components"
)

// splitEntries makes the graph reducible by node splitting (Aho, Lam, Sethi and Ullman, Compilers, section 9.6): of a cycle with several
// entries one stays, and the others lead to a copy of the cycle without that one.
//
//	goto a, b;  a: goto b;  b: goto a, c;      a is the head; b and a copy b' that is entered first: b' -> a, c
//
// The executions are the same.
func (g *graph) splitEntries() {
	if !g.irreducible() {
		return
	}
	list, _ := g.order()
	all := map[int]bool{}
	for _, v := range list {
		all[v] = true
	}
	g.splitWithin(all)
}

// irreducible reports whether some cycle has several entries.
func (g *graph) irreducible() bool {
	list, place := g.order()
	preds := g.predecessors(list)
	idom := dominators(list, place, preds)
	for i, h := range list {
		for _, p := range preds[h] {
			d := place[p]
			for d > i {
				d = idom[d]
			}
			if place[p] >= i && d != i {
				return true
			}
		}
	}
	return false
}

// splitWithin splits the cycles that lie within a set of blocks.
func (g *graph) splitWithin(blocks map[int]bool) {
	for _, cycle := range g.cycles(blocks) {
		in := map[int]bool{}
		for _, v := range cycle {
			in[v] = true
		}
		list, _ := g.order()
		preds := g.predecessors(list)
		// The first entry in the order of the program stays.
		head, several := -1, false
		for _, v := range list {
			if in[v] && (v == g.entry || slices.ContainsFunc(preds[v], func(u int) bool { return !in[u] })) {
				several = several || head >= 0
				if head < 0 {
					head = v
				}
			}
		}
		delete(in, head)
		if several {
			g.splitWithin(g.copied(in, head, list))
		}
		g.splitWithin(in)
	}
}

// copied lets edges from elsewhere but the head into a set of blocks lead to a copy, which it returns.
func (g *graph) copied(in map[int]bool, head int, list []int) map[int]bool {
	if len(g.blocks)+len(in) > maxSplit {
		fail("%s: the gotos form a cycle with several entries, and a copy of it for each would make more than %d blocks; restructure them or write while", g.labelIn(in, head), maxSplit)
	}
	to, set := map[int]int{}, map[int]bool{}
	var members []int
	for _, v := range list {
		if in[v] {
			members = append(members, v)
			to[v] = len(g.blocks)
			set[to[v]] = true
			b := *g.blocks[v]
			b.cmds, b.succs = slices.Clone(b.cmds), slices.Clone(b.succs)
			g.blocks = append(g.blocks, &b)
		}
	}
	redirect := func(v int) {
		for k, w := range g.blocks[v].succs {
			if in[w] {
				g.blocks[v].succs[k] = to[w]
			}
		}
	}
	for _, v := range list {
		if !in[v] && v != head {
			redirect(v)
		}
	}
	for _, v := range members {
		redirect(to[v])
	}
	if in[g.entry] {
		g.entry = to[g.entry]
	}
	return set
}

// labelIn is the place of a label in a cycle.
func (g *graph) labelIn(in map[int]bool, head int) string {
	at := g.blocks[head].label
	list, _ := g.order()
	for _, v := range list {
		if at.Line == 0 && in[v] {
			at = g.blocks[v].label
		}
	}
	return g.program.ast.File + ":" + at.String()
}

// cycles lists the strongly connected components with an edge of the graph restricted to a set of blocks.
func (g *graph) cycles(blocks map[int]bool) [][]int {
	list, _ := g.order()
	roots := slices.DeleteFunc(slices.Clone(list), func(v int) bool { return !blocks[v] })
	all := components.Of(len(g.blocks), roots, func(v, i int) (int, bool) {
		succs := g.blocks[v].succs
		if i == len(succs) {
			return 0, false
		}
		if !blocks[succs[i]] {
			return -1, true
		}
		return succs[i], true
	})
	return slices.DeleteFunc(all, func(c []int) bool { return len(c) == 1 && !slices.Contains(g.blocks[c[0]].succs, c[0]) })
}
