package simplify

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/work"
)

// Level is the effort of the simplification.
type Level int

// The levels.
const (
	None Level = iota // the condition as it is
	Fast              // without a solver, but for a last proof
	Full              // with one
)

var levels = [...]string{"none", "fast", "full"}

// String is the level's name.
func (l Level) String() string { return levels[l] }

// ErrLevel: a text is no level.
var ErrLevel = errors.New("unknown level")

// ParseLevel reads a level's name.
func ParseLevel(name string) (Level, error) {
	for l, n := range levels {
		if n == name {
			return Level(l), nil
		}
	}
	return None, fmt.Errorf("%w %q; choose none, fast or full", ErrLevel, name)
}

// Input is an input symbol of a condition.
type Input struct {
	Sym    *logic.Term
	Signed bool // its values are read as signed numbers
}

// Options of the simplification.
type Options struct {
	Open   smt.Opener // nil: no solver, at most Fast, whose steps are exact by construction
	Solver smt.Options
	Level  Level
	Inputs []Input     // in display order; other symbols follow, as signed ones
	Domain *logic.Term // constraint on all values that exist; nil: true
	Work   int         // of all queries together, in units of package work; 0: a default
}

// Result is a simplified condition.
type Result struct {
	Term *logic.Term
	// Cubes are Term's disjuncts in a readable order, each as literals in such an order; a literal can be a
	// disjunction of values of one symbol. nil: Term has another shape.
	Cubes         [][]*logic.Term
	Before, After int  // see Size; After never exceeds Before
	Disjuncts     int  // of Term
	Complete      bool // false: the work was spent. Term is equivalent anyway
}

// simplifier is one simplification.
type simplifier struct {
	f       *logic.Factory
	o       Options
	domain  *logic.Term
	order   map[*logic.Term]int // the place of a symbol, from 1
	index   map[*logic.Term]int // of a symbol in syms
	syms    []symbol
	known   map[*logic.Term]known
	said    map[limit]bool // the condition's bounds: whether as strict ones
	written map[written]described
	ranks   map[*logic.Term]rank
	cut     bool // something was given up
}

// version is a formula equivalent to the condition.
type version struct {
	term  *logic.Term
	cubes [][]*logic.Term
	size  int
	nodes int
	read  []*cube // that it was written from; nil: unknown
}

func (v *version) better(o *version) bool {
	return cmp.Or(cmp.Compare(v.size, o.size), cmp.Compare(v.disjuncts(), o.disjuncts()), cmp.Compare(v.nodes, o.nodes)) < 0
}

func (v *version) disjuncts() int { return len(logic.Disjuncts(v.term)) }

// Simplify minimises t. The result is equivalent to t where the domain holds. When ctx ends it returns what is
// proven so far.
func Simplify(ctx context.Context, f *logic.Factory, t *logic.Term, o Options) (*Result, error) {
	if o.Work == 0 {
		o.Work = defaultWork
	}
	if o.Solver.Work == 0 {
		o.Solver.Work = questionWork
	}
	z := &simplifier{f: f, o: o, domain: f.True(), order: map[*logic.Term]int{}, index: map[*logic.Term]int{},
		known: map[*logic.Term]known{}, said: map[limit]bool{}, written: map[written]described{}, ranks: map[*logic.Term]rank{}}
	if o.Domain != nil {
		z.domain = o.Domain
	}
	z.symbols(o.Inputs, t, z.domain)
	z.allowed(z.domain)
	z.words(t)
	first := z.version(t)
	best := first
	if o.Level > None {
		var err error
		if best, err = z.run(ctx, first); err != nil {
			return nil, fmt.Errorf("simplify: %w", err)
		}
	}
	return &Result{best.term, best.cubes, first.size, best.size, best.disjuncts(), !z.cut}, nil
}

// run simplifies according to the level, and proves each version on which it builds.
func (z *simplifier) run(ctx context.Context, first *version) (*version, error) {
	best := first
	quick := z.fast(ctx, first.term)
	if quick.size <= first.size && quick.term != first.term {
		ok, err := z.equivalent(ctx, quick.term, first.term, z.o.Work/proofShare)
		if err != nil {
			return nil, err
		}
		if ok {
			best = quick
		}
	}
	if z.o.Level < Full || z.o.Open == nil || z.cut {
		return best, nil
	}
	search, done := work.Within(ctx, z.o.Work-z.o.Work/proofShare)
	defer done()
	found, err := z.full(search, best)
	if err != nil || found == best {
		return best, err
	}
	ok, err := z.equivalent(ctx, found.term, best.term, z.o.Work/proofShare)
	if err != nil || !ok {
		return best, err
	}
	return found, nil
}

// equivalent proves that two formulas agree in the domain. Without a solver it is taken for
// granted.
func (z *simplifier) equivalent(ctx context.Context, a, b *logic.Term, units int) (bool, error) {
	differ := z.f.Not(z.f.Eq(a, b))
	if z.o.Open == nil || differ.IsFalse() {
		return true, nil
	}
	ctx, done := work.Within(ctx, units)
	defer done()
	o := z.o.Solver
	o.Work = 0 // the whole share is for this question
	s, err := z.o.Open(z.f, o)
	if err != nil {
		return false, err
	}
	defer s.Close()
	if err := s.Assert(z.domain); err != nil {
		return false, err
	}
	r, err := s.Check(ctx, differ)
	if r != smt.Unsat {
		z.cut = true
	}
	return r == smt.Unsat, err
}

// version measures a formula.
func (z *simplifier) version(t *logic.Term) *version {
	v := &version{term: t, size: Size(t), nodes: nodes(t), cubes: [][]*logic.Term{}}
	for _, d := range logic.Disjuncts(t) {
		ls := logic.Conjuncts(d)
		for _, l := range ls {
			if _, _, ok := z.setOf(l); !ok && !logic.IsAtom(l) && (l.Op() != logic.OpNot || !logic.IsAtom(l.Arg(0))) {
				v.cubes = nil
				return v
			}
		}
		v.cubes = append(v.cubes, z.sorted(ls))
	}
	z.sort(v.cubes)
	return v
}

// disjunction writes cubes.
func (z *simplifier) disjunction(cs []*cube) *version {
	out := [][]*logic.Term{}
	for _, c := range cs {
		ls := z.literals(c, true)
		if len(ls) == 1 { // values of one symbol alone are disjuncts of their own
			for _, d := range logic.Disjuncts(ls[0]) {
				out = append(out, z.sorted(logic.Conjuncts(d)))
			}
			continue
		}
		out = append(out, ls)
	}
	z.sort(out)
	ds := make([]*logic.Term, len(out))
	for i, ls := range out {
		ds[i] = z.f.And(ls...)
	}
	t, n := z.f.Or(ds...), 0
	for _, d := range ds {
		n += Size(d)
	}
	v := &version{t, out, Size(t), nodes(t), cs}
	if v.size < n { // the builder saw more
		v.cubes = z.version(t).cubes
	}
	return v
}

// fast simplifies without a solver.
func (z *simplifier) fast(ctx context.Context, t *logic.Term) *version {
	t = z.local(t)
	v := z.version(t)
	cs, ok := z.cubes(t)
	if !ok {
		return v
	}
	return z.disjunction(z.merge(ctx, cs))
}
