package cegar

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"cupel/core/work"
	"cupel/product/petri"
)

// A leaf is a maximal firing sequence within a solution.
type leaf struct {
	seq  []int
	left []int64 // firings that remain
	last petri.Marking
}

// A tree explores the firing sequences with Parikh image at most x (algorithm 1.1). A
// marking is determined by what is left of x, so every remaining vector is visited once;
// this turns the tree into a graph and is what keeps it small.
type tree struct {
	net     *petri.Net
	initial petri.Marking
	x       []int64

	reducer *reducer // nil: all interleavings
	nodes   int      // markings to visit at most
	leaves  int      // leaves to collect at most
	drop    bool     // collect none, only look for a full solution
	goal    func(petri.Marking) bool
	visit   func(m petri.Marking, left []int64, path []frame) // nil: not told
	// balanced tries the transition first of which the largest part is left, instead of
	// the one with the smallest number: all components of the net make progress.
	balanced bool
	forget   bool // visit a remaining vector every time it is met
	every    bool // visit a remaining vector every time, and go on after a full solution: all sequences

	// Results.
	visited  int
	complete bool  // nothing was left out
	full     []int // a sequence that realizes x or reaches the goal
	found    bool
	ends     []leaf
}

// A frame is a marking on the current path: the transitions to try in it.
type frame struct {
	fired int // the transition that led here, -1 at the root
	todo  []int
}

// run explores depth first, transitions in ascending order, until a full solution is found
// or a limit passes. An overflow of a token count ends a path like a limit.
func (s *tree) run(ctx context.Context) {
	s.complete, s.visited, s.ends = true, 0, nil
	var support []int
	sum := int64(0)
	for t, k := range s.x {
		if k > 0 {
			support = append(support, t)
			sum += k
		}
	}
	m := slices.Clone(s.initial)
	left := slices.Clone(s.x)
	memo := newMemo(support)
	memo.add(left)
	var pool [][]int
	var enabled []int
	open := func(fired int) (frame, bool) {
		s.visited++
		enabled = enabled[:0]
		for _, t := range support {
			if left[t] > 0 && s.net.Enabled(m, t) {
				enabled = append(enabled, t)
			}
		}
		if len(enabled) == 0 {
			return frame{}, false
		}
		todo := enabled
		if s.reducer != nil {
			todo = s.reducer.reduce(m, left, enabled)
		}
		var buf []int
		if k := len(pool); k > 0 {
			buf, pool = pool[k-1][:0], pool[:k-1]
		}
		buf = append(buf, todo...)
		if s.balanced {
			slices.SortStableFunc(buf, func(a, b int) int {
				return cmp.Compare(float64(left[b])/float64(s.x[b]), float64(left[a])/float64(s.x[a]))
			})
		}
		return frame{fired, buf}, true
	}
	path := make([]frame, 0, min(sum+1, 1<<16))
	sequence := func(last int) []int {
		var seq []int
		for _, f := range path {
			if f.fired >= 0 {
				seq = append(seq, f.fired)
			}
		}
		if last >= 0 {
			seq = append(seq, last)
		}
		return seq
	}
	// arrive looks at the marking that firing t led to and reports whether to descend.
	arrive := func(t int) (frame, bool) {
		if sum == 0 && !s.every || s.goal != nil && s.goal(m) {
			s.full, s.found = sequence(t), true
			return frame{}, false
		}
		if s.visit != nil {
			s.visit(m, left, append(path, frame{fired: t}))
		}
		f, ok := open(t)
		if !ok && !s.drop {
			if len(s.ends) < s.leaves {
				s.ends = append(s.ends, leaf{sequence(t), slices.Clone(left), slices.Clone(m)})
			} else {
				s.complete = false
			}
		}
		return f, ok
	}
	root, ok := arrive(-1)
	if !ok {
		return
	}
	path = append(path, root)
	for steps := 1; len(path) > 0 && !s.found; steps++ {
		if steps&1023 == 0 {
			work.Spend(ctx, 1024)
			if ctx.Err() != nil {
				s.complete = false
				return
			}
		}
		f := &path[len(path)-1]
		if len(f.todo) == 0 {
			pool = append(pool, f.todo)
			if f.fired >= 0 {
				s.net.Undo(m, f.fired)
				left[f.fired]++
				sum++
			}
			path = path[:len(path)-1]
			continue
		}
		if s.visited >= s.nodes {
			s.complete = false
			return
		}
		t := f.todo[0]
		copy(f.todo, f.todo[1:])
		f.todo = f.todo[:len(f.todo)-1]
		if s.net.Apply(m, t) != nil {
			s.complete = false
			continue
		}
		left[t]--
		sum--
		if s.every || s.forget || memo.add(left) {
			if next, ok := arrive(t); ok {
				path = append(path, next)
				continue
			}
		}
		s.net.Undo(m, t)
		left[t]++
		sum++
	}
}

// A memo is a set of remaining vectors, compared exactly.
type memo struct {
	support []int
	seen    map[string]struct{}
	buf     []byte
}

func newMemo(support []int) *memo {
	return &memo{support: support, seen: map[string]struct{}{}}
}

// add reports whether the vector is new.
func (m *memo) add(left []int64) bool {
	m.buf = m.buf[:0]
	for _, t := range m.support {
		m.buf = binary.AppendUvarint(m.buf, uint64(left[t]))
	}
	if _, ok := m.seen[string(m.buf)]; ok {
		return false
	}
	m.seen[string(m.buf)] = struct{}{}
	return true
}
