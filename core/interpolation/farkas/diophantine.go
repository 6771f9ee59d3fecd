package farkas

import (
	"math/big"
	"sort"

	"cupel/core/rational"
)

// Diophantine looks for a proof that the equations have no integral solution:
// rational multipliers, one per equation, whose combination has integral
// coefficients and a constant that is no integer. It returns nil when the
// system has an integral solution, and false when it is infeasible already over
// the rationals. The equations' coefficients and bounds are integers.
//
// Source: integer elimination by unimodular column operations (Hermite normal
// form) that keeps, for every reduced equation, the combination it came from.
func Diophantine(eqs []Constraint) (multipliers []rational.Q, ok bool) {
	type row struct {
		coeff map[int]*big.Rat
		bound *big.Rat
		comb  []*big.Rat // over the given equations
	}
	// Solve equation after equation: with unimodular column operations equation i
	// becomes g*y = b; it is solvable when g divides b; then y is a constant.
	rows := make([]*row, len(eqs))
	for i, e := range eqs {
		r := &row{coeff: map[int]*big.Rat{}, bound: e.Bound.Rat(), comb: make([]*big.Rat, len(eqs))}
		for j := range r.comb {
			r.comb[j] = new(big.Rat)
		}
		r.comb[i].SetInt64(1)
		for _, t := range e.Form {
			r.coeff[t.Var] = t.Coeff.Rat()
		}
		rows[i] = r
	}
	next := 0
	for _, e := range eqs {
		for _, t := range e.Form {
			next = max(next, t.Var+1)
		}
	}
	for i, r := range rows {
		vars := columns(r.coeff)
		if len(vars) == 0 {
			if r.bound.Sign() != 0 {
				return nil, false
			}
			continue
		}
		// Euclid over the columns of row i: afterwards only one variable is left in it.
		for len(vars) > 1 {
			least := vars[0]
			for _, v := range vars[1:] {
				if cmpAbs(r.coeff[v], r.coeff[least]) < 0 {
					least = v
				}
			}
			for _, v := range vars {
				if v == least {
					continue
				}
				// Column operation: col(v) -= q * col(least).
				q := quotient(r.coeff[v], r.coeff[least])
				for _, o := range rows[i:] {
					if c := o.coeff[least]; c != nil {
						d := new(big.Rat).Mul(q, c)
						if x := o.coeff[v]; x != nil {
							d.Sub(x, d)
						} else {
							d.Neg(d)
						}
						setCoeff(o.coeff, v, d)
					}
				}
			}
			vars = columns(r.coeff)
		}
		v := vars[0]
		g := r.coeff[v]
		val := new(big.Rat).Quo(r.bound, g)
		if !val.IsInt() {
			ms := make([]rational.Q, len(eqs))
			inv := new(big.Rat).Inv(g)
			for j, c := range r.comb {
				ms[j] = rational.FromRat(new(big.Rat).Mul(c, inv))
			}
			return ms, true
		}
		// The variable is the constant val: later rows subtract this row.
		for _, o := range rows[i+1:] {
			c := o.coeff[v]
			if c == nil {
				continue
			}
			q := new(big.Rat).Quo(c, g)
			o.bound.Sub(o.bound, new(big.Rat).Mul(q, r.bound))
			for j := range o.comb {
				o.comb[j].Sub(o.comb[j], new(big.Rat).Mul(q, r.comb[j]))
			}
			delete(o.coeff, v)
		}
	}
	return nil, true
}

func columns(m map[int]*big.Rat) []int {
	vs := make([]int, 0, len(m))
	for v := range m {
		vs = append(vs, v)
	}
	sort.Ints(vs)
	return vs
}

func setCoeff(m map[int]*big.Rat, v int, c *big.Rat) {
	if c.Sign() == 0 {
		delete(m, v)
		return
	}
	m[v] = c
}

func cmpAbs(a, b *big.Rat) int { return new(big.Rat).Abs(a).Cmp(new(big.Rat).Abs(b)) }

// quotient returns the integer q that makes a - q*b smallest in size.
func quotient(a, b *big.Rat) *big.Rat {
	t := new(big.Rat).Quo(a, b)
	t.Add(t, big.NewRat(1, 2))
	return new(big.Rat).SetInt(new(big.Int).Div(t.Num(), t.Denom())) // Euclidean with a positive divisor: the floor
}
