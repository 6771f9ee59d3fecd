package oracle

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
)

// Layout returns a program about how objects lie in memory, for the data model LP64: structures with bit-fields of all types, unions with
// several views, flexible array members of any element, objects beside each other with indices that may leave them, pointers up to one past
// the end, arguments of main, and chains of conversions. Many executions are undefined: what the address sanitizer or the sanitizer of undefined behaviour
// stops. All memory is written before it is read, and no padding is read.
func Layout(seed uint64) Program {
	g := &layout{gen: gen{r: rand.New(rand.NewPCG(seed, 29))}}
	g.program()
	return Program{Seed: seed, Source: g.b.String(), Checked: flexibleIndex.ReplaceAllString(g.b.String(), "$1[CUPEL_INDEX($2)]"), Names: g.names, Inputs: g.inputs,
		Arguments: g.arguments, Addresses: true}
}

// flexibleIndex matches an access to a flexible array. Below it there are other members, where no sanitizer stops it.
var flexibleIndex = regexp.MustCompile(`(flex\d+(?:->|\.)m\d+)\[([^]]*)\]`)

// layout makes one program. Of gen it has the text, the dice and the names.
type layout struct {
	gen
	lvalues []lvalue
	in      []string // inputs
	// arguments: main has them.
	arguments bool
}

// An lvalue is a place of a program that holds a number or is an array, a structure or a union.
type lvalue struct {
	text string
	of   *ctype
}

// A ctype is a type: a number (name only), a bit-field, an array, a structure or a union.
type ctype struct {
	name    string
	width   int // of a bit-field
	element *ctype
	length  int
	members []member
	union   bool
}

type member struct {
	name string
	of   *ctype
}

// integers are the integer types with their sizes in bytes.
var integers = []struct {
	name string
	size int
}{
	{"signed char", 1}, {"unsigned char", 1}, {"char", 1}, {"short", 2}, {"unsigned short", 2}, {"int", 4}, {"unsigned", 4},
	{"long", 8}, {"unsigned long", 8}, {"long long", 8}, {"unsigned long long", 8},
}

func (g *layout) number() *ctype { return &ctype{name: integers[g.r.IntN(len(integers))].name} }

// sized is an integer type of so many bytes.
func (g *layout) sized(size int) *ctype {
	for {
		if i := integers[g.r.IntN(len(integers))]; i.size == size {
			return &ctype{name: i.name}
		}
	}
}

// bitField is a bit-field of any type and width.
func (g *layout) bitField() *ctype {
	if g.chance(15) {
		return &ctype{name: "_Bool", width: 1}
	}
	i := integers[g.r.IntN(len(integers))]
	return &ctype{name: i.name, width: 1 + g.r.IntN(8*i.size)}
}

func (g *layout) array(of *ctype, length int) *ctype { return &ctype{element: of, length: length} }

// define writes the definition of a structure or union.
func (g *layout) define(union bool, members []member, flexible string) *ctype {
	word := "struct"
	if union {
		word = "union"
	}
	name := g.global("t")
	g.line("%s %s {", word, name)
	for _, m := range members {
		switch {
		case m.of.width > 0:
			g.line("  %s %s : %d;", m.of.name, m.name, m.of.width)
			if g.chance(10) {
				g.line("  %s : 0;", m.of.name)
			}
		case m.of.element != nil && m.of.element.element != nil:
			g.line("  %s %s[%d][%d];", m.of.element.element.name, m.name, m.of.length, m.of.element.length)
		case m.of.element != nil:
			g.line("  %s %s[%d];", m.of.element.name, m.name, m.of.length)
		default:
			g.line("  %s %s;", m.of.name, m.name)
		}
	}
	if flexible != "" {
		g.line("  %s", flexible)
	}
	g.line("};")
	return &ctype{name: word + " " + name, union: union, members: members}
}

// record is a structure of numbers, bit-fields, arrays and, at times, other types.
func (g *layout) record(others ...*ctype) *ctype {
	var ms []member
	for range 2 + g.r.IntN(4) {
		m := member{name: g.fresh("m"), of: g.number()}
		switch g.r.IntN(8) {
		case 0, 1, 2, 3:
			m.of = g.bitField()
		case 4:
			m.of = g.array(g.number(), 1+g.r.IntN(3))
		case 5:
			if len(others) > 0 {
				m.of = others[g.r.IntN(len(others))]
			}
		case 6:
			m.of = g.array(g.array(g.number(), 2), 2)
		}
		ms = append(ms, m)
	}
	return g.define(false, ms, "")
}

// views is a union of arrays of several widths that fill the same bytes.
func (g *layout) views() *ctype {
	bytes := []int{4, 8, 8, 16}[g.r.IntN(4)]
	var ms []member
	for range 2 + g.r.IntN(3) {
		size := []int{1, 1, 2, 4, 8}[g.r.IntN(5)]
		of := g.sized(min(size, bytes))
		if n := bytes / min(size, bytes); n > 1 || g.chance(50) {
			of = g.array(of, n)
		}
		ms = append(ms, member{g.fresh("v"), of})
	}
	return g.define(true, ms, "")
}

func (g *layout) program() {
	g.line("extern int __VERIFIER_nondet_int(void);")
	g.line("extern void abort(void);")
	g.line("extern void reach_error(void);")
	g.line("extern void *malloc(unsigned long);")
	g.line("extern void *memset(void *, int, unsigned long);")
	union := g.views()
	record := g.record(union)
	types := []*ctype{union, record}
	if g.chance(50) {
		types = append(types, g.record(union, record))
	}
	var locals []func()
	for range 1 + g.r.IntN(3) {
		locals = append(locals, g.object(types))
	}
	if g.chance(60) {
		locals = append(locals, g.flexible(types))
	}
	inputs := 1 + g.r.IntN(2)
	if g.arguments = g.chance(10); g.arguments { // few: they have many inputs
		g.line("int main(int argc, char **argv) {")
		g.inputs, inputs = 3, 1
	} else {
		g.line("int main(void) {")
	}
	g.indent++
	for range inputs {
		v := g.fresh("in")
		g.inputs++
		g.in = append(g.in, v)
		g.line("int %s = __VERIFIER_nondet_int();", v)
		g.line("if (%s < -1 || %s > 3) abort();", v, v)
	}
	for _, declare := range locals {
		declare()
	}
	if g.chance(50) {
		g.neighbours()
	}
	g.line("unsigned long long sum = 0;")
	for range 4 + g.r.IntN(6) {
		if g.arguments && g.chance(40) {
			g.argument()
		} else {
			g.statement()
		}
	}
	m := []int{2, 2, 2, 3, 4, 16}[g.r.IntN(6)]
	cond := fmt.Sprintf("sum %% %d == %d", m, g.r.IntN(m))
	if g.chance(30) {
		cond = fmt.Sprintf("%s == %d && %s", g.pick(g.in...), g.r.IntN(5)-1, cond)
	}
	if g.chance(20) {
		cond = fmt.Sprintf("%s > %d", g.load(), g.r.IntN(300)-20)
	}
	g.line("if (%s) reach_error();", cond)
	g.line("return 0;")
	g.indent--
	g.line("}")
}

// object declares an object, in static memory at once or in main by the function that it returns.
func (g *layout) object(types []*ctype) func() {
	t, text := types[g.r.IntN(len(types))], ""
	v, n := g.fresh("o"), 1+g.r.IntN(3)
	add := func(of *ctype, name string) { g.lvalues = append(g.lvalues, lvalue{name, of}) }
	switch g.r.IntN(4) {
	case 0: // an array of numbers or of structures
		of := t
		if g.chance(60) {
			of = g.number()
		}
		text = fmt.Sprintf("%s %s[%d]", of.name, v, n+1)
		add(g.array(of, n+1), v)
	case 1: // on the heap
		return func() {
			g.line("%s *%s = malloc(%d * sizeof(%s));", t.name, v, n, t.name)
			g.line("memset(%s, 0, %d * sizeof(%s));", v, n, t.name)
			add(g.array(t, n), v)
		}
	default:
		text = fmt.Sprintf("%s %s", t.name, v)
		add(t, v)
	}
	if g.chance(50) {
		g.names = append(g.names, v)
		g.line("%s;", text)
		return func() {}
	}
	return func() {
		g.line("%s;", text)
		g.line("memset(&%s, %s, sizeof %s);", v, g.pick("0", "0", "1"), v)
	}
}

// flexible declares a structure with a flexible array member and an object of it, static with an initialiser or on the heap.
func (g *layout) flexible(types []*ctype) func() {
	of := g.number()
	if g.chance(50) {
		of = types[g.r.IntN(len(types))]
	}
	first := member{g.fresh("m"), g.number()}
	members := []member{first}
	if g.chance(30) {
		members = append(members, member{g.fresh("m"), g.bitField()})
	}
	name, v, n := g.fresh("m"), g.fresh("flex"), 1+g.r.IntN(3)
	zero := g.chance(33) // the older way of writing it, which has no initialiser
	length := ""
	if zero {
		length = "0"
	}
	t := g.define(false, members, fmt.Sprintf("%s %s[%s];", of.name, name, length))
	if g.chance(30) && of.members == nil && !zero { // gcc's extension
		g.names = append(g.names, v)
		g.line("static %s %s = {.%s = %d, .%s = {%s}};", t.name, v, first.name, g.r.IntN(5), name, strings.Join(strings.Split(strings.Repeat("7", n), ""), ", "))
		g.lvalues = append(g.lvalues, lvalue{v, t}, lvalue{v + "." + name, g.array(of, n)})
		return func() {}
	}
	return func() {
		size := fmt.Sprintf("sizeof(%s) + %d * sizeof(%s)", t.name, n, of.name)
		if g.chance(40) {
			size = fmt.Sprintf("__builtin_offsetof(%s, %s) + %d * sizeof(%s)", t.name, name, n, of.name)
			if g.chance(50) || of.members != nil { // no less than the structure
				size = fmt.Sprintf("sizeof(%s) + %s", t.name, size)
			}
		}
		g.line("%s *%s = malloc(%s);", t.name, v, size)
		g.line("memset(%s, 0, %s);", v, size)
		g.lvalues = append(g.lvalues, lvalue{v + "->" + name, g.array(of, n)}, lvalue{v + "->" + name, g.array(of, n)})
		if !strings.HasPrefix(size, "__builtin") {
			g.lvalues = append(g.lvalues, lvalue{"(*" + v + ")", t})
		}
	}
}

// neighbours declares objects of one type side by side, and a pointer into one of them.
func (g *layout) neighbours() {
	of, n := g.number(), 2+g.r.IntN(3)
	v := g.fresh("t")
	if g.chance(50) {
		g.line("%s *%s[2];", of.name, v)
		for i := range 2 {
			g.line("%s[%d] = malloc(%d * sizeof(%s));", v, i, n, of.name)
			g.line("memset(%s[%d], %d, %d * sizeof(%s));", v, i, i, n, of.name)
		}
	} else {
		a, b := g.fresh("a"), g.fresh("b")
		g.line("%s%s %s[%d] = {1}, %s[%d] = {2};", g.pick("", "static "), of.name, a, n, b, n)
		g.line("%s *%s[2] = {%s, %s};", of.name, v, a, b)
	}
	for i := range 2 {
		g.lvalues = append(g.lvalues, lvalue{fmt.Sprintf("%s[%d]", v, i), g.array(of, n)})
	}
	p := g.fresh("p")
	g.line("%s *%s = %s[%s & 1] + %d;", of.name, p, v, g.pick(g.in...), g.r.IntN(n+1))
	g.lvalues = append(g.lvalues, lvalue{"*" + p, of}, lvalue{fmt.Sprintf("%s[%s]", p, g.pick(g.in...)), of})
}

// choose follows an lvalue to a number in it.
func (g *layout) choose() lvalue {
	l := g.lvalues[g.r.IntN(len(g.lvalues))]
	last := false // a member that none follows, in what is no variable: no sanitizer knows where its array ends
	for {
		switch {
		case l.of.element != nil && last:
			l, last = lvalue{fmt.Sprintf("%s[%s]", l.text, g.inside(l.of.length)), l.of.element}, false
		case l.of.element != nil:
			l = lvalue{fmt.Sprintf("%s[%s]", l.text, g.index(l.of.length)), l.of.element}
		case l.of.members != nil:
			i := g.r.IntN(len(l.of.members))
			m := l.of.members[i]
			last = strings.ContainsAny(l.text, ">[*") && (i == len(l.of.members)-1 || l.of.union)
			l = lvalue{l.text + "." + m.name, m.of}
		default:
			return l
		}
	}
}

// inside is the index of one of n cells.
func (g *layout) inside(n int) string { return fmt.Sprintf("(unsigned)%s %% %d", g.pick(g.in...), n) }

// index is one of n cells, seldom another one.
func (g *layout) index(n int) string {
	in := g.pick(g.in...)
	switch g.r.IntN(24) {
	case 0:
		return in
	case 1:
		return fmt.Sprintf("%s + %d", in, g.r.IntN(n))
	case 2, 3, 4, 5, 6:
		return fmt.Sprintf("(unsigned)%s %% %d", in, n)
	case 7:
		return fmt.Sprintf("%s == %d", in, g.r.IntN(4)-1)
	}
	return fmt.Sprint(g.r.IntN(n))
}

// load is the value of a place, at times converted several times.
func (g *layout) load() string {
	text := g.choose().text
	for range g.r.IntN(4) {
		text = fmt.Sprintf("(%s)%s", g.number().name, text)
	}
	return text
}

// value is a number to be stored.
func (g *layout) value() string {
	switch g.r.IntN(6) {
	case 0:
		return fmt.Sprint(g.r.IntN(9) - 4)
	case 1:
		return g.pick("-1", "127", "128", "255", "256", "65535", "-32768", "2147483647", "4294967296", "1311768467463790320")
	case 2:
		return g.load()
	case 3:
		return fmt.Sprintf("(%s)(%s * %dull + %d)", g.number().name, g.pick(g.in...), 1+g.r.IntN(70000), g.r.IntN(300))
	case 4:
		return fmt.Sprintf("(%s)(%s) %s (%s)%s", g.number().name, g.load(), g.pick("^", "&", "|"), g.number().name, g.pick(g.in...))
	}
	return g.pick(g.in...)
}

func (g *layout) statement() {
	switch l := g.choose(); g.r.IntN(9) {
	case 0, 1, 2:
		g.line("%s = %s;", l.text, g.value())
	case 3:
		g.line("%s %s= %s;", l.text, g.pick("+", "^", "|", "&", "-"), g.value())
	case 4:
		g.line("sum = sum * 3 + %s;", g.load())
	case 5:
		g.line("if (%s == %s) sum += %d;", g.load(), g.value(), 1+g.r.IntN(9))
	case 6:
		g.walk()
	case 7:
		g.line("if (%s > %d) %s = %s;", g.pick(g.in...), g.r.IntN(4)-1, l.text, g.value())
	default:
		g.line("sum += (unsigned char)%s;", g.load())
	}
}

// argument looks at main's arguments: at their number, which of up to three there are, and of argv[1] the first two characters. The oracle runs a program with
// each number and with one character of each kind that is told apart here.
func (g *layout) argument() {
	char := func() string { return g.pick("== '-'", "!= 'a'", "== 0", "< 0", "== 'a'") }
	least := g.pick("argc > 1 && ", "argc > 1 && ", "argc > 1 && ", "argc >= 1 && ", "") // at times too few
	switch k, n := g.r.IntN(4), 1+g.r.IntN(9); g.r.IntN(9) {
	case 0:
		g.line("if (argc %s %d) sum += %d;", g.pick(">", "==", "<="), k, n)
	case 1:
		g.line("if (%sargv[%d]) sum += %d;", g.pick(fmt.Sprintf("argc >= %d && ", k), ""), k, n)
	case 2:
		g.line("if (%sargv[1][0] %s) sum += %d;", least, char(), n)
	case 3:
		g.line("if (%sargv[1][0] && argv[1][1] %s) sum += %d;", least, char(), n)
	case 4:
		g.line("if (%sargv[1][%s & 1] %s) sum += %d;", least, g.pick(g.in...), char(), n)
	case 5:
		v := g.fresh("v")
		g.line("for (char **%s = argv; *%s; %s++) sum = sum * 3 + %d;", v, v, v, n)
	case 6:
		g.line("if (argc > 1) argv[1][0] = %s;", g.pick("'a'", "'-'", "0"))
	case 7:
		g.line("if (argc > 2 && argv[1] != argv[2]) sum += %d + !argv[argc];", n)
	default:
		g.line("sum = sum * 2 + argc %% 4;")
	}
}

// walk goes through an array of numbers by a pointer, to the pointer one past its end, or counts by a difference of pointers.
func (g *layout) walk() {
	for range 10 {
		l := g.lvalues[g.r.IntN(len(g.lvalues))]
		if l.of.element == nil || l.of.element.element != nil || l.of.element.members != nil {
			continue
		}
		p, name, n := g.fresh("p"), l.of.element.name, l.of.length
		switch g.r.IntN(3) {
		case 0:
			g.line("for (%s *%s = %s; %s %s %s + %d; %s++) sum = sum * 3 + (unsigned char)*%s;", name, p, l.text, p, g.pick("!=", "<"), l.text, n, p, p)
		case 1:
			g.line("%s *%s = %s + %d;", name, p, l.text, n)
			g.line("while (%s > %s) sum += (unsigned char)*--%s;", p, l.text, p)
		case 2:
			g.line("%s *%s = %s + %s;", name, p, l.text, g.index(n))
			g.line("if (%s - %s == %d) sum += (unsigned char)*%s;", p, l.text, g.r.IntN(n), p)
		}
		return
	}
	g.line("sum += %s;", g.load())
}
