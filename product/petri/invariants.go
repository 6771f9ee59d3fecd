package petri

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"cupel/core/rational"
)

// An Invariant is a semi-positive P-invariant (P-semiflow): weights y(p) > 0 with y C = 0, so that the sum of
// y(p) m(p) is the same in every reachable marking. It is sorted by place.
type Invariant []Arc

// Sum is the invariant's weighted token count in m; ok is false when it exceeds an int64.
func (y Invariant) Sum(m Marking) (sum int64, ok bool) {
	for _, a := range y {
		hi, lo := bits.Mul64(uint64(a.Weight), uint64(m[a.Index]))
		if hi != 0 || lo > math.MaxInt64 || int64(lo) > math.MaxInt64-sum {
			return 0, false
		}
		sum += int64(lo)
	}
	return sum, true
}

// Check reports whether y is an invariant of the net.
func (y Invariant) Check(n *Net) bool {
	change := map[int]int64{}
	for _, a := range y {
		if a.Weight <= 0 {
			return false
		}
		for _, e := range n.Places[a.Index].Effect {
			d, ok := mul64(a.Weight, e.Weight)
			s := change[e.Index] + d
			if !ok || d > 0 && s < change[e.Index] || d < 0 && s > change[e.Index] {
				return false
			}
			change[e.Index] = s
		}
	}
	for _, d := range change {
		if d != 0 {
			return false
		}
	}
	return true
}

func mul64(a, b int64) (int64, bool) {
	hi, lo := mul(a, b)
	return int64(lo), hi == 0 && lo <= math.MaxInt64 || hi == -1 && lo > math.MaxInt64
}

// Invariants computes minimal semi-positive P-invariants by Farkas' algorithm (Colom and Silva, "Convex
// geometry and semiflows in P/T nets", 1991). It keeps at most limit rows at a time and does a bounded amount
// of work; complete is false if it dropped some, a coefficient overflowed, or ctx ended, in which case it
// returns none. What it returns always are invariants.
func (n *Net) Invariants(ctx context.Context, limit int) (invariants []Invariant, complete bool) {
	f := &farkas{limit: limit, complete: true}
	for p := range n.Places {
		f.rows = append(f.rows, farkasRow{effect: slices.Clone(n.Places[p].Effect), places: []Arc{{p, 1}}})
	}
	for {
		if ctx.Err() != nil {
			return nil, false
		}
		t := f.cheapest(len(n.Transitions))
		if t < 0 {
			break
		}
		f.eliminate(t)
	}
	for _, r := range f.rows {
		invariants = append(invariants, Invariant(r.places))
	}
	return invariants, f.complete
}

// farkasRow is a combination of places: its effect by transitions, and its weights.
type farkasRow struct{ effect, places []Arc }

// farkas is the elimination in progress. Invariant: every row's effect is the combination of its places'
// effects.
type farkas struct {
	rows     []farkasRow
	limit    int
	work     int
	complete bool
}

// cheapest picks the transition whose elimination makes the fewest rows; -1 when all
// effects are zero.
func (f *farkas) cheapest(transitions int) int {
	plus, minus := make([]int, transitions), make([]int, transitions)
	for _, r := range f.rows {
		for _, e := range r.effect {
			if e.Weight > 0 {
				plus[e.Index]++
			} else {
				minus[e.Index]++
			}
		}
	}
	best, cost := -1, 0
	for t := range plus {
		if plus[t]+minus[t] == 0 {
			continue
		}
		if c := plus[t]*minus[t] - plus[t] - minus[t]; best < 0 || c < cost {
			best, cost = t, c
		}
	}
	return best
}

// eliminate replaces the rows with an effect by t by the combinations of two of them that
// have none.
func (f *farkas) eliminate(t int) {
	var zero, plus, minus []farkasRow
	for _, r := range f.rows {
		switch w := Weight(r.effect, t); {
		case w == 0:
			zero = append(zero, r)
		case w > 0:
			plus = append(plus, r)
		default:
			minus = append(minus, r)
		}
	}
	for _, a := range plus {
		for _, b := range minus {
			if f.work += len(zero) + len(a.effect) + len(b.effect); len(zero) >= f.limit || f.work > maxFarkas {
				f.complete = false
				break
			}
			c, ok := combineRows(a, b, t)
			if !ok {
				f.complete = false
			} else if !slices.ContainsFunc(zero, func(z farkasRow) bool { return supports(c.places, z.places) }) {
				zero = slices.DeleteFunc(zero, func(z farkasRow) bool { return supports(z.places, c.places) })
				zero = append(zero, c)
			}
		}
	}
	f.rows = zero
}

// combineRows is the smallest positive combination of a and b without effect by t.
func combineRows(a, b farkasRow, t int) (farkasRow, bool) {
	x, y := -Weight(b.effect, t), Weight(a.effect, t)
	g := rational.GCD64(x, y)
	x, y = x/g, y/g
	effect, ok1 := combineArcs(a.effect, x, b.effect, y)
	places, ok2 := combineArcs(a.places, x, b.places, y)
	if !ok1 || !ok2 {
		return farkasRow{}, false
	}
	g = 0
	for _, p := range places {
		g = rational.GCD64(p.Weight, g)
	}
	if g > 1 { // then g divides the effect, too
		for i := range places {
			places[i].Weight /= g
		}
		for i := range effect {
			effect[i].Weight /= g
		}
	}
	return farkasRow{effect, places}, true
}

// combineArcs is x a + y b; false when a weight overflows.
func combineArcs(a []Arc, x int64, b []Arc, y int64) ([]Arc, bool) {
	out := make([]Arc, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		var i int
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Index < b[0].Index:
			i = a[0].Index
		default:
			i = b[0].Index
		}
		sum := int64(0)
		if len(a) > 0 && a[0].Index == i {
			w, ok := mul64(x, a[0].Weight)
			if !ok || !small(w) {
				return nil, false
			}
			sum, a = w, a[1:]
		}
		if len(b) > 0 && b[0].Index == i {
			w, ok := mul64(y, b[0].Weight)
			if !ok || !small(w) || !small(sum+w) {
				return nil, false
			}
			sum, b = sum+w, b[1:]
		}
		if sum != 0 {
			out = append(out, Arc{i, sum})
		}
	}
	return out, true
}

// supports reports whether every place of b is in a.
func supports(a, b []Arc) bool {
	if len(b) > len(a) {
		return false
	}
	i := 0
	for _, x := range b {
		for i < len(a) && a[i].Index < x.Index {
			i++
		}
		if i == len(a) || a[i].Index != x.Index {
			return false
		}
	}
	return true
}

// Unbounded is the bound of a place that no invariant covers.
const Unbounded = math.MaxInt64

// Bounds returns, per place, the least upper bound of its token count implied by one of the invariants, or
// Unbounded.
func (n *Net) Bounds(invariants []Invariant) []int64 {
	bounds := make([]int64, len(n.Places))
	for p := range bounds {
		bounds[p] = Unbounded
	}
	for _, y := range invariants {
		sum, ok := y.Sum(n.initial)
		if !ok {
			continue
		}
		for _, a := range y {
			bounds[a.Index] = min(bounds[a.Index], sum/a.Weight)
		}
	}
	return bounds
}
