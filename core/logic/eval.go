package logic

import (
	"errors"
	"fmt"
	"slices"
)

// Errors of evaluation. They come wrapped with the term concerned.
var (
	// ErrUnassigned: the assignment has no value for a symbol.
	ErrUnassigned = errors.New("no value for symbol")
	// ErrUnspecified: the value depends on something SMT-LIB leaves to the model,
	// such as division of numbers by zero or an out-of-range float conversion.
	ErrUnspecified = errors.New("unspecified operation")
	// ErrQuantifier: the term has a quantifier.
	ErrQuantifier = errors.New("quantified term")
)

// Eval returns the value of t when each symbol v has the value env(v), a ground
// term. Applications of uninterpreted functions are looked up as App terms with
// evaluated arguments; so are operations that SMT-LIB leaves unspecified (x/0
// over Int and Real), as terms with evaluated arguments. Values are constants,
// or for arrays stores at ascending constant indices over a constant array.
func (f *Factory) Eval(t *Term, env func(sym *Term) *Term) (*Term, error) {
	return f.NewEvaluator(env).Eval(t)
}

// Evaluator evaluates terms under one assignment and remembers the values of
// all subterms. It belongs to one goroutine.
type Evaluator struct {
	f     *Factory
	env   func(*Term) *Term
	memo  map[*Term]value
	stack []*Term
	steps int
}

// NewEvaluator returns an evaluator for the assignment env, see Factory.Eval.
func (f *Factory) NewEvaluator(env func(sym *Term) *Term) *Evaluator {
	return &Evaluator{f: f, env: env, memo: map[*Term]value{}}
}

// value is a result. Bool and BV values of at most 64 bits are in u alone, so
// that checking a model over machine integers builds no terms.
type value struct {
	u   uint64
	t   *Term       // other scalars
	arr *arrayValue // arrays
	err error
}

// arrayValue is a total map: the entries of m, def elsewhere.
type arrayValue struct {
	def *Term
	m   *hamt
}

func small(s *Sort) bool { return s.kind == KindBool || s.kind == KindBV && s.p <= 64 }

// Steps is the number of subterms that were evaluated.
func (e *Evaluator) Steps() int { return e.steps }

// Eval returns the value of t.
func (e *Evaluator) Eval(t *Term) (*Term, error) {
	v := e.eval(t)
	if v.err != nil {
		return nil, v.err
	}
	return e.term(v, t.sort), nil
}

// Bool returns the value of a Bool term.
func (e *Evaluator) Bool(t *Term) (bool, error) {
	v := e.eval(t)
	return v.u == 1, v.err
}

// eval works with an explicit stack, because terms can be very deep. Arguments
// that the value does not depend on are not evaluated, so unspecified operations
// there does no harm.
func (e *Evaluator) eval(t *Term) value {
	if v, ok := e.get(t); ok {
		return v
	}
	base := len(e.stack)
	e.stack = append(e.stack, t)
	for len(e.stack) > base {
		t := e.stack[len(e.stack)-1]
		if _, ok := e.memo[t]; ok {
			e.stack = e.stack[:len(e.stack)-1]
			continue
		}
		if need := e.missing(t); need != nil {
			e.stack = append(e.stack, need...)
			continue
		}
		v := e.apply(t)
		e.memo[t] = v
		e.steps++
	}
	v, _ := e.get(t)
	return v
}

func (e *Evaluator) get(t *Term) (value, bool) {
	if t.op == OpConst {
		if small(t.sort) {
			return value{u: t.u}, true
		}
		return value{t: t}, true
	}
	v, ok := e.memo[t]
	return v, ok
}

// missing returns arguments whose values are needed next.
func (e *Evaluator) missing(t *Term) []*Term {
	switch t.op {
	case OpForall, OpExists:
		return nil
	case OpIte:
		c, ok := e.get(t.args[0])
		if !ok {
			return t.args[:1]
		}
		if c.err != nil {
			return nil
		}
		branch := t.args[2:]
		if c.u == 1 {
			branch = t.args[1:2]
		}
		if _, ok := e.get(branch[0]); !ok {
			return branch
		}
		return nil
	case OpPatterned:
		if _, ok := e.get(t.args[0]); !ok {
			return t.args[:1]
		}
		return nil
	case OpAnd, OpOr:
		for i, a := range t.args {
			v, ok := e.get(a)
			if !ok {
				return t.args[i : i+1]
			}
			if v.err == nil && (v.u == 1) == (t.op == OpOr) {
				return nil
			}
		}
		return nil
	}
	for _, a := range t.args {
		if _, ok := e.get(a); !ok {
			return t.args // those already known are dropped from the stack at once
		}
	}
	return nil
}

// apply computes t from the values of its arguments.
func (e *Evaluator) apply(t *Term) value {
	switch t.op {
	case OpConst:
		v, _ := e.get(t)
		return v
	case OpVar:
		return e.lookup(t, t)
	case OpForall, OpExists:
		return value{err: fmt.Errorf("logic: %w", ErrQuantifier)}
	case OpPatterned:
		v, _ := e.get(t.args[0])
		return v
	case OpIte:
		c, _ := e.get(t.args[0])
		if c.err != nil {
			return c
		}
		v, _ := e.get(t.args[2-c.u])
		return v
	case OpAnd, OpOr:
		return e.junction(t)
	}
	args := make([]value, 0, 4)
	for _, a := range t.args {
		v, _ := e.get(a)
		if v.err != nil {
			return v
		}
		args = append(args, v)
	}
	if v, ok := e.direct(t, args); ok {
		return v
	}
	ts := make([]*Term, len(args))
	for i, a := range args {
		ts[i] = e.term(a, t.args[i].sort)
	}
	r := e.f.Rebuild(t, ts)
	if r.op == OpConst {
		v, _ := e.get(r)
		return v
	}
	return e.lookup(r, t)
}

// lookup queries the assignment for a symbol, an application or an unspecified
// operation on values.
func (e *Evaluator) lookup(r, t *Term) value {
	v := e.env(r)
	switch {
	case v == nil && (r.op == OpVar || r.op == OpApp):
		return value{err: fmt.Errorf("logic: %w %s", ErrUnassigned, r.Name())}
	case v == nil:
		return value{err: fmt.Errorf("logic: %w: %s", ErrUnspecified, r.StringN(200))}
	case v.sort != t.sort:
		return value{err: fmt.Errorf("logic: value of sort %s for %s of sort %s", v.sort, r.StringN(200), t.sort)}
	case v.free:
		return value{err: fmt.Errorf("logic: value of %s is not ground", r.StringN(200))}
	}
	return e.eval(v)
}

func (e *Evaluator) junction(t *Term) value {
	short := uint64(0) // the value that decides
	if t.op == OpOr {
		short = 1
	}
	r := value{u: 1 - short}
	for _, a := range t.args {
		v, ok := e.get(a)
		if !ok {
			break
		}
		if v.err == nil && v.u == short {
			return v
		}
		if v.err != nil && r.err == nil {
			r = v
		}
	}
	return r
}

// direct computes without building terms where machine words suffice, and all
// array operations.
func (e *Evaluator) direct(t *Term, a []value) (value, bool) {
	truth := func(b bool) (value, bool) {
		if b {
			return value{u: 1}, true
		}
		return value{}, true
	}
	switch t.op {
	case OpSelect:
		i := e.term(a[1], t.args[1].sort)
		v := a[0].arr.m.get(i)
		if v == nil {
			v = a[0].arr.def
		}
		return e.eval(v), true
	case OpStore:
		i, v := e.term(a[1], t.args[1].sort), e.term(a[2], t.args[2].sort)
		return value{arr: &arrayValue{def: a[0].arr.def, m: a[0].arr.m.with(i, v, new(hamtOwner))}}, true
	case OpConstArray:
		return value{arr: &arrayValue{def: e.term(a[0], t.args[0].sort)}}, true
	case OpNot:
		return value{u: 1 - a[0].u}, true
	case OpEq:
		switch s := t.args[0].sort; {
		case small(s):
			return truth(a[0].u == a[1].u)
		default:
			return truth(e.term(a[0], s) == e.term(a[1], s))
		}
	}
	if len(t.args) == 0 || !small(t.args[0].sort) || t.args[0].sort.kind != KindBV || !small(t.sort) {
		return value{}, false
	}
	w := t.args[0].sort.p
	x := a[0].u
	var y uint64
	if len(a) > 1 {
		y = a[1].u
	}
	bv := func(u uint64) (value, bool) { return value{u: u & mask(t.sort.p)}, true }
	switch t.op {
	case OpULe:
		return truth(x <= y)
	case OpULt:
		return truth(x < y)
	case OpSLe:
		return truth(signed(x, w) <= signed(y, w))
	case OpSLt:
		return truth(signed(x, w) < signed(y, w))
	case OpBVNeg, OpBVNegNSW:
		return bv(-x)
	case OpBVNot:
		return bv(^x)
	case OpZeroExt:
		return bv(x)
	case OpSignExt:
		return bv(uint64(signed(x, w)))
	case OpExtract:
		return bv(x >> uint(t.Lo()))
	case OpConcat:
		return bv(x<<uint(t.args[1].sort.p) | y)
	}
	if t.op >= OpBVAdd && t.op <= OpBVAShr {
		return bv(foldBV64(t.op, x, y, w))
	}
	return value{}, false
}

// term returns a value as a term of sort s.
func (e *Evaluator) term(v value, s *Sort) *Term {
	switch {
	case v.t != nil:
		return v.t
	case v.arr != nil:
		return e.f.arrayTerm(s, v.arr)
	case s.kind == KindBool:
		return e.f.BoolConst(v.u == 1)
	}
	return e.f.BV(v.u, s.p)
}

// arrayTerm returns the one term that stands for the map v: over a finite index
// sort whose indices are mostly stored to, the default is the most frequent
// element (the one at the least index among equally frequent ones).
func (f *Factory) arrayTerm(s *Sort, v *arrayValue) *Term {
	type entry struct{ i, v *Term }
	var es []entry
	def := v.def
	v.m.each(func(i, x *Term) {
		if x != def {
			es = append(es, entry{i, x})
		}
	})
	if dom := f.domain(s.index, 2*len(es)); dom != nil {
		count := map[*Term]int{}
		best := 0
		at := make([]*Term, len(dom))
		for k, i := range dom {
			if at[k] = v.m.get(i); at[k] == nil {
				at[k] = v.def
			}
			count[at[k]]++
			best = max(best, count[at[k]])
		}
		for _, x := range at {
			if count[x] == best {
				def = x
				break
			}
		}
		es = es[:0]
		for k, i := range dom {
			if at[k] != def {
				es = append(es, entry{i, at[k]})
			}
		}
	}
	slices.SortFunc(es, func(x, y entry) int {
		if offsetLess(x.i, y.i) {
			return -1
		}
		if offsetLess(y.i, x.i) {
			return 1
		}
		return 0
	})
	t := f.ConstArray(s, def)
	for _, x := range es {
		t = f.store(t, x.i, x.v)
	}
	return t
}

// domain returns all values of a finite sort in ascending order of their bits,
// or nil when there are more than limit.
func (f *Factory) domain(s *Sort, limit int) []*Term {
	w := s.Width()
	switch {
	case s.kind == KindBool:
		w = 1
	case s.kind == KindFloat:
		limit *= 2 // less than half of the patterns are NaNs
	case s.kind != KindBV:
		return nil
	}
	if w > 30 || 1<<w > limit {
		return nil
	}
	var out []*Term
	for u := uint64(0); u < 1<<w; u++ {
		t := f.mk(node{op: OpConst, sort: s, u: u})
		if s.kind == KindFloat && f.FloatBits(s, t.BVBig()) != t {
			continue
		}
		out = append(out, t)
	}
	return out
}
