package polynomial

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/ssa"
)

// A path leads from the beginning or a loop head to a loop head, the error or a cut, through no loop head between them.
type path struct {
	from, to *program.Location           // from is nil at the beginning, to where the path ends in the error or a cut
	assumes  []*logic.Term               // over the variables at from, and symbols for inputs
	after    map[*logic.Term]*logic.Term // the values of the variables at the end, by symbol
}

// pathsOf returns the paths of a program; nil: too many, or too large ones.
func pathsOf(p *program.Program) []*path {
	heads := p.LoopHeads()
	s := &pathSearch{p: p, matters: program.Reaching(p, append(p.Targets(), heads...)...)}
	if !s.walk(nil, p.Init) {
		return nil
	}
	for _, l := range heads {
		if !s.walk(l, l) {
			return nil
		}
	}
	return s.paths
}

type pathSearch struct {
	p       *program.Program
	matters []bool // by location: it leads to an end of a path
	paths   []*path
	edges   int
}

// walk adds the paths that begin at a location, which is from unless that is nil.
func (s *pathSearch) walk(from, at *program.Location) bool {
	state := ssa.NewState(s.p, ssa.Options{Style: ssa.Symbolic, Initial: func(v *program.Var) *logic.Term { return v.Sym }})
	if from == nil && at.LoopHead {
		return s.end(nil, at, state, nil)
	}
	return s.onward(from, at, state, nil)
}

// onward follows the edges of a location behind a state.
func (s *pathSearch) onward(from, at *program.Location, state *ssa.State, assumes []*logic.Term) bool {
	for _, e := range at.Out {
		if !s.matters[e.Dst.ID] {
			continue
		}
		if s.edges++; s.edges > maxEdges {
			return false
		}
		mark := state.Mark()
		conds, possible := assumes[:len(assumes):len(assumes)], true
		for _, t := range state.Step(e.Ops).Assumes {
			possible = possible && !t.IsFalse()
			conds = append(conds, t)
		}
		if possible {
			on := s.onward
			if e.Dst.LoopHead || e.Dst == s.p.Error || e.Dst.Cut != "" {
				on = s.end
			}
			if !on(from, e.Dst, state, conds) {
				return false
			}
		}
		state.Undo(mark)
	}
	return true
}

// end adds a path.
func (s *pathSearch) end(from, at *program.Location, state *ssa.State, assumes []*logic.Term) bool {
	x := &path{from: from, to: at, assumes: assumes, after: map[*logic.Term]*logic.Term{}}
	if !at.LoopHead {
		x.to = nil
	}
	var all []*logic.Term
	for _, v := range s.p.Vars {
		x.after[v.Sym] = state.Value(v)
		all = append(all, state.Value(v))
	}
	s.paths = append(s.paths, x)
	return len(s.paths) <= maxPaths && logic.Size(append(all, assumes...)...) <= maxSize
}
