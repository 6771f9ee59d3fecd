package logic

import (
	"slices"
	"sync"
)

// FreeVars returns the free symbols of the terms, each once, ordered by ID.
// Symbols that occur only bound by a quantifier are not among them.
func FreeVars(ts ...*Term) []*Term {
	var out []*Term
	var seen termSet
	freeVars(ts, &seen, func(v *Term) { out = append(out, v) })
	sortByID(out)
	return out
}

// FreeVars is the function of that name for a term of the factory; the result, which is not to be changed, is kept, since the passes and analyses of a
// program ask about the same terms again and again.
func (f *Factory) FreeVars(t *Term) []*Term {
	if !t.free {
		return nil
	}
	if t.op == OpVar {
		return []*Term{t}
	}
	f.freeVars.mu.Lock()
	vs, ok := f.freeVars.of[t]
	f.freeVars.mu.Unlock()
	if !ok {
		vs = FreeVars(t)
		f.freeVars.mu.Lock()
		if f.freeVars.of == nil {
			f.freeVars.of = map[*Term][]*Term{}
		}
		f.freeVars.of[t] = vs
		f.freeVars.mu.Unlock()
	}
	return vs
}

// freeVarCache has the free symbols of terms that were asked for.
type freeVarCache struct {
	mu sync.Mutex
	of map[*Term][]*Term
}

// freeVars reports each free symbol once; seen holds what was visited in this
// scope. The recursion is as deep as quantifiers are nested.
func freeVars(ts []*Term, seen *termSet, report func(v *Term)) {
	stack := append([]*Term(nil), ts...)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !t.free || !seen.add(t) {
			continue
		}
		switch t.op {
		case OpVar:
			report(t)
		case OpForall, OpExists:
			n := len(t.args) - 1
			bound := map[*Term]bool{}
			for _, v := range t.args[:n] {
				bound[v] = true
			}
			freeVars(t.args[n:], &termSet{}, func(v *Term) {
				if !bound[v] {
					stack = append(stack, v)
				}
			})
		default:
			stack = append(stack, t.args...)
		}
	}
}

// Walk calls visit once for every distinct subterm, a term before its
// arguments; visit returns false to skip the arguments. Symbols bound by a
// quantifier inside the terms are visited as well.
func Walk(visit func(*Term) bool, ts ...*Term) {
	var seen termSet
	var room [fewTerms]*Term // most terms are small
	stack := append(room[:0], ts...)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen.add(t) && visit(t) {
			stack = append(stack, t.args...)
		}
	}
}

// Occurs reports whether x is t or a subterm of it.
func Occurs(x, t *Term) bool {
	found := false
	Walk(func(s *Term) bool {
		found = found || s == x
		return !found
	}, t)
	return found
}

// WalkUp calls visit once for every distinct subterm, the arguments of a term
// before the term.
func WalkUp(visit func(*Term), ts ...*Term) {
	type frame struct {
		t    *Term
		next int
	}
	var seen termSet
	var room [fewTerms]frame
	stack := room[:0]
	for _, root := range ts {
		if seen.add(root) {
			stack = append(stack, frame{t: root})
		}
		for len(stack) > 0 {
			fr := &stack[len(stack)-1]
			if fr.next == len(fr.t.args) {
				visit(fr.t)
				stack = stack[:len(stack)-1]
				continue
			}
			a := fr.t.args[fr.next]
			fr.next++
			if seen.add(a) {
				stack = append(stack, frame{t: a})
			}
		}
	}
}

// Transform rewrites t bottom-up: image returns the replacement of a subterm u, given the replacements of its arguments (With applies u's operation to them).
func Transform(t *Term, image func(u *Term, args []*Term) *Term) *Term {
	done := map[*Term]*Term{}
	WalkUp(func(u *Term) {
		args := u.args
		for i, a := range u.args {
			if done[a] != a {
				args = make([]*Term, len(u.args))
				copy(args, u.args[:i])
				for j := i; j < len(args); j++ {
					args[j] = done[u.args[j]]
				}
				break
			}
		}
		done[u] = image(u, args)
	}, t)
	return done[t]
}

// With applies the operation of u to other arguments.
func (f *Factory) With(u *Term, args []*Term) *Term {
	if slices.Equal(u.args, args) {
		return u
	}
	return f.Rebuild(u, args)
}

// Uses counts, for every distinct subterm of t, its occurrences as an argument of distinct subterms.
func Uses(t *Term) map[*Term]int {
	uses := map[*Term]int{}
	WalkUp(func(u *Term) {
		for _, a := range u.args {
			uses[a]++
		}
	}, t)
	return uses
}

// Size returns the number of distinct subterms of the terms.
func Size(ts ...*Term) int {
	n := 0
	Walk(func(*Term) bool { n++; return true }, ts...)
	return n
}

// Depth returns the length of the longest path from t down to a leaf; a leaf
// has depth 1.
func Depth(t *Term) int {
	depth := map[*Term]int{}
	WalkUp(func(s *Term) {
		d := 0
		for _, a := range s.args {
			d = max(d, depth[a])
		}
		depth[s] = d + 1
	}, t)
	return depth[t]
}

// Conjuncts returns the parts of a conjunction: none for true, t itself when it
// is no conjunction.
func Conjuncts(t *Term) []*Term { return junction(t, OpAnd, t.IsTrue()) }

// Disjuncts returns the parts of a disjunction: none for false.
func Disjuncts(t *Term) []*Term { return junction(t, OpOr, t.IsFalse()) }

func junction(t *Term, op Op, empty bool) []*Term {
	switch {
	case empty:
		return nil
	case t.op == op:
		return append([]*Term(nil), t.args...)
	}
	return []*Term{t}
}

// IsAtom reports whether a Bool term is not a Boolean combination of others: a symbol, a comparison, an equality of non-Booleans, a quantified formula, ...
func IsAtom(t *Term) bool {
	if t.sort != Bool {
		return false
	}
	switch t.op {
	case OpConst, OpNot, OpAnd, OpOr:
		return false
	case OpIte:
		return false
	case OpEq:
		return t.args[0].sort != Bool
	}
	return true
}

// Positive returns t or its negation, the same for both: sets of predicates contain only one of them.
func (f *Factory) Positive(t *Term) *Term {
	n := f.Not(t)
	if t.Op() == OpNot || n.Op() != OpNot && n.ID() < t.ID() {
		return n
	}
	return t
}

// Atoms returns the atoms of the Boolean structure of the terms, each once,
// ordered by ID. Conditions inside arithmetic terms do not count, and neither
// does anything below a quantifier.
func Atoms(ts ...*Term) []*Term {
	var out []*Term
	Walk(func(t *Term) bool {
		if IsAtom(t) {
			out = append(out, t)
		}
		return t.sort == Bool && !IsAtom(t)
	}, ts...)
	sortByID(out)
	return out
}

// Import returns the term of f that equals t, a term of another factory.
// Symbols keep their names.
func (f *Factory) Import(t *Term) *Term { return f.NewImporter().Import(t) }

// Importer copies terms from one other factory into its own and remembers them.
type Importer struct {
	f    *Factory
	memo map[*Term]*Term
}

// NewImporter returns an importer into f.
func (f *Factory) NewImporter() *Importer { return &Importer{f: f, memo: map[*Term]*Term{}} }

// Import returns the term of the importer's factory that equals t.
func (m *Importer) Import(t *Term) *Term {
	stack := []*Term{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		if m.memo[t] != nil {
			stack = stack[:len(stack)-1]
			continue
		}
		args := make([]*Term, len(t.args))
		ready := true
		for i, a := range t.args {
			if args[i] = m.memo[a]; args[i] == nil {
				stack = append(stack, a)
				ready = false
			}
		}
		if !ready {
			continue
		}
		stack = stack[:len(stack)-1]
		m.memo[t] = m.copy(t, args)
	}
	return m.memo[t]
}

func (m *Importer) copy(t *Term, args []*Term) *Term {
	switch {
	case t.op == OpVar:
		return m.f.Var(t.Name(), t.sort)
	case t.op == OpConst && t.sort.IsArith():
		return m.f.Num(t.sort, t.num())
	case t.op == OpConst:
		return m.f.mk(node{op: OpConst, sort: t.sort, u: t.u, big: t.wide()})
	}
	return m.f.Rebuild(t, args)
}

// termSet is a set of terms; a small one allocates nothing.
type termSet struct {
	few  [fewTerms]*Term
	n    int
	many map[*Term]bool
}

// add reports whether t was not in the set.
func (s *termSet) add(t *Term) bool {
	if s.many != nil {
		if s.many[t] {
			return false
		}
		s.many[t] = true
		return true
	}
	for _, o := range s.few[:s.n] {
		if o == t {
			return false
		}
	}
	if s.n < fewTerms {
		s.few[s.n] = t
		s.n++
		return true
	}
	s.many = make(map[*Term]bool, 4*fewTerms)
	for _, o := range s.few {
		s.many[o] = true
	}
	s.many[t] = true
	return true
}
