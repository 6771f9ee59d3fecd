package houdini

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"cupel/core/logic"
	"cupel/core/smt"
)

// silent is a model that the test looks at in another way.
type silent struct{}

func (silent) Value(*logic.Term) *logic.Term { return nil }

// numbers has numbers as candidates, of which the even ones hold. Queries about more than some are undecided.
func numbers(most int) *Questions[int] {
	return &Questions[int]{
		Ask: func(_ context.Context, left []int) (smt.Result, error) {
			switch {
			case len(left) > most || left[0] < 0:
				return smt.Unknown, nil
			case slices.ContainsFunc(left, func(n int) bool { return n%2 != 0 }):
				return smt.Sat, nil
			}
			return smt.Unsat, nil
		},
		Model: func() (smt.Model, error) { return silent{}, nil },
		Fails: func(_ smt.Model, n int) bool { return n%2 != 0 },
		Alone: true,
	}
}

// TestHolding: which candidates remain; where the solver is undecided or models do not say which ones fail, they are checked one by one, or none
// remains.
func TestHolding(t *testing.T) {
	ctx := context.Background()
	blind := func(q *Questions[int]) *Questions[int] { // no model says what fails
		q.Fails = func(smt.Model, int) bool { return false }
		return q
	}
	together := func(q *Questions[int]) *Questions[int] {
		q.Alone = false
		return q
	}
	open := 0
	counted := numbers(9)
	counted.Open = func() { open++ }
	for _, c := range []struct {
		name     string
		q        *Questions[int]
		in, want []int
	}{
		{"none", numbers(9), nil, nil},
		{"models", numbers(9), []int{4, 1, 2, 3, 6}, []int{4, 2, 6}},
		{"all fail", numbers(9), []int{1, 3}, nil},
		{"no answer about many", numbers(1), []int{4, 1, 2}, []int{4, 2}},
		{"no answer about many, together", together(numbers(1)), []int{4, 1, 2}, nil},
		{"models that do not say", blind(numbers(9)), []int{4, 1, 2}, []int{4, 2}},
		{"models that do not say, together", together(blind(numbers(9))), []int{4, 1, 2}, nil},
		{"one without an answer", counted, []int{-2, 4, -4}, []int{4}},
	} {
		in := slices.Clone(c.in)
		got, err := c.q.Holding(ctx, in)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v, want %v", c.name, got, err, c.want)
		}
		if !slices.Equal(in, c.in) {
			t.Errorf("%s: the candidates have changed: %v", c.name, in)
		}
	}
	if open != 2 {
		t.Errorf("%d questions are open", open)
	}
}

// TestEnded: the end of the context is no answer, and an error of a question ends the search.
func TestEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got, err := numbers(1).Holding(ctx, []int{2, 4}); !errors.Is(err, context.Canceled) || got != nil {
		t.Errorf("%v, %v", got, err)
	}
	broken := errors.New("broken")
	q := numbers(9)
	q.Ask = func(context.Context, []int) (smt.Result, error) { return smt.Sat, broken }
	if _, err := q.Holding(context.Background(), []int{2}); err != broken {
		t.Error(err)
	}
	q = numbers(9)
	q.Model = func() (smt.Model, error) { return nil, broken }
	if _, err := q.Holding(context.Background(), []int{1}); err != broken {
		t.Error(err)
	}
	if err := Shrink([]int{1}, func(int) (bool, error) { return false, broken }, nil); err != broken {
		t.Error(err)
	}
}

// A machine has places with candidates, sets of states as bits, and steps between them, relations of states.
type machine struct {
	at    [3][]uint8
	steps []*step
}

type step struct {
	src, dst int
	next     [8]uint8 // the states behind each
}

// fails is a state after a step that violates a candidate, with all remaining candidates assumed before the step; false: there is none.
func (x *step) fails(before []uint8, left []uint8) (uint8, bool) {
	for s := range 8 {
		if slices.ContainsFunc(before, func(c uint8) bool { return c>>s&1 == 0 }) {
			continue
		}
		for n := range 8 {
			if x.next[s]>>n&1 == 1 && slices.ContainsFunc(left, func(c uint8) bool { return c>>n&1 == 0 }) {
				return uint8(n), true
			}
		}
	}
	return 0, false
}

// TestLargest compares with all sets of candidates: the result is inductive, and contains every inductive set.
func TestLargest(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	some := 0
	for range 300 {
		var m machine
		for k := range 1 + r.IntN(5) {
			p := k % 3
			if c := uint8(r.Uint32() | r.Uint32()); !slices.Contains(m.at[p], c) {
				m.at[p] = append(m.at[p], c)
			}
		}
		for range 1 + r.IntN(4) {
			x := &step{src: r.IntN(3), dst: r.IntN(3)}
			for s := range x.next {
				x.next[s] = uint8(r.Uint32() & r.Uint32() & r.Uint32())
			}
			m.steps = append(m.steps, x)
		}
		inductive := func(at [3][]uint8) bool {
			return !slices.ContainsFunc(m.steps, func(x *step) bool { _, fails := x.fails(at[x.src], at[x.dst]); return fails })
		}
		var largest [3][]uint8
		n := len(m.at[0]) + len(m.at[1]) + len(m.at[2])
		size := -1
		for set := range 1 << n {
			var at [3][]uint8
			i, k := 0, 0
			for p, cs := range m.at {
				for _, c := range cs {
					if set>>i&1 == 1 {
						at[p] = append(at[p], c)
						k++
					}
					i++
				}
			}
			if k > size && inductive(at) {
				largest, size = at, k
			}
		}
		left := m.at
		err := Shrink(m.steps, func(x *step) (bool, error) {
			var behind uint8
			q := &Questions[uint8]{
				Ask: func(_ context.Context, of []uint8) (smt.Result, error) {
					n, fails := x.fails(left[x.src], of)
					if behind = n; fails {
						return smt.Sat, nil
					}
					return smt.Unsat, nil
				},
				Model: func() (smt.Model, error) { return silent{}, nil },
				Fails: func(_ smt.Model, c uint8) bool { return c>>behind&1 == 0 },
			}
			before := len(left[x.dst])
			kept, err := q.Holding(context.Background(), left[x.dst])
			left[x.dst] = kept
			return len(kept) < before, err
		}, func(x *step) []*step {
			return slices.DeleteFunc(slices.Clone(m.steps), func(y *step) bool { return y.src != x.dst })
		})
		if err != nil {
			t.Fatal(err)
		}
		for p := range left {
			if !slices.Equal(left[p], largest[p]) {
				t.Fatalf("place %d: %b are left, the largest are %b", p, left, largest)
			}
		}
		if size > 0 && size < n {
			some++
		}
	}
	if some < 20 {
		t.Errorf("%d machines keep a part of their candidates", some)
	}
}
