package sizeinduction

import "cupel/core/program"

// An order is the nesting and sequence of loop heads.
type order struct {
	p         *program.Program
	innermost []*program.Loop
	early     map[*program.Location]bool // before all loops
}

func newOrder(p *program.Program) *order {
	o := &order{p: p, early: map[*program.Location]bool{}}
	_, o.innermost = program.Loops(p)
	for l := range reachable(p, p.Init, func(e *program.Edge) bool { return !e.Src.LoopHead }) {
		o.early[l] = !l.LoopHead
	}
	return o
}

// stops reports whether the leader and the follower stop at a location for each other.
func (o *order) stops(l *program.Location) bool {
	return l.LoopHead || l == o.p.Init || l == o.p.Error
}

// ahead reports whether the follower, at a head or nil, is at the leader's head or at one that the leader can reach without another iteration of a
// loop that contains both.
func (o *order) ahead(leader, follower *program.Location) bool {
	if follower == nil || leader == follower {
		return true
	}
	common := o.innermost[leader.ID]
	for common != nil && !o.within(follower, common) {
		common = common.Parent
	}
	if common != nil {
		switch common.Head {
		case leader:
			return false
		case follower:
			return true
		}
	}
	return reachable(o.p, leader, func(e *program.Edge) bool { return common == nil || e.Dst != common.Head })[follower]
}

// within reports whether a location is in a loop.
func (o *order) within(l *program.Location, loop *program.Loop) bool {
	in := o.innermost[l.ID]
	return in != nil && in.Within(loop)
}
