package simplify

import (
	"cupel/core/logic"
	"cupel/core/smt"
)

// inContext replaces parts of a formula by true or false that its other parts, where the
// part matters, decide: of a conjunction the siblings, of a disjunction their negations.
func (o *oracle) inContext(t *logic.Term) (*logic.Term, error) {
	s, err := o.z.o.Open(o.z.f, o.z.o.Solver)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	if err := s.Assert(o.z.domain); err != nil {
		return nil, err
	}
	return o.simplify(s, t)
}

func (o *oracle) simplify(s smt.Solver, t *logic.Term) (*logic.Term, error) {
	f := o.z.f
	if o.ended() || t.IsConst() {
		return t, nil
	}
	for _, v := range []bool{true, false} {
		q := t
		if v {
			q = f.Not(t)
		}
		r, err := s.Check(o.ctx, q)
		if err != nil {
			return nil, err
		}
		if r == smt.Unsat {
			return f.BoolConst(v), nil
		}
	}
	and := t.Op() == logic.OpAnd
	if !and && t.Op() != logic.OpOr {
		return t, nil
	}
	parts := append([]*logic.Term(nil), t.Args()...)
	for i := len(parts) - 1; i >= 0; i-- { // the youngest are the largest, as a rule
		if err := s.Push(); err != nil {
			return nil, err
		}
		for j, p := range parts {
			if !and {
				p = f.Not(p)
			}
			if j != i {
				if err := s.Assert(p); err != nil {
					return nil, err
				}
			}
		}
		p, err := o.simplify(s, parts[i])
		if err != nil {
			return nil, err
		}
		parts[i] = p
		if err := s.Pop(1); err != nil {
			return nil, err
		}
	}
	if and {
		return f.And(parts...), nil
	}
	return f.Or(parts...), nil
}
