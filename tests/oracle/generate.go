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
	Pointers bool // to locals, array elements and structs; also as arguments
	Structs  bool
	Calls    bool
	Wide     bool // long, long long
	Floats   bool // double
	Memory   bool // malloc, unions, lists, bytes of objects, aliased pointers
	// Recursion adds recursive functions; All is without.
	Recursion bool
	Inputs    int // calls of input functions in an execution, at most; 0: 2
}

// All switches every feature on but Floats.
var All = Options{Bits: true, Arrays: true, Pointers: true, Structs: true, Calls: true, Wide: true, Memory: true, Inputs: 2}

// values is the number of values an input is restricted to.
const values = 5

// inputs are the input functions of programs, with the smallest value that a program does not abort on; values-1 is added for the largest.
var inputs = []struct {
	suffix, typ string
	low         int
}{
	{"int", "int", -1}, {"int", "int", -1}, {"uint", "unsigned", 0}, {"uchar", "unsigned char", 0},
	{"char", "char", -2}, {"short", "short", -3}, {"ushort", "unsigned short", 0}, {"longlong", "long long", -1},
}

// Program is a generated program.
type Program struct {
	Seed   uint64
	Source string
	// Checked is Source with self-checking arithmetic, line for line; see
	// arithmetic. It is what gcc compiles; empty: Source.
	Checked string
	// Names are the names of file scope. They are made distinct when several
	// programs share a translation unit; nil: this one does not.
	Names  []string
	Inputs int // input functions called in an execution, at most
	// Arguments: main is called with arguments, which the first three inputs choose: how many there are, and the first two characters of argv[1].
	Arguments bool
	// Addresses lets every access be checked, also those through pointers, which takes longer.
	Addresses bool
}

// Generate returns the program of a seed, for the data model LP64; the same seed and options give the same program. Every execution terminates, and no value is
// used uninitialised.
func Generate(seed uint64, o Options) Program {
	if o.Inputs == 0 {
		o.Inputs = 2
	}
	render := func(checked bool) *gen {
		g := &gen{r: rand.New(rand.NewPCG(seed, 7)), o: o, checked: checked}
		g.program()
		return g
	}
	g := render(false)
	return Program{Seed: seed, Source: g.b.String(), Checked: render(true).b.String(), Names: g.names, Inputs: g.inputs}
}

// variable is a scalar in scope.
type variable struct {
	name   string
	frozen bool // a loop counter: not assigned
}

type gen struct {
	r       *rand.Rand
	o       Options
	checked bool
	b       strings.Builder
	indent  int
	n       int // names made
	inputs  int
	names   []string
	// Functions of two numbers. Those without side effects may be called anywhere;
	// of the others' calls the order would matter, which C leaves open.
	pure, impure []string
	updates      []string // of a pointer to int and a number
	recursives   []string
	scope
}

// scope is the variables and functions available to expressions and statements.
type scope struct {
	vars    []variable
	floats  []string
	array   string // of 4 int
	bytes   string // of 5 unsigned char
	matrix  string // of 2 times 3 short
	structs []string
	records string   // array of 3 struct pair
	ptrs    []string // to int
	places  []place
	heap    string   // points to 3 int
	mixed   []string // pointers to int, for function mix
	inFunc  bool
	loops   int // nesting
}

func (g *gen) chance(percent int) bool { return g.r.IntN(100) < percent }

func (g *gen) pick(xs ...string) string { return xs[g.r.IntN(len(xs))] }

func (g *gen) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.indent))
	fmt.Fprintf(&g.b, format+"\n", args...)
}

func (g *gen) typ() string {
	ts := []string{"int", "int", "int", "unsigned", "unsigned", "char", "signed char", "unsigned char", "short", "unsigned short", "_Bool"}
	if g.o.Wide {
		ts = append(ts, "long", "long long", "unsigned long long")
	}
	return g.pick(ts...)
}

func (g *gen) fresh(prefix string) string {
	g.n++
	return fmt.Sprintf("%s%d", prefix, g.n)
}

// global returns a fresh name of file scope.
func (g *gen) global(prefix string) string {
	n := g.fresh(prefix)
	g.names = append(g.names, n)
	return n
}

func (g *gen) declare(name string) { g.vars = append(g.vars, variable{name: name}) }

func (g *gen) program() {
	for i, in := range inputs {
		if i == 0 || inputs[i-1] != in {
			g.line("extern %s __VERIFIER_nondet_%s(void);", in.typ, in.suffix)
		}
	}
	g.line("extern void abort(void);")
	g.line("extern void reach_error(void);")
	if g.o.Structs {
		g.names = append(g.names, "pair")
		g.line("struct pair { %s a; %s b; };", g.typ(), g.typ())
	}
	if g.o.Memory {
		g.memoryTypes()
	}
	if g.chance(40) {
		v := g.global("glob")
		g.line("%s %s = %d;", g.typ(), v, g.r.IntN(9)-1)
		g.declare(v)
	}
	if g.o.Arrays && g.chance(20) {
		g.array = g.global("table")
		g.line("static int %s[4] = {%d, %d, %d};", g.array, g.r.IntN(9)-4, g.r.IntN(9)-4, g.r.IntN(9))
	}
	if g.o.Structs && g.chance(15) {
		v := g.global("rec")
		g.line("struct pair %s = {%d};", v, g.r.IntN(5))
		g.structs = append(g.structs, v)
	}
	if g.o.Calls && g.o.Pointers && g.chance(35) {
		g.update()
	}
	for range 2 {
		if g.o.Calls && g.chance(50) {
			g.function(g.chance(50))
		}
	}
	if g.o.Recursion {
		g.recursion()
	}
	g.line("int main(void) {")
	g.indent++
	g.locals()
	if g.o.Recursion {
		g.recursiveCalls()
	}
	for range 2 + g.r.IntN(4) {
		g.stmt(3)
	}
	for range 1 + g.r.IntN(2) {
		g.assertion()
	}
	g.line("return 0;")
	g.indent--
	g.line("}")
}

// locals declares the variables of main.
func (g *gen) locals() {
	for range 1 + g.r.IntN(g.o.Inputs) {
		g.input()
	}
	for range 1 + g.r.IntN(3) {
		v := g.fresh("v")
		g.line("%s %s = %s;", g.typ(), v, g.expr(1))
		g.declare(v)
	}
	if g.o.Floats {
		v := g.fresh("d")
		g.line("double %s = %s;", v, g.expr(1))
		g.floats = append(g.floats, v)
	}
	if g.o.Arrays && g.array == "" && g.chance(50) {
		g.array = g.fresh("arr")
		g.line("int %s[4] = {%d, %d};", g.array, g.r.IntN(9)-4, g.r.IntN(9)-4)
	}
	if g.o.Arrays && g.chance(30) {
		g.bytes = g.fresh("bytes")
		g.line("unsigned char %s[5] = {1, 2, 3, 4, 5};", g.bytes)
	}
	if g.o.Arrays && g.chance(20) {
		g.matrix = g.fresh("m")
		g.line("short %s[2][3] = {{1, 2}, {%s}};", g.matrix, g.expr(1))
	}
	if g.o.Structs && g.chance(50) {
		v := g.fresh("st")
		g.line("struct pair %s = {%d, %d};", v, g.r.IntN(5), g.r.IntN(5))
		g.structs = append(g.structs, v)
		if g.chance(40) {
			w := g.fresh("copy")
			g.line("struct pair %s = %s;", w, v)
			g.structs = append(g.structs, w)
		}
		if g.o.Arrays && g.chance(30) {
			g.records = g.fresh("recs")
			g.line("struct pair %s[3] = {{1, 2}, {3}};", g.records)
		}
	}
	if g.o.Pointers {
		g.pointers()
	}
	if g.o.Memory {
		g.memoryLocals()
	}
}

func (g *gen) pointers() {
	if g.chance(45) {
		v := g.fresh("target")
		g.line("int %s = %d;", v, g.r.IntN(9)-4)
		g.declare(v)
		p := g.fresh("p")
		g.line("int *%s = &%s;", p, v)
		g.ptrs = append(g.ptrs, p)
		if g.array != "" && g.chance(50) {
			g.line("if (%s) %s = &%s[%d];", g.expr(1), p, g.array, g.r.IntN(4))
		}
	}
	if len(g.structs) > 0 && g.chance(30) {
		p := g.fresh("sp")
		g.line("struct pair *%s = &%s;", p, g.structs[0])
		if len(g.structs) > 1 && g.chance(50) {
			g.line("if (%s) %s = &%s;", g.expr(1), p, g.structs[1])
		}
		g.structs = append(g.structs, "(*"+p+")")
	}
}

// input declares a variable that is restricted to few values.
func (g *gen) input() {
	in := inputs[g.r.IntN(len(inputs))]
	v := g.fresh("in")
	g.inputs++
	g.line("%s %s = __VERIFIER_nondet_%s();", in.typ, v, in.suffix)
	high := in.low + values - 1
	switch {
	case in.low < 0:
		g.line("if (%s < %d || %s > %d) abort();", v, in.low, v, high)
	case g.chance(70):
		g.line("if (%s > %d) abort();", v, high)
	default: // all values have the same low bits as some of the tried ones
		g.line("%s &= 3;", v)
	}
	if g.chance(30) {
		w := g.fresh("x")
		g.line("%s %s = %s;", g.typ(), w, g.arithmetic("-", v, fmt.Sprint(g.r.IntN(values))))
		g.declare(w)
	}
	g.declare(v)
}

// function defines a function of two numbers; a pure one uses no globals.
func (g *gen) function(pure bool) {
	name := g.global("f")
	saved := g.scope
	g.scope = scope{inFunc: true}
	if !pure {
		g.scope = scope{vars: saved.vars[:len(saved.vars):len(saved.vars)], array: saved.array, structs: saved.structs, inFunc: true}
	}
	g.line("static %s %s(%s a, %s b) {", g.typ(), name, g.typ(), g.typ())
	g.indent++
	g.declare("a")
	g.declare("b")
	if !pure && g.chance(40) {
		v := g.fresh("count")
		g.line("static int %s = 0;", v)
		g.declare(v)
	}
	for range 1 + g.r.IntN(2) {
		g.stmt(2)
	}
	if g.chance(40) {
		g.line("if (%s) return %s;", g.expr(1), g.expr(1))
	}
	g.line("return %s;", g.expr(2))
	g.indent--
	g.line("}")
	g.scope = saved
	if pure {
		g.pure = append(g.pure, name)
	} else {
		g.impure = append(g.impure, name)
	}
}

// update defines a function that writes through a pointer.
func (g *gen) update() {
	name := g.global("upd")
	saved := g.scope
	g.scope = scope{vars: g.vars[:len(g.vars):len(g.vars)], inFunc: true, ptrs: []string{"q"}}
	g.line("void %s(int *q, %s n) {", name, g.typ())
	g.indent++
	g.declare("n")
	for range 1 + g.r.IntN(2) {
		g.stmt(1)
	}
	g.line("*q = %s;", g.expr(2))
	g.indent--
	g.line("}")
	g.scope = saved
	g.updates = append(g.updates, name)
}
