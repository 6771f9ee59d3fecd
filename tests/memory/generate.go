package memory

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A Program is a random C program that allocates, uses and releases memory. Its own names begin with @, so that many fit into one file.
type Program struct {
	text string
	Bits int // of all its inputs together
}

// Source is the program by itself.
func (p Program) Source() string { return strings.ReplaceAll(p.text, "@", "") }

// prefixed is the program with its own names, main among them, behind a prefix.
func (p Program) prefixed(prefix string) string { return strings.ReplaceAll(p.text, "@", prefix) }

// A buffer is a block of elements with the variable of its length.
type buffer struct{ elem, ptr, size string }

// generator writes a program. Its statements are right as long as it makes no slip: pointers are null or lead to a live block, lengths are those of
// the blocks, and each block has one owner. A slip leaves a part out, or is one off.
type generator struct {
	r       *rand.Rand
	out     strings.Builder
	depth   int
	slips   int // of a thousand chances
	buffers []buffer
	lists   []string
	rows    []string // arrays of three pointers to two int each
	ints    []string // pointers into something else, null most of the time
	inputs  []string // variables of one bit
	index   string   // variable of two bits; "": none
	jumps   bool
}

// Generate writes the program of a seed.
func Generate(seed uint64) Program {
	g := &generator{r: rand.New(rand.NewPCG(seed, 77)), slips: []int{0, 0, 15, 30, 60, 120}[seed%6]}
	g.line(types)
	elems := []string{"int", "int", "char", "long long"}
	pick := func() string { return elems[g.r.IntN(len(elems))] }
	g.buffers = []buffer{{"int", "@gp", "@gn"}, {pick(), "p", "n"}, {"int", "q", "m"}}
	g.lists = []string{"@head", "list"}
	g.rows = []string{"@row", "line"}
	g.ints = []string{"@into", "inner"}
	g.jumps = g.r.IntN(20) == 0
	g.line("%s *@gp; unsigned @gn; struct @node *@head; int *@row[3]; int *@into; int @table[5]; unsigned long @number; unsigned @sink;", g.buffers[0].elem)
	head := g.out.String()
	g.out.Reset()
	g.open("int @main(void)")
	bits := 0
	for range g.r.IntN(3) {
		v := fmt.Sprintf("in%d", len(g.inputs))
		g.inputs = append(g.inputs, v)
		g.line("int %s = __VERIFIER_nondet_bool();", v)
		bits++
	}
	if bits < 2 && g.r.IntN(3) == 0 {
		g.index = "k"
		g.line("unsigned k = __VERIFIER_nondet_uchar() & 3;")
		bits += 2
	}
	g.line("%s *p = 0; unsigned n = 0; int *q = 0; unsigned m = 0; struct @node *list = 0; int *line[3] = {0, 0, 0}; int *inner = 0; int local[4] = {1, 2, 3, 4};", g.buffers[1].elem)
	for range 3 + g.r.IntN(8) {
		g.statement()
	}
	if g.jumps {
		g.line("done:;")
	}
	g.cleanup(g.r.IntN(4) == 0)
	g.line("return 0;")
	g.close()
	for _, f := range functions {
		if strings.Contains(g.out.String(), f.name) {
			head += f.text + "\n"
		}
	}
	return Program{head + g.out.String(), bits}
}

const types = `struct @node { int v; struct @node *next, *other; int a[3]; int *data; };`

// functions are what statements call. A program has those that it calls.
var functions = []struct{ name, text string }{
	{"@make(", `int *@make(unsigned n) { int *p = malloc(n * sizeof *p); return p; }`},
	{"@take(", `void @take(void *p) { free(p); }`},
	{"@fill(", `void @fill(int *p, unsigned n) { for (unsigned i = 0; i < n; i++) p[i] = i; }`},
	{"@leaky(", `int @leaky(int v) { int *p = malloc(sizeof *p); *p = v; return *p; }`},
	{"@keep(", `int *@keep(int v) { int x = v; int *r = &x; return r; }`},
	{"@renew(", `void @renew(int **at, unsigned n) { free(*at); *at = malloc(n * sizeof **at); }`},
	{"@drop(", `void @drop(struct @node *h) { if (h) { @drop(h->next); if (h->data) free(h->data); free(h); } }`},
}

func (g *generator) line(format string, args ...any) {
	text := format
	if len(args) > 0 {
		text = fmt.Sprintf(format, args...)
	}
	g.out.WriteString(strings.Repeat("    ", g.depth) + text + "\n")
}

func (g *generator) open(format string, args ...any) {
	g.line(format+" {", args...)
	g.depth++
}

func (g *generator) close() {
	g.depth--
	g.line("}")
}

// slip reports whether the programmer makes a mistake here.
func (g *generator) slip() bool { return g.r.IntN(1000) < g.slips }

// unless is a text, or nothing where the programmer forgets it.
func (g *generator) unless(text string) string {
	if g.slip() {
		return ""
	}
	return text
}

func (g *generator) buffer() buffer    { return g.buffers[g.r.IntN(len(g.buffers))] }
func (g *generator) list() string      { return g.lists[g.r.IntN(len(g.lists))] }
func (g *generator) row() string       { return g.rows[g.r.IntN(len(g.rows))] }
func (g *generator) into() string      { return g.ints[g.r.IntN(len(g.ints))] }
func (g *generator) small() int        { return 1 + g.r.IntN(4) }
func (g *generator) chance(n int) bool { return g.r.IntN(100) < n }

// condition is an input.
func (g *generator) condition() string {
	if len(g.inputs) == 0 {
		return []string{"1", "@sink >= 0", "0"}[g.r.IntN(3)]
	}
	return g.inputs[g.r.IntN(len(g.inputs))]
}

// below is an index that is less than n.
func (g *generator) below(n int) string {
	if g.index != "" && n >= 4 && g.chance(40) {
		return g.index
	}
	if g.slip() {
		return fmt.Sprint([]int{n, -1}[g.r.IntN(2)])
	}
	return fmt.Sprint(g.r.IntN(n))
}

// statement writes a random statement.
func (g *generator) statement() {
	if g.depth < 3 && g.chance(20) {
		g.compound()
		return
	}
	switch g.r.IntN(5) {
	case 0, 1:
		g.onBuffer()
	case 2:
		g.onList()
	case 3:
		g.onRow()
	default:
		g.onPointer()
	}
}

func (g *generator) block() {
	for range 1 + g.r.IntN(3) {
		g.statement()
	}
	g.close()
}

func (g *generator) compound() {
	switch g.r.IntN(4) {
	case 0:
		v := fmt.Sprintf("i%d", g.depth)
		g.open("for (int %s = 0; %s < %d; %s++)", v, v, g.small(), v)
		if g.chance(30) {
			g.line("if (%s) %s;", g.condition(), []string{"break", "continue"}[g.r.IntN(2)])
		}
		g.block()
	case 1:
		g.open("switch (%s)", g.condition())
		g.line("case 0:")
		g.statement()
		g.line("break;")
		g.line("default:")
		g.statement()
		g.close()
	default:
		g.open("if (%s)", g.condition())
		g.block()
		if g.chance(40) {
			g.open("else")
			g.block()
		}
	}
}

// release frees a block behind p.
func (g *generator) release(p string) string {
	switch {
	case g.slip():
		return fmt.Sprintf("free(%s ? %s + 1 : 0);", p, p)
	case g.chance(20):
		return fmt.Sprintf("@take(%s);", p)
	}
	return fmt.Sprintf("free(%s);", p)
}

func (g *generator) onBuffer() {
	b := g.buffer()
	p, n, c := b.ptr, b.size, g.small()
	switch g.r.IntN(14) {
	case 0, 1, 2:
		size, count := fmt.Sprintf("%d * sizeof *%s", c, p), c
		if g.slip() {
			size = fmt.Sprint(c)
		}
		if g.slip() {
			count++
		}
		from := fmt.Sprintf("malloc(%s)", size)
		switch {
		case g.chance(20):
			from = fmt.Sprintf("calloc(%d, sizeof *%s)", c, p)
		case g.chance(20) && b.elem == "int":
			from = fmt.Sprintf("@make(%d)", c)
		}
		g.line("%s %s = %s; %s", g.unless(g.release(p)), p, from, g.unless(fmt.Sprintf("%s = %d;", n, count)))
	case 3, 4:
		g.line("%s %s %s", g.release(p), g.unless(p+" = 0;"), g.unless(n+" = 0;"))
	case 5:
		if b.elem == "int" && g.chance(30) {
			g.line("@fill(%s, %s);", p, n)
			return
		}
		less := "<"
		if g.slip() {
			less = "<="
		}
		g.line("for (unsigned i = 0; i %s %s; i++) %s[i] = i;", less, n, p)
	case 6, 7:
		at := fmt.Sprint(g.r.IntN(4))
		if g.index != "" && g.chance(50) {
			at = g.index
		}
		use := []string{"@sink += %[1]s[%[2]s];", "%[1]s[%[2]s] = 2;"}[g.r.IntN(2)]
		g.line("%s "+fmt.Sprintf(use, p, at), g.unless(fmt.Sprintf("if (%s > %s)", n, at)))
	case 8:
		g.line("if (%s) for (%s *e = %s, *end = %s + %s; e != end; e++) *e = 0;", p, b.elem, p, p, n)
	case 9:
		kept := ""
		if b.elem == "int" && g.slip() {
			kept = g.into() + " = " + p + ";"
		}
		g.line("%s %s = realloc(%s, (%s + %d) * sizeof *%s); %s", kept, p, p, n, c, p, g.unless(fmt.Sprintf("%s += %d;", n, c)))
	case 10:
		more := ""
		if g.slip() {
			more = " + 1"
		}
		g.line("if (%s) memset(%s, 0, (%s%s) * sizeof *%s);", p, p, n, more, p)
	case 11:
		a, b := g.buffers[0], g.buffers[2]
		if g.chance(50) {
			a, b = b, a
		}
		guard := fmt.Sprintf("%s && %s <= %s", a.size, a.size, b.size)
		if g.slip() {
			guard = fmt.Sprintf("%s && %s", a.size, b.size)
		}
		g.line("if (%s != %s && %s) memcpy(%s, %s, %s * sizeof(int));", a.ptr, b.ptr, guard, b.ptr, a.ptr, a.size)
	case 12:
		a, b := g.buffers[0], g.buffers[2]
		g.line("{ int *x = %s; %s = %s; %s = x; unsigned y = %s; %s = %s; %s = y; }", a.ptr, a.ptr, b.ptr, b.ptr, a.size, a.size, b.size, b.size)
	default:
		a, b := g.buffers[0], g.buffers[2]
		if g.chance(50) {
			a, b = b, a
		}
		g.line("%s %s = %s; %s = %s; %s %s = 0;", g.unless(g.release(a.ptr)), a.ptr, b.ptr, a.size, b.size, g.unless(b.ptr+" = 0;"), b.size)
	}
}

func (g *generator) onList() {
	h := g.list()
	switch g.r.IntN(11) {
	case 0, 1, 2:
		rest := h
		if g.slip() {
			rest = "0"
		}
		g.line("{ struct @node *t = malloc(sizeof *t); t->v = %d; t->other = 0; t->data = 0; t->next = %s; %s }", g.small(), rest, g.unless(h+" = t;"))
	case 3, 4:
		if g.slip() {
			g.line("if (%s) { struct @node *t = %s; free(t); %s = t->next; }", h, h, h)
			return
		}
		g.line("if (%s) { struct @node *t = %s; %s %s free(t); }", h, h, g.unless(h+" = t->next;"), g.unless("if (t->data) free(t->data);"))
	case 5:
		g.line("for (struct @node *t = %s; t; t = t->next) @sink += t->v;", h)
	case 6:
		g.line("if (%s%s) %s->data = malloc(2 * sizeof(int));", h, g.unless(fmt.Sprintf(" && !%s->data", h)), h)
	case 7:
		g.line("if (%s && %s->data) %s->data[%s] = 1;", h, h, h, g.below(2))
	case 8:
		g.line("if (%s) { struct @node t = *%s; t.v++; %s->a[%s] = t.v; }", h, h, h, g.below(3))
	case 9:
		if g.slip() {
			other := g.list()
			g.line("if (%s) %s->other = %s ? %s : %s->next;", h, h, other, other, h)
			return
		}
		g.line("if (%s) { %s->other = %s; @sink += %s->other->v; }", h, h, h, h)
	default:
		if g.slip() {
			g.line("if (%s && %s->other) @sink += %s->other->v;", h, h, h)
			return
		}
		g.line("@drop(%s); %s", h, g.unless(h+" = 0;"))
	}
}

func (g *generator) onRow() {
	a := g.row()
	less := "<"
	if g.slip() {
		less = "<="
	}
	switch g.r.IntN(5) {
	case 0, 1:
		g.line("for (int i = 0; i %s 3; i++) { %s %s[i] = malloc(2 * sizeof(int)); }", less, g.unless(fmt.Sprintf("free(%s[i]);", a)), a)
	case 2:
		g.line("for (int i = 0; i %s 3; i++) { free(%s[i]); %s }", less, a, g.unless(a+"[i] = 0;"))
	case 3:
		i := g.r.IntN(3)
		g.line("%s %s[%d][%s] = 1;", g.unless(fmt.Sprintf("if (%s[%d])", a, i)), a, i, g.below(2))
	default:
		g.line("@renew(&%s[%s], 2);", a, g.below(3))
	}
}

func (g *generator) onPointer() {
	q := g.into()
	switch g.r.IntN(12) {
	case 0, 1:
		b := g.buffers[[]int{0, 2}[g.r.IntN(2)]]
		i := g.r.IntN(3)
		g.line("if (%s > %d) { %s = %s + %d; *%s = 1; %s }", b.size, i, q, b.ptr, i, q, g.unless(q+" = 0;"))
	case 2, 3:
		g.line("if (%s) *%s = 3;", q, q)
	case 4:
		g.line("{ int x = 4; %s = &x; *%s += 1; %s }", q, q, g.unless(q+" = 0;"))
	case 5:
		g.line("@table[%s] = local[%s];", g.below(5), g.below(4))
	case 6:
		g.line("%s = &@table[%d]; *%s = 2;", q, g.r.IntN(5), q)
	case 7:
		if g.slip() {
			g.line("%s = @keep(%d);", q, g.small())
		} else {
			g.line("%s = local + %d; *%s = 5; %s = 0;", q, g.r.IntN(4), q, q)
		}
	case 8:
		switch {
		case g.slip():
			g.line("if (%s) free(%s);", q, q)
		case g.slip():
			g.line("@sink += @leaky(%d);", g.small())
		case g.slip():
			g.line("@number = (unsigned long)%s;", g.buffer().ptr)
		}
	case 9:
		b := g.buffers[2]
		c := g.small()
		g.line("@renew(&%s, %d); %s", b.ptr, c, g.unless(fmt.Sprintf("%s = %d;", b.size, c)))
	case 10:
		if g.slip() {
			g.line("if (%s) %s;", g.condition(), []string{"return 1", "return 1", "exit(1)", "abort()"}[g.r.IntN(4)])
		} else if g.jumps {
			g.line("if (%s) goto done;", g.condition())
		}
	default:
		g.line("%s = 0;", q)
	}
}

// cleanup releases what the variables lead to; of those of the file only where it keeps nothing.
func (g *generator) cleanup(keeps bool) {
	stays := func(v string) bool { return keeps && strings.HasPrefix(v, "@") || g.slip() }
	for _, b := range g.buffers {
		if !stays(b.ptr) {
			g.line("free(%s);", b.ptr)
		}
	}
	for _, h := range g.lists {
		if stays(h) {
			continue
		}
		g.open("while (%s)", h)
		g.line("struct @node *t = %s->next;", h)
		g.line("%s", g.unless(fmt.Sprintf("if (%s->data) free(%s->data);", h, h)))
		g.line("free(%s);", h)
		g.line("%s = t;", h)
		g.close()
	}
	for _, a := range g.rows {
		if !stays(a) {
			g.line("for (int i = 0; i < 3; i++) free(%s[i]);", a)
		}
	}
}
