package interval

import (
	"cupel/program"
)

// chunkSize is the number of intervals that a state copies to change one.
const chunkSize = 16

type chunk [chunkSize]Interval

// State describes a non-empty set of program states: every variable lies in
// its interval. A nil *State is the empty set. States share unchanged chunks,
// which makes copies and joins cheap; only their builder changes them.
type State struct {
	index  *index
	chunks []*chunk
	owned  []bool // chunks that no other state has; nil: none
}

// Range returns the interval of a variable in its own view, or of an array
// variable's elements.
func (s *State) Range(v *program.Var) Interval {
	if i, ok := s.index.of[v]; ok {
		return s.get(i)
	}
	return Top
}

func (s *State) get(i int) Interval { return s.chunks[i/chunkSize][i%chunkSize] }

// fork returns a state that may be changed without changing s.
func (s *State) fork() *State {
	return &State{index: s.index, chunks: append([]*chunk(nil), s.chunks...), owned: make([]bool, len(s.chunks))}
}

// seal ends the changes: the state may be shared now.
func (s *State) seal() *State {
	s.owned = nil
	return s
}

func (s *State) set(i int, r Interval) {
	c := i / chunkSize
	if s.chunks[c][i%chunkSize] == r {
		return
	}
	if !s.owned[c] {
		d := *s.chunks[c]
		s.chunks[c] = &d
		s.owned[c] = true
	}
	s.chunks[c][i%chunkSize] = r
}

// combine applies op to the variables that differ; op must be idempotent.
func combine(s, t *State, op func(i int, a, b Interval) Interval) *State {
	if s == t {
		return s
	}
	var r *State
	for c := range s.chunks {
		if s.chunks[c] == t.chunks[c] {
			continue
		}
		for k := range s.chunks[c] {
			a, b := s.chunks[c][k], t.chunks[c][k]
			if a == b {
				continue
			}
			i := c*chunkSize + k
			if j := op(i, a, b); j != a {
				if r == nil {
					r = s.fork()
				}
				r.set(i, j)
			}
		}
	}
	if r == nil {
		return s
	}
	return r.seal()
}

// JoinStates returns a state that describes at least those of both.
func JoinStates(s, t *State) *State {
	if s == nil || t == nil {
		if s == nil {
			return t
		}
		return s
	}
	return combine(s, t, func(_ int, a, b Interval) Interval {
		if b.In(a) {
			return a
		}
		return a.Join(b)
	})
}

func leq(s, t *State) bool {
	if s == t {
		return true
	}
	for c := range s.chunks {
		if s.chunks[c] == t.chunks[c] {
			continue
		}
		for k := range s.chunks[c] {
			if a, b := s.chunks[c][k], t.chunks[c][k]; a != b && !a.In(b) {
				return false
			}
		}
	}
	return true
}
