package smtlib

import (
	"context"
	"math/big"
	"strings"
	"time"

	"cupel/logic"
)

// model asks the process for values one by one.
type model struct{ s *Solver }

// valueLimit bounds the answer to one get-value.
const valueLimit = 10 * time.Second

// Value returns t's value: scalars only; nil for what it cannot read.
func (m *model) Value(t *logic.Term) *logic.Term {
	s := m.s
	if s.cmd == nil || t.Sort().IsArray() {
		return nil
	}
	for _, v := range logic.FreeVars(t) {
		if !s.declared[v] {
			return s.f.Zero(t.Sort()) // the solver never saw it
		}
	}
	s.send("(get-value (" + t.SMTLIB() + "))")
	ctx, cancel := context.WithTimeout(context.Background(), valueLimit)
	defer cancel()
	text := ""
	for depth := 0; ; {
		line, err := s.answer(ctx)
		if err != nil {
			return nil
		}
		text += line + " "
		if depth += strings.Count(line, "(") - strings.Count(line, ")"); depth <= 0 {
			break
		}
	}
	return parseValue(s.f, t.Sort(), lastExpr(text))
}

// lastExpr returns the value in ((term value)).
func lastExpr(text string) string {
	text = strings.TrimSpace(text)
	if !strings.HasSuffix(text, "))") {
		return ""
	}
	text = strings.TrimSpace(text[:len(text)-2])
	if !strings.HasSuffix(text, ")") {
		return text[strings.LastIndexAny(text, " (")+1:]
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

func parseValue(f *logic.Factory, s *logic.Sort, text string) *logic.Term {
	switch {
	case s.IsBool() && (text == "true" || text == "false"):
		return f.BoolConst(text == "true")
	case s.IsInt():
		neg := strings.HasPrefix(text, "(-")
		n, ok := new(big.Int).SetString(strings.Trim(text, "(-) "), 10)
		if !ok {
			return nil
		}
		if neg {
			n.Neg(n)
		}
		return f.IntBig(n)
	case s.IsBV() && len(text) > 2:
		base := map[string]int{"#b": 2, "#x": 16}[text[:2]]
		if base == 0 {
			return nil
		}
		if n, ok := new(big.Int).SetString(text[2:], base); ok {
			return f.BVBig(n, s.Width())
		}
	}
	return nil
}
