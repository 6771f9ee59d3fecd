package c

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// cgen writes random C functions without unsequenced side effects.
type cgen struct {
	r     *rand.Rand
	b     strings.Builder
	vars  []string // assignable scalars in scope
	depth int
	loops int
}

var genTypes = []string{"int", "unsigned int", "signed char", "unsigned char", "short", "unsigned short", "long", "unsigned long", "long long", "unsigned long long", "_Bool"}

func (g *cgen) pick(s []string) string { return s[g.r.Intn(len(s))] }

func (g *cgen) constant() string {
	cs := []string{"0", "1", "2", "3", "7", "31", "100", "127", "128", "255", "256", "-1", "-2", "-128", "65535", "0x7fffffff", "0x80000000u", "1u", "0xffffffffu", "5L", "-9LL", "0x7fffffffffffffffLL", "3ULL", "'a'"}
	return "(" + g.pick(cs) + ")"
}

func (g *cgen) expr(depth int) string {
	if depth <= 0 || g.r.Intn(8) == 0 {
		if g.r.Intn(3) == 0 {
			return g.constant()
		}
		return g.pick(g.vars)
	}
	e := func() string { return g.expr(depth - 1) }
	switch g.r.Intn(16) {
	case 0, 1:
		return fmt.Sprintf("(%s %s %s)", e(), g.pick([]string{"+", "-", "*"}), e())
	case 2:
		return fmt.Sprintf("(%s %s (%s | 1))", e(), g.pick([]string{"/", "%"}), e())
	case 3:
		return fmt.Sprintf("(%s %s %s)", e(), g.pick([]string{"&", "|", "^"}), e())
	case 4:
		return fmt.Sprintf("(%s %s (%s & %d))", e(), g.pick([]string{"<<", ">>"}), e(), []int{3, 15, 31}[g.r.Intn(3)])
	case 5, 6:
		return fmt.Sprintf("(%s %s %s)", e(), g.pick([]string{"<", "<=", ">", ">=", "==", "!="}), e())
	case 7:
		return fmt.Sprintf("(%s %s %s)", e(), g.pick([]string{"&&", "||"}), e())
	case 8:
		return fmt.Sprintf("(%s ? %s : %s)", e(), e(), e())
	case 9:
		return g.pick([]string{"-", "~", "!", "+"}) + "(" + e() + ")"
	case 10, 11:
		return fmt.Sprintf("((%s)%s)", g.pick(genTypes), e())
	case 12:
		return fmt.Sprintf("arr[(%s) & 3]", e())
	case 13:
		return fmt.Sprintf("helper(%s, %s)", e(), e())
	case 14:
		return fmt.Sprintf("ga[(%s) & 7].m", e())
	default:
		return fmt.Sprintf("(%s / %s)", e(), e())
	}
}

func (g *cgen) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.depth+1) + fmt.Sprintf(format, args...) + "\n")
}

func (g *cgen) lvalue() string {
	switch g.r.Intn(8) {
	case 0:
		return fmt.Sprintf("arr[%d]", g.r.Intn(4))
	case 1:
		return fmt.Sprintf("ga[%d].%s", g.r.Intn(8), g.pick([]string{"m", "b1", "b2", "c"}))
	}
	return g.pick(g.vars)
}

func (g *cgen) stmt() {
	if g.depth > 3 {
		g.line("%s = %s;", g.lvalue(), g.expr(2))
		return
	}
	block := func() {
		g.depth++
		for n := g.r.Intn(3) + 1; n > 0; n-- {
			g.stmt()
		}
		g.depth--
	}
	switch g.r.Intn(12) {
	case 0, 1, 2:
		g.line("%s = %s;", g.lvalue(), g.expr(3))
	case 3:
		g.line("%s %s= %s;", g.lvalue(), g.pick([]string{"+", "-", "*", "&", "|", "^"}), g.expr(2))
	case 4:
		g.line("%s%s;", g.pick(g.vars), g.pick([]string{"++", "--"}))
	case 5, 6:
		g.line("if (%s) {", g.expr(2))
		block()
		g.line("} else {")
		block()
		g.line("}")
	case 7:
		g.loops++
		k := fmt.Sprintf("k%d", g.loops)
		g.line("for (int %s = 0; %s < %d; %s++) {", k, k, g.r.Intn(5)+1, k)
		g.depth++
		g.line("if (%s) %s;", g.expr(1), g.pick([]string{"continue", "break"}))
		g.depth--
		block()
		g.line("}")
	case 8:
		g.line("switch ((%s) & 7) {", g.expr(2))
		for i := 0; i < 3; i++ {
			g.line("case %d:", g.r.Intn(2)+i*2)
			block()
			if g.r.Intn(2) == 0 {
				g.line("  break;")
			}
		}
		g.line("default: ;")
		block()
		g.line("}")
	case 9:
		to, inner, e := g.pick(g.vars), g.lvalue(), g.expr(2)
		if to == inner { // two side effects without a sequence point
			g.line("%s = %s; %s = %s + 1;", inner, e, to, inner)
			return
		}
		g.line("%s = (%s = %s) + 1;", to, inner, e)
	case 10:
		v := g.pick(g.vars)
		g.line("p = &px; *p = %s; px = *p ^ 1; %s = *p;", g.expr(2), v)
	case 11:
		g.line("{ struct rec t = ga[%d]; t.c = %s; ga[%d] = t; }", g.r.Intn(8), g.expr(2), g.r.Intn(8))
	}
}

const genHeader = `
struct rec { short m; unsigned b1 : 5; int b2 : 7; long c; };
struct rec ga[8];
static long helper(int a, unsigned char b) { return a > b ? a - (long)b : b; }
`

func (g *cgen) function(name string) string {
	g.b.Reset()
	g.vars = nil
	fmt.Fprintf(&g.b, "int %s(void) {\n", name)
	for i := 0; i < 5; i++ {
		v := fmt.Sprintf("v%d", i)
		g.line("%s %s = %s;", g.pick(genTypes), v, g.constant())
		g.vars = append(g.vars, v)
	}
	g.line("int arr[4] = {1, -2, %s};", g.constant())
	g.line("long px = 3, *p;")
	g.vars = append(g.vars, "px")
	for n := 8; n > 0; n-- {
		g.stmt()
	}
	g.line("unsigned long h = 0;")
	for _, v := range g.vars {
		g.line("h = h * 31 + (unsigned long)%s;", v)
	}
	g.line("for (int i = 0; i < 8; i++) h = h * 31 + ga[i].m + ga[i].b1 * 3ul + ga[i].b2 + ga[i].c;")
	g.line("for (int i = 0; i < 4; i++) h = h * 31 + arr[i];")
	g.line("return (int)((h ^ (h >> 17)) & 0x7fffffff);")
	g.b.WriteString("}\n")
	return g.b.String()
}

// TestDifferential compares random programs over integers with gcc on both
// data models: the result, or the undefined behaviour that gcc's sanitizer
// finds.
func TestDifferential(t *testing.T) {
	for _, m := range models {
		t.Run(m.name, func(t *testing.T) {
			m.executed(t)
			differential(t, m.model, append([]string{"-fsanitize=signed-integer-overflow,shift-exponent,integer-divide-by-zero,bounds", "-fsanitize-undefined-trap-on-error"}, m.flags...), genHeader, 15, func(r *rand.Rand) func(string) string {
				g := &cgen{r: r}
				return g.function
			})
		})
	}
}
