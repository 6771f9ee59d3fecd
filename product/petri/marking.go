package petri

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Marking holds the token count of every place of a net.
//
// Invariant: it has one entry per place, in their order, and none is negative. A marking m reached by a firing
// sequence with Parikh image x satisfies the state equation m = m0 + C x.
type Marking []int64

// ErrOverflow is returned when a token count would exceed an int64.
var ErrOverflow = errors.New("token count exceeds a 64-bit integer")

// ErrDisabled is returned when a disabled transition is to fire.
var ErrDisabled = errors.New("transition is not enabled")

// Enabled reports whether t may fire in m.
func (n *Net) Enabled(m Marking, t int) bool {
	tr := &n.Transitions[t]
	for _, a := range tr.Pre {
		if m[a.Index] < a.Weight {
			return false
		}
	}
	for _, a := range tr.Inhibitors {
		if m[a.Index] >= a.Weight {
			return false
		}
	}
	return true
}

// Fire returns the marking after t fires in m, which stays as it is. The error is
// ErrDisabled or ErrOverflow, with the transition's identifier.
func (n *Net) Fire(m Marking, t int) (Marking, error) {
	out := slices.Clone(m)
	if err := n.FireInPlace(out, t); err != nil {
		return nil, err
	}
	return out, nil
}

// FireInPlace is Fire without a copy. After an error m is unchanged.
func (n *Net) FireInPlace(m Marking, t int) error {
	if !n.Enabled(m, t) {
		return fmt.Errorf("%s: %w", n.Transitions[t].ID, ErrDisabled)
	}
	return n.Apply(m, t)
}

// Apply adds the effect of t, which the caller knows to be enabled in m, to m. After
// ErrOverflow m is unchanged.
func (n *Net) Apply(m Marking, t int) error {
	effect := n.Transitions[t].Effect
	for _, a := range effect {
		if a.Weight > 0 && m[a.Index] > math.MaxInt64-a.Weight {
			return fmt.Errorf("%s into %s: %w", n.Transitions[t].ID, n.Places[a.Index].ID, ErrOverflow)
		}
	}
	for _, a := range effect {
		m[a.Index] += a.Weight
	}
	return nil
}

// Undo takes the effect of t back from m, which must be the marking that firing t
// produced.
func (n *Net) Undo(m Marking, t int) {
	for _, a := range n.Transitions[t].Effect {
		m[a.Index] -= a.Weight
	}
}

// EnabledTransitions appends the transitions that are enabled in m to buf.
func (n *Net) EnabledTransitions(m Marking, buf []int) []int {
	for t := range n.Transitions {
		if n.Enabled(m, t) {
			buf = append(buf, t)
		}
	}
	return buf
}

// Replay fires a sequence of transitions from the initial marking and returns the last
// marking. The error names the position of the transition that could not fire.
func (n *Net) Replay(seq []int) (Marking, error) {
	m := n.Initial()
	for i, t := range seq {
		if t < 0 || t >= len(n.Transitions) {
			return nil, fmt.Errorf("step %d: no transition %d", i, t)
		}
		if err := n.FireInPlace(m, t); err != nil {
			return nil, fmt.Errorf("step %d: %w", i, err)
		}
	}
	return m, nil
}

// Parikh returns the firing counts of a sequence, one per transition.
func (n *Net) Parikh(seq []int) []int64 {
	x := make([]int64, len(n.Transitions))
	for _, t := range seq {
		x[t]++
	}
	return x
}

// FormatMarking lists the marked places, such as "p1=2 p3=1"; "empty" when there is none.
func (n *Net) FormatMarking(m Marking) string {
	var b strings.Builder
	for p, k := range m {
		if k != 0 {
			fmt.Fprintf(&b, " %s=%d", n.Places[p].ID, k)
		}
	}
	if b.Len() == 0 {
		return "empty"
	}
	return b.String()[1:]
}
