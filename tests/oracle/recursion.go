package oracle

import "fmt"

// recursion defines a recursive function of two numbers, or two mutually recursive ones. The first argument decreases with every call, so all calls terminate; their
// depth is at most the first argument of the outermost one.
func (g *gen) recursion() {
	names := []string{g.global("rec")}
	if g.chance(30) {
		names = append(names, g.global("rec"))
	}
	types := make([]string, len(names))
	for i := range names {
		types[i] = g.pick("int", "int", "int", "unsigned", "short", "long long")
	}
	for i, n := range names {
		g.line("static %s %s(int a, %s b);", types[i], n, types[i])
	}
	for i, n := range names {
		g.recursive(n, types[i], names[len(names)-1-i], types[len(names)-1-i])
	}
	g.recursives = names
}

// recursive defines one of them, which calls the other, or itself.
func (g *gen) recursive(name, typ, callee, calleeType string) {
	saved := g.scope
	g.scope = scope{inFunc: true, vars: saved.vars[:len(saved.vars):len(saved.vars)]}
	globals := len(g.vars)
	g.line("static %s %s(int a, %s b) {", typ, name, typ)
	g.indent++
	g.declare("a")
	g.declare("b")
	if g.chance(25) {
		g.line("if (%s) reach_error();", g.pick("a > 6", "b > 9", "a == 4 && b == 2", "a < -5", "b == a"))
	}
	low := g.r.IntN(2)
	g.line("if (a <= %d) return %s;", low, g.simple("0", "1", "b", "a", "-1"))
	if globals > 0 && g.chance(60) {
		v := g.vars[g.r.IntN(globals)].name
		g.line("%s = %s;", v, g.arithmetic("+", v, g.pick("1", "2", "b")))
	}
	if g.chance(20) {
		g.line("if (%s) return %s;", g.simple("a == 3", "b > 4", "b < 0"), g.simple("b", "a", "2"))
	}
	g.line("%s x = %s(%s, %s);", calleeType, callee, g.arithmetic("-", "a", g.pick("1", "1", "2")),
		g.simple("b", g.arithmetic("+", "b", "1"), g.arithmetic("-", "b", "1"), "a", "1"))
	g.declare("x")
	if g.chance(25) {
		g.line("x = %s;", g.arithmetic("+", "x", fmt.Sprintf("%s(%s, %s)", name, g.arithmetic("-", "a", "2"), g.simple("b", "0", "x"))))
	}
	if g.chance(20) {
		g.line("if (x > %d) return %d;", 2+g.r.IntN(6), g.r.IntN(7))
	}
	g.line("return %s;", g.simple("x", g.arithmetic("+", "x", "1"), g.arithmetic("+", "x", "b"), g.arithmetic("+", "x", "a"), g.arithmetic("*", "x", "2")))
	g.indent--
	g.line("}")
	g.scope = saved
}

// simple is mostly one of the given expressions.
func (g *gen) simple(xs ...string) string {
	if g.chance(12) {
		return g.expr(1)
	}
	return g.pick(xs...)
}

// recursiveCalls calls recursive functions and asserts a property of their results.
func (g *gen) recursiveCalls() {
	for range 1 + g.r.IntN(2) {
		v := g.fresh("r")
		first := g.arithmetic("+", "("+g.atom()+") % 4", g.pick("0", "1", "3"))
		g.line("%s %s = %s((int)(%s), %s);", g.pick("int", "int", "long long"), v, g.pick(g.recursives...), first, g.simple("0", "1", "2", "-1"))
		g.declare(v)
		if k := g.r.IntN(25); g.chance(80) {
			g.line("if (%s) reach_error();", g.pick(
				fmt.Sprintf("%s > %d", v, k), fmt.Sprintf("%s > %d", v, 4*k), fmt.Sprintf("%s < %d", v, k-20),
				fmt.Sprintf("%s < -1", v), fmt.Sprintf("%s == %d", v, k-5)))
		}
	}
}
