package oracle

import "fmt"

// arithmetic returns a op b for +, - and *, or the call of the macro of the
// driver that traps on signed overflow.
func (g *gen) arithmetic(op, a, b string) string {
	if !g.checked {
		return fmt.Sprintf("(%s %s %s)", a, op, b)
	}
	return fmt.Sprintf("CUPEL_%s(%s, %s)", map[string]string{"+": "ADD", "-": "SUB", "*": "MUL"}[op], a, b)
}

func (g *gen) negation(a string) string {
	if !g.checked {
		return fmt.Sprintf("-(%s)", a)
	}
	return fmt.Sprintf("CUPEL_NEG(%s)", a)
}

func (g *gen) atom() string {
	if len(g.vars) == 0 || g.chance(25) {
		return g.pick("0", "1", "2", "3", "5", "7", "-1", "10", "100", "255", "4u", "-3", "127", "65535", "1000", "'c'", "0x80", "2147483647", "4294967295u")
	}
	k := g.r.IntN(100)
	switch {
	case k < 10 && g.array != "":
		return fmt.Sprintf("%s[%s]", g.array, g.index(4))
	case k < 15 && g.bytes != "":
		return fmt.Sprintf("%s[%s]", g.bytes, g.index(5))
	case k < 20 && g.matrix != "":
		return fmt.Sprintf("%s[%s][%s]", g.matrix, g.index(2), g.index(3))
	case k < 24 && g.records != "":
		return fmt.Sprintf("%s[%s].%s", g.records, g.index(3), g.pick("a", "b"))
	case k < 34 && len(g.structs) > 0:
		return g.pick(g.structs...) + g.pick(".a", ".b")
	case k < 42 && len(g.ptrs) > 0:
		return "(*" + g.pick(g.ptrs...) + ")"
	case k < 58 && len(g.places) > 0:
		return g.place(g.places[g.r.IntN(len(g.places))])
	}
	return g.vars[g.r.IntN(len(g.vars))].name
}

func (g *gen) expr(depth int) string {
	if depth <= 0 || g.chance(15) {
		return g.atom()
	}
	a, b := g.expr(depth-1), g.expr(depth-1)
	switch k := g.r.IntN(100); {
	case k < 33:
		return g.arithmetic(g.pick("+", "-", "*", "+", "-"), a, b)
	case k < 40:
		return fmt.Sprintf("(%s %s %s)", a, g.pick("/", "%"), g.pick("2", "3", "7", "4u", "-2", "-1", b))
	case k < 60:
		return fmt.Sprintf("(%s %s %s)", a, g.pick("<", "<=", ">", ">=", "==", "!="), b)
	case k < 67:
		return fmt.Sprintf("(%s %s %s)", a, g.pick("&&", "||"), b)
	case k < 70:
		return fmt.Sprintf("!(%s)", a)
	case k < 72:
		return g.negation(a)
	case k < 78:
		return fmt.Sprintf("(%s ? %s : %s)", a, b, g.atom())
	case k < 86:
		return fmt.Sprintf("(%s)(%s)", g.typ(), a)
	case k < 92 && len(g.pure) > 0 && !g.inFunc:
		return fmt.Sprintf("%s(%s, %s)", g.pick(g.pure...), g.atom(), g.atom())
	case k < 93 && len(g.floats) > 0:
		return fmt.Sprintf("(%s %s %s)", g.float(1), g.pick("<", "<=", ">", ">=", "==", "!="), g.float(1))
	case g.o.Bits && k < 96:
		return fmt.Sprintf("(%s %s %s)", a, g.pick("&", "|", "^"), b)
	case g.o.Bits && k < 97:
		return fmt.Sprintf("~(%s)", a)
	case g.o.Bits:
		return fmt.Sprintf("(%s %s %s)", a, g.pick("<<", ">>"), g.pick("0", "1", "2", "5", "7", fmt.Sprintf("((%s) & 7)", g.atom())))
	}
	return g.arithmetic("+", a, b)
}

// float returns an expression of type double.
func (g *gen) float(depth int) string {
	if depth <= 0 || g.chance(20) {
		if g.chance(40) {
			return g.pick("0.5", "1.0", "0.1", "-2.25", "3.0", "1e10", "100.0")
		}
		return g.pick(g.floats...)
	}
	switch g.r.IntN(5) {
	case 0:
		return fmt.Sprintf("(double)(%s)", g.expr(depth-1))
	case 1:
		return fmt.Sprintf("(%s ? %s : %s)", g.expr(depth-1), g.float(depth-1), g.float(depth-1))
	case 2:
		return fmt.Sprintf("(double)(float)(%s)", g.float(depth-1))
	}
	return fmt.Sprintf("(%s %s %s)", g.float(depth-1), g.pick("+", "-", "*", "/"), g.float(depth-1))
}
