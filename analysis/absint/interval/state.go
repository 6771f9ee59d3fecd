package interval

import (
	"slices"

	"cupel/core/program"
)

// The intervals of a state are the leaves of a tree of fixed height: chunkSize
// in a chunk, pageSize chunks in a page.
const (
	chunkSize = 16
	pageSize  = 32
)

type (
	chunk [chunkSize]Interval
	page  [pageSize]*chunk
)

// State is a non-empty set of program states: the product of one interval per variable. A nil *State is the empty set. States are immutable and share
// structure, so that programs with many locations and variables need little memory, and joins skip shared parts.
type State struct {
	index *index
	pages []*page
}

// Range returns the interval of a variable in its own view, or of an array
// variable's elements.
func (s *State) Range(v *program.Var) Interval {
	if i, ok := s.index.of[v]; ok {
		return s.get(i)
	}
	return Top
}

// newState returns a state with the given intervals.
func newState(x *index, is []Interval) *State {
	s := &State{index: x}
	for c := range slices.Chunk(is, chunkSize) {
		n := new(chunk)
		copy(n[:], c)
		if last := len(s.pages) - 1; last >= 0 && s.pages[last][pageSize-1] == nil {
			p := s.pages[last]
			p[slices.Index(p[:], nil)] = n
			continue
		}
		s.pages = append(s.pages, &page{n})
	}
	return s
}

func (s *State) get(i int) Interval {
	c := i / chunkSize
	return s.pages[c/pageSize][c%pageSize][i%chunkSize]
}

// with returns the state whose i-th interval is r.
func (s *State) with(i int, r Interval) *State {
	if s.get(i) == r {
		return s
	}
	c := i / chunkSize
	n := &State{index: s.index, pages: slices.Clone(s.pages)}
	p := *s.pages[c/pageSize]
	k := *p[c%pageSize]
	k[i%chunkSize] = r
	p[c%pageSize] = &k
	n.pages[c/pageSize] = &p
	return n
}

// combine applies op to the variables that differ; op(a, a) must be a.
func combine(s, t *State, op func(i int, a, b Interval) Interval) *State {
	if s == t {
		return s
	}
	r := s
	for i := range s.pages {
		p := combinePages(s.pages[i], t.pages[i], func(k int, a, b Interval) Interval {
			return op(i*pageSize*chunkSize+k, a, b)
		})
		if p == s.pages[i] {
			continue
		}
		if r == s {
			r = &State{index: s.index, pages: slices.Clone(s.pages)}
		}
		r.pages[i] = p
	}
	return r
}

func combinePages(p, q *page, op func(i int, a, b Interval) Interval) *page {
	if p == q {
		return p
	}
	r := p
	for i, c := range p {
		n := combineChunks(c, q[i], i*chunkSize, op)
		if n == c {
			continue
		}
		if r == p {
			d := *p
			r = &d
		}
		r[i] = n
	}
	return r
}

func combineChunks(c, d *chunk, base int, op func(i int, a, b Interval) Interval) *chunk {
	if c == d {
		return c
	}
	r := c
	for i, a := range c {
		if a == d[i] {
			continue
		}
		if n := op(base+i, a, d[i]); n != a {
			if r == c {
				e := *c
				r = &e
			}
			r[i] = n
		}
	}
	return r
}

// JoinStates returns a state that describes at least those of both.
func JoinStates(s, t *State) *State {
	if s == nil {
		return t
	}
	if t == nil {
		return s
	}
	return combine(s, t, func(_ int, a, b Interval) Interval {
		if b.In(a) {
			return a
		}
		return a.Join(b)
	})
}

// leq reports whether t describes all states of s.
func leq(s, t *State) bool {
	if s == t {
		return true
	}
	for i, p := range s.pages {
		q := t.pages[i]
		if p == q {
			continue
		}
		for j, c := range p {
			d := q[j]
			if c == d {
				continue
			}
			for k, a := range c {
				if a != d[k] && !a.In(d[k]) {
					return false
				}
			}
		}
	}
	return true
}
