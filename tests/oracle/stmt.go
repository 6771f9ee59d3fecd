package oracle

import "fmt"

// lvalue returns an assignable expression without side effects, or "".
func (g *gen) lvalue() string {
	var ls []string
	for _, v := range g.vars {
		if !v.frozen {
			ls = append(ls, v.name, v.name)
		}
	}
	if g.array != "" {
		ls = append(ls, fmt.Sprintf("%s[%s]", g.array, g.index(4)))
	}
	if g.bytes != "" {
		ls = append(ls, fmt.Sprintf("%s[%s]", g.bytes, g.index(5)))
	}
	if g.matrix != "" {
		ls = append(ls, fmt.Sprintf("%s[%s][%s]", g.matrix, g.index(2), g.index(3)))
	}
	if g.records != "" {
		ls = append(ls, fmt.Sprintf("%s[%s].%s", g.records, g.index(3), g.pick("a", "b")))
	}
	for _, s := range g.structs {
		ls = append(ls, s+".a", s+".b")
	}
	for _, p := range g.ptrs {
		ls = append(ls, "(*"+p+")", "(*"+p+")")
	}
	for _, p := range g.places {
		ls = append(ls, g.place(p))
	}
	if len(ls) == 0 {
		return ""
	}
	return g.pick(ls...)
}

// scalar returns an assignable variable, or "": its address does not depend on anything a called function changes.
func (g *gen) scalar() string {
	var ls []string
	for _, v := range g.vars {
		if !v.frozen {
			ls = append(ls, v.name)
		}
	}
	if len(ls) == 0 {
		return ""
	}
	return g.pick(ls...)
}

// index returns an expression below n, without calls, since it may be evaluated twice.
func (g *gen) index(n int) string {
	if g.chance(40) || len(g.vars) == 0 {
		return fmt.Sprint(g.r.IntN(n))
	}
	v := g.vars[g.r.IntN(len(g.vars))].name
	if g.chance(40) {
		v = g.arithmetic(g.pick("+", "-", "*"), v, g.pick("1u", "2u", "3u", "5u"))
	}
	return fmt.Sprintf("(unsigned)(%s) %% %d", v, n)
}

func (g *gen) block(depth int) {
	g.indent++
	for range 1 + g.r.IntN(2) {
		g.stmt(depth - 1)
	}
	g.indent--
}

// assertion writes a conditional call of the error function.
func (g *gen) assertion() {
	c := g.expr(2)
	switch k := g.r.IntN(10); {
	case k < 3: // equalities are rarer than inequalities
		c = fmt.Sprintf("%s == %d", g.expr(2), g.r.IntN(20)-4)
	case k < 5:
		c = fmt.Sprintf("%s > %d", g.expr(2), 5+g.r.IntN(100))
	case k < 8:
		c = fmt.Sprintf("%s && %s", c, g.expr(2))
	}
	g.line("if (%s) reach_error();", c)
}

func (g *gen) stmt(depth int) {
	k := g.r.IntN(100)
	l := g.lvalue()
	switch {
	case l == "" || k < 5:
		if !g.inFunc {
			g.assertion()
		} else {
			g.line(";")
		}
	case k < 36 || depth <= 0:
		g.line("%s = %s;", l, g.expr(2))
	case k < 48:
		g.compound(l)
	case k < 53:
		op := g.pick("+", "-")
		if g.checked {
			g.line("%s = %s;", l, g.arithmetic(op, l, "1"))
		} else {
			g.line("%s%s%s;", l, op, op)
		}
	case k < 55 && g.memoryStmt():
	case k < 60 && len(g.impure) > 0 && !g.inFunc:
		if l = g.scalar(); l != "" {
			l += " = "
		}
		g.line("%s%s(%s, %s);", l, g.pick(g.impure...), g.expr(1), g.expr(1))
	case k < 63 && len(g.updates) > 0 && len(g.ptrs) > 0 && !g.inFunc:
		g.line("%s(%s, %s);", g.pick(g.updates...), g.pick(g.ptrs...), g.expr(1))
	case k < 65 && len(g.floats) > 0:
		g.line("%s = %s;", g.pick(g.floats...), g.float(2))
	case k < 77:
		g.line("if (%s) {", g.expr(2))
		g.block(depth)
		if g.chance(50) {
			g.line("} else {")
			g.block(depth)
		}
		g.line("}")
	case k < 91 && g.loops < 2:
		g.loop(depth)
	case k < 96:
		g.switchStmt(depth)
	default:
		g.line("%s = %s;", l, g.expr(3))
	}
}

func (g *gen) compound(l string) {
	ops := []string{"+", "-", "*"}
	if g.o.Bits {
		ops = append(ops, "&", "|", "^")
	}
	op, e := g.pick(ops...), g.expr(1)
	switch {
	case !g.checked:
		g.line("%s %s= %s;", l, op, e)
	case op == "+" || op == "-" || op == "*":
		g.line("%s = %s;", l, g.arithmetic(op, l, e))
	default:
		g.line("%s = %s %s (%s);", l, l, op, e)
	}
}

func (g *gen) switchStmt(depth int) {
	g.line("switch (%s) {", g.expr(1))
	for i := range 2 {
		g.line("case %d:", i*2+g.r.IntN(2))
		g.block(depth)
		if g.chance(70) {
			g.line("  break;")
		}
	}
	if g.chance(50) {
		g.line("default:")
		g.block(depth)
	}
	g.line("}")
}

// loop always ends: a counter that nothing else changes is bounded.
func (g *gen) loop(depth int) {
	c := g.fresh("i")
	bound := fmt.Sprint(1 + g.r.IntN(6))
	cond := fmt.Sprintf("%s < %s", c, bound)
	switch g.r.IntN(3) {
	case 0:
		cond = fmt.Sprintf("%s < 8 && (%s)", c, g.expr(1))
	case 1:
		if len(g.vars) > 0 {
			cond = fmt.Sprintf("%s < 10 && %s < %s", c, c, g.vars[g.r.IntN(len(g.vars))].name)
		}
	}
	saved := g.vars
	g.loops++
	kind := g.r.IntN(3)
	switch kind {
	case 0:
		g.line("for (%s %s = 0; %s; %s++) {", g.pick("int", "unsigned", "unsigned char"), c, cond, c)
	case 1:
		g.line("int %s = 0;", c)
		g.line("while (%s) {", cond)
		g.line("  %s++;", c)
	case 2:
		g.line("int %s = 0;", c)
		g.line("do {")
		g.line("  %s++;", c)
	}
	g.vars = append(g.vars[:len(g.vars):len(g.vars)], variable{name: c, frozen: true})
	g.block(depth)
	if g.chance(20) {
		g.line("  if (%s) break;", g.expr(1))
	}
	if g.chance(15) {
		g.line("  if (%s) continue;", g.expr(1))
	}
	if g.chance(30) {
		g.stmt(0)
	}
	if kind == 2 {
		g.line("} while (%s);", cond)
	} else {
		g.line("}")
	}
	g.vars = saved
	g.loops--
}
