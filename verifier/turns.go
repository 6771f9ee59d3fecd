package verifier

import (
	"context"
	"iter"
	"time"

	"cupel/engine"
)

// slice is the work of a first turn, some seconds; each further one is twice as long. Tests
// make it smaller.
var slice = 4_000_000

// A turn is what an engine says when another one is to go on.
type turn struct {
	res *engine.Result // nil: it is not done
	err error
}

// alternate runs the engine on the program in several encodings, which take turns that are
// measured by work: in which one the paths explode cannot be seen beforehand. The first
// answer is the answer, UNKNOWN too: what ends one search would end the others.
func (s *setup) alternate(ctx context.Context, encodings []string, o engine.Observer) (*engine.Result, error) {
	type search struct {
		next  func() (turn, bool)
		enter func() // makes what it searches the prepared program
	}
	var searches []search
	for {
		for i, enc := range encodings {
			if i == len(searches) {
				if err := s.encode(ctx, enc); err != nil {
					return nil, err
				}
				if s.safe {
					return s.proved(), nil
				}
				next, stop := iter.Pull(s.turns(ctx, o))
				defer stop()
				p, facts := s.prepared, s.invariants
				searches = append(searches, search{next, func() { s.prepared, s.encoding, s.invariants = p, enc, facts }})
			}
			searches[i].enter()
			start := time.Now()
			t, _ := searches[i].next()
			s.report.time("engine", start)
			if t.res != nil || t.err != nil {
				return t.res, t.err
			}
		}
	}
}

// turns is the run of the engine on the prepared program.
func (s *setup) turns(ctx context.Context, o engine.Observer) iter.Seq[turn] {
	return func(yield func(turn) bool) {
		size, end := slice, slice
		pause := func(work int) bool {
			if work < end {
				return true
			}
			size *= 2
			end = work + size
			return yield(turn{})
		}
		res, err := s.engine(ctx, pause, o)
		yield(turn{res, err})
	}
}
