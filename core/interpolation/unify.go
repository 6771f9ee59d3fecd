package interpolation

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"cupel/core/logic"
)

// finish returns the best of the sequences found for a path: the cheapest of them, or the result of unify on all of them if that is cheaper.
func (o *Options) finish(ctx context.Context, ses *session, seqs [][]*logic.Term) ([]*logic.Term, error) {
	var best []*logic.Term
	for _, s := range seqs {
		best = o.cheaper(ses.p.f, best, s)
	}
	if o.Exact || ses.p.n < 3 {
		return best, nil
	}
	u, err := o.unify(ctx, ses, seqs)
	if err != nil {
		return nil, err
	}
	return o.cheaper(ses.p.f, u, best), nil
}

// unify restates proofs of infeasibility with as few predicates over program variables as it can. The pool holds the conjuncts of the given sequences and the
// assumptions of the path, renamed to program variables, with the inequalities that equations imply. I_k consists of all predicates of the pool that follow from
// I_(k-1) and step k (Cartesian predicate abstraction of the path), so that one predicate may hold at all positions; then predicates are dropped, for all
// positions at once, as long as the path stays refuted, those that hold at the fewest positions first. It returns nil when it fails.
//
// The infeasibility of a path has many proofs (x = 0, x = 1, ... or x >= 0 everywhere); this pass finds those whose predicates recur.
func (o *Options) unify(ctx context.Context, ses *session, seqs [][]*logic.Term) ([]*logic.Term, error) {
	u := newUnifier(ses, 2*o.GeneraliseBudget)
	u.place = u.rename
	u.name(o.Variable)
	known := map[*logic.Term]bool{}
	add := func(t *logic.Term) {
		if t != nil && !t.IsConst() && !known[t] && len(u.pool) < maxPool {
			known[t] = true
			u.pool = append(u.pool, t)
		}
	}
	for _, s := range seqs {
		for k := 1; k < u.p.n; k++ {
			for _, c := range conjuncts(u.f, s[k]) {
				add(u.abstract(c, k))
			}
		}
	}
	for _, it := range u.p.items {
		if it.sym == nil {
			for _, k := range []int{it.step - 1, it.step} {
				if k > 0 && k < u.p.n {
					add(u.abstract(it.fml, k))
				}
			}
		}
	}
	for _, t := range u.pool {
		for _, w := range weakenings(u.f, t) {
			add(w)
		}
	}
	if len(u.pool) == 0 {
		return nil, nil
	}
	best, err := u.fewest(ctx)
	if best == nil || err != nil {
		return nil, err
	}
	return u.interpolants(best), nil
}

// fewest abstracts the path with the pool and drops predicates from the pool as long as the path stays refuted: those first that hold at the fewest positions,
// and of those that hold equally often the longer ones (s >= 0 and i >= 0 instead of s+i >= 0). It returns the predicates that hold at each position, nil when the
// pool does not refute the path.
func (u *unifier) fewest(ctx context.Context) ([][]*logic.Term, error) {
	best, err := u.sequence(ctx, u.pool)
	if best == nil || err != nil {
		return nil, err
	}
	order := append([]*logic.Term(nil), u.pool...)
	size := func(t *logic.Term) int { return SizeOf([]*logic.Term{t}).Cost() }
	holds := u.holds
	sort.SliceStable(order, func(i, j int) bool {
		a, b := order[i], order[j]
		if holds[a] != holds[b] {
			return holds[a] < holds[b]
		}
		return size(a) > size(b)
	})
	for _, t := range order {
		rest := slices.DeleteFunc(slices.Clone(u.pool), func(x *logic.Term) bool { return x == t })
		fewer, err := u.sequence(ctx, rest)
		if err != nil {
			return nil, err
		}
		if fewer != nil {
			best, u.pool = fewer, rest
		}
	}
	return best, nil
}

// unifier maps predicates between positions and abstracts the path.
type unifier struct {
	ses    *session
	p      *problem
	f      *logic.Factory
	of     map[*logic.Term]*logic.Term            // symbol -> its program variable
	at     []map[*logic.Term]*logic.Term          // position -> program variable -> symbol
	place  func(t *logic.Term, k int) *logic.Term // a predicate over the symbols of a position, or nil
	pool   []*logic.Term
	memo   map[string]reason
	inst   map[placed]*logic.Term
	holds  map[*logic.Term]int // predicate -> number of positions it holds at
	budget int                 // solver calls
}

func newUnifier(ses *session, budget int) *unifier {
	return &unifier{ses: ses, p: ses.p, f: ses.p.f, budget: budget, memo: map[string]reason{}, inst: map[placed]*logic.Term{}, holds: map[*logic.Term]int{}}
}

// reason is whether a predicate follows, and from which predicates.
type reason struct {
	ok   bool
	from []*logic.Term
}

// placed is a predicate at a position.
type placed struct {
	t *logic.Term
	k int
}

// name finds out which symbol is which program variable at each position; of
// several versions in scope the latest one is.
func (u *unifier) name(of func(*logic.Term) *logic.Term) {
	if of == nil {
		of = func(s *logic.Term) *logic.Term { return variableOf(u.f, s) }
	}
	u.of = map[*logic.Term]*logic.Term{}
	u.at = make([]map[*logic.Term]*logic.Term, u.p.n)
	for k := range u.at {
		u.at[k] = map[*logic.Term]*logic.Term{}
	}
	syms := make([]*logic.Term, 0, len(u.p.first))
	for s := range u.p.first {
		syms = append(syms, s)
	}
	sort.Slice(syms, func(i, j int) bool { return syms[i].ID() < syms[j].ID() })
	for _, s := range syms {
		v := of(s)
		if v == nil || v.Sort() != s.Sort() {
			v = s
		}
		u.of[s] = v
		for k := u.p.first[s]; k < u.p.last[s]; k++ {
			if old := u.at[k][v]; old == nil || u.p.first[old] <= u.p.first[s] {
				u.at[k][v] = s
			}
		}
	}
}

// abstract renames a predicate of position k to program variables; nil when it
// holds something that is not the current version of a variable there.
func (u *unifier) abstract(t *logic.Term, k int) *logic.Term {
	for _, s := range logic.FreeVars(t) {
		if u.at[k][u.of[s]] != s {
			return nil
		}
	}
	return u.f.Subst(t, u.of)
}

// instance is place, remembered.
func (u *unifier) instance(t *logic.Term, k int) *logic.Term {
	x, ok := u.inst[placed{t, k}]
	if !ok {
		x = u.place(t, k)
		u.inst[placed{t, k}] = x
	}
	return x
}

// rename renames a predicate to the symbols of position k, or returns nil.
func (u *unifier) rename(t *logic.Term, k int) *logic.Term {
	for _, v := range logic.FreeVars(t) {
		if u.at[k][v] == nil {
			return nil
		}
	}
	return u.f.Subst(t, u.at[k])
}

// sequence abstracts the path with the predicates and returns those that hold at
// each position; nil when that does not
// refute it or the budget is used up.
func (u *unifier) sequence(ctx context.Context, preds []*logic.Term) ([][]*logic.Term, error) {
	states := make([][]*logic.Term, u.p.n)
	clear(u.holds)
	var state []*logic.Term
	for k := 1; k < u.p.n; k++ {
		var next []*logic.Term
		for _, t := range preds {
			x := u.instance(t, k)
			if x == nil {
				continue
			}
			ok, err := u.follows(ctx, state, k, x)
			if err != nil {
				return nil, err
			}
			if ok {
				u.holds[t]++
				next = append(next, x)
			}
		}
		state = next
		states[k] = state
	}
	ok, err := u.follows(ctx, state, u.p.n, u.f.False())
	if !ok || err != nil {
		return nil, err
	}
	return states, nil
}

// interpolants makes formulas of the conjuncts at each position.
func (u *unifier) interpolants(states [][]*logic.Term) []*logic.Term {
	itps := make([]*logic.Term, u.p.n+1)
	itps[0], itps[u.p.n] = u.f.True(), u.f.False()
	for k := 1; k < u.p.n; k++ {
		itps[k] = simplify(u.f, u.f.And(states[k]...))
	}
	return itps
}

// follows reports whether the state and step k imply t.
func (u *unifier) follows(ctx context.Context, state []*logic.Term, k int, t *logic.Term) (bool, error) {
	r, err := u.reason(ctx, state, k, t)
	return r.ok, err
}

// reason is follows with the part of the state that t follows from.
func (u *unifier) reason(ctx context.Context, state []*logic.Term, k int, t *logic.Term) (reason, error) {
	var b strings.Builder
	fmt.Fprint(&b, k, ":", t.ID())
	for _, s := range state {
		if s == t { // unchanged by this step
			return reason{true, []*logic.Term{t}}, nil
		}
		fmt.Fprint(&b, " ", s.ID())
	}
	if r, ok := u.memo[b.String()]; ok {
		return r, nil
	}
	if u.budget <= 0 {
		return reason{}, nil
	}
	u.budget--
	as := append([]*logic.Term(nil), state...)
	if !t.IsFalse() {
		as = append(as, u.f.Not(t))
	}
	ok, used, err := u.ses.refuted(ctx, u.ses.stepLits(k), as)
	if err != nil {
		return reason{}, err
	}
	r := reason{ok: ok}
	if ok {
		r.from = slices.DeleteFunc(slices.Clone(state), func(s *logic.Term) bool { return !used[s] })
	}
	u.memo[b.String()] = r
	return r, nil
}

// needed reduces the predicates at each position to those that the refutation uses.
func (u *unifier) needed(ctx context.Context, states [][]*logic.Term) ([][]*logic.Term, error) {
	out := make([][]*logic.Term, u.p.n)
	want := map[*logic.Term]bool{}
	goals := []*logic.Term{u.f.False()}
	for k := u.p.n; k > 1; k-- {
		clear(want)
		for _, t := range goals {
			r, err := u.reason(ctx, states[k-1], k, t)
			if err != nil {
				return nil, err
			}
			for _, s := range r.from {
				want[s] = true
			}
		}
		out[k-1] = slices.DeleteFunc(slices.Clone(states[k-1]), func(s *logic.Term) bool { return !want[s] })
		goals = out[k-1]
	}
	return out, nil
}
