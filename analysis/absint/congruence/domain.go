package congruence

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// A Domain is the congruence domain (Granger, "Static analysis of arithmetical congruences", 1989) over the Int variables of a program:
// a residue class for each. It implements absint.Domain.
type Domain struct {
	p    *program.Program
	of   map[*logic.Term]int // by symbol
	vars []*program.Var
}

// A State has the class of every variable, by number. It is immutable.
type State struct{ classes []Set }

// NewDomain returns the domain for p.
func NewDomain(p *program.Program) *Domain {
	d := &Domain{p: p, of: map[*logic.Term]int{}}
	for _, v := range p.Vars {
		if v.Sort().IsInt() {
			d.of[v.Sym] = len(d.vars)
			d.vars = append(d.vars, v)
		}
	}
	return d
}

// Initial returns the state in which all variables are arbitrary.
func (d *Domain) Initial() *State { return &State{slices.Repeat([]Set{All}, len(d.vars))} }

// Post executes an edge.
func (d *Domain) Post(s *State, e *program.Edge) (*State, bool) { return d.Exec(s, e.Ops) }

// Exec executes operations that need not be of the program; false: no state is left.
func (d *Domain) Exec(s *State, ops []program.Op) (*State, bool) {
	for i := range ops {
		if s = d.step(s, &ops[i]); s == nil {
			return nil, false
		}
	}
	return s, true
}

// Join joins variable by variable.
func (d *Domain) Join(s, t *State) *State {
	out := make([]Set, len(s.classes))
	for i, c := range s.classes {
		out[i] = c.Join(t.classes[i])
	}
	return &State{out}
}

// Widen is Join: a modulus only becomes a divisor of itself.
func (d *Domain) Widen(s, t *State, _ int) *State { return d.Join(s, t) }

// Leq compares variable by variable.
func (d *Domain) Leq(s, t *State) bool {
	for i, c := range s.classes {
		if !c.In(t.classes[i]) {
			return false
		}
	}
	return true
}

// Formula renders a state as a formula over the program's variables.
func (d *Domain) Formula(s *State) *logic.Term {
	f := d.p.Terms
	var cs []*logic.Term
	for i, c := range s.classes {
		x := d.vars[i].Sym
		switch v, single := c.Value(); {
		case single:
			cs = append(cs, f.Eq(x, f.IntConst(v)))
		case !c.IsAll():
			cs = append(cs, f.Eq(f.Mod(x, f.IntConst(c.m)), f.IntConst(c.r)))
		}
	}
	return f.And(cs...)
}

func (s *State) with(i int, c Set) *State {
	if s.classes[i] == c {
		return s
	}
	out := slices.Clone(s.classes)
	out[i] = c
	return &State{out}
}

// step executes one operation; nil when no state is left.
func (d *Domain) step(s *State, op *program.Op) *State {
	switch op.Kind {
	case program.OpAssume, program.OpCheck:
		return d.assume(s, op.Expr, true)
	case program.OpAssign:
		if i, ok := d.of[op.Var.Sym]; ok {
			return s.with(i, d.eval(s, op.Expr))
		}
	case program.OpHavoc:
		if i, ok := d.of[op.Var.Sym]; ok {
			return s.with(i, All)
		}
	case program.OpChoice:
		var r *State
		for _, alt := range op.Alts {
			t, ok := d.Exec(s, alt)
			r = d.either(r, t, ok)
		}
		return r
	}
	return s
}

// either joins t into r, which may be nil; not where ok is false.
func (d *Domain) either(r, t *State, ok bool) *State {
	switch {
	case !ok || t == nil:
		return r
	case r == nil:
		return t
	}
	return d.Join(r, t)
}

// eval returns a class that contains the value of an Int term.
func (d *Domain) eval(s *State, t *logic.Term) Set {
	return Linear(t, func(p *logic.Term) Set { return d.factor(s, p) })
}

// factor is eval for a term that is no sum.
func (d *Domain) factor(s *State, t *logic.Term) Set {
	switch t.Op() {
	case logic.OpVar:
		if i, ok := d.of[t]; ok {
			return s.classes[i]
		}
	case logic.OpIte:
		var r Set
		some := false
		for i, want := range []bool{true, false} {
			u := d.assume(s, t.Arg(0), want)
			if u == nil {
				continue
			}
			if c := d.eval(u, t.Arg(1+i)); some {
				r = r.Join(c)
			} else {
				r, some = c, true
			}
		}
		if some {
			return r
		}
	}
	return Product(t, func(a *logic.Term) Set { return d.eval(s, a) })
}

// assume returns the states in which a Boolean term has a truth value; nil when there are none.
func (d *Domain) assume(s *State, t *logic.Term, want bool) *State {
	switch t.Op() {
	case logic.OpConst:
		if t.IsTrue() != want {
			return nil
		}
	case logic.OpNot:
		return d.assume(s, t.Arg(0), !want)
	case logic.OpAnd, logic.OpOr:
		if (t.Op() == logic.OpAnd) == want {
			for _, a := range t.Args() {
				if s = d.assume(s, a, want); s == nil {
					return nil
				}
			}
			return s
		}
		var r *State
		for _, a := range t.Args() {
			r = d.either(r, d.assume(s, a, want), true)
		}
		return r
	case logic.OpEq, logic.OpLe:
		if t.Arg(0).Sort().IsInt() {
			return d.compare(s, t, want)
		}
	}
	return s
}

// compare assumes a comparison of Int terms or its negation; nil when no state is left.
func (d *Domain) compare(s *State, t *logic.Term, want bool) *State {
	f := d.p.Terms
	diff := f.Sub(t.Arg(0), t.Arg(1))
	c := d.eval(s, diff)
	v, single := c.Value()
	switch {
	case t.Op() == logic.OpLe:
		if single && (v <= 0) != want {
			return nil
		}
		return s
	case !want:
		if single && v == 0 {
			return nil
		}
		return d.other(s, t)
	case !c.Contains(0):
		return nil
	}
	// Every variable or remainder is what the rest says.
	ps, cs, _ := logic.Linear(diff)
	for i, p := range ps {
		if !cs[i].IsInt() || !cs[i].Num().IsInt64() {
			continue
		}
		k := cs[i].Num().Int64()
		if k != 1 && k != -1 {
			continue
		}
		if s = d.solve(s, p, d.eval(s, f.Sub(diff, f.Mul(f.IntConst(k), p))).Scale(-k)); s == nil {
			return nil
		}
	}
	return s
}

// other assumes that a remainder modulo 2 is not the one that it is compared with.
func (d *Domain) other(s *State, t *logic.Term) *State {
	for i := range 2 {
		x := t.Arg(i)
		if x.Op() != logic.OpMod {
			continue
		}
		m, ok := Divisor(x.Arg(1))
		if v, single := d.eval(s, t.Arg(1-i)).Value(); ok && m == 2 && single && (v == 0 || v == 1) {
			return d.solve(s, x, Of(1-v))
		}
	}
	return s
}

// solve assumes that a term that is no sum is in a class; nil when it cannot be.
func (d *Domain) solve(s *State, t *logic.Term, c Set) *State {
	switch t.Op() {
	case logic.OpVar:
		if i, ok := d.of[t]; ok {
			m, some := s.classes[i].Meet(c)
			if !some {
				return nil
			}
			return s.with(i, m)
		}
	case logic.OpMod:
		k, ok := Divisor(t.Arg(1))
		if !ok || !t.Arg(0).IsVar() {
			return s
		}
		if r, single := c.Value(); single {
			if r < 0 || r >= k {
				return nil
			}
			return d.solve(s, t.Arg(0), Class(k, r))
		}
		if c.m > 0 && k%c.m == 0 {
			return d.solve(s, t.Arg(0), c)
		}
	}
	return s
}
