package automata

import (
	"context"
	"errors"
)

// A Lazy automaton is deterministic and complete, with states numbered on demand. Its language is closed under extension: all successors of an accepting state are
// accepting.
type Lazy interface {
	Start(ctx context.Context) (int, error)
	Step(ctx context.Context, q, letter int) (int, error)
	Accepting(q int) bool
}

// ErrSize: an automaton grows beyond its limit.
var ErrSize = errors.New("automata: too many states")

// A Pair is a state of a product: one state of each automaton.
type Pair struct{ Left, Right int }

// Difference returns a product automaton for the words of a that are not in d's language, with the pair of states of each of its states; ErrSize beyond limit
// states. States from which no word is accepted are in the result (see Trim).
func Difference(ctx context.Context, a *DFA, d Lazy, limit int) (*DFA, []Pair, error) {
	out := &DFA{}
	var pairs []Pair
	if a.Empty() {
		return out, nil, nil
	}
	number := map[Pair]int{}
	state := func(p Pair) int {
		n, ok := number[p]
		if !ok {
			n = len(pairs)
			number[p] = n
			pairs = append(pairs, p)
			s := a.States[p.Left]
			out.States = append(out.States, State{Kind: s.Kind, Accepting: s.Accepting})
		}
		return n
	}
	start, err := d.Start(ctx)
	if err != nil {
		return nil, nil, err
	}
	if d.Accepting(start) {
		return out, nil, nil
	}
	out.Init = state(Pair{a.Init, start})
	for n := 0; n < len(pairs); n++ {
		if len(pairs) > limit {
			return nil, nil, ErrSize
		}
		if n&255 == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		p := pairs[n]
		var arcs []Arc
		for _, arc := range a.States[p.Left].Arcs {
			next, err := d.Step(ctx, p.Right, arc.Letter)
			if err != nil {
				return nil, nil, err
			}
			if !d.Accepting(next) {
				arcs = append(arcs, Arc{arc.Letter, state(Pair{arc.To, next})})
			}
		}
		out.States[n].Arcs = arcs
	}
	return out, pairs, nil
}
