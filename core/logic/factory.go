package logic

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"sync"

	"cupel/core/rational"
)

// chunkBits sets the number of terms allocated together.
const chunkBits = 8

// Factory builds and owns hash-consed terms. Terms of different factories must
// not be mixed. A Factory is safe for concurrent use; the order of IDs, and with
// it the order of arguments, then depends on the schedule, so goroutines whose
// results must be reproducible use a factory each (see Import).
type Factory struct {
	mu     sync.Mutex
	table  []uint32                // buckets: ID+1 of the first term, 0 for none; length is a power of two
	chunks []*[1 << chunkBits]Term // the terms by ID
	count  int
	slab   []*Term // unused part of the current block of argument lists
	fresh  map[string]int
	vars   map[string]*Term
	chains chainCache

	freeVars freeVarCache

	tTrue, tFalse *Term
}

// NewFactory returns an empty factory.
func NewFactory() *Factory {
	f := &Factory{table: make([]uint32, 1<<10), fresh: map[string]int{}, vars: map[string]*Term{}}
	f.tFalse = f.mk(node{op: OpConst, sort: Bool, u: 0})
	f.tTrue = f.mk(node{op: OpConst, sort: Bool, u: 1})
	return f
}

// NumTerms returns the number of distinct terms built so far.
func (f *Factory) NumTerms() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.count
}

// node describes a term that may exist already.
type node struct {
	op   Op
	sort *Sort
	u    uint64
	name string
	big  *big.Int
	q    rational.Q
	args []*Term
}

func (n *node) hash() uint32 {
	const prime = 1099511628211
	h := uint64(14695981039346656037)
	mix := func(x uint64) { h = (h ^ x) * prime; h ^= h >> 29 }
	mix(uint64(n.op))
	mix(uint64(n.sort.kind)<<32 | uint64(n.sort.p)<<16 | uint64(n.sort.q))
	for i := 0; i < len(n.name); i++ {
		h = (h ^ uint64(n.name[i])) * prime
	}
	mix(n.u)
	if n.big != nil {
		for _, w := range n.big.Bits() {
			mix(uint64(w))
		}
	}
	if n.op == OpConst && n.sort.IsArith() {
		mix(n.q.Hash())
	}
	for _, a := range n.args {
		mix(uint64(a.id) + 0x9e3779b97f4a7c15)
	}
	return uint32(h ^ h>>32)
}

func (n *node) is(t *Term) bool {
	if t.op != n.op || t.sort != n.sort || t.u != n.u || !slices.Equal(t.args, n.args) {
		return false
	}
	switch n.op {
	case OpVar, OpApp:
		return t.x.name == n.name
	case OpConst:
		if n.sort.IsArith() {
			return t.x.q.Equal(n.q)
		}
		b := t.wide()
		return (b == nil) == (n.big == nil) && (b == nil || b.Cmp(n.big) == 0)
	}
	return true
}

// mk returns the unique term equal to n. The arguments are copied.
func (f *Factory) mk(n node) *Term {
	h := n.hash()
	f.mu.Lock()
	defer f.mu.Unlock()
	if t := f.lookup(&n, h); t != nil {
		return t
	}
	return f.insert(&n, h)
}

// find returns the term equal to n when it was built before, else nil.
func (f *Factory) find(n node) *Term {
	h := n.hash()
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.lookup(&n, h)
}

func (f *Factory) at(id uint32) *Term { return &f.chunks[id>>chunkBits][id&(1<<chunkBits-1)] }

func (f *Factory) lookup(n *node, h uint32) *Term {
	for i := f.table[h&uint32(len(f.table)-1)]; i != 0; {
		t := f.at(i - 1)
		if t.hash == h && n.is(t) {
			return t
		}
		i = t.next
	}
	return nil
}

func (f *Factory) insert(n *node, h uint32) *Term {
	if f.count == math.MaxUint32 {
		panic("logic: more than 2^32-1 terms")
	}
	if f.count&(1<<chunkBits-1) == 0 {
		f.chunks = append(f.chunks, new([1 << chunkBits]Term))
	}
	if f.count > len(f.table)*2 {
		f.grow()
	}
	t := f.at(uint32(f.count))
	*t = Term{u: n.u, sort: n.sort, args: f.copyArgs(n.args), id: uint32(f.count), hash: h, op: n.op}
	if n.name != "" || n.big != nil || n.op == OpVar || n.op == OpApp || n.op == OpConst && n.sort.IsArith() {
		t.x = &payload{name: n.name, big: n.big, q: n.q}
	}
	t.free = t.op == OpVar || t.op == OpApp
	for _, a := range t.args {
		t.free = t.free || a.free
	}
	f.count++
	b := &f.table[h&uint32(len(f.table)-1)]
	t.next = *b
	*b = t.id + 1
	return t
}

// copyArgs moves an argument list into memory that callers cannot reach and
// that is allocated in blocks.
func (f *Factory) copyArgs(args []*Term) []*Term {
	const block = 1024
	n := len(args)
	switch {
	case n == 0:
		return nil
	case n > block/8:
		return slices.Clone(args)
	case n > len(f.slab):
		f.slab = make([]*Term, block)
	}
	r := f.slab[:n:n]
	f.slab = f.slab[n:]
	copy(r, args)
	return r
}

func (f *Factory) grow() {
	nt := make([]uint32, len(f.table)*4)
	for id := 0; id < f.count; id++ {
		t := f.at(uint32(id))
		b := &nt[t.hash&uint32(len(nt)-1)]
		t.next = *b
		*b = t.id + 1
	}
	f.table = nt
}

func (f *Factory) app(op Op, s *Sort, args ...*Term) *Term {
	return f.mk(node{op: op, sort: s, args: args})
}

func (f *Factory) appK(op Op, s *Sort, k, l int, args ...*Term) *Term {
	return f.mk(node{op: op, sort: s, u: param(k, l), args: args})
}

// Var returns the free symbol with the given name and sort. Asking again with
// another sort panics: names identify symbols within a factory.
func (f *Factory) Var(name string, s *Sort) *Term {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.varLocked(name, s)
}

func (f *Factory) varLocked(name string, s *Sort) *Term {
	v := f.vars[name]
	if v == nil {
		n := node{op: OpVar, sort: s, name: name}
		v = f.insert(&n, n.hash())
		f.vars[name] = v
	}
	if v.sort != s {
		panic(fmt.Sprintf("logic: symbol %s has sort %s, not %s", name, v.sort, s))
	}
	return v
}

// LookupVar returns the symbol with the given name, or nil when there is none.
func (f *Factory) LookupVar(name string) *Term {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.vars[name]
}

// Fresh returns a symbol whose name starts with prefix and was never used in f.
func (f *Factory) Fresh(prefix string, s *Sort) *Term {
	f.mu.Lock()
	defer f.mu.Unlock()
	for {
		n := f.fresh[prefix]
		f.fresh[prefix] = n + 1
		name := prefix + "!" + strconv.Itoa(n)
		if f.vars[name] == nil {
			return f.varLocked(name, s)
		}
	}
}

// App returns the uninterpreted function name: sorts of args -> s, applied to args.
func (f *Factory) App(name string, s *Sort, args ...*Term) *Term {
	return f.mk(node{op: OpApp, sort: s, name: name, args: args})
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
	return f.mk(node{op: OpConst, sort: s, q: q})
}

// BV returns the bit-vector constant v modulo 2^width.
func (f *Factory) BV(v uint64, width int) *Term {
	if width < 64 {
		v &= 1<<uint(width) - 1
	}
	if width > 64 {
		return f.BVBig(new(big.Int).SetUint64(v), width)
	}
	return f.mk(node{op: OpConst, sort: BVSort(width), u: v})
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
		return f.mk(node{op: OpConst, sort: s, u: r.Uint64()})
	}
	return f.mk(node{op: OpConst, sort: s, big: r})
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
