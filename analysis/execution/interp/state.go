package interp

import (
	"fmt"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// State is a snapshot of an execution. Arrays are shared with the machine
// until one of the two changes them.
type State struct {
	Loc    *program.Location
	words  []uint64
	terms  []*logic.Term
	arrays []*array
	mem    memory
}

// Snapshot returns the machine's current state: the final one after a run,
// the current one during a call of Options.Visit.
func (m *Machine) Snapshot() *State {
	s := &State{Loc: m.loc, words: slices.Clone(m.words), terms: slices.Clone(m.terms), arrays: make([]*array, len(m.arrays)), mem: m.mem.clone()}
	for i, a := range m.arrays {
		if a != nil {
			s.arrays[i] = a.clone()
		}
	}
	return s
}

func (m *Machine) restore(s *State) {
	m.loc = s.Loc
	copy(m.words, s.words)
	copy(m.terms, s.terms)
	for i, a := range s.arrays {
		if a != nil {
			m.arrays[i] = a.clone()
		}
	}
	m.mem = s.mem.clone()
}

// Value returns the current value of a variable, a term of the program's
// factory: a constant, or stores of constants over a constant array. It is nil
// before the first run and for variables of other programs.
func (m *Machine) Value(v *program.Var) *logic.Term {
	i, ok := m.idx[v.Sym]
	if !ok || m.loc == nil {
		return nil
	}
	if m.slots[i].class == word {
		return constOf(m.p.Terms, v.Sort(), m.words[i])
	}
	return m.p.Terms.Import(m.term(i))
}

// ValueWithin is Value, but nil for an array with more than most cells that differ from its default, whose term would
// cost more than a run.
func (m *Machine) ValueWithin(v *program.Var, most int) *logic.Term {
	if i, ok := m.idx[v.Sym]; ok && m.loc != nil && m.slots[i].class == cells && m.arrays[i].exceeds(most) {
		return nil
	}
	return m.Value(v)
}

// Predicate compiles a Bool term over the program's variables; the function
// evaluates it in the machine's current state.
func (m *Machine) Predicate(t *logic.Term) (func() (bool, error), error) {
	if !t.Sort().IsBool() {
		return nil, fmt.Errorf("interp: a predicate of sort %s", t.Sort())
	}
	f := m.expr(t)
	return func() (bool, error) {
		saved := m.fault
		m.fault = ""
		u := f()
		why := m.fault
		m.fault = saved
		if why != "" {
			return false, fmt.Errorf("interp: %s", why)
		}
		return u != 0, nil
	}, nil
}
