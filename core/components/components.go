package components

// Of returns the strongly connected components of the nodes reachable from the roots, in a graph with nodes 0 to n-1, in reverse topological order (successors
// first); within a component the node entered first is last. next returns the i-th successor of a node, a negative number for one to skip; false: there are no more.
func Of(n int, roots []int, next func(v, i int) (w int, more bool)) [][]int {
	type frame struct{ v, next int }
	index, low := make([]int, n), make([]int, n) // in order of entry, from 1 on
	on := make([]bool, n)
	var stack []int
	var frames []frame
	var out [][]int
	count := 0
	enter := func(v int) {
		count++
		index[v], low[v], on[v] = count, count, true
		stack = append(stack, v)
		frames = append(frames, frame{v: v})
	}
	for _, r := range roots {
		if index[r] != 0 {
			continue
		}
		enter(r)
		for len(frames) > 0 {
			f := &frames[len(frames)-1]
			v := f.v
			if w, more := next(v, f.next); more {
				f.next++
				switch {
				case w < 0:
				case index[w] == 0:
					enter(w)
				case on[w]:
					low[v] = min(low[v], index[w])
				}
				continue
			}
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				up := frames[len(frames)-1].v
				low[up] = min(low[up], low[v])
			}
			if low[v] != index[v] {
				continue
			}
			var c []int
			for last := -1; last != v; {
				last = stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				on[last] = false
				c = append(c, last)
			}
			out = append(out, c)
		}
	}
	return out
}
