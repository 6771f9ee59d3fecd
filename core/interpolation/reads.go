package interpolation

import "cupel/core/logic"

// byReads eliminates an array symbol v that is only read: every element read
// becomes a symbol of its own, equal indices having equal elements (Ackermann's
// reduction); the symbols are returned to be eliminated next.
func (p *projector) byReads(with []*logic.Term, v *logic.Term) (out, fresh []*logic.Term, ok bool) {
	if !v.Sort().IsArray() {
		return nil, nil, false
	}
	var reads []*logic.Term
	ok = true
	logic.Walk(func(t *logic.Term) bool {
		for i, a := range t.Args() {
			if a != v {
				continue
			}
			if t.Op() != logic.OpSelect || i != 0 {
				ok = false
			} else {
				reads = append(reads, t)
			}
		}
		return true
	}, with...)
	if !ok || len(reads) == 0 || len(reads) > maxReads {
		return nil, nil, false
	}
	f := p.f
	out = append(out, with...)
	for i, r := range reads {
		if mentions(r.Arg(1), []*logic.Term{v}) {
			return nil, nil, false
		}
		e := f.Fresh("element", r.Sort())
		for j := range out {
			out[j] = replace(f, out[j], r, e)
		}
		for j, q := range reads[:i] {
			out = append(out, f.Or(f.Ne(r.Arg(1), q.Arg(1)), f.Eq(e, fresh[j])))
		}
		fresh = append(fresh, e)
	}
	return out, fresh, true
}
