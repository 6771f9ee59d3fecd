package relational

import (
	"math/big"
	"slices"

	"cupel/analysis/absint/congruence"
	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/core/program"
)

// residue is the congruence of the variable number v, with a modulus of at least 2.
type residue struct {
	v int
	c congruence.Set
}

// strides finds the variables whose residues may matter: they are counted by
// more than one, multiplied, or divided, or such variables go into them.
func (d *Domain) strides() {
	strided := make([]bool, len(d.vars))
	mark := func(v int) bool {
		if v < 0 || !d.numeric[v] || strided[v] {
			return false
		}
		strided[v] = true
		return true
	}
	seen := map[*logic.Term]bool{} // terms share much
	divided := func(t *logic.Term) {
		logic.Walk(func(t *logic.Term) bool {
			if seen[t] {
				return false
			}
			seen[t] = true
			if t.Op() == logic.OpMod || t.Op() == logic.OpDiv {
				if c, ok := congruence.Divisor(t.Arg(1)); ok && c <= maxModulus {
					for _, v := range d.mentions(t.Arg(0)) {
						mark(v)
					}
				}
			}
			return true
		}, t)
	}
	type flow struct {
		to   int
		from []int
	}
	var flows []flow
	for _, e := range d.p.Edges {
		for o := range program.AllOps(e.Ops) {
			o.Terms(divided)
			if o.Kind != program.OpAssign || !o.Var.Sort().IsInt() {
				continue
			}
			v := d.of[o.Var]
			ps, cs, k := logic.Linear(o.Expr)
			for i, p := range ps {
				large := !cs[i].IsInt() || cs[i].Abs().Num().Cmp(big.NewInt(1)) > 0
				counted := len(ps) == 1 && p == o.Var.Sym && k.Abs().Num().Cmp(big2) >= 0
				if p.IsVar() && (large || counted) {
					mark(v)
				}
			}
			flows = append(flows, flow{v, d.mentions(o.Expr)})
		}
	}
	for changed := slices.Contains(strided, true); changed; {
		changed = false
		for _, f := range flows {
			for _, w := range f.from {
				changed = strided[w] && mark(f.to) || changed
			}
		}
	}
	for v, yes := range strided {
		if yes && len(d.strided) < maxStrided {
			d.strided = append(d.strided, v)
		}
	}
}

var big2 = big.NewInt(2)

// residueOf returns the class of a variable.
func (d *Domain) residueOf(s *State, v int) congruence.Set {
	if i, found := s.residueAt(v); found {
		return s.residues[i].c
	}
	if !d.vars[v].Sort().IsInt() {
		return congruence.All
	}
	if x, ok := s.box.Range(d.vars[v]).Value(); ok {
		return congruence.OfBig(x)
	}
	return congruence.All
}

func (s *State) residueAt(v int) (int, bool) {
	return slices.BinarySearchFunc(s.residues, v, func(r residue, v int) int { return r.v - v })
}

// withResidue sets the class of a variable.
func (s *State) withResidue(v int, c congruence.Set) *State {
	i, found := s.residueAt(v)
	n := *s
	switch known := c.Modulus() >= 2; {
	case known && found:
		n.residues = slices.Clone(s.residues)
		n.residues[i].c = c
	case known:
		n.residues = slices.Insert(slices.Clone(s.residues), i, residue{v, c})
	case found:
		n.residues = slices.Delete(slices.Clone(s.residues), i, i+1)
	default:
		return s
	}
	return &n
}

// residue returns a class that contains the value of an Int term.
func (d *Domain) residue(s *State, t *logic.Term) congruence.Set {
	if !d.burn() {
		return congruence.All
	}
	return congruence.Linear(t, func(p *logic.Term) congruence.Set { return d.factorResidue(s, p) })
}

// factorResidue is residue for a term that is no sum.
func (d *Domain) factorResidue(s *State, t *logic.Term) congruence.Set {
	switch t.Op() {
	case logic.OpVar:
		if v := d.number(t); v >= 0 {
			return d.residueOf(s, v)
		}
	case logic.OpIte:
		if yes, known := d.truth(s, t.Arg(0)); known {
			return d.residue(s, branch(t, yes))
		}
		return d.residue(s, t.Arg(1)).Join(d.residue(s, t.Arg(2)))
	}
	return congruence.Product(t, func(a *logic.Term) congruence.Set { return d.residue(s, a) })
}

// unequal reports whether residues exclude that two Int terms are equal.
func (d *Domain) unequal(s *State, t, u *logic.Term) bool {
	return len(d.strided) > 0 && !d.residue(s, t).Add(d.residue(s, u).Scale(-1)).Contains(0)
}

// compareResidues assumes a comparison or its negation; nil when no state is left.
func (d *Domain) compareResidues(s *State, t *logic.Term, want bool) *State {
	if s == nil || len(d.strided) == 0 || t.Op() != logic.OpEq {
		return s
	}
	for i := range 2 {
		x, y := t.Arg(i), d.residue(s, t.Arg(1-i))
		switch v, single := y.Value(); {
		case want:
			s = d.solveResidue(s, x, y)
		case single && (v == 0 || v == 1) && x.Op() == logic.OpMod:
			if c, ok := congruence.Divisor(x.Arg(1)); ok && c == 2 { // the other remainder
				s = d.solveResidue(s, x, congruence.Of(1-v))
			}
		}
		if s == nil {
			break
		}
	}
	return s
}

// solveResidue assumes that an Int term is in a class; nil when it cannot be.
func (d *Domain) solveResidue(s *State, t *logic.Term, c congruence.Set) *State {
	if !d.burn() || c.IsAll() {
		return s
	}
	if _, ok := d.residue(s, t).Meet(c); !ok {
		return nil
	}
	switch t.Op() {
	case logic.OpIte:
		if yes, known := d.truth(s, t.Arg(0)); known {
			return d.solveResidue(s, branch(t, yes), c)
		}
		return s
	case logic.OpVar:
		if v := d.number(t); v >= 0 && slices.Contains(d.strided, v) {
			m, _ := d.residueOf(s, v).Meet(c)
			return d.round(s.withResidue(v, m), v)
		}
		return s
	case logic.OpMod:
		if k, ok := congruence.Divisor(t.Arg(1)); ok {
			if r, single := c.Value(); single {
				return d.solveResidue(s, t.Arg(0), congruence.Class(k, r))
			}
			if k%c.Modulus() == 0 {
				return d.solveResidue(s, t.Arg(0), c)
			}
		}
		return s
	}
	ps, cs, k := logic.Linear(t)
	if len(ps) > maxSolved || len(ps) == 1 && ps[0] == t || !k.IsInt() {
		return s
	}
	for i, p := range ps {
		if !cs[i].IsInt() || cs[i].Abs().Num().Cmp(big.NewInt(1)) != 0 {
			continue
		}
		f := d.p.Terms
		rest := d.residue(s, f.Sub(t, f.Mul(f.IntBig(cs[i].Num()), p)))
		if s = d.solveResidue(s, p, c.Add(rest.Scale(-1)).Scale(cs[i].Num().Int64())); s == nil {
			return nil
		}
	}
	return s
}

// round moves the bounds of a variable to elements of its class; nil when there
// is none between them.
func (d *Domain) round(s *State, v int) *State {
	i, found := s.residueAt(v)
	if !found {
		return s
	}
	c := s.residues[i].c
	b := s.box.Range(d.vars[v])
	lo, hi := b.Lo(), b.Hi()
	if lo != nil {
		lo, _ = c.Ceil(lo)
	}
	if hi != nil {
		hi, _ = c.Floor(hi)
	}
	box := s.box.Meet(d.vars[v], interval.Of(lo, hi))
	if box == nil {
		return nil
	}
	return s.withBox(box)
}

// joinResidues returns the classes that contain those of both states.
func (d *Domain) joinResidues(s, t *State) []residue {
	if len(s.residues) == 0 && len(t.residues) == 0 && s.box == t.box {
		return nil
	}
	var out []residue
	for _, v := range d.strided {
		if c := d.residueOf(s, v).Join(d.residueOf(t, v)); c.Modulus() >= 2 {
			out = append(out, residue{v, c})
		}
	}
	return out
}

// residuesIn reports whether every residue class of t contains the one of s.
func (d *Domain) residuesIn(s, t *State) bool {
	for _, r := range t.residues {
		if !d.residueOf(s, r.v).In(r.c) {
			return false
		}
	}
	return true
}

// residueFormulas renders the classes.
func (d *Domain) residueFormulas(s *State) []*logic.Term {
	f := d.p.Terms
	var out []*logic.Term
	for _, r := range s.residues {
		out = append(out, f.Eq(f.Mod(d.vars[r.v].Sym, f.IntConst(r.c.Modulus())), f.IntConst(r.c.Residue())))
	}
	return out
}
