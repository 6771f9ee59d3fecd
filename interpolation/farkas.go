package interpolation

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cupel/interpolation/farkas"
	"cupel/logic"
	"cupel/rational"
)

// Farkas interpolates linear arithmetic from certificates of infeasibility: for
// a conjunction of linear constraints, the constraints before a cut, multiplied
// as Farkas' lemma says, sum up to the interpolant of the cut, and the symbols
// of one side cancel (McMillan, "An interpolating theorem prover", TCS 2005;
// Rybalchenko and Sofronie-Stokkermans, "Constraint solving for interpolation",
// VMCAI 2007). Disjunctions, disequalities and conditionals are split lazily,
// as the simplex's point violates them; a split in a step before a cut joins
// the cases' interpolants by or, one behind it by and. Integers: bounds are
// tightened, equations without integral solution give congruences (Jain, Clarke
// and Grumberg, CAV 2008), fractional points are branched on.
//
// Only the items of a minimised unsatisfiable core take part. Terms without
// linear meaning (products, array elements) are opaque; a path that needs their
// meaning gives ErrUnknown.
type Farkas struct{ o Options }

// NewFarkas returns the method.
func NewFarkas(o Options) *Farkas { return &Farkas{o.withDefaults()} }

// Name returns farkas.
func (m *Farkas) Name() string { return "farkas" }

// Sequence computes sequence interpolants.
func (m *Farkas) Sequence(ctx context.Context, f *logic.Factory, steps []Step) ([]*logic.Term, error) {
	return m.o.checked(ctx, f, steps, func() ([]*logic.Term, error) { return m.sequence(ctx, f, steps) })
}

func (m *Farkas) sequence(ctx context.Context, f *logic.Factory, steps []Step) ([]*logic.Term, error) {
	p := newProblem(f, steps)
	if t := p.trivial(); t != nil {
		return t, nil
	}
	ses, err := newSession(m.o.Open, m.o.Solver, p)
	if err != nil {
		return nil, err
	}
	defer ses.close()
	cores, err := ses.relaxations(ctx, m.o.Order, m.o.CoreBudget, m.o.Cores)
	if err != nil {
		return nil, err
	}
	var found [][]*logic.Term
	var failure error
	for _, core := range cores {
		s := &search{l: newLinearizer(f), n: p.n, leaves: m.o.Leaves, branches: maxBranches}
		proof, err := s.refute(ctx, core.problem)
		if err != nil {
			if failure == nil {
				failure = err
			}
			continue
		}
		for _, r := range m.readings() {
			itps := make([]*logic.Term, p.n+1)
			for j := range itps {
				itps[j] = simplify(f, s.interpolant(proof, j, r))
			}
			itps[0], itps[p.n] = f.True(), f.False()
			found = append(found, itps)
		}
	}
	if found == nil {
		return nil, fmt.Errorf("%w: %v", ErrUnknown, failure)
	}
	return m.o.finish(ctx, ses, found)
}

// reading is a way to read interpolants off a proof.
type reading struct {
	weak  bool // negated sums of the constraints behind the cut
	parts bool // decomposed sums
}

func (m *Farkas) readings() []reading {
	var rs []reading
	if m.o.Strength != Weak {
		rs = append(rs, reading{})
		if !m.o.Whole {
			rs = append(rs, reading{parts: true})
		}
	}
	if m.o.Strength != Strong {
		rs = append(rs, reading{weak: true})
	}
	return rs
}

const (
	maxBranches = 200 // splits on fractional columns in one proof
	maxDepth    = 400 // nested splits
)

var (
	errLeaves   = errors.New("too many cases")
	errBranches = errors.New("too many branches on integers")
	errModel    = errors.New("the linear abstraction of the path has a model")
)

// proof is a refutation: a certificate, or a split whose cases are all refuted.
type proof struct {
	parts   []part           // certificate
	split   [][][]rational.Q // decomposition per cut, computed on demand
	modular bool             // the parts are equations and sum up to a non-integral constant

	step  int // of the split
	cases []*proof
	uses  map[int]bool // levels of the assumed cases it depends on
}

// part is a multiplied constraint of a certificate.
type part struct {
	step   int
	factor rational.Q
	con    farkas.Constraint
}

// pending is a disjunction that holds, at a level.
type pending struct {
	n     *node
	level int
}

// search builds a proof by case splits. Level 0 are the facts of the core,
// level d the case assumed by the d-th open split.
type search struct {
	l        *linearizer
	n        int      // steps
	origin   []origin // of the asserted constraints
	leaves   int
	branches int
}

type origin struct{ step, level int }

func (s *search) refute(ctx context.Context, core *problem) (*proof, error) {
	var open []pending
	for _, it := range core.items {
		for _, n := range s.l.formula(it.fml, it.step) {
			open = s.assume(n, 0, open)
		}
	}
	return s.solve(ctx, open, 0)
}

// assume asserts n's constraints at a level and returns open with its disjunctions.
func (s *search) assume(n *node, level int, open []pending) []pending {
	switch {
	case n.lit != nil:
		s.l.s.Assert(*n.lit)
		s.origin = append(s.origin, origin{n.step, level})
	case n.or:
		open = append(open, pending{n, level})
	default:
		for _, k := range n.all {
			open = s.assume(k, level, open)
		}
	}
	return open
}

func (s *search) solve(ctx context.Context, open []pending, depth int) (*proof, error) {
	if depth > maxDepth {
		return nil, errLeaves
	}
	cert, err := s.l.s.Check(ctx)
	if err != nil {
		return nil, err
	}
	if cert != nil {
		if s.leaves--; s.leaves < 0 {
			return nil, errLeaves
		}
		return s.leaf(cert), nil
	}
	point := s.l.s.Point(len(s.l.terms))
	pick := -1
	for i, d := range open {
		if (pick < 0 || len(d.n.any) < len(open[pick].n.any)) && !satisfied(d.n, point) {
			pick = i
		}
	}
	if pick >= 0 {
		rest := append(append([]pending(nil), open[:pick]...), open[pick+1:]...)
		return s.split(ctx, open[pick].n, open[pick].level, rest, depth)
	}
	col := s.fractional(point)
	if col < 0 {
		return nil, errModel
	}
	if p := s.diophantine(); p != nil {
		return p, nil
	}
	if s.branches--; s.branches < 0 {
		return nil, errBranches
	}
	step, low := s.l.first[col], point[col].Floor()
	below := farkas.Constraint{Form: []farkas.Entry{{Var: col, Coeff: rational.One}}, Bound: low}
	above := farkas.Constraint{Form: []farkas.Entry{{Var: col, Coeff: rational.FromInt(-1)}}, Bound: low.Add(rational.One).Neg()}
	n := &node{step: step, or: true, any: []*node{{step: step, lit: &below}, {step: step, lit: &above}}}
	return s.split(ctx, n, 0, open, depth)
}

// split refutes the cases of a disjunction one after the other. A refutation
// that does not use its case refutes the whole.
func (s *search) split(ctx context.Context, n *node, level int, open []pending, depth int) (*proof, error) {
	p := &proof{step: n.step, uses: map[int]bool{}}
	if level > 0 {
		p.uses[level] = true
	}
	for _, k := range n.any {
		mark := len(s.origin)
		s.l.s.Push()
		q, err := s.solve(ctx, s.assume(k, depth+1, open[:len(open):len(open)]), depth+1)
		s.l.s.Pop()
		s.origin = s.origin[:mark]
		if err != nil {
			return nil, err
		}
		if !q.uses[depth+1] {
			return q, nil
		}
		p.cases = append(p.cases, q)
		for l := range q.uses {
			if l <= depth {
				p.uses[l] = true
			}
		}
	}
	return p, nil
}

func (s *search) leaf(c farkas.Certificate) *proof {
	p := &proof{uses: map[int]bool{}}
	for _, m := range c {
		s.add(p, m.ID, m.Factor)
	}
	return p
}

func (s *search) add(p *proof, id int, factor rational.Q) {
	o := s.origin[id]
	p.parts = append(p.parts, part{o.step, factor, s.l.s.Constraint(id)})
	if o.level > 0 {
		p.uses[o.level] = true
	}
}

// satisfied reports whether the point satisfies a formula.
func satisfied(n *node, p []rational.Q) bool {
	if n.lit != nil {
		v := n.lit.Bound.Neg()
		for _, e := range n.lit.Form {
			v = v.Add(e.Coeff.Mul(p[e.Var]))
		}
		switch n.lit.Rel {
		case farkas.EQ:
			return v.IsZero()
		case farkas.LT:
			return v.Sign() < 0
		}
		return v.Sign() <= 0
	}
	for _, k := range n.any {
		if satisfied(k, p) {
			return true
		}
	}
	for _, k := range n.all {
		if !satisfied(k, p) {
			return false
		}
	}
	return !n.or
}

// fractional returns a column of an integer whose value is none, or -1.
func (s *search) fractional(p []rational.Q) int {
	for v, t := range s.l.terms {
		if t != nil && t.Sort() != logic.Real && !p[v].IsInt() {
			return v
		}
	}
	return -1
}

// diophantine refutes the equations among the asserted constraints over the
// integers, if they have no integral solution. Two inequalities of one step
// that leave a linear form a single value count as an equation.
func (s *search) diophantine() *proof {
	var eqs []farkas.Constraint
	var ids [][]int
	upper := map[string][]int{} // form and step -> ids
	key := func(id int, sign int64) string {
		var b strings.Builder
		fmt.Fprint(&b, s.origin[id].step)
		for _, e := range s.l.s.Constraint(id).Form {
			fmt.Fprintf(&b, " %d*%s", e.Var, e.Coeff.Mul(rational.FromInt(sign)))
		}
		return b.String()
	}
next:
	for id := 0; id < s.l.s.NumConstraints(); id++ {
		c := s.l.s.Constraint(id)
		for _, e := range c.Form {
			if s.l.terms[e.Var].Sort() != logic.Int {
				continue next
			}
		}
		switch c.Rel {
		case farkas.EQ:
			eqs, ids = append(eqs, c), append(ids, []int{id})
		case farkas.LE:
			for _, o := range upper[key(id, -1)] {
				if s.l.s.Constraint(o).Bound.Equal(c.Bound.Neg()) {
					c.Rel = farkas.EQ
					eqs, ids = append(eqs, c), append(ids, []int{id, o})
					break
				}
			}
			k := key(id, 1)
			upper[k] = append(upper[k], id)
		}
	}
	ms, ok := farkas.Diophantine(eqs)
	if !ok || ms == nil {
		return nil
	}
	p := &proof{modular: true, uses: map[int]bool{}}
	for i, m := range ms {
		if m.IsZero() {
			continue
		}
		p.parts = append(p.parts, part{s.origin[ids[i][0]].step, m, eqs[i]})
		for _, id := range ids[i] {
			if l := s.origin[id].level; l > 0 {
				p.uses[l] = true
			}
		}
	}
	return p
}

// interpolant reads I_j off a proof.
func (s *search) interpolant(p *proof, j int, r reading) *logic.Term {
	if p.parts == nil {
		ts := make([]*logic.Term, len(p.cases))
		for i, c := range p.cases {
			ts[i] = s.interpolant(c, j, r)
		}
		if j < p.step {
			return s.l.f.And(ts...)
		}
		return s.l.f.Or(ts...)
	}
	before, after := false, false
	for _, q := range p.parts {
		before = before || q.step <= j
		after = after || q.step > j
	}
	switch {
	case !before:
		return s.l.f.True()
	case !after:
		return s.l.f.False()
	case r.weak && !p.modular:
		return s.l.f.Not(s.sum(p, nil, func(q part) bool { return q.step > j }))
	}
	weights := [][]rational.Q{nil}
	if r.parts && !p.modular {
		weights = s.decompose(p)[j]
	}
	var ts []*logic.Term
	for _, w := range weights {
		ts = append(ts, s.sum(p, w, func(q part) bool { return q.step <= j }))
	}
	return s.l.f.And(ts...)
}

// sum adds up the chosen parts of a certificate; with weights, part i is
// multiplied with weights[i] instead of its factor (the factor's sign stays).
func (s *search) sum(p *proof, weights []rational.Q, chosen func(part) bool) *logic.Term {
	form := map[int]rational.Q{}
	bound := rational.Zero
	strict := false
	for i, q := range p.parts {
		k := q.factor
		if weights != nil {
			if k = weights[i]; q.factor.Sign() < 0 {
				k = k.Neg()
			}
		}
		if k.IsZero() || !chosen(q) {
			continue
		}
		for _, e := range q.con.Form {
			form[e.Var] = form[e.Var].Add(e.Coeff.Mul(k))
		}
		bound = bound.Add(q.con.Bound.Mul(k))
		strict = strict || q.con.Rel == farkas.LT
	}
	if p.modular {
		return s.l.congruence(form, bound)
	}
	return s.l.inequality(form, bound, strict)
}

// maxParts bounds the size of a certificate that is decomposed, and the number
// of its parts.
const maxParts = 48

// decompose splits a certificate at every cut j into combinations that cancel
// the columns of the first j steps each for itself. It starts with the whole at
// the end and decomposes, going backwards, what the parts say about the shorter
// prefix; so the parts at one cut and the next step imply those of the next cut.
func (s *search) decompose(p *proof) [][][]rational.Q {
	if p.split != nil {
		return p.split
	}
	whole := make([]rational.Q, len(p.parts))
	for i, q := range p.parts {
		whole[i] = q.factor.Abs()
	}
	p.split = make([][][]rational.Q, s.n+1)
	p.split[s.n] = [][]rational.Q{whole}
	for j := s.n - 1; j >= 0; j-- {
		forms := make([][]farkas.Entry, len(p.parts))
		for i, q := range p.parts {
			if q.step > j {
				continue
			}
			for _, e := range q.con.Form {
				if s.l.last[e.Var] <= j {
					if q.factor.Sign() < 0 {
						e.Coeff = e.Coeff.Neg()
					}
					forms[i] = append(forms[i], e)
				}
			}
		}
		seen := map[string]bool{}
		for _, w := range p.split[j+1] {
			cut := make([]rational.Q, len(w))
			for i := range w {
				if p.parts[i].step <= j {
					cut[i] = w[i]
				}
			}
			ds := [][]rational.Q{cut}
			if len(p.parts) <= maxParts && len(p.split[j]) <= maxParts {
				ds = farkas.Decompose(forms, cut)
			}
			for _, d := range ds {
				if key := fmt.Sprint(normalised(d)); !seen[key] {
					seen[key] = true
					p.split[j] = append(p.split[j], d)
				}
			}
		}
	}
	return p.split
}

// normalised divides weights by the first that is not 0.
func normalised(w []rational.Q) []string {
	out := make([]string, len(w))
	var k rational.Q
	for i, q := range w {
		if k.IsZero() && !q.IsZero() {
			k = q.Inv()
		}
		out[i] = q.Mul(k).String()
	}
	return out
}
