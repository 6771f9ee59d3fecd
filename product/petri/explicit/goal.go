package explicit

import (
	"math"

	"cupel/product/petri"
)

// A goal is a predicate in negation normal form prepared for repeated evaluation. Positive
// deadlock stays a leaf, because its normal form has a clause per transition.
type goal struct {
	op   petri.Op // OpTrue, OpFalse, OpRow, OpDeadlock, OpAnd, OpOr
	args []*goal
	row  petri.Row
	// place is the row's only place when its coefficient is 1, else -1.
	place int
	// up and down list the transitions that raise and lower the row's sum.
	up, down []int
	leaves   int // rows and deadlocks below
}

func newGoal(n *petri.Net, p *petri.Predicate) *goal {
	switch p.Op {
	case petri.OpDeadlock:
		return &goal{op: petri.OpDeadlock, leaves: 1}
	case petri.OpAnd, petri.OpOr:
		g := &goal{op: p.Op}
		for _, q := range p.Args {
			g.add(newGoal(n, q))
		}
		return g
	}
	return rowGoal(n, n.Normalize(p), map[int]*goal{})
}

func (g *goal) add(a *goal) {
	g.args = append(g.args, a)
	g.leaves += a.leaves
}

// rowGoal prepares a normalized predicate. single holds the movers of single places, by
// place.
func rowGoal(n *petri.Net, p *petri.Predicate, single map[int]*goal) *goal {
	g := &goal{op: p.Op, row: p.Row, place: -1}
	for _, q := range p.Args {
		g.add(rowGoal(n, q, single))
	}
	if p.Op != petri.OpRow {
		return g
	}
	g.leaves = 1
	if len(p.Row.Terms) != 1 || p.Row.Terms[0].Weight != 1 {
		g.up, g.down = movers(n, p.Row.Terms)
		return g
	}
	g.place = p.Row.Terms[0].Index
	s := single[g.place]
	if s == nil {
		s = &goal{}
		s.up, s.down = movers(n, p.Row.Terms)
		single[g.place] = s
	}
	g.up, g.down = s.up, s.down
	return g
}

// rowHolds evaluates a row.
func (g *goal) rowHolds(m petri.Marking) bool {
	if g.place < 0 {
		return g.row.Holds(m)
	}
	switch k := m[g.place]; g.row.Rel {
	case petri.GE:
		return k >= g.row.Bound
	case petri.LE:
		return k <= g.row.Bound
	default:
		return k == g.row.Bound
	}
}

// movers lists the transitions that raise and lower a weighted sum of token counts. A sum
// whose change is not representable counts as both, which is safe.
func movers(n *petri.Net, terms []petri.Arc) (up, down []int) {
	change := map[int]float64{}
	var order []int
	for _, a := range terms {
		for _, e := range n.Places[a.Index].Effect {
			if _, seen := change[e.Index]; !seen {
				order = append(order, e.Index)
			}
			change[e.Index] += float64(a.Weight) * float64(e.Weight)
		}
	}
	const exact = 1 << 53
	for _, t := range order {
		d := change[t]
		inexact := math.Abs(d) >= exact || inexactTerms(n, terms, t)
		if d > 0 || inexact {
			up = append(up, t)
		}
		if d < 0 || inexact {
			down = append(down, t)
		}
	}
	return up, down
}

// inexactTerms reports whether float64 may have rounded the change of a row by t.
func inexactTerms(n *petri.Net, terms []petri.Arc, t int) bool {
	total := 0.0
	for _, a := range terms {
		total += math.Abs(float64(a.Weight) * float64(petri.Weight(n.Transitions[t].Effect, a.Index)))
	}
	return total >= 1<<53
}

// holds evaluates the goal; enabled are the transitions enabled in m.
func (g *goal) holds(m petri.Marking, enabled []int) bool {
	switch g.op {
	case petri.OpTrue:
		return true
	case petri.OpFalse:
		return false
	case petri.OpRow:
		return g.rowHolds(m)
	case petri.OpDeadlock:
		return len(enabled) == 0
	case petri.OpAnd:
		for _, a := range g.args {
			if !a.holds(m, enabled) {
				return false
			}
		}
		return true
	}
	for _, a := range g.args {
		if a.holds(m, enabled) {
			return true
		}
	}
	return false
}

// distance estimates how far m is from the goal: the tokens missing in rows, summed over
// conjunctions, the least over disjunctions. It is 0 exactly where the goal holds.
func (g *goal) distance(m petri.Marking, enabled []int) float64 {
	switch g.op {
	case petri.OpTrue:
		return 0
	case petri.OpFalse:
		return math.Inf(1)
	case petri.OpRow:
		return g.rowDistance(m)
	case petri.OpDeadlock:
		return float64(len(enabled))
	case petri.OpAnd:
		sum := 0.0
		for _, a := range g.args {
			sum += a.distance(m, enabled)
		}
		return sum
	}
	best := math.Inf(1)
	for _, a := range g.args {
		if best = min(best, a.distance(m, enabled)); best == 0 {
			break
		}
	}
	return best
}

func (g *goal) rowDistance(m petri.Marking) float64 {
	if g.rowHolds(m) {
		return 0
	}
	if g.place >= 0 {
		return math.Abs(float64(m[g.place]) - float64(g.row.Bound))
	}
	sum := -float64(g.row.Bound)
	for _, a := range g.row.Terms {
		sum += float64(a.Weight) * float64(m[a.Index])
	}
	return max(math.Abs(sum), 0.5)
}

// interesting marks transitions of which one is on every path from m to the goal, which
// does not hold in m. Of a conjunction, one conjunct that does not hold suffices: the one
// with the fewest transitions.
func (g *goal) interesting(m petri.Marking, s *stubborn) []int {
	switch g.op {
	case petri.OpRow:
		return g.rowMovers(m)
	case petri.OpDeadlock:
		best := -1
		for _, t := range s.enabled {
			if best < 0 || len(s.disablers[t]) < len(s.disablers[best]) {
				best = t
			}
		}
		if best < 0 {
			return nil
		}
		return s.disablers[best]
	case petri.OpAnd:
		var best []int
		found := false
		for _, a := range g.args {
			if a.holds(m, s.enabled) {
				continue
			}
			if set := a.interesting(m, s); !found || len(set) < len(best) {
				best, found = set, true
			}
		}
		return best
	case petri.OpOr:
		var all []int
		for _, a := range g.args {
			all = append(all, a.interesting(m, s)...)
		}
		return all
	}
	return nil // OpFalse: nothing leads to the goal
}

func (g *goal) rowMovers(m petri.Marking) []int {
	switch g.row.Rel {
	case petri.GE:
		return g.up
	case petri.LE:
		return g.down
	}
	low := g.row
	low.Rel = petri.LE
	if low.Holds(m) { // the sum is below the bound
		return g.up
	}
	return g.down
}
