package interpolation

import (
	"context"
	"fmt"

	"cupel/logic"
	"cupel/smt"
)

// Order says which parts of a path are dropped first when an unsatisfiable core
// is made smaller, and so where the proof of infeasibility lies.
type Order string

// The orders.
const (
	// EarlyFirst drops the first steps first: the proof uses the end of the path
	// and leaves early interpolants true where it can.
	EarlyFirst Order = "early-first"
	// LateFirst drops the last steps first: the proof uses the beginning.
	LateFirst Order = "late-first"
)

// session is one solver that holds the items of a problem under literals, so
// that any part of the path can be switched on.
type session struct {
	p    *problem
	s    smt.Solver
	lits []*logic.Term
	item map[*logic.Term]int
	core []int // the items of the current core; all of them before relax
}

func newSession(open smt.Opener, o smt.Options, p *problem) (*session, error) {
	s, err := open(p.f, o)
	if err != nil {
		return nil, err
	}
	ses := &session{p: p, s: s, item: map[*logic.Term]int{}}
	for i, it := range p.items {
		// The same literals serve every path: a session has its own solver.
		l := p.f.Var(fmt.Sprintf("interpolation!%d", i), logic.Bool)
		ses.lits = append(ses.lits, l)
		ses.core = append(ses.core, i)
		ses.item[l] = i
		if err := s.Assert(p.f.Implies(l, it.fml)); err != nil {
			s.Close()
			return nil, err
		}
	}
	return ses, nil
}

func (s *session) close() { s.s.Close() }

// refute returns the items of an unsatisfiable core.
func (s *session) refute(ctx context.Context) ([]int, error) {
	r, err := s.s.Check(ctx, s.lits...)
	if err != nil {
		return nil, err
	}
	switch r {
	case smt.Sat:
		return nil, ErrSat
	case smt.Unknown:
		return nil, fmt.Errorf("%w: the solver cannot refute the path: %s", ErrUnknown, s.s.ReasonUnknown())
	}
	return s.lastCore()
}

func (s *session) lastCore() ([]int, error) {
	c, err := s.s.Core()
	if err != nil {
		return nil, err
	}
	in := make([]bool, len(s.lits))
	for _, l := range c {
		if i, ok := s.item[l]; ok {
			in[i] = true
		}
	}
	var out []int
	for i, b := range in {
		if b {
			out = append(out, i)
		}
	}
	return out, nil
}

// minimise drops items from a core, chunks of halving length first, with at
// most budget solver calls. Answers of Unknown keep the items.
func (s *session) minimise(ctx context.Context, core []int, o Order, budget int) ([]int, error) {
	for size := (len(core) + 1) / 2; size >= 1; size /= 2 {
		for at := 0; at < len(core) && len(core) > 1; {
			if budget == 0 {
				return core, nil
			}
			budget--
			lo, hi := at, min(at+size, len(core))
			if o == LateFirst {
				lo, hi = max(len(core)-at-size, 0), len(core)-at
			}
			var assume []*logic.Term
			for i, c := range core {
				if i < lo || i >= hi {
					assume = append(assume, s.lits[c])
				}
			}
			r, err := s.s.Check(ctx, assume...)
			if err != nil {
				return nil, err
			}
			if r != smt.Unsat {
				at += size
				continue
			}
			// The rest shrinks to the core of this answer; items left of the window
			// have been found necessary before, and still are.
			next, err := s.lastCore()
			if err != nil {
				return nil, err
			}
			if o == LateFirst {
				at = 0
				for _, c := range next {
					if c >= core[hi-1] {
						at++
					}
				}
			} else {
				at = 0
				for _, c := range next {
					if c < core[lo] {
						at++
					}
				}
			}
			core = next
		}
	}
	return core, nil
}

// relax returns the problem of a minimised unsatisfiable core, which becomes
// the session's.
func (s *session) relax(ctx context.Context, o Order, budget int) (*problem, error) {
	core, err := s.refute(ctx)
	if err != nil {
		return nil, err
	}
	if core, err = s.minimise(ctx, core, o, budget); err != nil {
		return nil, err
	}
	s.core = core
	items := make([]item, len(core))
	for i, c := range core {
		items[i] = s.p.items[c]
	}
	return s.p.with(items), nil
}

// side returns the literals of the core's items in steps from..to.
func (s *session) side(from, to int) []*logic.Term {
	var ls []*logic.Term
	for _, i := range s.core {
		if k := s.p.items[i].step; from <= k && k <= to {
			ls = append(ls, s.lits[i])
		}
	}
	return ls
}

// refuted reports whether the conjunction of ts contradicts the part of the
// path behind lits; used tells which of ts the solver needed.
func (s *session) refuted(ctx context.Context, lits, ts []*logic.Term) (ok bool, used map[*logic.Term]bool, err error) {
	r, err := s.s.Check(ctx, append(append([]*logic.Term(nil), lits...), ts...)...)
	if err != nil || r != smt.Unsat {
		return false, nil, err
	}
	c, err := s.s.Core()
	if err != nil {
		return false, nil, err
	}
	used = map[*logic.Term]bool{}
	for _, l := range c {
		used[l] = true
	}
	return true, used, nil
}
