package interpolation

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cupel/core/interpolation/farkas"
	"cupel/core/logic"
	"cupel/core/rational"
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

// search constructs a proof by case splits. Level 0 holds the facts of the core, level d the case assumed by the d-th open split.
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
