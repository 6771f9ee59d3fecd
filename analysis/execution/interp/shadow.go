package interp

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// A tracking machine determines, for every variable and every cell, whether its value is the same in all executions.
// Inputs, indeterminate values and all values computed from them are unknown; a run ends with the outcome Unknown where
// one of them would decide a branch, a check or an address. A run with any other outcome therefore describes every
// execution of the program.
//
// Operands that are not evaluated (the other side of a conditional, the rest of a connective that is decided) do not
// count.

// NewTracking is New for a machine that tracks which values are known.
func NewTracking(p *program.Program) (*Machine, error) {
	m, err := New(p)
	if err != nil {
		return nil, err
	}
	m.tracking = true
	m.unknown = make([]bool, len(p.Vars))
	return m, nil
}

// forget makes all values unknown, as they are before the program sets them.
func (m *Machine) forget() {
	for i := range m.unknown {
		m.unknown[i] = true
		if a := m.arrays[i]; a != nil {
			a.defUnknown = true
		}
	}
}

// tracked runs code that evaluates something and reports whether that depended on
// an unknown value.
func (m *Machine) tracked(code func()) bool {
	outer := m.tainted
	m.tainted = false
	code()
	t := m.tainted
	m.tainted = outer
	return t
}

// readsVar adds the tracking of a scalar variable to the code that reads it.
func (m *Machine) readsVar(i int, f func() uint64) func() uint64 {
	if !m.tracking {
		return f
	}
	u := &m.unknown[i]
	return func() uint64 {
		if *u {
			m.tainted = true
		}
		return f()
	}
}

// unknownAt reports whether the cell at a word index is unknown.
func (a *array) unknownAt(k uint64) bool {
	if a.hot != nil && a.key == k>>pageBits {
		return a.hot.unknown[k>>6&1]>>(k&63)&1 != 0
	}
	p := a.pages[k>>pageBits]
	if p == nil {
		return a.defUnknown
	}
	return p.unknown[k>>6&1]>>(k&63)&1 != 0
}

// unknownCell is unknownAt for an index that is a constant of the machine's factory.
func (a *array) unknownCell(i *logic.Term) bool {
	if a.far[i] != nil {
		return a.farUnknown[i]
	}
	if k, ok := wordOf(i); ok {
		return a.unknownAt(k)
	}
	return a.defUnknown
}

// mark sets whether the cell at i, which was just written, is unknown.
func (a *array) mark(i *logic.Term, unknown bool) {
	if a.far[i] != nil {
		if a.farUnknown == nil {
			a.farUnknown = map[*logic.Term]bool{}
		}
		a.farUnknown[i] = unknown
		return
	}
	if k, ok := wordOf(i); ok {
		a.markWord(k, unknown)
	}
}

func (a *array) markWord(k uint64, unknown bool) {
	if len(a.partial) > 0 {
		delete(a.partial, k)
	}
	p, bit := a.own(k>>pageBits), uint64(1)<<(k&63)
	if unknown {
		p.unknown[k>>6&1] |= bit
	} else {
		p.unknown[k>>6&1] &^= bit
	}
	if a.key == k>>pageBits {
		a.hot = p
	}
}

// forgetBytes makes the array cells at the addresses of an object unknown, as at the start of the object's lifetime: a
// jump may enter its block after the declaration.
func (m *Machine) forgetBytes(base, size uint64) {
	for _, a := range m.arrays {
		if a == nil {
			continue
		}
		for k := base; k-base < size; k++ {
			if !a.defUnknown || a.pages[k>>pageBits] != nil {
				a.markWord(k, true)
			}
		}
		for i := range a.far {
			if k, ok := wordOf(i); ok && k-base < size {
				a.mark(i, true)
			}
		}
	}
}

// anyUnknown reports whether some cell may be unknown.
func (a *array) anyUnknown() bool {
	if a.defUnknown {
		return true
	}
	for _, u := range a.farUnknown {
		if u {
			return true
		}
	}
	for _, p := range a.pages {
		if p.unknown != [pageSize / 64]uint64{} {
			return true
		}
	}
	return false
}

// makeUnknown records whether the value that a havoc has just given to a variable is unknown, and the symbol of an
// unknown input.
func (r *run) makeUnknown(i int, unknown bool, symbol *logic.Term) {
	m := r.m
	if m.slots[i].class != cells {
		m.unknown[i] = unknown
		if m.symbolic != nil {
			m.symbolic[i] = symbol
		}
		return
	}
	a := newArray(m, m.slots[i].v.Sort(), m.f.Zero(m.slots[i].v.Sort().Elem()))
	a.defUnknown = true
	m.arrays[i] = a
}
