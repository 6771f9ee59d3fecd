package explicit

import (
	"context"
	"math"
	"math/rand/v2"

	"cupel/core/work"
	"cupel/product/petri"
)

// WalkOptions bound the runs of Walk. Zero values mean the defaults.
type WalkOptions struct {
	Seed     uint64
	Runs     int // default: until the context ends
	MaxSteps int // of all runs together; 0: no limit
	Length   int // of the first runs; it doubles as runs are spent; default 1000
}

// Walk fires random runs from the initial marking until one reaches the goal. Every
// second run is guided: its steps mostly go to the successor that is nearest to the goal
// among a few. The result's Status is Reached or Limit; it is determined by the seed and
// the bounds.
func Walk(ctx context.Context, n *petri.Net, goal *petri.Predicate, o WalkOptions) Result {
	g := newGoal(n, goal)
	w := &walker{
		net: n, goal: g, rng: rand.New(rand.NewPCG(o.Seed, 0x5eed)),
		affected: affected(n),

		at:      make([]int, len(n.Transitions)),
		scratch: make(petri.Marking, len(n.Places)),
	}
	length := o.Length
	if length == 0 {
		length = defaultLength
	}
	fired := 0
	for run := 0; o.Runs == 0 || run < o.Runs; run++ {
		if run%16 == 15 && length < maxLength {
			length *= 2
		}
		budget := length
		if o.MaxSteps > 0 {
			budget = min(budget, o.MaxSteps-fired)
		}
		if budget <= 0 {
			return Result{Reason: "step limit of random runs", Fired: fired}
		}
		reached := w.run(ctx, budget, run%2 == 0)
		fired += len(w.sequence)
		if reached {
			return Result{Status: Reached, Sequence: w.sequence, Fired: fired}
		}
		if ctx.Err() != nil {
			return Result{Reason: work.Reason(ctx), Fired: fired}
		}
		if len(w.sequence) == 0 {
			return Result{Reason: "nothing is enabled", Fired: fired}
		}
	}
	return Result{Reason: "limit of random runs", Fired: fired}
}

// affected lists, per transition t, the transitions whose enabledness t may change.
func affected(n *petri.Net) [][]int {
	out := make([][]int, len(n.Transitions))
	last := make([]int, len(n.Transitions))
	for t := range n.Transitions {
		mark := func(arcs []petri.Arc) {
			for _, a := range arcs {
				if last[a.Index] != t+1 {
					last[a.Index] = t + 1
					out[t] = append(out[t], a.Index)
				}
			}
		}
		for _, e := range n.Transitions[t].Effect {
			mark(n.Places[e.Index].Consumers)
			mark(n.Places[e.Index].Inhibits)
		}
	}
	return out
}

// walker is a random walk at marking m. Invariant: enabled lists the transitions enabled in m, at their
// positions.
type walker struct {
	net      *petri.Net
	goal     *goal
	rng      *rand.Rand
	affected [][]int

	m        petri.Marking
	scratch  petri.Marking
	enabled  []int
	at       []int // position+1 in enabled, 0 when disabled
	sequence []int
}

// run walks at most budget steps and reports whether the last marking satisfies the goal.
func (w *walker) run(ctx context.Context, budget int, guided bool) bool {
	w.m = w.net.Initial()
	w.enabled = w.enabled[:0]
	clear(w.at)
	for t := range w.net.Transitions {
		w.update(t)
	}
	w.sequence = nil
	epsilon := []float64{0.05, 0.2, 0.5}[w.rng.IntN(3)]
	for step := 0; step <= budget; step++ {
		if w.goal.holds(w.m, w.enabled) {
			return true
		}
		if step%256 == 255 {
			work.Spend(ctx, 256)
		}
		if len(w.enabled) == 0 || step == budget || step%256 == 255 && ctx.Err() != nil {
			return false
		}
		t := -1
		if guided && w.rng.Float64() >= epsilon {
			t = w.nearest()
		}
		if t < 0 {
			t = w.enabled[w.rng.IntN(len(w.enabled))]
		}
		if w.net.Apply(w.m, t) != nil {
			return false // a token count overflows: this run goes nowhere
		}
		w.sequence = append(w.sequence, t)
		for _, u := range w.affected[t] {
			w.update(u)
		}
	}
	return false
}

// update moves t into or out of the enabled transitions.
func (w *walker) update(t int) {
	k := w.at[t] - 1
	switch on := w.net.Enabled(w.m, t); {
	case on && k < 0:
		w.enabled = append(w.enabled, t)
		w.at[t] = len(w.enabled)
	case !on && k >= 0:
		last := len(w.enabled) - 1
		u := w.enabled[last]
		w.enabled[k], w.at[u] = u, k+1
		w.enabled, w.at[t] = w.enabled[:last], 0
	}
}

// nearest picks, of some enabled transitions, the one after which the goal is nearest; -1
// when the sample does not differ. Deadlocks are judged without looking ahead.
func (w *walker) nearest() int {
	// Large goals are expensive to measure.
	k := min(len(w.enabled), max(2, min(sampled, largeGoal/max(1, w.goal.leaves))))
	best, worst, pick, ties := math.Inf(1), math.Inf(-1), -1, 0
	offset := w.rng.IntN(len(w.enabled))
	for i := range k {
		t := w.enabled[(offset+i)%len(w.enabled)]
		copy(w.scratch, w.m)
		if w.net.Apply(w.scratch, t) != nil {
			continue
		}
		d := w.goal.distance(w.scratch, w.enabled)
		worst = max(worst, d)
		switch {
		case d < best:
			best, pick, ties = d, t, 1
		case d == best:
			if ties++; w.rng.IntN(ties) == 0 {
				pick = t
			}
		}
	}
	if best == worst {
		return -1
	}
	return pick
}
