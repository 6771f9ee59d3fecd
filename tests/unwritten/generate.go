package unwritten

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator writes a random program that leaves things out now and then: an initialiser, an element, a member, a case. Nothing else is undefined.
type generator struct {
	r     *rand.Rand
	out   strings.Builder
	depth int
	ints  []string // expressions of unsigned integers that can be assigned
	n     int      // of names
	leave int      // of a hundred texts, how many are left out
}

const types = `struct pair { unsigned char kind; unsigned value; unsigned short small; };
union both { unsigned char byte; unsigned word; unsigned short half[2]; };
struct bits { unsigned low : 3, high : 5; };
`

const functions = `static int get(unsigned in, unsigned *out) { if (in & 1) { *out = in + 1; return 0; } return -1; }
static struct pair make(unsigned v) { struct pair p; p.kind = 1; if (v != 3) p.value = v; p.small = 2; return p; }
static unsigned total(const unsigned char *p, unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) s += p[i]; return s; }
static void fill(unsigned *p, unsigned n, unsigned v) { for (unsigned i = 0; i < n; i++) p[i] = v + i; }
static unsigned count(const unsigned *p, unsigned n) { unsigned s = 0; for (unsigned i = 0; i < n; i++) if (p[i] > 2) s++; return s; }
static unsigned pass(unsigned a, unsigned b) { if (a) return b; return 1; }
`

// inputs is the number of inputs of a program, of one bit each.
const inputs = 3

// Generate writes the program of a seed.
func Generate(seed uint64) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, 5)), leave: []int{4, 10, 20, 40}[seed%4]}
	g.line("#include <stdlib.h>\n#include <string.h>\n_Bool __VERIFIER_nondet_bool(void);\n%s%sunsigned sink, file[4];", types, functions)
	g.open("int main(void)")
	for i := range inputs {
		g.line("unsigned in%d = __VERIFIER_nondet_bool();", i)
	}
	g.line("unsigned a%s, b%s, t[4]%s, v[4]%s;", g.maybe(" = 1"), g.maybe(" = 2"), g.maybe(" = {1}"), g.maybe(" = {0}"))
	g.line("struct pair s%s, u%s; union both x%s; struct bits f%s;", g.maybe(" = {1, 2, 3}"), g.maybe(" = {0}"), g.maybe(" = {.word = 3}"), g.maybe(" = {0}"))
	g.line("struct pair *ps = &s; unsigned *pt = t, *pa = &a; union both *px = &x; struct bits *pf = &f;")
	block := []string{"malloc(16)", "calloc(4, 4)", "malloc(4 * sizeof(unsigned))"}[g.r.IntN(3)]
	g.line("unsigned *m = %s; unsigned char *bytes = malloc(8); if (!m || !bytes) return 0; %s %s", block, g.maybe("fill(m, 4, 2);"), g.maybe("memset(bytes, 1, 8);"))
	g.ints = []string{"a", "b", "t[%d]", "v[%d]", "s.value", "u.value", "ps->small", "x.word", "px->byte", "x.half[1]", "f.low", "pf->high", "pt[%d]", "*pa", "m[%d]", "m[%d]", "bytes[%d]", "file[%d]"}
	for range 4 + g.r.IntN(10) {
		g.statement()
	}
	g.line("free(m); free(bytes);")
	g.line("return sink & 1;")
	g.close()
	return g.out.String()
}

func (g *generator) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("    ", g.depth) + fmt.Sprintf(format, args...) + "\n")
}

func (g *generator) open(format string, args ...any) {
	g.line(format+" {", args...)
	g.depth++
}

func (g *generator) close() {
	g.depth--
	g.line("}")
}

// maybe is a text most of the time.
func (g *generator) maybe(text string) string {
	if g.r.IntN(100) < g.leave {
		return ""
	}
	return text
}

// place is something that can be assigned.
func (g *generator) place() string {
	p := g.ints[g.r.IntN(len(g.ints))]
	if strings.Contains(p, "%d") {
		if g.r.IntN(5) == 0 {
			return strings.ReplaceAll(p, "%d", fmt.Sprintf("in%d + in%d", g.r.IntN(inputs), g.r.IntN(inputs)))
		}
		return fmt.Sprintf(p, g.r.IntN(4))
	}
	return p
}

// value is an expression.
func (g *generator) value() string {
	switch g.r.IntN(7) {
	case 0, 1:
		return fmt.Sprint(g.r.IntN(5))
	case 2:
		return fmt.Sprintf("in%d", g.r.IntN(inputs))
	case 3:
		return fmt.Sprintf("%s + %s", g.place(), g.place())
	case 4:
		return fmt.Sprintf("(%s & 1)", g.place())
	}
	return g.place()
}

func (g *generator) block() {
	for range 1 + g.r.IntN(3) {
		g.statement()
	}
	g.close()
}

// statement writes a random statement.
func (g *generator) statement() {
	n := g.r.IntN(4)
	switch g.r.IntN(24) {
	case 0, 1, 2, 3, 4, 5:
		g.line("%s = %s;", g.place(), g.value())
	case 6:
		g.line("for (unsigned i = 0; i < %d; i++) %s[i] = %s;", []int{4, 4, 3}[g.r.IntN(3)], []string{"t", "v", "m", "pt"}[n], g.value())
	case 7:
		g.line("memset(%s, 0, %s);", []string{"t", "&s", "m", "bytes"}[n], []string{"sizeof t", "sizeof s", "16", "8"}[n])
	case 8:
		g.line("%s", []string{"memcpy(t, m, 16);", "memcpy(&u, ps, sizeof u);", "memcpy(bytes, &s, 8);", "memcpy(v, t, 4 * in0 + 8);"}[n])
	case 9:
		g.line("%s", []string{"s = u;", "u = s;", "s = make(b);", "u = make(in0 + in1 + 1);"}[n])
	case 10:
		g.line("if (get(in%d, %s) == 0) sink += %s;", g.r.IntN(inputs), []string{"&a", "pa", "&t[2]", "m + 1"}[n], []string{"a", "*pa", "t[2]", "m[1]"}[n])
	case 11:
		g.line("%s", []string{"if (total(bytes, 8) > 3) sink++;", "if (total((unsigned char *)&s, 4) > 9) sink++;", "if (total((unsigned char *)ps, sizeof s) > 9) sink++;", "sink += count(t, 3);"}[n])
	case 12:
		g.line("%s", []string{"fill(m, 4, in0);", "fill(t, 2 + in1, 3);", "fill(v, 4, b);", "sink += count(m, in2 + 1);"}[n])
	case 13:
		g.line("sink += pass(%s, %s);", g.value(), g.value())
	case 14:
		g.line("{ unsigned *q = realloc(m, %d); if (!q) return 1; m = q; }", []int{16, 20, 32, 24}[n])
	case 15:
		g.n++
		name := fmt.Sprintf("c%d", g.n)
		g.open("for (unsigned %s = 0; %s < %d; %s++)", name, name, 1+n, name)
		g.line("unsigned own%s; struct pair part%s;", g.maybe(" = 1"), g.maybe(" = {1}"))
		if n > 0 {
			g.line("if (in%d) own = %s;", g.r.IntN(inputs), g.value())
			g.line("part.value = own; s = part;")
		}
		g.block()
	case 16, 17:
		g.open("if (in%d)", g.r.IntN(inputs))
		g.block()
		if n > 1 {
			g.open("else")
			g.block()
		}
	case 18:
		g.line("switch (in0 + in1) { case 0: %s = 1; break; case 1: %s = %s; }", g.place(), g.place(), g.value())
	case 19:
		g.line("t[%s & 3] = %s;", g.place(), g.value())
	default:
		g.line("if (%s > %d) sink++;", g.value(), n)
	}
}
