package verifier

import (
	"context"
	"iter"

	"cupel/engine"
)

// firstTurn is the work of a first turn, some seconds; each further one is twice as long. Tests
// make it smaller.
var firstTurn = 4_000_000

// A turn is the end of an engine's time slice: an answer, or none yet.
type turn struct {
	answer *answer // nil: it is not done
	err    error
}

// searchByTurns runs the engine on the program in several encodings, which take turns that are
// measured by work: in which one the paths explode cannot be seen beforehand. The first
// answer is the answer, UNKNOWN too: what ends one search would end the others.
func (l *lowering) searchByTurns(ctx context.Context, encodings []string, o engine.Observer) (*answer, error) {
	var searches []func() (turn, bool)
	for {
		for i, enc := range encodings {
			if i == len(searches) {
				b, err := l.encode(ctx, enc)
				if err != nil {
					return nil, err
				}
				a := &attempt{blocks: b}
				if b.analysis.safe {
					return a.answer(b.analysis.proved()), nil
				}
				next, stop := iter.Pull(a.turns(ctx, o))
				defer stop()
				searches = append(searches, next)
			}
			done := l.setup().journal.Begin("engine", l.setup().engine.Name+" on "+enc+" blocks")
			t, _ := searches[i]()
			done()
			if t.answer != nil || t.err != nil {
				return t.answer, t.err
			}
		}
	}
}

// turns is the run of the engine.
func (a *attempt) turns(ctx context.Context, o engine.Observer) iter.Seq[turn] {
	return func(yield func(turn) bool) {
		size, end := firstTurn, firstTurn
		a.pause = func(work int) bool {
			if work < end {
				return true
			}
			size *= 2
			end = work + size
			return yield(turn{})
		}
		found, err := a.runEngine(ctx, o)
		yield(turn{found, err})
	}
}
