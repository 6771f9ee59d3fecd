package cegar

import "context"

// increase asks for a solution above p's with the increments; when the estimates are too
// high for one, with lower estimates (thesis 1.1.4.11: an estimate too high is where the
// original algorithm loses solutions).
func (s *search) increase(ctx context.Context, p *partial, incs []increment) error {
	high := int64(1)
	for _, i := range incs {
		high = max(high, i.amount)
	}
	try := func(n int64) (bool, error) {
		cs := transformJumps(p.sol)
		for _, i := range incs {
			cs.rows = append(cs.rows, i.row(n))
		}
		s.event(Event{Step: StepConstraint, Solution: p.sol.id, Partial: p.id, Constraint: s.describe(cs.rows)})
		ok, err := s.solve(ctx, cs, p, nil)
		if err == nil && !ok && s.stop == "" {
			s.event(Event{Step: StepInfeasible, Solution: p.sol.id, Partial: p.id})
		}
		return ok, err
	}
	ok, err := try(high)
	if ok || err != nil {
		return err
	}
	if high > 1 && s.opts.has(Estimates) {
		// Solvability falls with n: find the largest solvable one by bisection.
		if ok, err := try(1); err != nil || !ok {
			s.leave("increments without solution")
			return err
		}
		for lo := int64(1); high-lo > 1 && s.stop == "" && ctx.Err() == nil; {
			mid := lo + (high-lo)/2
			ok, err := try(mid)
			if err != nil {
				return err
			}
			if ok {
				lo = mid
			} else {
				high = mid
			}
		}
		return nil
	}
	s.leave("increments without solution")
	return nil
}

// transformJumps is algorithm 1.3: above a solution, jumps are replaced by lower bounds.
// Older increments hold above the solution, too, because their coefficients are positive,
// so the lower bounds are all that must be kept.
func transformJumps(sol *solution) constraints { return constraints{lower: sol.x} }

// jump is algorithm 1.2, one jump at a time so that a search which succeeds elsewhere
// does not pay for all: solutions in which some transition fires less often. The regions
// are made disjoint (transition i less often, the earlier ones at least as often), which
// reaches the same base solutions on one path instead of many.
func (s *search) jump(ctx context.Context, it item) error {
	sol := it.sol
	tries := 0
	for t := it.next; t < len(sol.x); t++ {
		if tries++; tries > maxTries {
			s.queue.push(item{sol: sol, jump: true, next: t, cost: it.cost})
			return nil
		}
		if sol.x[t] <= sol.cs.low(t) {
			tries--
			continue
		}
		cs := constraints{lower: make([]int64, len(sol.x)), upper: make([]int64, len(sol.x)), rows: sol.cs.rows}
		for u := range sol.x {
			cs.lower[u], cs.upper[u] = sol.cs.low(u), sol.cs.up(u)
			if u < t && s.opts.has(Disjoint) {
				cs.lower[u] = max(cs.lower[u], sol.x[u])
			}
		}
		cs.upper[t] = sol.x[t] - 1
		before := s.solutions
		if _, err := s.solve(ctx, cs, nil, sol); err != nil {
			return err
		}
		if s.solutions > before {
			s.stats.Jumps++
			// The rest of the jumps waits below the new solution.
			rest := item{sol: sol, jump: true, next: t + 1, cost: it.cost}
			s.queue.pushBelow(rest)
			return nil
		}
		if ctx.Err() != nil || s.stop != "" {
			return nil
		}
	}
	return nil
}
