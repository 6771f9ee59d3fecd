package cegar

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cupel/core/priority"
	"cupel/core/program"
)

// weights of the search order (section 2.2.2): the node with the least error*distance + depth*depth comes
// first, on ties the oldest one.
type weights struct{ error, depth int }

// weightsOf parses a value of --search.
func weightsOf(name string) (weights, error) {
	switch name {
	case "bfs":
		return weights{0, 1}, nil
	case "dfs":
		return weights{0, -1}, nil
	case "err":
		return weights{1, 0}, nil
	case "dfs-err":
		return weights{2, 1}, nil
	case "err-dfs":
		return weights{1, 2}, nil
	}
	if list, ok := strings.CutPrefix(name, "weights:"); ok {
		e, d, _ := strings.Cut(list, ",")
		we, err := strconv.Atoi(strings.TrimSpace(e))
		if err == nil {
			var wd int
			if wd, err = strconv.Atoi(strings.TrimSpace(d)); err == nil && abs(we) <= 1000 && abs(wd) <= 1000 {
				return weights{we, wd}, nil
			}
		}
	}
	return weights{}, fmt.Errorf("cegar: %q is no search order", name)
}

func abs(n int) int { return max(n, -n) }

// distances returns, by location ID, the number of blocks on the shortest path to the error in the graph; -1
// where no target is reachable. Locations that reach only cuts come after all that reach the error.
func distances(p *program.Program, blocks *Blocks) []int {
	in := make([][]*program.Location, len(p.Locs))
	seen := make([]bool, len(p.Locs))
	work := []*program.Location{p.Init}
	seen[p.Init.ID] = true
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, b := range blocks.Out(l) {
			in[b.Dst.ID] = append(in[b.Dst.ID], l)
			if !seen[b.Dst.ID] {
				seen[b.Dst.ID] = true
				work = append(work, b.Dst)
			}
		}
	}
	to := func(targets ...*program.Location) []int {
		return program.DistancesOver(p, func(l *program.Location, visit func(*program.Location)) {
			for _, m := range in[l.ID] {
				visit(m)
			}
		}, targets...)
	}
	d, cut := to(p.Error), to(p.Cuts()...)
	far := slices.Max(d) + 1
	for i, n := range cut {
		if d[i] < 0 && n >= 0 {
			d[i] = far + n
		}
	}
	return d
}

// waitlist is a priority queue of the unmarked nodes.
type waitlist struct {
	w     weights
	dist  []int
	queue *priority.Queue[entry]
}

// entry is a queued node with its priority, the smallest key first.
type entry struct {
	key int
	n   *node
}

func newWaitlist(w weights, dist []int) *waitlist {
	return &waitlist{w, dist, priority.New(func(a, b entry) bool { return a.key < b.key || a.key == b.key && a.n.id < b.n.id })}
}

// add queues a node unless it is queued.
func (w *waitlist) add(n *node) {
	if n.queued || n.removed {
		return
	}
	n.queued = true
	key := w.w.depth * n.depth
	if d := w.dist[n.loc.ID]; d >= 0 {
		key += w.w.error * d
	}
	w.queue.Push(entry{key, n})
}

// take removes the first node; nil if the list is empty.
func (w *waitlist) take() *node {
	for w.queue.Len() > 0 {
		n := w.queue.Pop().n
		n.queued = false
		if !n.removed {
			return n
		}
	}
	return nil
}
