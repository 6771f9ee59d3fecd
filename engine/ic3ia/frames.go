package ic3ia

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// A cube is a conjunction of literals over predicates, each once.
type cube []*logic.Term

// clause is the negation of a cube. It holds in the frames up to its level.
type clause struct {
	cube  cube
	level int
}

// frames are the clauses of all locations. Frame k of a location are its clauses of level k and above; frame 0 is true at Init and false
// elsewhere. Invariant: no clause subsumes another one of the same level or below.
type frames struct {
	f   *logic.Factory
	top int         // the highest frame
	at  [][]*clause // by location ID
	on  [][]*logic.Term
}

func newFrames(p *program.Program) *frames {
	return &frames{f: p.Terms, top: 1, at: make([][]*clause, len(p.Locs)), on: make([][]*logic.Term, len(p.Locs))}
}

// subset reports whether the literals of a are among a set.
func subset(a cube, of map[*logic.Term]bool) bool {
	for _, l := range a {
		if !of[l] {
			return false
		}
	}
	return true
}

func (c cube) set() map[*logic.Term]bool {
	m := make(map[*logic.Term]bool, len(c))
	for _, l := range c {
		m[l] = true
	}
	return m
}

// without is c without its i-th literal.
func (c cube) without(i int) cube { return append(append(cube{}, c[:i]...), c[i+1:]...) }

// blocked reports whether a clause of frame k excludes a cube.
func (x *frames) blocked(l *program.Location, c cube, k int) bool {
	in := c.set()
	for _, b := range x.at[l.ID] {
		if b.level >= k && subset(b.cube, in) {
			return true
		}
	}
	return false
}

// add adds the clause that excludes c up to a level, and removes those that it subsumes. It returns the symbol under which the clause
// is to be asserted.
func (x *frames) add(l *program.Location, c cube, level int) *logic.Term {
	kept := x.at[l.ID][:0]
	for _, b := range x.at[l.ID] {
		if b.level <= level && subset(c, b.cube.set()) {
			continue
		}
		kept = append(kept, b)
	}
	x.at[l.ID] = append(kept, &clause{c, level})
	for len(x.on[l.ID]) <= level {
		x.on[l.ID] = append(x.on[l.ID], nil)
	}
	if x.on[l.ID][level] == nil {
		x.on[l.ID][level] = x.f.Fresh("frame", logic.Bool)
	}
	return x.on[l.ID][level]
}

// excludes is the clause of a cube.
func (x *frames) excludes(c cube) *logic.Term { return x.f.Not(x.f.And(c...)) }

// assumptions are the symbols that turn frame k of l on; false: the frame has no state.
func (x *frames) assumptions(l *program.Location, k int) ([]*logic.Term, bool) {
	for _, b := range x.at[l.ID] {
		if b.level >= k && len(b.cube) == 0 {
			return nil, false
		}
	}
	var out []*logic.Term
	for level := k; level < len(x.on[l.ID]); level++ {
		if on := x.on[l.ID][level]; on != nil {
			out = append(out, on)
		}
	}
	return out, true
}

// invariant is frame k of l as a formula.
func (x *frames) invariant(l *program.Location, k int) *logic.Term {
	var cs []*logic.Term
	for _, b := range x.at[l.ID] {
		if b.level >= k {
			cs = append(cs, x.excludes(b.cube))
		}
	}
	return x.f.And(cs...)
}

// size is the number of clauses.
func (x *frames) size() int {
	n := 0
	for _, bs := range x.at {
		n += len(bs)
	}
	return n
}
