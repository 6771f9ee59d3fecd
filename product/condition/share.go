package condition

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"cupel/analysis/execution/inputs"
	"cupel/core/logic"
)

// A Share says how many of the values of the inputs that a condition speaks of satisfy it, among those that
// there are.
type Share struct {
	// Failing of All are exact counts; empty where the values are too many to count.
	Failing string `json:"failing,omitempty"`
	All     string `json:"all,omitempty"`
	// Percent is the share; Error is half the width of an interval in which it lies with 95 %, where
	// it was sampled.
	Percent float64 `json:"percent"`
	Error   float64 `json:"error,omitempty"`
	Samples int     `json:"samples,omitempty"`
}

// String describes the share.
func (s *Share) String() string {
	switch {
	case s.Failing != "":
		return fmt.Sprintf("%s of %s combinations of values (%s %%)", s.Failing, s.All, percent(s.Percent))
	case s.Percent == 0:
		return fmt.Sprintf("less than %s %% of all combinations of values (none of %d)", percent(s.Error), s.Samples)
	}
	return fmt.Sprintf("about %s %% of all combinations of values (+- %s, %d samples)", percent(s.Percent), percent(s.Error), s.Samples)
}

func percent(p float64) string {
	if p != 0 && p < 0.01 {
		return fmt.Sprintf("%.2g", p)
	}
	return fmt.Sprintf("%.4g", p)
}

// share counts the failing inputs, or samples them.
func (r *Result) share(ctx context.Context, seed uint) *Share {
	f := r.subject.Flat.Terms
	ins := r.inputsOf(r.Simple.Term)
	bits, domain := 0, r.domain(ins)
	for _, in := range ins {
		if in.src.Sort.IsBool() {
			bits++
		} else {
			bits += in.src.Sort.Width()
		}
	}
	if len(ins) == 0 {
		return nil
	}
	if n, ok := r.intervals(ins); ok {
		all := new(big.Int).Lsh(big.NewInt(1), uint(bits))
		p, _ := new(big.Rat).SetFrac(new(big.Int).Mul(n, big.NewInt(100)), all).Float64()
		return &Share{Failing: n.String(), All: all.String(), Percent: p}
	}
	s := &sampler{Rand: rand.New(rand.NewPCG(uint64(seed), 15)), r: r, f: f}
	value := assignment{}
	fails, exists := 0, 0
	try := func() {
		if ok, err := s.holds(domain, value); err != nil || !ok {
			return
		}
		exists++
		if ok, err := s.holds(r.Simple.Term, value); err == nil && ok {
			fails++
		}
	}
	if bits <= countedBits {
		for n := uint64(0); n < 1<<bits && ctx.Err() == nil; n++ {
			rest := n
			for _, in := range ins {
				value[in.slot], rest = constant(f, in.src, rest)
			}
			try()
		}
		if exists == 0 || ctx.Err() != nil {
			return nil
		}
		return &Share{Failing: fmt.Sprint(fails), All: fmt.Sprint(exists), Percent: 100 * float64(fails) / float64(exists)}
	}
	draws := max(minShare, min(shareSamples, shareWork/(1+logic.Size(r.Simple.Term))))
	for tries := 0; exists < draws && tries < 10*draws && ctx.Err() == nil; tries++ {
		for _, in := range ins {
			value[in.slot] = s.any(in.src.Sort)
		}
		try()
	}
	if exists == 0 {
		return nil
	}
	// Agresti and Coull's interval, which is right for rare events, too; its middle is not the share.
	n := float64(exists) + 4
	p := (float64(fails) + 2) / n
	share := float64(fails) / float64(exists)
	return &Share{Percent: 100 * share, Error: 100 * (math.Abs(p-share) + 1.96*math.Sqrt(p*(1-p)/n)), Samples: exists}
}

// constant is the value of a source that the low bits of a number are, with the bits above them.
func constant(f *logic.Factory, src *inputs.Source, bits uint64) (v *logic.Term, rest uint64) {
	if src.Sort.IsBool() {
		return f.BoolConst(bits&1 == 1), bits >> 1
	}
	w := src.Sort.Width()
	low := bits & (1<<w - 1)
	if src.Sort.IsFloat() {
		return f.FloatBits(src.Sort, new(big.Int).SetUint64(low)), bits >> w
	}
	return f.BV(low, w), bits >> w
}

// intervals counts the values of the only input that a condition speaks of by the places where its truth changes,
// when these are few and at constants of the condition; false: they are not, or there are several inputs.
func (r *Result) intervals(ins []Input) (*big.Int, bool) {
	f := r.subject.Flat.Terms
	if len(ins) != 1 || !ins[0].src.Sort.IsBV() || !r.subject.Inputs.Domain(ins[0].slot).IsTrue() {
		return nil, false
	}
	in := ins[0]
	w := in.src.Sort.Width()
	// Only comparisons of the input itself with constants: between two of these the truth does not change.
	plain := true
	points := map[string]*big.Int{}
	add := func(n *big.Int) {
		n = new(big.Int).Mod(n, new(big.Int).Lsh(big.NewInt(1), uint(w)))
		points[n.String()] = n
	}
	logic.Walk(func(t *logic.Term) bool {
		if !logic.IsAtom(t) {
			return true
		}
		if t.NumArgs() != 2 {
			plain = plain && t.IsConst()
			return false
		}
		a, b := t.Arg(0), t.Arg(1)
		if a != in.sym {
			a, b = b, a
		}
		switch t.Op() {
		case logic.OpEq, logic.OpULe, logic.OpULt, logic.OpSLe, logic.OpSLt:
		default: // that a sum overflows, for one
			plain = false
			return false
		}
		if a != in.sym || !b.IsConst() {
			plain = false
			return false
		}
		n := b.BVBig()
		add(n)
		add(new(big.Int).Add(n, big.NewInt(1)))
		return false
	}, r.Simple.Term)
	if !plain || len(points) > maxPoints {
		return nil, false
	}
	half := new(big.Int).Lsh(big.NewInt(1), uint(w-1))
	add(big.NewInt(0))
	add(half)
	var at []*big.Int
	for _, n := range points {
		at = append(at, n)
	}
	slices.SortFunc(at, (*big.Int).Cmp)
	total, end := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(w))
	for i, n := range at {
		next := end
		if i+1 < len(at) {
			next = at[i+1]
		}
		v := f.BVBig(n, w)
		holds, err := f.NewEvaluator(func(*logic.Term) *logic.Term { return v }).Bool(r.Simple.Term)
		if err != nil {
			return nil, false
		}
		if holds {
			total.Add(total, new(big.Int).Sub(next, n))
		}
	}
	return total, true
}
