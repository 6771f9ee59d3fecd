package interp

import (
	"maps"
	"math/bits"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// Facts returns equations, over terms of the program's factory, that hold of v in the current state of all executions a
// tracking machine represents: none for an unknown value; for an array the known cells, in the order of their
// indices, at most max. On other machines every scalar counts as known, and of an array the cells that differ from its
// default.
func (m *Machine) Facts(v *program.Var, max int) []*logic.Term {
	i, ok := m.idx[v.Sym]
	if !ok || m.loc == nil {
		return nil
	}
	f := m.p.Terms
	a := m.arrays[i]
	switch {
	case m.slots[i].class != cells:
		if m.tracking && m.unknown[i] {
			return nil
		}
		return []*logic.Term{f.Eq(v.Sym, m.Value(v))}
	case m.tracking && !a.anyUnknown() && len(a.pages) <= max:
		return []*logic.Term{f.Eq(v.Sym, m.Value(v))}
	}
	var out []*logic.Term
	index := a.sort.Index()
	for _, key := range slices.Sorted(maps.Keys(a.pages)) {
		p := a.pages[key]
		for w, unknown := range p.unknown {
			for known := ^unknown; known != 0 && len(out) < max; known &= known - 1 {
				k := key<<pageBits | uint64(w<<6|bits.TrailingZeros64(known))
				if !m.tracking && p.cell[k&(pageSize-1)] == a.def || index.IsBool() || index.IsBV() && k > maskOf(index.Width()) {
					continue
				}
				if i := constOf(f, index, k); a.far[constOf(m.f, index, k)] == nil {
					out = append(out, f.Eq(f.Select(v.Sym, i), constOf(f, a.sort.Elem(), p.cell[k&(pageSize-1)])))
				}
			}
		}
	}
	far := slices.SortedFunc(maps.Keys(a.far), func(x, y *logic.Term) int { return int(x.ID()) - int(y.ID()) })
	for _, i := range far {
		if !a.farUnknown[i] && len(out) < max {
			out = append(out, f.Eq(f.Select(v.Sym, f.Import(i)), f.Import(a.far[i])))
		}
	}
	return out
}
