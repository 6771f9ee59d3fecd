package interp

import (
	"cupel/core/program"
)

// Begin puts the machine into a state; nil is the initial location with all variables zero.
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

// Step executes the edge e, with the values of havocs from src, and reports whether it completed: an assumption may
// fail, or a term have no value. A failing OpCheck is ignored. If it did not complete, the machine is in the middle of
// the edge and has to be reset by Begin. Memory is not checked.
func (m *Machine) Step(e *program.Edge, src Source) bool {
	c := &m.edges[e.ID]
	if !c.ready {
		m.compile(c)
	}
	for i := range c.code {
		in := &c.code[i]
		switch in.op.Kind {
		case program.OpAssign:
			in.run()
		case program.OpAssume:
			if in.value() == 0 {
				return false
			}
		case program.OpHavoc:
			r := run{m: m, src: src, out: &Outcome{}}
			r.havoc(in, c)
		}
		if m.fault != "" {
			return false
		}
	}
	m.loc = c.dst
	return true
}

// Advance executes edges as long as exactly one edge leaving the current location is enabled and that edge has no havoc
// and completes, at most max of them. It returns the number executed; if the last one tried did not complete, the machine
// is in the middle of it and has to be reset by Begin. Memory is not checked.
func (m *Machine) Advance(max int) (steps int) {
	for steps < max {
		var way *edge
		for _, e := range m.locs[m.loc.ID].out {
			if !e.ready {
				m.compile(e)
			}
			if !e.open() {
				continue
			}
			if way != nil {
				return steps
			}
			way = e
		}
		if way == nil || way.havocs || m.fault != "" {
			return steps
		}
		for i := way.guards; i < len(way.code); i++ {
			in := &way.code[i]
			switch {
			case in.run != nil:
				in.run()
			case in.op.Kind == program.OpAssume:
				if in.value() == 0 {
					return steps
				}
			}
		}
		if m.fault != "" {
			return steps
		}
		m.loc = way.dst
		steps++
	}
	return steps
}

// Loc is where the machine is.
func (m *Machine) Loc() *program.Location { return m.loc }

// open evaluates the leading assumptions.
func (e *edge) open() bool {
	for i := range e.guards {
		if e.code[i].value() == 0 {
			return false
		}
	}
	return true
}
