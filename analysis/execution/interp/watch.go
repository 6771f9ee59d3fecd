package interp

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
)

// A Watcher observes a run. It may read values from the machine and must not change it.
type Watcher interface {
	// Edge: an edge is taken. A return from a call is an edge that does not start where the one before
	// it ends.
	Edge(m *Machine, e *program.Edge)
	// Before and After are called around the operations of an edge that follow its leading
	// assumptions. Where an operation ends the run there is no After.
	Before(m *Machine, op *program.Op)
	After(m *Machine, op *program.Op)
}

// Word compiles a term over the program's variables whose values are machine words: bit-vectors of 64 bits
// at most, Booleans. The function evaluates it in the current state; false: it has no value.
func (m *Machine) Word(t *logic.Term) (func() (uint64, bool), error) {
	if s := t.Sort(); !s.IsBool() && !(s.IsBV() && s.Width() <= 64) {
		return nil, fmt.Errorf("interp: a term of sort %s is no word", s)
	}
	f := m.expr(t)
	return func() (uint64, bool) {
		saved, tainted := m.fault, m.tainted
		m.fault = ""
		u := f()
		ok := m.fault == ""
		m.fault, m.tainted = saved, tainted
		return u, ok
	}, nil
}

// Cell is the current value of an array variable at an index, a word, as a constant of the program's factory; nil: v is no
// array over words.
func (m *Machine) Cell(v *program.Var, index uint64) *logic.Term {
	i, ok := m.idx[v.Sym]
	if !ok || m.arrays[i] == nil {
		return nil
	}
	a := m.arrays[i]
	if !isWord(a.sort.Index()) {
		return nil
	}
	if !a.plain() {
		return m.p.Terms.Import(a.at(m.f, constOf(m.f, a.sort.Index(), index)))
	}
	if !isWord(a.sort.Elem()) {
		return nil
	}
	return constOf(m.p.Terms, a.sort.Elem(), a.get(index))
}
