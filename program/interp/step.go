package interp

import (
	"cupel/program"
)

// Begin puts the machine into a state; nil is the initial location with all
// variables zero.
func (m *Machine) Begin(s *State) {
	if s == nil {
		m.reset()
	} else {
		m.restore(s)
	}
	m.fault, m.giveUp = "", false
}

// Enabled reports whether the leading assumptions of an edge that leaves the
// machine's location hold.
func (m *Machine) Enabled(e *program.Edge) bool {
	c := &m.edges[e.ID]
	if !c.ready {
		m.compile(c)
	}
	for i := range c.guards {
		if c.code[i].value() == 0 {
			return false
		}
	}
	return m.fault == ""
}

// Step executes the edge e, the values of havocs taken from src, and reports
// whether it was executed to its end: an assumption can fail, with checks an
// OpCheck as well, and a term can have no value. Then the machine is in the
// middle of the edge, to be put into another state by Begin. Memory is not
// checked.
func (m *Machine) Step(e *program.Edge, src Source, checks bool) bool {
	c := &m.edges[e.ID]
	if !c.ready {
		m.compile(c)
	}
	r := run{m: m, src: src, out: &Outcome{}}
	for i := range c.code {
		in := &c.code[i]
		switch in.op.Kind {
		case program.OpAssign:
			in.run()
		case program.OpAssume:
			if in.value() == 0 {
				return false
			}
		case program.OpCheck:
			if checks && in.value() == 0 {
				return false
			}
		case program.OpHavoc:
			r.havoc(in, c)
		}
		if m.fault != "" {
			return false
		}
	}
	m.loc = c.dst
	return true
}
