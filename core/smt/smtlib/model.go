package smtlib

import (
	"context"
	"strings"

	"cupel/core/logic"
)

// model queries the process for values one by one.
type model struct {
	s      *Solver
	p      *process
	values map[*logic.Term]*logic.Term
}

// Value returns t's value, or nil when the model is no longer current or the solver's answer is no readable value, such as an irrational number. Symbols unknown
// to the solver are zero.
func (m *model) Value(t *logic.Term) *logic.Term {
	s := m.s
	if !s.current || s.p != m.p || m.p == nil {
		return nil
	}
	if v, ok := m.values[t]; ok {
		return v
	}
	unseen := map[*logic.Term]*logic.Term{}
	for _, v := range logic.FreeVars(t) {
		if !s.declared[v] {
			if k := v.Sort().Kind(); k == logic.KindUninterpreted || k == logic.KindDatatype {
				return nil
			}
			unseen[v] = s.f.Zero(v.Sort())
		}
	}
	q := s.f.Subst(t, unseen)
	if q.IsConst() {
		return q
	}
	for _, a := range logic.Functions(q) {
		if !s.funs[a.Name()] {
			return nil // declaring it would end the model
		}
	}
	m.p.send("(get-value (", q.SMTLIB(), "))")
	answer, err := m.p.answer(context.Background(), valueLimit)
	if err != nil {
		s.kill()
		s.current = false
		return nil
	}
	v := readValue(s.f, t.Sort(), lastExpr(answer))
	m.values[t] = v
	return v
}

// lastExpr returns the value in ((term value)).
func lastExpr(text string) string {
	text = strings.TrimSpace(text)
	for range 2 {
		var ok bool
		if text, ok = strings.CutSuffix(text, ")"); !ok {
			return ""
		}
		text = strings.TrimSpace(text)
	}
	if !strings.HasSuffix(text, ")") {
		return text[strings.LastIndexAny(text, " \t\n(|)")+1:]
	}
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				return text[i:]
			}
		}
	}
	return ""
}

// readValue reads a value of the given sort, or returns nil.
func readValue(f *logic.Factory, s *logic.Sort, text string) *logic.Term {
	v, err := logic.ParseTerm(f, text)
	if err != nil {
		return nil
	}
	if s.IsReal() && v.Sort().IsInt() {
		v = f.ToReal(v) // some print integral reals as integers
	}
	if v.Sort() != s || !s.IsArray() && !v.IsConst() || !v.IsGround() {
		return nil
	}
	return v
}
