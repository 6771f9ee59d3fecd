package oracle

import "fmt"

// place is memory in programs with Options.Memory: a scalar, or n elements.
type place struct {
	name string
	n    int
}

// String of an element at a random index; the index calls nothing.
func (g *gen) place(p place) string {
	switch {
	case p.n == 0:
		return p.name
	case g.chance(50):
		return fmt.Sprintf("%s[%d]", p.name, g.r.IntN(p.n))
	}
	return fmt.Sprintf("%s[%s]", p.name, g.index(p.n))
}

// memoryTypes declares the types and functions of such programs.
func (g *gen) memoryTypes() {
	g.names = append(g.names, "bits", "node", "mix")
	g.line("extern void *malloc(unsigned long);")
	g.line("extern void free(void *);")
	g.line("extern void *memcpy(void *, const void *, unsigned long);")
	g.line("extern void *memset(void *, int, unsigned long);")
	g.line("union bits { int whole; unsigned char part[4]; short half[2]; };")
	g.line("struct node { %s val; struct node *next; %s more; };", g.typ(), g.typ())
	second := g.pick("*b = *a;", "*b = 7;", "if (*a > 0) *b = 1;")
	g.line("static int mix(int *a, int *b) { *a = %s; %s return %s; }", g.arithmetic("+", "*b", fmt.Sprint(g.r.IntN(6))), second, g.arithmetic("-", "*a", "*b"))
}

// memoryLocals declares variables of main that live in memory.
func (g *gen) memoryLocals() {
	if g.chance(50) {
		v := g.fresh("heap")
		g.line("int *%s = malloc(3 * sizeof(int));", v)
		g.line("%s[0] = %s; %s[1] = %d; %s[2] = 7;", v, g.expr(1), v, g.r.IntN(4), v)
		g.places = append(g.places, place{v, 3})
		g.heap = v
	}
	if g.chance(40) {
		v := g.fresh("un")
		g.line("union bits %s; %s.whole = %s;", v, v, g.expr(1))
		g.places = append(g.places, place{v + ".whole", 0}, place{v + ".part", 4}, place{v + ".half", 2})
	}
	if g.chance(30) {
		v, q := g.fresh("raw"), g.fresh("q")
		g.line("int %s = %s;", v, g.expr(1))
		g.line("unsigned char *%s = (unsigned char *)&%s;", q, v)
		g.places = append(g.places, place{v, 0}, place{q, 4})
	}
	if g.chance(40) {
		v, p := g.fresh("node"), g.fresh("node")
		g.line("struct node %s = {0, 0, 1};", v)
		g.line("struct node *%s = malloc(sizeof(struct node));", p)
		g.line("%s->val = %s; %s->more = %d; %s->next = &%s;", p, g.expr(1), p, g.r.IntN(4), p, v)
		g.places = append(g.places, place{p + "->val", 0}, place{p + "->more", 0}, place{p + "->next->val", 0}, place{p + "->next->more", 0}, place{v + ".val", 0})
	}
	if g.chance(40) {
		a, b := g.fresh("m"), g.fresh("m")
		g.line("int %s = %s, %s = %d;", a, g.expr(1), b, g.r.IntN(5))
		g.declare(a)
		g.declare(b)
		g.mixed = []string{"&" + a, "&" + b}
	}
}

// memoryStmt writes a statement that only such programs have; false: there is
// none in scope.
func (g *gen) memoryStmt() bool {
	switch {
	case len(g.mixed) > 0 && g.chance(60):
		call := fmt.Sprintf("mix(%s, %s)", g.pick(g.mixed...), g.pick(g.mixed...))
		if l := g.scalar(); g.chance(70) && l != "" {
			call = l + " = " + call
		}
		g.line("%s;", call)
	case g.heap != "" && g.array != "" && g.chance(50):
		to, from := g.heap, g.array
		if g.chance(30) {
			to, from = from, to
		}
		g.line("memcpy(%s, %s, %d);", to, from, 4*(1+g.r.IntN(3)))
	case g.heap != "":
		g.line("memset(%s, %d, %d);", g.heap, g.r.IntN(3), []int{4, 8, 12}[g.r.IntN(3)])
	default:
		return false
	}
	return true
}
