package errorpath

import (
	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
)

// Memory gives the symbolic values of variables during symbolic execution.
type Memory interface {
	Value(v *program.Var) *logic.Term
	Set(v *program.Var, t *logic.Term)
}

// Segments divides a symbolic execution into steps for sequence interpolation: step i ends at cut i, where the
// relevant variables get symbols of their own, the vocabulary of the interpolant there.
type Segments struct {
	Steps []interpolation.Step

	step  interpolation.Step // executed since the last cut
	made  map[*logic.Term]*program.Var
	names []map[*logic.Term]*logic.Term // by cut: symbols to program variables
}

// Assume adds assumptions to the current step.
func (s *Segments) Assume(ts ...*logic.Term) { s.step.Assumes = append(s.step.Assumes, ts...) }

// Cut introduces symbols for variables, except for those unchanged since an earlier cut.
func (s *Segments) Cut(m Memory, vars []*program.Var, symbol func(*program.Var) *logic.Term) {
	if s.made == nil {
		s.made = map[*logic.Term]*program.Var{}
	}
	names := map[*logic.Term]*logic.Term{}
	for _, v := range vars {
		now := m.Value(v)
		if s.made[now] != v {
			sym := symbol(v)
			s.step.Defs = append(s.step.Defs, interpolation.Def{Sym: sym, Value: now})
			m.Set(v, sym)
			s.made[sym] = v
			now = sym
		}
		names[now] = v.Sym
	}
	s.names = append(s.names, names)
}

// End ends the current step, after a cut or at the end of the path.
func (s *Segments) End() {
	s.Steps = append(s.Steps, s.step)
	s.step = interpolation.Step{}
}

// Back replaces the symbols of a cut by program variables; false if a term has others.
func (s *Segments) Back(f *logic.Factory, cut int, t *logic.Term) (*logic.Term, bool) {
	for _, v := range logic.FreeVars(t) {
		if s.names[cut][v] == nil {
			return nil, false
		}
	}
	return f.Subst(t, s.names[cut]), true
}

// Symbols maps program variables to their symbols at a cut.
func (s *Segments) Symbols(cut int) map[*logic.Term]*logic.Term {
	m := map[*logic.Term]*logic.Term{}
	for sym, v := range s.names[cut] {
		m[v] = sym
	}
	return m
}
