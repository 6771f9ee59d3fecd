package condition

import "cupel/core/logic"

// hasArrays reports whether there are arrays in a term.
func hasArrays(t *logic.Term) bool {
	found := false
	logic.Walk(func(u *logic.Term) bool {
		found = found || u.Sort().IsArray()
		return !found
	}, t)
	return found
}

// withoutArrays writes reads of arrays as decisions on the indices of the writes before: a[i := 1][j] as
// j == i ? 1 : a[j]. Arrays of unknown contents and comparisons of arrays stay.
func withoutArrays(f *logic.Factory, t *logic.Term) *logic.Term {
	if !hasArrays(t) {
		return t
	}
	r := &arrayReads{f: f, done: map[[2]*logic.Term]*logic.Term{}}
	flat := logic.Transform(t, func(u *logic.Term, args []*logic.Term) *logic.Term {
		if u.Op() == logic.OpSelect {
			return r.read(args[0], args[1])
		}
		return f.With(u, args)
	})
	if r.steps > maxArrayReads {
		return t
	}
	return flat
}

// arrayReads resolves reads of arrays.
type arrayReads struct {
	f     *logic.Factory
	done  map[[2]*logic.Term]*logic.Term // by array and index
	steps int
}

func (r *arrayReads) read(a, i *logic.Term) *logic.Term {
	key := [2]*logic.Term{a, i}
	if t := r.done[key]; t != nil {
		return t
	}
	if r.steps++; r.steps > maxArrayReads {
		return r.f.Select(a, i)
	}
	var t *logic.Term
	switch a.Op() {
	case logic.OpStore:
		if same := r.f.Eq(i, a.Arg(1)); same.IsTrue() {
			t = a.Arg(2)
		} else {
			t = r.f.Ite(same, a.Arg(2), r.read(a.Arg(0), i))
		}
	case logic.OpIte:
		t = r.f.Ite(a.Arg(0), r.read(a.Arg(1), i), r.read(a.Arg(2), i))
	case logic.OpConstArray:
		t = a.Arg(0)
	default:
		t = r.f.Select(a, i)
	}
	r.done[key] = t
	return t
}
