package interpolation

import (
	"fmt"

	"cupel/core/interpolation/farkas"
	"cupel/core/logic"
	"cupel/core/rational"
)

// interpolant reads I_j off a proof.
func (s *search) interpolant(p *proof, j int, r reading) *logic.Term {
	if p.parts == nil {
		ts := make([]*logic.Term, len(p.cases))
		for i, c := range p.cases {
			ts[i] = s.interpolant(c, j, r)
		}
		if j < p.step {
			return s.l.f.And(ts...)
		}
		return s.l.f.Or(ts...)
	}
	before, after := false, false
	for _, q := range p.parts {
		before = before || q.step <= j
		after = after || q.step > j
	}
	switch {
	case !before:
		return s.l.f.True()
	case !after:
		return s.l.f.False()
	case r.weak && !p.modular:
		return s.l.f.Not(s.sum(p, nil, func(q part) bool { return q.step > j }))
	}
	weights := [][]rational.Q{nil}
	if r.parts && !p.modular {
		weights = s.decompose(p)[j]
	}
	var ts []*logic.Term
	for _, w := range weights {
		ts = append(ts, s.sum(p, w, func(q part) bool { return q.step <= j }))
	}
	return s.l.f.And(ts...)
}

// sum adds up the chosen parts of a certificate; with weights, part i is
// multiplied with weights[i] instead of its factor (the factor's sign stays).
func (s *search) sum(p *proof, weights []rational.Q, chosen func(part) bool) *logic.Term {
	form := map[int]rational.Q{}
	bound := rational.Zero
	strict := false
	for i, q := range p.parts {
		k := q.factor
		if weights != nil {
			if k = weights[i]; q.factor.Sign() < 0 {
				k = k.Neg()
			}
		}
		if k.IsZero() || !chosen(q) {
			continue
		}
		for _, e := range q.con.Form {
			form[e.Var] = form[e.Var].Add(e.Coeff.Mul(k))
		}
		bound = bound.Add(q.con.Bound.Mul(k))
		strict = strict || q.con.Rel == farkas.LT
	}
	if p.modular {
		return s.l.congruence(form, bound)
	}
	return s.l.inequality(form, bound, strict)
}

// decompose splits a certificate at every cut j into combinations that each cancel the columns of the first j steps. It starts with the whole certificate at the
// end and decomposes, going backward, the parts restricted to the shorter prefix; so the parts at one cut and the next step imply those of the next cut.
func (s *search) decompose(p *proof) [][][]rational.Q {
	if p.split != nil {
		return p.split
	}
	whole := make([]rational.Q, len(p.parts))
	for i, q := range p.parts {
		whole[i] = q.factor.Abs()
	}
	p.split = make([][][]rational.Q, s.n+1)
	p.split[s.n] = [][]rational.Q{whole}
	for j := s.n - 1; j >= 0; j-- {
		forms := make([][]farkas.Entry, len(p.parts))
		for i, q := range p.parts {
			if q.step > j {
				continue
			}
			for _, e := range q.con.Form {
				if s.l.last[e.Var] <= j {
					if q.factor.Sign() < 0 {
						e.Coeff = e.Coeff.Neg()
					}
					forms[i] = append(forms[i], e)
				}
			}
		}
		seen := map[string]bool{}
		for _, w := range p.split[j+1] {
			cut := make([]rational.Q, len(w))
			for i := range w {
				if p.parts[i].step <= j {
					cut[i] = w[i]
				}
			}
			ds := [][]rational.Q{cut}
			if len(p.parts) <= maxParts && len(p.split[j]) <= maxParts {
				ds = farkas.Decompose(forms, cut)
			}
			for _, d := range ds {
				if key := fmt.Sprint(normalised(d)); !seen[key] {
					seen[key] = true
					p.split[j] = append(p.split[j], d)
				}
			}
		}
	}
	return p.split
}

// normalised divides weights by the first that is not 0.
func normalised(w []rational.Q) []string {
	out := make([]string, len(w))
	var k rational.Q
	for i, q := range w {
		if k.IsZero() && !q.IsZero() {
			k = q.Inv()
		}
		out[i] = q.Mul(k).String()
	}
	return out
}
