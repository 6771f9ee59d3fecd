package oracle

import (
	"embed"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// shapes are programs with arrays, strings, matrices and lists, one idea each, in a language of their own:
//
//	«right¦wrong¦wrong»  a program has at most one of all wrong parts
//	‹a¦b¦c›              a choice; ‹v:a¦b› one with a name, ‹v› the same again
//	@size(0)             n, an input between that and 3, or 1000 in wide programs
//	@array(a)            an array of n + 3 zeros, in one of the kinds of memory
//	@contents(a)         values for the first n cells
//	@each(i), @up(i)     a loop over the first n cells, in any order or upwards
//	@slip(a)             nothing, or a cell is changed at one size
//	@inputs(3)           so many calls of input(), besides those of contents
//
//go:embed shapes/*.c
var shapes embed.FS

// shapeNames are the names of the shapes, sorted.
var shapeNames = func() (names []string) {
	files, err := shapes.ReadDir("shapes")
	if err != nil {
		panic(err) // they are part of the program
	}
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".c"))
	}
	return names
}()

// Shape returns a program made from one of the shapes, more often wrong than right, and the shape's name. The first input is the number of cells, at most 3; with
// wide up to 1000, so that an error of the narrow program is one of the wide one. Unwritten values are never read.
func Shape(seed uint64, wide bool) (p Program, name string) {
	name = shapeNames[seed%uint64(len(shapeNames))]
	text, err := shapes.ReadFile("shapes/" + name + ".c")
	if err != nil {
		panic(err)
	}
	g := &shaping{r: rand.New(rand.NewPCG(seed, 13)), most: 3, names: map[string]string{}}
	if wide {
		g.most = 1000
	}
	body := g.choose(g.directives(string(text)))
	body = g.mistake(g.globals + body)
	names := append(fileScope(body), "input", "check")
	slices.Sort(names)
	return Program{Seed: seed, Source: g.head() + body, Names: slices.Compact(names), Inputs: 1 + g.inputs, Addresses: true}, name
}

// shaping makes one program.
type shaping struct {
	r       *rand.Rand
	most    int
	inputs  int               // besides the size
	names   map[string]string // named choices
	globals string
}

func (g *shaping) head() string {
	check := []string{"void check(int c) { if (!c) reach_error(); }", "#define check(c) do { if (!(c)) reach_error(); } while (0)"}[g.r.IntN(2)]
	return `#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int input(void) { int x = __VERIFIER_nondet_int(); if (x < -1 || x > 3) abort(); return x; }
` + check + "\n"
}

var directive = regexp.MustCompile(`@(\w+)\(([^()]*)\)`)

// directives expands the directives that begin with @, in order.
func (g *shaping) directives(text string) string {
	if strings.Contains(text, "@inputs(3)") { // the contents of arrays read at most that many
		g.inputs = 3
	}
	return directive.ReplaceAllStringFunc(text, func(d string) string {
		m := directive.FindStringSubmatch(d)
		return g.directive(m[1], m[2])
	})
}

func (g *shaping) pick(xs ...string) string { return xs[g.r.IntN(len(xs))] }

func (g *shaping) directive(name, x string) string {
	switch name {
	case "size":
		return fmt.Sprintf("int n = __VERIFIER_nondet_int();\n  if (n < %s || n > %d) abort();", x, g.most)
	case "inputs":
		if x == "1" {
			g.inputs++
		}
		return ""
	case "array":
		return g.array(x)
	case "contents":
		if g.inputs < 2 && g.r.IntN(3) > 0 {
			g.inputs += 3
			return fmt.Sprintf("for (int k = 0; k < n; k++) %s[k] = input();", x)
		}
		return fmt.Sprintf("for (int k = 0; k < n; k++) %s[k] = %s;", x, g.pick("k", "2 - k", "k % 2", "1 - k % 3", "n", "k * k - n", "0"))
	case "each":
		if g.r.IntN(4) == 0 {
			return strings.ReplaceAll("for (i = n - 1; i «>=¦>» 0; i--)", "i", x)
		}
		fallthrough
	case "up":
		return strings.ReplaceAll(g.pick("for (i = «0¦1»; i < n; i++)", "for (i = 0; i != n; i++)", "for (i = 0; i < n; i«++¦ += 2»)",
			"for (i = 0; i «<¦< -1 +» n; i++)", "for (i = 0; i «<=¦<» n - 1; i++)", "for (i = 0; i «<¦<=» n; ++i)"), "i", x)
	case "slip":
		return strings.ReplaceAll(g.pick("«¦if (n == 2) a[1]++;»", "«¦if (n == 3) a[n - 1] = 5;»", "«¦a[n / 2]--;»", "«¦if (n > 2) a[1] = a[0];»"), "a[", x+"[")
	}
	panic("oracle: no directive " + name)
}

// array declares one of n + 3 zeros.
func (g *shaping) array(x string) string {
	zero := g.pick("for (int k = 0; k < n + 3; k++) X[k] = 0;", "memset(X, 0, (n + 3) * sizeof(int));")
	kind := g.r.IntN(6)
	switch kind {
	case 0, 1:
		g.globals += "int " + x + "[1003];\n"
		return ""
	case 2:
		zero = "int X[1003];\n  " + zero
	case 3:
		zero = "int X[n + 3];\n  " + zero
	case 4:
		zero = "int *X = calloc(n + 3, sizeof(int));\n  if (!X) abort();"
	case 5:
		zero = "int *X = malloc((n + 3) * sizeof(int));\n  if (!X) abort();\n  " + zero
	}
	return strings.ReplaceAll(zero, "X", x)
}

var choice = regexp.MustCompile(`‹([^‹›]*)›`)

// choose makes the choices.
func (g *shaping) choose(text string) string {
	return choice.ReplaceAllStringFunc(text, func(c string) string {
		c = strings.Trim(c, "‹›")
		name, options, named := strings.Cut(c, ":")
		if len(name) != 1 {
			named = false
		}
		if chosen, ok := g.names[c]; ok {
			return chosen
		}
		if !named {
			return g.pick(strings.Split(c, "¦")...)
		}
		g.names[name] = g.pick(strings.Split(options, "¦")...)
		return g.names[name]
	})
}

var slot = regexp.MustCompile(`«([^«»]*)»`)

// mistake makes one in two of three programs.
func (g *shaping) mistake(text string) string {
	wrong := -1
	if n := len(slot.FindAllString(text, -1)); n > 0 && g.r.IntN(3) > 0 {
		wrong = g.r.IntN(n)
	}
	at := -1
	return slot.ReplaceAllStringFunc(text, func(s string) string {
		options := strings.Split(strings.Trim(s, "«»"), "¦")
		if at++; at == wrong {
			return options[1+g.r.IntN(len(options)-1)]
		}
		return options[0]
	})
}

var identifier = regexp.MustCompile(`[A-Za-z_]\w*`)

// fileScope returns the names outside of braces, some of parameters among them.
func fileScope(text string) (names []string) {
	depth, from := 0, 0
	for i, c := range text + "{" {
		switch c {
		case '{':
			if depth++; depth == 1 {
				names = append(names, identifier.FindAllString(text[from:i], -1)...)
			}
		case '}':
			depth--
			from = i + 1
		}
	}
	return slices.DeleteFunc(names, func(n string) bool {
		return slices.Contains([]string{"main", "int", "char", "long", "unsigned", "void", "const", "struct", "union"}, n)
	})
}
