package interp

import (
	"maps"
	"math/bits"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// Facts says what a tracking machine knows of a variable in the current state, as
// equations between terms of the program's factory: nothing of an unknown value; of an
// array with unknown cells the known ones, in the order of their indices, at most max.
// Another machine takes every scalar for known, and of an array what it does not have
// everywhere.
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
