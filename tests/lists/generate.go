package lists

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator writes a random program about lists. Its inputs are bits, and its loops end at a bit or at the end of a list, so that an execution may be of any length.
type generator struct {
	r     *rand.Rand
	out   strings.Builder
	depth int
	slips int // of a thousand chances
}

const types = `#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);
struct node { struct node *next; struct node *prev; int *data; struct node *sub; };
struct node *g;
struct node *make(struct node *next, struct node *prev) {
  struct node *n = malloc(sizeof *n);
  n->next = next; n->prev = prev; n->data = 0; n->sub = 0;
  return n;
}
struct node *raw(struct node *next, struct node *prev) {
  struct node *n = malloc(sizeof *n);
  n->next = next; n->prev = prev;
  return n;
}
`

// names are the variables of a program that point to nodes: g is static, l has its address taken.
var names = []string{"a", "b", "c", "g", "l"}

// Wild writes a program whose statements are not related: pointers are followed where they are not null, and blocks are released at random.
func Wild(seed uint64) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, 99))}
	g.begin()
	for range 1 + g.r.IntN(2) {
		g.build(1)
	}
	for range 1 + g.r.IntN(5) {
		g.any(2)
	}
	g.probe()
	return g.end()
}

// Tidy writes a program that builds, changes and destroys lists as programs do, but for slips.
func Tidy(seed uint64) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, 98)), slips: []int{0, 0, 20, 40, 80, 150}[seed%6]}
	g.begin()
	for range 1 + g.r.IntN(2) {
		g.task()
	}
	if g.r.IntN(6) == 0 {
		g.line("if (into) *into = 1;")
	}
	return g.end()
}

func (g *generator) begin() {
	g.out.WriteString(types)
	g.open("int main(void)")
	g.line("struct node *a = 0, *b = 0, *c = 0, *l = 0, **q = &l, *t, *u; unsigned k = 0; int *into = 0, *common = 0;")
}

func (g *generator) end() string {
	g.line("return 0;")
	g.close()
	return g.out.String()
}

func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.out, "%s%s\n", strings.Repeat("  ", g.depth), fmt.Sprintf(format, args...))
}

func (g *generator) open(format string, args ...any) {
	g.line(format+" {", args...)
	g.depth++
}

func (g *generator) close() {
	g.depth--
	g.line("}")
}

func (g *generator) pick(from ...string) string { return from[g.r.IntN(len(from))] }

func (g *generator) name() string {
	if g.r.IntN(6) == 0 {
		return "*q"
	}
	return g.pick(names...)
}

// field is a pointer to a node in a node.
func (g *generator) field() string {
	if g.r.IntN(8) == 0 {
		return "sub"
	}
	return g.pick("next", "next", "prev")
}

// probe is a fault where something is so.
func (g *generator) probe() {
	x, y := g.name(), g.name()
	g.line("if (%s) *(int *)0 = 0;", g.pick(
		fmt.Sprintf("%s != %s", x, y),
		fmt.Sprintf("%s == %s", x, y),
		fmt.Sprintf("%s && (%s)->%s", x, x, g.field()),
		fmt.Sprintf("%s && !(%s)->%s", x, x, g.field()),
		fmt.Sprintf("%s && (%s)->next && (%s)->next->prev != %s", x, x, x, x),
		fmt.Sprintf("%s && (%s)->next && (%s)->next->prev == %s", x, x, x, x),
		fmt.Sprintf("%s && (%s)->%s != %s", x, x, g.field(), y),
		fmt.Sprintf("%s && (%s)->next && (%s)->next->next", x, x, x),
		fmt.Sprintf("%s && (%s)->next && !(%s)->next->next", x, x, x),
		fmt.Sprintf("k == %d", g.r.IntN(4)),
		fmt.Sprintf("k != %d", g.r.IntN(4)),
		x, "!"+x, g.condition()+" && "+g.condition()))
}

// condition is one that does not end a loop by itself.
func (g *generator) condition() string {
	x, y := g.name(), g.name()
	switch g.r.IntN(7) {
	case 6:
		return fmt.Sprintf("k == %d", g.r.IntN(4))
	case 0:
		return fmt.Sprintf("%s == %s", x, y)
	case 1:
		return fmt.Sprintf("%s && (%s)->%s == %s", x, x, g.field(), y)
	case 2:
		return fmt.Sprintf("%s && !(%s)->%s", x, x, g.field())
	case 3:
		return fmt.Sprintf("%s && (%s)->data", x, x)
	case 4:
		return x
	}
	return "__VERIFIER_nondet_bool()"
}

// any writes a statement.
func (g *generator) any(depth int) {
	x, y := g.name(), g.name()
	n := g.r.IntN(17)
	if depth == 0 {
		n = g.r.IntN(11)
	}
	switch n {
	case 0, 1:
		g.line("%s = make(%s, %s);", x, g.pick(y, x, "0"), g.pick(g.name(), "0"))
	case 2:
		g.line("%s = %s;", x, g.pick(y, y, "0"))
	case 3, 4:
		g.line("%s%s = (%s)->%s;", g.guard(y), x, y, g.field())
	case 5, 6:
		g.line("%s(%s)->%s = %s;", g.guard(x), x, g.field(), g.pick(y, y, y, "0"))
	case 7:
		g.line("if (%s) (%s)->data = malloc(sizeof(int));", x, x)
	case 8:
		if g.r.IntN(2) == 0 {
			g.line("free(%s);", x)
			if g.r.IntN(4) > 0 {
				g.line("%s = 0;", x)
			}
			return
		}
		g.line("if (%s) { t = (%s)->%s; free(%s); %s = t; }", x, x, g.field(), x, x)
	case 9:
		g.line("q = %s;", g.pick("&a", "&l", "&g", "&l"))
		if g.r.IntN(2) == 0 {
			g.line("if (%s) q = &(%s)->%s;", x, x, g.field())
		}
	case 16:
		g.line("k = %s;", g.pick("0", "1", "2", "k + 1 & 3", "k + 2 & 3"))
	case 10: // a fault, if that happens
		g.probe()
	case 11:
		g.open("if (%s)", g.condition())
		g.some(depth - 1)
		g.close()
	case 12:
		g.open("while (__VERIFIER_nondet_bool())")
		g.some(depth - 1)
		g.close()
	case 13:
		g.build(depth)
	default:
		w := g.pick("a", "b", "c")
		g.line("%s = %s;", w, y)
		g.open("while (%s && __VERIFIER_nondet_bool())", w)
		g.some(depth - 1)
		g.line("if (%s) %s = %s->%s;", w, w, w, g.field())
		g.close()
	}
}

// guard is a condition for the use of a pointer, most of the time.
func (g *generator) guard(x string) string {
	if g.r.IntN(6) == 0 {
		return ""
	}
	return "if (" + x + ") "
}

// build builds a list before what x points to, and does something else meanwhile.
func (g *generator) build(depth int) {
	x := g.name()
	g.line("%s = make(%s, 0);", x, x)
	g.open("while (__VERIFIER_nondet_bool())")
	g.line("%s = make(%s, 0);", x, x)
	if g.r.IntN(2) == 0 {
		g.line("(%s)->next->prev = %s;", x, x)
	}
	if g.r.IntN(4) == 0 {
		g.some(depth - 1)
	}
	g.close()
}

func (g *generator) some(depth int) {
	for range 1 + g.r.IntN(3) {
		g.any(depth)
	}
}

// step writes lines, or leaves one out.
func (g *generator) step(format string, args ...any) {
	if g.r.IntN(1000) >= g.slips {
		g.line(format, args...)
	}
}

// task builds, changes and destroys a list.
func (g *generator) task() {
	h := g.pick("a", "g", "l")
	double, data, sub := g.r.IntN(2) == 0, g.r.IntN(3) == 0, g.r.IntN(4) == 0
	circular := g.r.IntN(5) == 0
	if circular {
		g.step("%s = make(0, 0);", h)
		g.step("%s->next = %s;", h, h)
		g.step("%s->prev = %s;", h, h)
	} else {
		g.line("%s = 0; b = 0;", h)
	}
	appends := g.r.IntN(3) == 0
	raw, counts := data && g.r.IntN(4) == 0, g.r.IntN(4) == 0
	create := "make(%s, %s)"
	if raw {
		create = "raw(%s, %s)"
	}
	shared := data && g.r.IntN(6) == 0
	if shared {
		g.line("common = malloc(sizeof(int));")
	}
	g.open("while (__VERIFIER_nondet_bool())")
	if counts {
		g.line("k = k + 1 & 3;")
	}
	switch {
	case circular:
		g.step("c = "+create+";", h+"->next", h)
		if double {
			g.step("%s->next->prev = c;", h)
		}
		g.step("%s->next = c;", h)
	case appends:
		g.step("c = "+create+";", "0", map[bool]string{true: "b", false: "0"}[double])
		g.step("if (b) b->next = c; else %s = c;", h)
		g.step("b = c;")
	default:
		g.step("c = "+create+";", h, "0")
		if double {
			g.step("if (%s) %s->prev = c;", h, h)
		}
		g.step("%s = c;", h)
	}
	if data {
		if shared {
			g.line("c->data = common;")
		} else {
			g.step("%sc->data = malloc(sizeof(int));", g.pick("", "", "if (__VERIFIER_nondet_bool()) "))
		}
		if g.r.IntN(3) == 0 {
			g.line("into = c->data;")
		}
	}
	if sub {
		if raw {
			g.line("c->sub = 0;")
		}
		g.step("while (__VERIFIER_nondet_bool()) { t = make(c->sub, 0); c->sub = t; }")
	}
	g.close()
	if counts {
		g.line("if (k == %d) *(int *)0 = 0;", g.r.IntN(4))
	}
	for range g.r.IntN(3) {
		g.change(h, double, data || sub, circular)
	}
	if g.r.IntN(1000) < 2*g.slips {
		return
	}
	release := func(x string) {
		if data && !shared || g.r.IntN(1000) < g.slips {
			g.step("free(%s->data);", x)
		}
		if sub {
			g.step("while (%s->sub) { u = %s->sub->next; free(%s->sub); %s->sub = u; }", x, x, x, x)
		}
		g.step("free(%s);", x)
	}
	if shared {
		defer g.step("free(common);")
	}
	if circular {
		g.line("c = %s->next;", h)
		g.open("while (c != %s)", h)
		g.line("t = c->next;")
		release("c")
		g.step("c = t;")
		g.close()
		g.step("free(%s);", h)
		g.step("%s = 0;", h)
		return
	}
	g.open("while (%s)", h)
	g.line("t = %s->next;", h)
	release(h)
	g.step("%s = t;", h)
	g.close()
}

// change changes a list.
func (g *generator) change(h string, double, owns, circular bool) {
	end := "0"
	if circular {
		end = h
	}
	switch k := g.r.IntN(5); {
	case k == 0: // insert behind some node
		g.line("c = %s;", h)
		g.open("if (c)")
		g.step("while (c->next != %s && __VERIFIER_nondet_bool()) c = c->next;", end)
		g.step("t = make(c->next, c);")
		if double {
			g.step("if (t->next) t->next->prev = t;")
		}
		g.step("c->next = t;")
		g.close()
	case k == 1 && !owns: // delete one
		g.line("c = %s;", h)
		g.open("if (c)")
		g.step("while (c->next != %s && __VERIFIER_nondet_bool()) c = c->next;", end)
		g.open("if (c->next != %s)", end)
		g.line("t = c->next;")
		g.step("c->next = t->next;")
		if double {
			g.step("if (t->next) t->next->prev = c;")
		}
		g.step("free(t);")
		g.close()
		g.close()
	case k == 2 && !circular: // reverse
		g.line("c = 0;")
		g.open("while (%s)", h)
		g.line("t = %s->next;", h)
		g.step("%s->next = c;", h)
		if double {
			g.step("%s->prev = t;", h)
		}
		g.step("c = %s;", h)
		g.step("%s = t;", h)
		g.close()
		g.step("%s = c;", h)
	case k == 3 && !circular && !owns && !double: // delete some
		g.line("q = &%s;", map[bool]string{true: h, false: "l"}[h != "a"])
		g.line("l = %s;", h)
		g.line("q = &l;")
		g.open("while (*q)")
		g.open("if (__VERIFIER_nondet_bool())")
		g.line("t = *q;")
		g.step("*q = t->next;")
		g.step("free(t);")
		g.depth--
		g.open("} else")
		g.line("q = &(*q)->next;")
		g.close()
		g.close()
		g.line("q = &l;")
		g.step("%s = l;", h)
	default: // walk
		g.line("c = %s;", h)
		if circular {
			g.open("if (c)")
			g.step("do c = c->next; while (c != %s);", h)
			g.close()
			return
		}
		g.open("while (c)")
		if double {
			g.step("if (c->prev && __VERIFIER_nondet_bool()) c = c->prev->next;")
		}
		g.step("c = c->next;")
		g.close()
	}
}
