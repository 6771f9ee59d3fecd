package polynomial

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// values are those of variables with few of them, at the loop heads: an abstract interpretation by sets of constants. Missing: any.
type values map[*program.Location]map[*logic.Term][]*logic.Term

// fewValues computes them. A location that is missing is not reached.
func fewValues(f *logic.Factory, vars []*program.Var, paths []*path) values {
	at := values{}
	for changed := true; changed; {
		changed = false
		for _, p := range paths {
			if p.to == nil || p.from != nil && at[p.from] == nil {
				continue
			}
			before := map[*logic.Term][]*logic.Term{}
			if p.from != nil {
				if before = left(f, at[p.from], p.assumes); before == nil {
					continue // no value satisfies the path's conditions
				}
			}
			if at[p.to] == nil {
				at[p.to] = map[*logic.Term][]*logic.Term{}
				for v := range p.after {
					if v.Sort().IsInt() {
						at[p.to][v] = []*logic.Term{}
					}
				}
				changed = true
			}
			for _, x := range vars { // in their order, in which terms are made
				v := x.Sym
				known, some := at[p.to][v]
				if !some {
					continue
				}
				image, ok := images(f, p.after[v], before)
				for _, c := range image {
					if sabotage.Active(sabotage.PolynomialValues) && len(known) > 1 {
						continue
					}
					if !slices.Contains(known, c) {
						known = append(known, c)
						changed = true
					}
				}
				if at[p.to][v] = known; !ok || len(known) > maxValues {
					delete(at[p.to], v)
					changed = true
				}
			}
		}
	}
	return at
}

// images are the values of a term, where those of symbols are known; false: they are not, or not few.
func images(f *logic.Factory, t *logic.Term, of map[*logic.Term][]*logic.Term) ([]*logic.Term, bool) {
	if t.IsConst() {
		return []*logic.Term{t}, true
	}
	vs := logic.FreeVars(t)
	if len(vs) != 1 || of[vs[0]] == nil {
		return nil, false
	}
	var out []*logic.Term
	for _, c := range of[vs[0]] {
		u := f.Subst(t, map[*logic.Term]*logic.Term{vs[0]: c})
		if !u.IsConst() {
			return nil, false
		}
		if !slices.Contains(out, u) {
			out = append(out, u)
		}
	}
	return out, true
}

// left are the values that satisfy those of the conditions that speak of one symbol; nil: for some symbol there are none.
func left(f *logic.Factory, of map[*logic.Term][]*logic.Term, conditions []*logic.Term) map[*logic.Term][]*logic.Term {
	out := map[*logic.Term][]*logic.Term{}
	for v, cs := range of {
		out[v] = cs
	}
	for _, t := range conditions {
		vs := logic.FreeVars(t)
		if len(vs) != 1 || out[vs[0]] == nil {
			continue
		}
		var kept []*logic.Term
		for _, c := range out[vs[0]] {
			if !f.Subst(t, map[*logic.Term]*logic.Term{vs[0]: c}).IsFalse() {
				kept = append(kept, c)
			}
		}
		if kept == nil {
			return nil
		}
		out[vs[0]] = kept
	}
	return out
}

// addValues adds what few values variables have to invariants, for those on which proofs relied, and for those whose values these have got.
func (s *search) addValues(invariants map[*program.Location]*logic.Term) {
	for again := true; again; {
		again = false
		for _, p := range s.paths {
			for v, t := range p.after {
				for _, u := range logic.FreeVars(t) {
					if s.relied[v] && !s.relied[u] {
						s.rely(u)
						again = true
					}
				}
			}
		}
	}
	for _, l := range s.p.LoopHeads() {
		for _, v := range s.p.Vars {
			if cs := s.values[l][v.Sym]; s.relied[v.Sym] && len(cs) > 0 {
				var some []*logic.Term
				for _, c := range cs {
					some = append(some, s.f.Eq(v.Sym, c))
				}
				s.p.Conjoin(invariants, l, s.f.Or(some...))
			}
		}
	}
}
