package simplify

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/smt"
)

// fixed gives symbols that have one value in a cube that value, in place of the literals that determine it:
// n == 4 for 2*n == 8 where 3*n does not overflow.
func (o *oracle) fixed(cs []*cube) ([]*cube, error) {
	out := slices.Clone(cs)
	for n, c := range cs {
		asked := map[*logic.Term]bool{}
		for _, l := range c.rest {
			vs := logic.FreeVars(l)
			if len(vs) != 1 || asked[vs[0]] || !vs[0].Sort().IsBV() || o.ended() {
				continue
			}
			v := vs[0]
			asked[v] = true
			only, err := o.only(texts(o.z.parts(out[n])), v)
			if err != nil {
				return nil, err
			}
			if only == nil {
				continue
			}
			i, s, ok := o.z.setOf(o.z.f.Eq(v, only))
			if !ok {
				continue
			}
			d := out[n].clone()
			if !o.z.restrict(d, i, s) {
				continue
			}
			d.rest = slices.DeleteFunc(d.rest, func(l *logic.Term) bool {
				vs := logic.FreeVars(l)
				return len(vs) == 1 && vs[0] == v
			})
			out[n] = d
		}
	}
	return out, nil
}

// only is the one value that literals leave a symbol; nil: there are several, or it is not known.
func (o *oracle) only(ls []*logic.Term, v *logic.Term) (*logic.Term, error) {
	r, err := o.cover.Check(o.ctx, ls...)
	if err != nil || r != smt.Sat {
		return nil, err
	}
	m, err := o.cover.Model()
	if err != nil {
		return nil, err
	}
	value := m.Value(v)
	if value == nil || !value.IsConst() {
		return nil, nil
	}
	value = o.z.f.Import(value)
	r, err = o.cover.Check(o.ctx, append(slices.Clone(ls), o.z.f.Not(o.z.f.Eq(v, value)))...)
	if err != nil || r != smt.Unsat {
		return nil, err
	}
	return value, nil
}
