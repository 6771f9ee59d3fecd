package logic

import (
	"fmt"
	"math/big"
	"sync"

	"cupel/rational"
)

// Factory builds and owns hash-consed terms. Terms of different factories must
// not be mixed. A Factory is safe for concurrent use.
type Factory struct {
	mu    sync.Mutex
	table []*Term // open hashing, chained through Term.next; length is a power of two
	count int
	fresh map[string]int
	vars  map[string]*Term

	tTrue, tFalse *Term
}

// NewFactory returns an empty factory.
func NewFactory() *Factory {
	f := &Factory{table: make([]*Term, 1<<10), fresh: map[string]int{}, vars: map[string]*Term{}}
	f.tFalse = f.mk(Term{op: OpConst, sort: Bool, u: 0})
	f.tTrue = f.mk(Term{op: OpConst, sort: Bool, u: 1})
	return f
}

// NumTerms returns the number of distinct terms built so far.
func (f *Factory) NumTerms() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.count
}

func (t *Term) computeHash() uint64 {
	const prime = 1099511628211
	h := uint64(14695981039346656037)
	mix := func(x uint64) { h = (h ^ x) * prime; h ^= h >> 29 }
	mix(uint64(t.op))
	mix(uint64(uint32(t.k))<<32 | uint64(uint32(t.l)))
	mix(uint64(t.sort.kind)<<32 | uint64(t.sort.p)<<16 | uint64(t.sort.q))
	for i := 0; i < len(t.name); i++ {
		h = (h ^ uint64(t.name[i])) * prime
	}
	mix(t.u)
	if t.big != nil {
		for _, w := range t.big.Bits() {
			mix(uint64(w))
		}
	}
	if t.op == OpConst && t.sort.IsArith() {
		mix(t.q.Hash())
	}
	for _, a := range t.args {
		mix(uint64(a.id) + 0x9e3779b97f4a7c15)
	}
	return h
}

func same(a, b *Term) bool {
	if a.hash != b.hash || a.op != b.op || a.sort != b.sort || a.k != b.k || a.l != b.l ||
		a.u != b.u || a.name != b.name || len(a.args) != len(b.args) {
		return false
	}
	for i := range a.args {
		if a.args[i] != b.args[i] {
			return false
		}
	}
	if a.op == OpConst {
		if (a.big == nil) != (b.big == nil) || a.big != nil && a.big.Cmp(b.big) != 0 {
			return false
		}
		if a.sort.IsArith() && !a.q.Equal(b.q) {
			return false
		}
	}
	return true
}

// mk returns the unique term equal to t.
func (f *Factory) mk(t Term) *Term {
	t.hash = t.computeHash()
	f.mu.Lock()
	defer f.mu.Unlock()
	i := t.hash & uint64(len(f.table)-1)
	for o := f.table[i]; o != nil; o = o.next {
		if same(o, &t) {
			return o
		}
	}
	t.free = t.op == OpVar || t.op == OpApp
	for _, a := range t.args {
		t.free = t.free || a.free
	}
	n := new(Term)
	*n = t
	n.id = uint32(f.count)
	f.count++
	n.next = f.table[i]
	f.table[i] = n
	if f.count > len(f.table)*2 {
		f.grow()
	}
	return n
}

func (f *Factory) grow() {
	nt := make([]*Term, len(f.table)*4)
	for _, t := range f.table {
		for t != nil {
			nx := t.next
			i := t.hash & uint64(len(nt)-1)
			t.next = nt[i]
			nt[i] = t
			t = nx
		}
	}
	f.table = nt
}

func (f *Factory) app(op Op, s *Sort, args ...*Term) *Term {
	return f.mk(Term{op: op, sort: s, args: args})
}

func (f *Factory) appK(op Op, s *Sort, k, l int, args ...*Term) *Term {
	return f.mk(Term{op: op, sort: s, k: int32(k), l: int32(l), args: args})
}

// Var returns the free symbol with the given name and sort. Asking again with
// another sort panics: names identify symbols within a factory.
func (f *Factory) Var(name string, s *Sort) *Term {
	f.mu.Lock()
	v := f.vars[name]
	f.mu.Unlock()
	if v != nil {
		if v.sort != s {
			panic(fmt.Sprintf("logic: symbol %s has sort %s, not %s", name, v.sort, s))
		}
		return v
	}
	v = f.mk(Term{op: OpVar, sort: s, name: name})
	f.mu.Lock()
	f.vars[name] = v
	f.mu.Unlock()
	return v
}

// Fresh returns a symbol whose name starts with prefix and was never used in f.
func (f *Factory) Fresh(prefix string, s *Sort) *Term {
	for {
		f.mu.Lock()
		n := f.fresh[prefix]
		f.fresh[prefix] = n + 1
		name := fmt.Sprintf("%s!%d", prefix, n)
		_, used := f.vars[name]
		f.mu.Unlock()
		if !used {
			return f.Var(name, s)
		}
	}
}

// App returns the uninterpreted function name: sorts of args -> s, applied to args.
func (f *Factory) App(name string, s *Sort, args ...*Term) *Term {
	return f.mk(Term{op: OpApp, sort: s, name: name, args: args})
}

// True and False return the Boolean constants.
func (f *Factory) True() *Term { return f.tTrue }

// False returns the constant false.
func (f *Factory) False() *Term { return f.tFalse }

// BoolConst returns the constant b.
func (f *Factory) BoolConst(b bool) *Term {
	if b {
		return f.tTrue
	}
	return f.tFalse
}

// IntConst returns the Int constant n.
func (f *Factory) IntConst(n int64) *Term { return f.Num(Int, rational.FromInt(n)) }

// IntBig returns the Int constant n.
func (f *Factory) IntBig(n *big.Int) *Term { return f.Num(Int, rational.FromBig(n)) }

// Num returns the constant q of sort s, Int or Real; an Int must be integral.
func (f *Factory) Num(s *Sort, q rational.Q) *Term {
	if s == Int && !q.IsInt() {
		panic("logic: Num: " + q.String() + " is not an integer")
	}
	return f.mk(Term{op: OpConst, sort: s, q: q})
}

// BV returns the bit-vector constant v modulo 2^width.
func (f *Factory) BV(v uint64, width int) *Term {
	if width < 64 {
		v &= 1<<uint(width) - 1
	}
	if width > 64 {
		return f.BVBig(new(big.Int).SetUint64(v), width)
	}
	return f.mk(Term{op: OpConst, sort: BVSort(width), u: v})
}

// BVInt returns the bit-vector constant of v in two's complement.
func (f *Factory) BVInt(v int64, width int) *Term {
	if width <= 64 {
		return f.BV(uint64(v), width)
	}
	return f.BVBig(big.NewInt(v), width)
}

// BVBig returns the bit-vector constant v modulo 2^width (two's complement for negative v).
func (f *Factory) BVBig(v *big.Int, width int) *Term { return f.bits(BVSort(width), v) }

// FloatBits returns the float constant with the given IEEE bit pattern. Every
// NaN pattern denotes the one NaN of SMT-LIB.
func (f *Factory) FloatBits(s *Sort, bits *big.Int) *Term { return f.bits(s, canonicalNaN(s, bits)) }

func (f *Factory) bits(s *Sort, v *big.Int) *Term {
	w := uint(s.Width())
	m := new(big.Int).Lsh(big.NewInt(1), w)
	r := new(big.Int).Mod(v, m)
	if w <= 64 {
		return f.mk(Term{op: OpConst, sort: s, u: r.Uint64()})
	}
	return f.mk(Term{op: OpConst, sort: s, big: r})
}

// canonicalNaN maps every NaN bit pattern of s to the quiet positive one.
func canonicalNaN(s *Sort, bits *big.Int) *big.Int {
	frac := uint(s.q - 1)
	expMask := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(s.p)), big.NewInt(1))
	exp := new(big.Int).And(new(big.Int).Rsh(bits, frac), expMask)
	fr := new(big.Int).And(bits, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), frac), big.NewInt(1)))
	if exp.Cmp(expMask) != 0 || fr.Sign() == 0 {
		return bits
	}
	n := new(big.Int).Lsh(expMask, frac)
	return n.SetBit(n, int(frac)-1, 1)
}
