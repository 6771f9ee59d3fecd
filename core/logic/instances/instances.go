package instances

import (
	"math/big"

	"cupel/core/logic"
	"cupel/core/rational"
)

// Accesses calls visit for each selection and store in unquantified terms: with the symbols from which the array may be built, and the index.
func Accesses(visit func(array, index *logic.Term), ts ...*logic.Term) {
	logic.Walk(func(t *logic.Term) bool {
		switch t.Op() {
		case logic.OpForall, logic.OpExists:
			return false
		case logic.OpSelect, logic.OpStore:
			for _, a := range Under(t.Arg(0)) {
				visit(a, t.Arg(1))
			}
		}
		return true
	}, ts...)
}

// Under are the symbols of which an array term is made.
func Under(t *logic.Term) []*logic.Term {
	switch t.Op() {
	case logic.OpVar:
		return []*logic.Term{t}
	case logic.OpStore:
		return Under(t.Arg(0))
	case logic.OpIte:
		out := Under(t.Arg(1))
	next:
		for _, a := range Under(t.Arg(2)) {
			for _, b := range out {
				if a == b {
					continue next
				}
			}
			out = append(out, a)
		}
		return out
	}
	return nil
}

// An access is an array with an index.
type access struct{ array, index *logic.Term }

// A Pool is the set of accesses of integer arrays for which formulas are instantiated.
type Pool struct {
	f    *logic.Factory
	list []access
	seen map[access]bool
	// means maps symbols to equal terms.
	means map[*logic.Term]*logic.Term
}

// NewPool makes an empty one.
func NewPool(f *logic.Factory) *Pool {
	return &Pool{f: f, seen: map[access]bool{}, means: map[*logic.Term]*logic.Term{}}
}

// Len is the number of places.
func (p *Pool) Len() int { return len(p.list) }

// Learn records equations of symbols, so that index terms that contain them are recognised as equal.
func (p *Pool) Learn(ts ...*logic.Term) {
	lower, upper := map[*logic.Term]*logic.Term{}, map[*logic.Term]*logic.Term{}
	for _, t := range ts {
		for _, c := range logic.Conjuncts(t) {
			if c.NumArgs() != 2 || !c.Arg(0).Sort().IsInt() {
				continue
			}
			for i := range 2 {
				x, y := c.Arg(i), c.Arg(1-i)
				if !x.IsVar() || p.means[x] != nil || logic.Occurs(x, y) {
					continue
				}
				switch {
				case c.Op() == logic.OpEq && len(p.means) < maxMeanings:
					p.means[x] = y
				case c.Op() == logic.OpLe && y.IsConst() && i == 0:
					upper[x] = y
				case c.Op() == logic.OpLe && y.IsConst():
					lower[x] = y
				}
			}
		}
	}
	for x, c := range lower {
		if upper[x] == c && p.means[x] == nil {
			p.means[x] = c
		}
	}
}

// place is an index in a form in which it is compared.
func (p *Pool) place(index *logic.Term) *logic.Term {
	for range chain {
		if len(p.means) > 0 {
			index = p.f.Subst(index, p.means)
		}
	}
	return Unwrapped(p.f, index)
}

// Touch adds the accesses of a term.
func (p *Pool) Touch(t *logic.Term) {
	Accesses(func(array, index *logic.Term) {
		a := access{array, p.place(index)}
		if index.Sort().IsInt() && !p.seen[a] && len(p.list) < maxPool {
			p.seen[a] = true
			p.list = append(p.list, a)
		}
	}, t)
}

// Of calls visit with the body for each substitution of the bound symbols by which a cell that it reads is one of the first n accesses. key is the same for equal
// substitutions. Without bound symbols visit is called once, with the body.
func (p *Pool) Of(n int, bound []*logic.Term, body *logic.Term, visit func(key, t *logic.Term)) {
	f := p.f
	if len(bound) == 0 {
		visit(f.True(), body)
		return
	}
	values := make([][]*logic.Term, len(bound))
	for i, b := range bound {
		seen := map[*logic.Term]bool{}
		Accesses(func(array, index *logic.Term) {
			if !index.Sort().IsInt() {
				return
			}
			factor, rest := Split(f, p.place(index), b)
			if factor == 0 || occur(bound, rest) {
				return
			}
			for _, a := range p.list[:n] {
				if a.array != array {
					continue
				}
				k := Divided(f, f.Sub(a.index, rest), factor)
				if k != nil && !seen[k] && len(values[i]) < maxValues {
					seen[k] = true
					values[i] = append(values[i], k)
				}
			}
		}, body)
	}
	count := 0
	choice := make([]*logic.Term, len(bound))
	var choose func(i, sum int)
	choose = func(i, sum int) {
		switch {
		case count >= maxProduct || i == len(bound) && sum > 0:
			return
		case i < len(bound):
			for n, k := range values[i] {
				if n > sum {
					break
				}
				choice[i] = k
				choose(i+1, sum-n)
			}
			return
		}
		count++
		m := map[*logic.Term]*logic.Term{}
		key := make([]*logic.Term, len(choice))
		for j, b := range bound {
			m[b] = choice[j]
			key[j] = f.Eq(b, choice[j])
		}
		visit(f.And(key...), f.Subst(body, m))
	}
	for sum := range maxValues * len(bound) { // those of the first places first
		choose(0, sum)
	}
}

func occur(symbols []*logic.Term, t *logic.Term) bool {
	for _, s := range symbols {
		if logic.Occurs(s, t) {
			return true
		}
	}
	return false
}

// Parts are the bound symbols and the body of a formula; none, and the formula, where it is not universally quantified.
func Parts(t *logic.Term) (bound []*logic.Term, body *logic.Term) {
	if t.Op() != logic.OpForall {
		return nil, t
	}
	args := t.Args()
	return args[:len(args)-1], args[len(args)-1]
}

// Quantified reports whether one of the conjuncts of formulas is universally quantified.
func Quantified(ts ...*logic.Term) bool {
	for _, t := range ts {
		for _, c := range logic.Conjuncts(t) {
			if c.Op() == logic.OpForall {
				return true
			}
		}
	}
	return false
}

// Skolem is a formula whose validity is that of t: bound symbols of a universally quantified one are fresh symbols.
func Skolem(f *logic.Factory, t *logic.Term) *logic.Term { return Skolems(f, []*logic.Term{t})[0] }

// Skolems returns formulas equivalid with those given, as Skolem; the same bound symbol gets the same fresh one, so that there are few accesses.
func Skolems(f *logic.Factory, ts []*logic.Term) []*logic.Term {
	m := map[*logic.Term]*logic.Term{}
	out := make([]*logic.Term, len(ts))
	for i, t := range ts {
		bound, body := Parts(t)
		for _, b := range bound {
			if m[b] == nil {
				m[b] = f.Fresh(b.Name(), b.Sort())
			}
		}
		if out[i] = t; bound != nil {
			out[i] = f.Subst(body, m)
		}
	}
	return out
}

// Ground replaces those of some formulas that are universally quantified by the conjunctions of their instances at the places
// that they all, and others, access. The result follows from each, in their order.
func Ground(f *logic.Factory, ts []*logic.Term, others ...*logic.Term) []*logic.Term {
	out := make([]*logic.Term, len(ts))
	if !Quantified(ts...) {
		copy(out, ts)
		return out
	}
	p := NewPool(f)
	p.Learn(ts...)
	p.Learn(others...)
	for _, t := range others {
		p.Touch(t)
	}
	for i, t := range ts {
		out[i] = t
		if t.Op() == logic.OpForall {
			out[i] = f.True()
		} else {
			p.Touch(t)
		}
	}
	for range chain {
		n := p.Len()
		for i, t := range ts {
			if bound, body := Parts(t); bound != nil {
				all := []*logic.Term{}
				p.Of(n, bound, body, func(_, t *logic.Term) {
					all = append(all, t)
					p.Touch(t)
				})
				out[i] = f.And(all...)
			}
		}
		if p.Len() == n {
			break
		}
	}
	return out
}

// Split divides a linear term into a multiple of a symbol and the rest; 0: the symbol does not occur in that way.
func Split(f *logic.Factory, t, b *logic.Term) (factor int64, rest *logic.Term) {
	prods, coeffs, constant := logic.Linear(t)
	rest = f.Num(logic.Int, constant)
	for i, p := range prods {
		if p == b {
			n, ok := coeffs[i].Int64()
			if !ok {
				return 0, nil
			}
			factor = n
			continue
		}
		if logic.Occurs(b, p) {
			return 0, nil
		}
		rest = f.Add(rest, f.Mul(f.Num(logic.Int, coeffs[i]), p))
	}
	return factor, rest
}

// Divided is a linear term over n where all of its coefficients are multiples of that; nil otherwise.
func Divided(f *logic.Factory, t *logic.Term, n int64) *logic.Term {
	if n == 1 {
		return t
	}
	prods, coeffs, constant := logic.Linear(t)
	inverse := rational.FromInt(n).Inv()
	sum := make([]*logic.Term, 0, len(prods)+1)
	for i, c := range append(coeffs, constant) {
		if c = c.Mul(inverse); !c.IsInt() {
			return nil
		}
		if i < len(prods) {
			sum = append(sum, f.Mul(f.Num(logic.Int, c), prods[i]))
		} else {
			sum = append(sum, f.Num(logic.Int, c))
		}
	}
	return f.Add(sum...)
}

// multiple reports whether a number is a multiple of 2^wrapBits.
func multiple(q rational.Q) bool {
	return q.IsInt() && !q.IsZero() && new(big.Int).Rem(q.Num(), new(big.Int).Lsh(big.NewInt(1), wrapBits)).Sign() == 0
}

// Unwrapped guesses the term without wrap-around: remainders modulo a multiple of 2^32 are removed, and of conditionals whose branches differ by a multiple of
// 2^32 the branch nearest to zero is taken.
func Unwrapped(f *logic.Factory, t *logic.Term) *logic.Term {
	return logic.Transform(t, func(u *logic.Term, args []*logic.Term) *logic.Term {
		if u.Op() == logic.OpMod && args[1].IsConst() && multiple(args[1].Rational()) {
			return args[0]
		}
		if u.Op() != logic.OpIte || !u.Sort().IsInt() {
			return f.With(u, args)
		}
		d := f.Sub(args[1], args[2])
		if !d.IsConst() || !multiple(d.Rational()) {
			return f.With(u, args)
		}
		_, _, x := logic.Linear(args[1])
		_, _, y := logic.Linear(args[2])
		if x.Abs().Cmp(y.Abs()) <= 0 {
			return args[1]
		}
		return args[2]
	})
}
