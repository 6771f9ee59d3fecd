package cegar

import (
	"context"
	"slices"

	"cupel/product/petri"
)

// involve is algorithm 1.9: p was skipped because of q, their difference z could not lend
// enough tokens. A further solution must produce one token in the places around the chain
// of invariants involved so far; better tells how many better intermediate markings p had.
func (s *search) involve(ctx context.Context, p, q *partial, better int) error {
	z := minus(p.sol.x, q.sol.x)
	var subchains [][]int64
	switch {
	case len(q.chain) > 0 && better > 0:
		// The invariants helped, but not enough: tokens for every link.
		p.chain = q.chain
		sum := make([]int64, len(z))
		for _, y := range p.chain {
			sum = plus(sum, y)
			subchains = append(subchains, sum)
		}
	case len(q.chain) == 0 || isDistant(s.net, z, chainSum(q.chain)):
		p.chain = append(slices.Clip(q.chain), z)
		subchains = [][]int64{chainSum(p.chain)}
	default:
		return nil
	}
	var incs []increment
	for _, y := range subchains {
		n := need{places: connected(s.net, y), amount: 1}
		var own []int64
		if !s.opts.has(Chain) {
			own = y
		}
		if inc, ok := n.increment(s.net, p, 1, own); ok {
			incs = append(incs, inc)
		}
	}
	if len(incs) == 0 {
		return nil
	}
	before := s.solutions
	if err := s.increase(ctx, p, incs); err != nil {
		return err
	}
	s.stats.Distant += s.solutions - before
	return nil
}

func chainSum(chain [][]int64) []int64 {
	if len(chain) == 0 {
		return nil
	}
	sum := chain[0]
	for _, y := range chain[1:] {
		sum = plus(sum, y)
	}
	return sum
}

// isDistant reports whether z is distant for y (definition 1.8): a transition of z outside
// y increases a place connected to y.
func isDistant(net *petri.Net, z, y []int64) bool {
	places := connected(net, y)
	for t, k := range z {
		if k == 0 || y[t] != 0 {
			continue
		}
		for _, p := range places {
			if petri.Weight(net.Transitions[t].Effect, p) > 0 {
				return true
			}
		}
	}
	return false
}
