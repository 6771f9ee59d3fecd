package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Options choose language features beyond scalars and control flow.
type Options struct {
	Bits     bool // bit operations and shifts
	Arrays   bool
	Pointers bool
	Structs  bool
	Calls    bool
	Wide     bool // long long
	Inputs   int  // at most; 0: 2
}

// All switches every feature on.
var All = Options{Bits: true, Arrays: true, Pointers: true, Structs: true, Calls: true, Wide: true, Inputs: 2}

// values is the number of values an input is restricted to.
const values = 5

// Program is a generated program.
type Program struct {
	Seed   uint64
	Source string
	Inputs int // calls of nondet functions, each with values 0 .. values-1 minus an offset
}

// Generate returns the program of a seed; the same seed and options give the
// same program.
func Generate(seed uint64, o Options) Program {
	if o.Inputs == 0 {
		o.Inputs = 2
	}
	g := &gen{r: rand.New(rand.NewPCG(seed, 7)), o: o}
	g.program()
	return Program{Seed: seed, Source: g.b.String(), Inputs: g.inputs}
}

type variable struct {
	name   string
	frozen bool // a loop counter: not assigned
}

type gen struct {
	r      *rand.Rand
	o      Options
	b      strings.Builder
	indent int
	vars   []variable
	n      int
	inputs int
	loops  int // nesting
	inFunc bool
	funcs  []string
	array  string // name of the int array in scope, of 4 elements
	bytes  string // name of the unsigned char array, of 5
	strct  string
	ptr    string
}

func (g *gen) chance(percent int) bool { return g.r.IntN(100) < percent }

func (g *gen) pick(xs ...string) string { return xs[g.r.IntN(len(xs))] }

func (g *gen) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.indent))
	fmt.Fprintf(&g.b, format+"\n", args...)
}

func (g *gen) typ() string {
	ts := []string{"int", "int", "int", "unsigned", "unsigned", "char", "unsigned char", "short", "unsigned short"}
	if g.o.Wide {
		ts = append(ts, "long long", "unsigned long long")
	}
	return g.pick(ts...)
}

func (g *gen) fresh(prefix string) string {
	g.n++
	return fmt.Sprintf("%s%d", prefix, g.n)
}

func (g *gen) program() {
	g.line("extern int __VERIFIER_nondet_int(void);")
	g.line("extern unsigned char __VERIFIER_nondet_uchar(void);")
	g.line("extern void abort(void);")
	g.line("extern void reach_error(void);")
	if g.o.Structs {
		g.line("struct pair { %s a; %s b; };", g.typ(), g.typ())
	}
	if g.chance(30) {
		g.line("%s glob = %d;", g.typ(), g.r.IntN(7))
		g.vars = append(g.vars, variable{name: "glob"})
	}
	if g.o.Calls && g.chance(60) {
		g.function()
	}
	g.line("int main(void) {")
	g.indent++
	n := 1 + g.r.IntN(g.o.Inputs)
	for range n {
		g.input()
	}
	for range 1 + g.r.IntN(3) {
		v := g.fresh("v")
		g.line("%s %s = %s;", g.typ(), v, g.expr(1))
		g.vars = append(g.vars, variable{name: v})
	}
	if g.o.Arrays && g.chance(50) {
		g.array = g.fresh("arr")
		g.line("int %s[4] = {%d, %d};", g.array, g.r.IntN(9)-4, g.r.IntN(9)-4)
	}
	if g.o.Arrays && g.chance(30) {
		g.bytes = g.fresh("bytes")
		g.line("unsigned char %s[5] = {1, 2, 3, 4, 5};", g.bytes)
	}
	if g.o.Structs && g.chance(50) {
		g.strct = g.fresh("st")
		g.line("struct pair %s = {%d, %d};", g.strct, g.r.IntN(5), g.r.IntN(5))
	}
	if g.o.Pointers && g.chance(40) {
		v := g.fresh("target")
		g.line("int %s = %d;", v, g.r.IntN(9)-4)
		g.ptr = g.fresh("p")
		g.line("int *%s = &%s;", g.ptr, v)
		g.vars = append(g.vars, variable{name: v})
		if g.array != "" && g.chance(50) {
			g.line("if (%s) %s = &%s[%d];", g.expr(1), g.ptr, g.array, g.r.IntN(4))
		}
	}
	for range 2 + g.r.IntN(4) {
		g.stmt(3)
	}
	g.assertion()
	g.line("return 0;")
	g.indent--
	g.line("}")
}

// input declares a variable restricted to a few values.
func (g *gen) input() {
	v := g.fresh("in")
	g.inputs++
	if g.chance(70) {
		g.line("int %s = __VERIFIER_nondet_int();", v)
	} else {
		g.line("unsigned char %s = __VERIFIER_nondet_uchar();", v)
	}
	g.line("if (%s < 0 || %s > %d) abort();", v, v, values-1)
	if g.chance(40) {
		w := g.fresh("x")
		g.line("%s %s = %s - %d;", g.typ(), w, v, g.r.IntN(values))
		g.vars = append(g.vars, variable{name: w})
	}
	g.vars = append(g.vars, variable{name: v})
}

func (g *gen) function() {
	name := g.fresh("f")
	saved := g.vars
	g.line("static %s %s(%s a, %s b) {", g.typ(), name, g.typ(), g.typ())
	g.indent++
	g.vars = append(g.vars[:len(g.vars):len(g.vars)], variable{name: "a"}, variable{name: "b"})
	g.inFunc = true
	for range 1 + g.r.IntN(2) {
		g.stmt(2)
	}
	if g.chance(40) {
		g.line("if (%s) return %s;", g.expr(1), g.expr(1))
	}
	g.line("return %s;", g.expr(2))
	g.inFunc = false
	g.indent--
	g.line("}")
	g.vars = saved
	g.funcs = append(g.funcs, name)
}

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
	if g.strct != "" {
		ls = append(ls, g.strct+".a", g.strct+".b")
	}
	if g.ptr != "" {
		ls = append(ls, "*"+g.ptr, "*"+g.ptr)
	}
	if len(ls) == 0 {
		return ""
	}
	return g.pick(ls...)
}

func (g *gen) index(n int) string {
	if g.chance(40) {
		return fmt.Sprint(g.r.IntN(n))
	}
	return fmt.Sprintf("(unsigned)(%s) %% %d", g.expr(1), n)
}

func (g *gen) block(depth int) {
	g.indent++
	for range 1 + g.r.IntN(2) {
		g.stmt(depth - 1)
	}
	g.indent--
}

func (g *gen) assertion() {
	if g.inFunc {
		return
	}
	c := g.expr(2)
	if g.chance(50) { // equalities are rarer than inequalities
		c = fmt.Sprintf("(%s) == %d", g.expr(2), g.r.IntN(40)-10)
	}
	g.line("if (%s) reach_error();", c)
}

func (g *gen) stmt(depth int) {
	k := g.r.IntN(100)
	l := g.lvalue()
	switch {
	case l == "" || k < 8:
		g.assertion()
	case k < 40 || depth <= 0:
		g.line("%s = %s;", l, g.expr(2))
	case k < 52:
		ops := []string{"+=", "-=", "*="}
		if g.o.Bits {
			ops = append(ops, "&=", "|=", "^=")
		}
		g.line("%s %s %s;", l, g.pick(ops...), g.expr(1))
	case k < 57:
		g.line("%s%s;", l, g.pick("++", "--"))
	case k < 75:
		g.line("if (%s) {", g.expr(2))
		g.block(depth)
		if g.chance(50) {
			g.line("} else {")
			g.block(depth)
		}
		g.line("}")
	case k < 90 && g.loops < 2:
		g.loop(depth)
	case k < 95:
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
	default:
		g.line("%s = %s;", l, g.expr(3))
	}
}

// loop always ends: a counter that nothing else changes is bounded.
func (g *gen) loop(depth int) {
	c := g.fresh("i")
	g.loops++
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
	if g.chance(10) {
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

func (g *gen) atom() string {
	if len(g.vars) == 0 || g.chance(25) {
		return g.pick("0", "1", "2", "3", "5", "7", "-1", "10", "100", "255", "4u", "-3", "127", "65535", "1000")
	}
	if k := g.r.IntN(100); k < 10 && g.array != "" {
		return fmt.Sprintf("%s[%s]", g.array, g.index(4))
	} else if k < 15 && g.bytes != "" {
		return fmt.Sprintf("%s[%s]", g.bytes, g.index(5))
	} else if k < 25 && g.strct != "" {
		return g.strct + g.pick(".a", ".b")
	} else if k < 35 && g.ptr != "" {
		return "*" + g.ptr
	}
	return g.vars[g.r.IntN(len(g.vars))].name
}

func (g *gen) expr(depth int) string {
	if depth <= 0 || g.chance(15) {
		return g.atom()
	}
	a, b := g.expr(depth-1), g.expr(depth-1)
	switch k := g.r.IntN(100); {
	case k < 35:
		return fmt.Sprintf("(%s %s %s)", a, g.pick("+", "-", "*", "+", "-"), b)
	case k < 42:
		return fmt.Sprintf("(%s %s %s)", a, g.pick("/", "%"), g.pick("2", "3", "7", "4u", "-2", b))
	case k < 62:
		return fmt.Sprintf("(%s %s %s)", a, g.pick("<", "<=", ">", ">=", "==", "!="), b)
	case k < 70:
		return fmt.Sprintf("(%s %s %s)", a, g.pick("&&", "||"), b)
	case k < 74:
		return fmt.Sprintf("%s(%s)", g.pick("!", "-", "!"), a)
	case k < 80:
		return fmt.Sprintf("(%s ? %s : %s)", a, b, g.atom())
	case k < 88:
		return fmt.Sprintf("(%s)(%s)", g.typ(), a)
	case k < 92 && len(g.funcs) > 0 && !g.inFunc:
		return fmt.Sprintf("%s(%s, %s)", g.pick(g.funcs...), a, b)
	case g.o.Bits && k < 97:
		return fmt.Sprintf("(%s %s %s)", a, g.pick("&", "|", "^"), b)
	case g.o.Bits:
		return fmt.Sprintf("(%s %s %d)", a, g.pick("<<", ">>"), g.r.IntN(6))
	}
	return fmt.Sprintf("(%s + %s)", a, b)
}
