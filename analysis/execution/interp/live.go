package interp

import (
	"fmt"

	"cupel/core/logic"
)

// A Span is a live object: so many bytes from a base on.
type Span struct{ Base, Size uint64 }

// Live lists the live objects of the present state, by their bases.
func (m *Machine) Live() []Span {
	out := make([]Span, len(m.mem.live))
	for i, g := range m.mem.live {
		out[i] = Span{g.base, g.size}
	}
	return out
}

// Strayed reports whether some pointer was computed outside of the object that it belongs to.
func (m *Machine) Strayed() bool { return len(m.mem.strays) > 0 }

// Decided evaluates a Bool term over the program's variables in the present state of a tracking machine. known is false where its value depends on one that is
// unknown; on other machines it is true.
func (m *Machine) Decided(t *logic.Term) (holds, known bool, err error) {
	if !t.Sort().IsBool() {
		return false, false, fmt.Errorf("interp: a condition of sort %s", t.Sort())
	}
	f := m.expr(t)
	fault := m.fault
	m.fault = ""
	known = !m.tracked(func() { holds = f() != 0 })
	if m.fault != "" {
		err = fmt.Errorf("interp: %s", m.fault)
	}
	m.fault = fault
	return holds, known, err
}
