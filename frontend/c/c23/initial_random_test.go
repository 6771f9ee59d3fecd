package c23

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cupel/tests/effort"
	"cupel/tests/need"
)

// kindOf is a random type: its declaration around a name, and the paths to the numbers in it.
type kindOf struct {
	before, after string
	record        string // the name of a struct
	parts         []partOf
	elements      int
	number        bool
}

// partOf is a member of a type; without a name its members are those of the type.
type partOf struct {
	name string
	typ  *kindOf
}

// structs are random types, initializers and objects.
type structs struct {
	*rand.Rand
	known   []*kindOf
	objects map[string][]string // by the name of their struct
	names   int
}

func (g *structs) name() string {
	g.names++
	return fmt.Sprintf("m%d", g.names)
}

func (g *structs) kind(depth int) *kindOf {
	switch n := g.IntN(14); {
	case n < 5 || depth == 0:
		return &kindOf{before: []string{"int", "unsigned char", "short", "enum tag", "const long"}[g.IntN(5)], number: true}
	case n == 5:
		return &kindOf{before: "int", after: " : 5", number: true}
	case n == 6:
		return &kindOf{before: "int *"}
	case n == 7:
		return &kindOf{before: "int", after: fmt.Sprintf("[%d]", 1+g.IntN(3)), elements: 3}
	case n == 8:
		return &kindOf{before: "struct e", after: "[2]", elements: 2}
	case n < 12 && len(g.known) > 0:
		return g.known[g.IntN(len(g.known))]
	}
	return g.members([]string{"struct", "struct", "union"}[g.IntN(3)], "", depth-1)
}

func (g *structs) members(word, tag string, depth int) *kindOf {
	k := &kindOf{before: word + " " + tag + " { "}
	if tag != "" {
		k.record = word + " " + tag
	}
	for range 1 + g.IntN(4) {
		m := partOf{g.name(), g.kind(depth)}
		if m.typ.parts != nil && m.typ.record == "" && g.IntN(2) == 0 {
			m.name = ""
		}
		k.parts = append(k.parts, m)
		before := m.typ.before
		if m.typ.record != "" {
			before = m.typ.record
		}
		k.before += before + " " + m.name + m.typ.after + "; "
	}
	k.before += "}"
	return k
}

// numbers are the paths to those in a type.
func (k *kindOf) numbers(path string, to []string) []string {
	if k.number {
		return append(to, path)
	}
	for _, p := range k.parts {
		if p.name == "" {
			to = p.typ.numbers(path, to)
		} else {
			to = p.typ.numbers(path+"."+p.name, to)
		}
	}
	return to
}

// list is an initializer in braces.
func (g *structs) list(k *kindOf, depth int) string {
	var items []string
	next := 0 // the member that is in turn; negative: it is not known
	for range g.IntN(6) {
		var one string
		one, next = g.item(k, next, depth)
		items = append(items, one)
	}
	return "{" + strings.Join(items, ", ") + "}"
}

func (g *structs) item(k *kindOf, turn, depth int) (text string, next int) {
	at := k
	if next = -1; k.parts == nil {
		return fmt.Sprint(g.IntN(8)), next
	}
	for at.parts != nil && g.IntN(3) == 0 {
		i := g.IntN(len(at.parts))
		p := at.parts[i]
		if next = -1; at == k {
			next = i + 1
		}
		if at = p.typ; p.name != "" {
			text += "." + p.name
		} else {
			next = -1
		}
	}
	switch {
	case text != "":
		if at.elements > 0 && g.IntN(2) == 0 {
			text, at, next = text+"[0]", &kindOf{number: true}, -1
		}
		text += " = "
	case turn < 0 || turn >= len(k.parts):
		return fmt.Sprint(g.IntN(8)), -1
	default:
		at, next = k.parts[turn].typ, turn+1
	}
	if len(k.before) > 5 && k.before[:5] == "union" {
		next = -1
	}
	of := g.objects[at.record]
	switch n := g.IntN(6); {
	case at.record != "" && len(of) > 0 && n < 2:
		return text + of[g.IntN(len(of))], next
	case at.record != "" && n == 2:
		return text + "(" + at.record + ")" + g.list(at, depth-1), next
	case n < 4 && depth > 0 && (at.parts != nil || at.elements > 0):
		return text + g.list(at, depth-1), next
	case n == 4 && at.number && text != "":
		return text + "{3}", next
	case !at.number:
		next = -1
	}
	return text + fmt.Sprint(g.IntN(8)), next
}

// TestInitialRandom: the members of random objects have the values that gcc's objects have.
func TestInitialRandom(t *testing.T) {
	need.Tool(t, "gcc")
	dir := t.TempDir()
	src, exe := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	compared, programs := 0, effort.Count(12, 150, 2000)
	for seed := range uint64(programs) {
		g := &structs{Rand: rand.New(rand.NewPCG(seed, 23)), objects: map[string][]string{}}
		text := "enum tag { A, B, C, D, E, F, G, H }; struct e { int e, f; }; int main(void) {\n"
		var paths []string
		for i := range 4 {
			k := g.members("struct", fmt.Sprintf("s%d", i), 2)
			text += k.before + ";\n"
			g.known = append(g.known, k)
			for j := range 2 {
				name := fmt.Sprintf("o%d_%d", i, j)
				text += "constexpr " + k.record + " " + name + " = " + g.list(k, 2) + ";\n"
				g.objects[k.record] = append(g.objects[k.record], name)
				paths = append(paths, k.numbers(name, nil)...)
			}
		}
		all, checks := rewritten(t, text+"}"), ""
		n := 0
		for i, p := range paths {
			r, err := Rewrite([]byte(text+"enum { E"+fmt.Sprint(i)+" = "+p+" }; }"), Options{Widest: 128})
			if err != nil {
				continue
			}
			one := string(r.Text)
			checks += fmt.Sprintf("%s if (E%d != %s) return %d;\n", strings.TrimSuffix(one[strings.LastIndex(one, "enum {"):], "}"), i, p, 1+i%250)
			n++
		}
		if err := os.WriteFile(src, []byte(strings.TrimSuffix(all, "}")+checks+"return 0; }\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		if exec.Command("gcc", "-w", "-fsyntax-only", src).Run() != nil || exec.Command("gcc", "-w", "-o", exe, src).Run() != nil {
			continue // not an initializer of these types
		}
		if err := exec.Command(exe).Run(); err != nil {
			written, _ := os.ReadFile(src)
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, text, written)
		}
		compared += n
	}
	if t.Logf("%d values compared", compared); compared < programs {
		t.Errorf("%d values compared", compared)
	}
}

func rewritten(t *testing.T, text string) string {
	r, err := Rewrite([]byte(text), Options{Widest: 128})
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return string(r.Text)
}
