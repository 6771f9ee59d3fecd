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

// A Share is the fraction of the values of a condition's inputs that satisfy it, among all values of their
// types.
type Share struct {
	// Failing and All are exact counts; empty if there are too many to count.
	Failing string `json:"failing,omitempty"`
	All     string `json:"all,omitempty"`
	// Percent is the share; if it was sampled, Error is half the width of a 95 % confidence interval.
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

// share counts the failing inputs, or estimates their number by sampling.
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
	// Agresti-Coull interval, valid for rare events, too; its centre is not the estimate.
	n := float64(exists) + 4
	p := (float64(fails) + 2) / n
	share := float64(fails) / float64(exists)
	return &Share{Percent: 100 * share, Error: 100 * (math.Abs(p-share) + 1.96*math.Sqrt(p*(1-p)/n)), Samples: exists}
}

// constant decodes a source's value from the low bits of a number, and returns the remaining bits.
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

// intervals counts the values of a single input by the points where the condition's truth changes, if these are
// few and at constants of the condition; false otherwise.
func (r *Result) intervals(ins []Input) (*big.Int, bool) {
	f := r.subject.Flat.Terms
	if len(ins) != 1 || !ins[0].src.Sort.IsBV() || !r.subject.Inputs.Domain(ins[0].slot).IsTrue() {
		return nil, false
	}
	in := ins[0]
	w := in.src.Sort.Width()
	// Only comparisons of the input itself with constants: the truth is constant between two of them.
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
		default: // overflow predicates, for example
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
