package ranges

import (
	"math/big"

	"cupel/analysis/absint/interval"
	"cupel/core/logic"
)

// Bounds are what is known of terms: intervals of integers and facts, the conditions that hold. It belongs to one
// goroutine.
type Bounds struct {
	f     *logic.Factory
	of    map[*logic.Term]interval.Interval // what was learnt; other bounds follow from these
	facts map[*logic.Term]bool
	log   []entry
	memo  memo

	fuel    int // of the current call
	visited int // subterms in all calls
}

// entry is a change that can be undone.
type entry struct {
	t      *logic.Term
	before interval.Interval
	known  bool // t had an interval before
	fact   bool // t became a fact instead
}

// memo holds results that are valid as long as nothing more is known; after that they are only weaker.
type memo struct {
	ranges map[*logic.Term]interval.Interval
	simple map[*logic.Term]*logic.Term
	leaves map[*logic.Term]bool // terms that results depend on because they have no definition: symbols, reads, conditions
}

func newMemo() memo {
	return memo{map[*logic.Term]interval.Interval{}, map[*logic.Term]*logic.Term{}, map[*logic.Term]bool{}}
}

// New returns bounds that know nothing.
func New(f *logic.Factory) *Bounds {
	return &Bounds{f: f, of: map[*logic.Term]interval.Interval{}, facts: map[*logic.Term]bool{}, memo: newMemo()}
}

// Visited is the number of subterms visited so far, a measure of work.
func (b *Bounds) Visited() int { return b.visited }

// Mark is the state to which Undo returns.
func (b *Bounds) Mark() int { return len(b.log) }

// Undo forgets what was learnt since a mark.
func (b *Bounds) Undo(mark int) {
	if mark == len(b.log) {
		return
	}
	for i := len(b.log) - 1; i >= mark; i-- {
		switch e := b.log[i]; {
		case e.fact:
			delete(b.facts, e.t)
		case e.known:
			b.of[e.t] = e.before
		default:
			delete(b.of, e.t)
		}
	}
	b.log = b.log[:mark]
	b.memo = newMemo()
}

// Learn takes a condition for granted. It returns false if that contradicts what is known.
func (b *Bounds) Learn(c *logic.Term) bool {
	b.fuel = maxVisited
	return b.learn(c, maxInward)
}

// learn is Learn for at most n subterms.
func (b *Bounds) learn(c *logic.Term, n int) bool {
	if c.IsConst() {
		return c.IsTrue()
	}
	if c.Op() == logic.OpAnd {
		for _, a := range c.Args() {
			if !b.learn(a, n) {
				return false
			}
		}
		return true
	}
	if b.facts[c] {
		return true
	}
	no := b.f.Not(c)
	if b.facts[no] {
		return false
	}
	b.facts[c] = true
	b.log = append(b.log, entry{t: c, fact: true})
	if b.memo.leaves[c] || b.memo.leaves[no] {
		b.memo = newMemo()
	}
	switch c.Op() {
	case logic.OpLe:
		x, y := c.Arg(0), c.Arg(1)
		switch {
		case !x.Sort().IsInt():
		case y.IsConst():
			return b.narrow(x, interval.Of(nil, y.Rational().Num()), n)
		case x.IsConst():
			return b.narrow(y, interval.Of(x.Rational().Num(), nil), n)
		}
	case logic.OpEq:
		x, y := c.Arg(0), c.Arg(1)
		switch {
		case !x.Sort().IsInt():
		case y.IsConst():
			return b.narrow(x, interval.Single(y.Rational().Num()), n)
		default:
			return b.narrow(x, b.bounds(y, 0), n) && b.narrow(y, b.bounds(x, 0), n)
		}
	case logic.OpNot:
		if e := c.Arg(0); e.Op() == logic.OpEq && e.Arg(1).IsConst() && e.Arg(0).Sort().IsInt() {
			return b.narrow(e.Arg(0), without(b.bounds(e.Arg(0), 0), e.Arg(1).Rational().Num()), n)
		}
		if a := c.Arg(0); a.Op() == logic.OpOr {
			for _, d := range a.Args() {
				if !b.learn(b.f.Not(d), n) {
					return false
				}
			}
		}
	}
	return true
}

// without returns i, or i without v if that is one of its ends.
func without(i interval.Interval, v *big.Int) interval.Interval {
	one := big.NewInt(1)
	lo, hi := i.Lo(), i.Hi()
	if lo != nil && lo.Cmp(v) == 0 {
		lo = new(big.Int).Add(lo, one)
	}
	if hi != nil && hi.Cmp(v) == 0 {
		hi = new(big.Int).Sub(hi, one)
	}
	if i.IsEmpty() {
		return i
	}
	return interval.Of(lo, hi)
}

// narrow bounds an integer term, and the terms it consists of; false: it has no value left.
func (b *Bounds) narrow(t *logic.Term, to interval.Interval, n int) bool {
	old := b.bounds(t, 0)
	now := old.Meet(to)
	if now.IsEmpty() {
		return false
	}
	if t.IsConst() || now.Equal(old) {
		return true
	}
	before, known := b.of[t]
	b.log = append(b.log, entry{t: t, before: before, known: known})
	b.of[t] = now
	if _, used := b.memo.ranges[t]; used || b.memo.leaves[t] {
		b.memo = newMemo()
	}
	if n--; n < 0 {
		return true
	}
	switch t.Op() {
	case logic.OpDiv:
		if k := t.Arg(1); k.IsConst() && k.Rational().Sign() > 0 {
			d := k.Rational().Num()
			return b.narrow(t.Arg(0), now.Scale(d).Add(interval.Of(new(big.Int), new(big.Int).Sub(d, big.NewInt(1)))), n)
		}
	case logic.OpMod:
		if k := t.Arg(1); k.IsConst() && k.Rational().Sign() > 0 {
			return b.narrow(t.Arg(0), congruent(b.bounds(t.Arg(0), 0), now, k.Rational().Num()), n)
		}
	case logic.OpAdd, logic.OpMul:
		return b.summands(t, now, n)
	case logic.OpIte:
		for k := 1; k <= 2; k++ {
			if !b.bounds(t.Arg(k), 0).Meet(now).IsEmpty() {
				continue
			}
			c := t.Arg(0)
			if k == 1 {
				c = b.f.Not(c)
			}
			return b.learn(c, n) && b.narrow(t.Arg(3-k), now, n)
		}
	}
	return true
}

// summands bounds each summand of t by the bounds of t and of the others.
func (b *Bounds) summands(t *logic.Term, to interval.Interval, n int) bool {
	ps, cs, k := logic.Linear(t)
	if len(ps) > n || len(ps) == 1 && ps[0] == t {
		return true
	}
	for i, p := range ps {
		rest := to.AddConst(new(big.Int).Neg(k.Num()))
		for j, q := range ps {
			if j != i {
				rest = rest.Sub(b.bounds(q, 0).Scale(cs[j].Num()))
			}
		}
		c := cs[i].Num()
		if c.Sign() < 0 {
			rest, c = rest.Neg(), new(big.Int).Neg(c)
		}
		if rest.IsTop() {
			continue
		}
		if !b.narrow(p, interval.Of(rest.CeilDiv(c).Lo(), rest.FloorDiv(c).Hi()), n/len(ps)) {
			return false
		}
	}
	return true
}

// bounds returns an interval that contains the values of an integer term.
func (b *Bounds) bounds(t *logic.Term, depth int) interval.Interval {
	if t.IsConst() {
		return interval.Single(t.Rational().Num())
	}
	if r, ok := b.memo.ranges[t]; ok {
		return r
	}
	if t.NumArgs() == 0 {
		b.memo.leaves[t] = true
		return b.of[t]
	}
	if b.fuel <= 0 || depth >= maxDepth {
		return b.of[t]
	}
	b.fuel--
	b.visited++
	depth++
	r := interval.Top
	switch t.Op() {
	case logic.OpAdd, logic.OpMul:
		ps, cs, k := logic.Linear(t)
		if len(ps) == 1 && ps[0] == t { // a product
			r = b.bounds(t.Arg(0), depth)
			for _, a := range t.Args()[1:] {
				r = r.Mul(b.bounds(a, depth))
			}
			break
		}
		r = interval.Single(k.Num())
		for i, p := range ps {
			r = r.Add(b.bounds(p, depth).Scale(cs[i].Num()))
		}
		r = b.remainders(t, r, depth)
	case logic.OpDiv:
		r = b.bounds(t.Arg(0), depth).EuclidDiv(b.bounds(t.Arg(1), depth))
	case logic.OpMod:
		r = b.bounds(t.Arg(0), depth).EuclidMod(b.bounds(t.Arg(1), depth))
	case logic.OpBV2Nat:
		r = interval.TypeRange(t.Arg(0).Sort().Width(), false)
	case logic.OpIte:
		switch holds, known := b.fact(t.Arg(0), depth); {
		case known && holds:
			r = b.bounds(t.Arg(1), depth)
		case known:
			r = b.bounds(t.Arg(2), depth)
		default:
			r = b.bounds(t.Arg(1), depth).Join(b.bounds(t.Arg(2), depth))
		}
	}
	if learnt, ok := b.of[t]; ok {
		r = r.Meet(learnt)
	}
	b.memo.ranges[t] = r
	return r
}

// fact reports whether a condition was learnt, or its negation; an inequality is decided by bounds, which contain what was learnt.
func (b *Bounds) fact(c *logic.Term, depth int) (holds, known bool) {
	if c.Op() == logic.OpLe && c.Arg(0).Sort().IsInt() {
		v := b.compare(c, depth)
		return v == yes, v != open
	}
	b.memo.leaves[c] = true
	switch {
	case b.facts[c]:
		return true, true
	case b.facts[b.f.Not(c)]:
		return false, true
	}
	return false, false
}

// remainders meets r with the bounds of a sum after a quotient in it was replaced, where that makes the sum shorter:
//
//	x - 7*(x div 7)  is  x mod 7
func (b *Bounds) remainders(t *logic.Term, r interval.Interval, depth int) interval.Interval {
	ps, cs, _ := logic.Linear(t)
	for i, q := range ps {
		if q.Op() != logic.OpDiv || !q.Arg(1).IsConst() || q.Arg(1).Rational().Sign() <= 0 {
			continue
		}
		x, k := q.Arg(0), q.Arg(1)
		c := cs[i].Div(k.Rational())
		if !c.IsInt() {
			continue
		}
		times := b.f.Num(logic.Int, c)
		rest := b.f.Add(t, b.f.Mul(times, b.f.Sub(x, b.f.Mul(k, q))))
		if others, _, _ := logic.Linear(rest); len(others) >= len(ps) {
			continue
		}
		mod := b.bounds(b.f.Mod(x, k), depth)
		r = r.Meet(b.bounds(rest, depth).Sub(mod.Scale(c.Num())))
	}
	return r
}

// congruent moves the ends of i to numbers with remainders modulo k in r.
func congruent(i, r interval.Interval, k *big.Int) interval.Interval {
	if i.IsEmpty() || !r.IsFinite() || r.IsEmpty() {
		return i
	}
	lo, hi := i.Lo(), i.Hi()
	if lo != nil {
		m := new(big.Int).Mod(lo, k)
		start := new(big.Int).Sub(lo, m)
		if m.Cmp(r.Hi()) > 0 {
			lo = start.Add(start, k).Add(start, r.Lo())
		} else if m.Cmp(r.Lo()) < 0 {
			lo = start.Add(start, r.Lo())
		}
	}
	if hi != nil {
		m := new(big.Int).Mod(hi, k)
		start := new(big.Int).Sub(hi, m)
		if m.Cmp(r.Lo()) < 0 {
			hi = start.Sub(start, k).Add(start, r.Hi())
		} else if m.Cmp(r.Hi()) > 0 {
			hi = start.Add(start, r.Hi())
		}
	}
	return interval.Of(lo, hi)
}
