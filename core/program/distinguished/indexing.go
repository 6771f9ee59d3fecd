package distinguished

import (
	"math/big"

	"cupel/core/logic"
	"cupel/core/rational"
)

// indexing is the common form of an array's indices: each is stride*t + base for some integer term t.
type indexing struct {
	f            *logic.Factory
	seen         map[*logic.Term]bool
	stride, base *big.Int // nil stride: no index so far; zero: one constant index only
	free         bool     // no common form: stride 1, base 0
}

// add takes an index into account.
func (x *indexing) add(i *logic.Term) {
	if x.free || x.seen[i] {
		return
	}
	if x.seen == nil {
		x.seen = map[*logic.Term]bool{}
	}
	x.seen[i] = true
	if i.Sort() != logic.Int {
		x.free = true
		return
	}
	if i.Op() == logic.OpIte { // it wraps
		x.add(i.Arg(1))
		x.add(i.Arg(2))
		return
	}
	_, coeffs, constant := logic.Linear(i)
	if x.stride == nil {
		x.stride, x.base = new(big.Int), new(big.Int).Set(constant.Num())
	}
	for _, c := range append(coeffs, constant) {
		if !c.IsInt() {
			x.free = true
			return
		}
	}
	for _, c := range coeffs {
		x.stride.GCD(nil, nil, x.stride, new(big.Int).Abs(c.Num()))
	}
	d := new(big.Int).Sub(constant.Num(), x.base)
	x.stride.GCD(nil, nil, x.stride, d.Abs(d))
	if constant.Sign() >= 0 && (x.base.Sign() < 0 || constant.Num().Cmp(x.base) < 0) { // the least that does not wrap
		x.base.Set(constant.Num())
	}
}

// place is the index whose number is n.
func (x *indexing) place(n *logic.Term) *logic.Term {
	if x.free || x.stride == nil || x.stride.Sign() == 0 || n.Sort() != logic.Int {
		return n
	}
	return x.f.Add(x.f.Mul(x.f.IntBig(x.stride), n), x.f.IntBig(x.base))
}

// number is the n whose place an index is; i must have been added.
func (x *indexing) number(i *logic.Term) *logic.Term {
	if x.free || x.stride == nil || x.stride.Sign() == 0 || i.Sort() != logic.Int {
		return i
	}
	if i.Op() == logic.OpIte {
		return x.f.Ite(i.Arg(0), x.number(i.Arg(1)), x.number(i.Arg(2)))
	}
	inverse := rational.FromBig(x.stride).Inv()
	prods, coeffs, constant := logic.Linear(i)
	terms := []*logic.Term{x.f.Num(logic.Int, constant.Sub(rational.FromBig(x.base)).Mul(inverse))}
	for k, p := range prods {
		terms = append(terms, x.f.Mul(x.f.Num(logic.Int, coeffs[k].Mul(inverse)), p))
	}
	return x.f.Add(terms...)
}
