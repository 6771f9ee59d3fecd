package domains

import (
	"slices"

	"cupel/analysis/absint"
	"cupel/core/program"
)

// union is the domain of unions of at most limit elements of another domain, none of which is known to be in another one.
type union[S any] struct {
	d     absint.Domain[S]
	limit int
}

// Initial has one state.
func (u *union[S]) Initial() []S { return []S{u.d.Initial()} }

// Post executes an edge from every state.
func (u *union[S]) Post(ss []S, e *program.Edge) ([]S, bool) {
	return u.each(ss, func(s S) (S, bool) { return u.d.Post(s, e) })
}

// Exec executes operations that need not be of the program.
func (u *union[S]) Exec(ss []S, ops []program.Op) ([]S, bool) {
	e := &program.Edge{Ops: ops}
	return u.each(ss, func(s S) (S, bool) { return exec(u.d, s, e) })
}

func (u *union[S]) each(ss []S, post func(S) (S, bool)) ([]S, bool) {
	var out []S
	for _, s := range ss {
		if t, ok := post(s); ok {
			out = u.add(out, t)
		}
	}
	return out, len(out) > 0
}

// add returns ss and t. Those of ss that t covers are left out; with too many, t is joined into the last one.
func (u *union[S]) add(ss []S, t S) []S {
	if u.covers(ss, t) {
		return ss
	}
	out := make([]S, 0, len(ss)+1)
	for _, s := range ss {
		if !u.d.Leq(s, t) {
			out = append(out, s)
		}
	}
	if len(out) < u.limit {
		return append(out, t)
	}
	last := len(out) - 1
	return u.add(out[:last:last], u.d.Join(out[last], t))
}

func (u *union[S]) covers(ss []S, t S) bool {
	return slices.ContainsFunc(ss, func(s S) bool { return u.d.Leq(t, s) })
}

// Join is the union.
func (u *union[S]) Join(ss, ts []S) []S {
	for _, t := range ts {
		ss = u.add(ss, t)
	}
	return ss
}

// Widen adds states of ts while there is room, and widens the last one with the others: from then on the states before it stay as they
// are, and the last one is a sequence of widenings.
func (u *union[S]) Widen(ss, ts []S, n int) []S {
	out := slices.Clone(ss)
	for _, t := range ts {
		switch last := len(out) - 1; {
		case u.covers(out, t):
		case len(out) < u.limit:
			out = append(out, t)
		default:
			out[last] = u.d.Widen(out[last], t, n)
		}
	}
	return out
}

// Leq reports whether each state is in one of the others.
func (u *union[S]) Leq(ss, ts []S) bool {
	return !slices.ContainsFunc(ss, func(s S) bool { return !u.covers(ts, s) })
}

// Simplify simplifies each state.
func (u *union[S]) Simplify(l *program.Location, ss []S) []S {
	x, ok := u.d.(absint.Simplifier[S])
	if !ok {
		return ss
	}
	var out []S
	for _, s := range ss {
		out = u.add(out, x.Simplify(l, s))
	}
	return out
}
