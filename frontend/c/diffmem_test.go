package c

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// mgen writes random C functions over structs, unions, bit-fields, arrays and
// pointers to them.
type mgen struct {
	r     *rand.Rand
	b     strings.Builder
	leafs []string // members of struct top below an object, as x.a.b
	count int
}

var memTypes = []string{"signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long", "long long", "unsigned long long"}

// members writes a member list; path is the way to the record.
func (g *mgen) members(path string, depth int) string {
	var b strings.Builder
	for n := g.r.Intn(3) + 2; n > 0; n-- {
		g.count++
		m := fmt.Sprintf("m%d", g.count)
		t := memTypes[g.r.Intn(len(memTypes))]
		switch k := g.r.Intn(8); {
		case k < 2 && depth > 0:
			u := g.r.Intn(3) == 0
			kind := map[bool]string{true: "union", false: "struct"}[u]
			if g.r.Intn(4) == 0 {
				fmt.Fprintf(&b, "%s { %s};\n", kind, g.members(path, depth-1))
			} else {
				fmt.Fprintf(&b, "%s { %s} %s;\n", kind, g.members(path+"."+m, depth-1), m)
			}
		case k == 2:
			fmt.Fprintf(&b, "%s %s[4]; ", t, m)
			g.leafs = append(g.leafs, fmt.Sprintf("%s.%s[I & 3]", path, m))
		case k <= 4:
			fmt.Fprintf(&b, "%s %s : %d; ", []string{"int", "unsigned", "unsigned char", "long long"}[g.r.Intn(4)], m, g.r.Intn(8)+1)
			g.leafs = append(g.leafs, path+"."+m)
		default:
			fmt.Fprintf(&b, "%s %s; ", t, m)
			g.leafs = append(g.leafs, path+"."+m)
		}
	}
	return b.String()
}

// object picks an object of type struct top.
func (g *mgen) object() string {
	return []string{"x", "y", "(*p)", "(*q)", "a[N & 3]", "p[0]", "gl", "ga[1]"}[g.r.Intn(8)]
}

func (g *mgen) leaf() string {
	l := g.leafs[g.r.Intn(len(g.leafs))]
	return strings.ReplaceAll(g.object()+l, "I", []string{"0", "1", "N", "3"}[g.r.Intn(4)])
}

func (g *mgen) value() string {
	switch g.r.Intn(6) {
	case 0:
		return fmt.Sprint(g.r.Intn(1000) - 300)
	case 1:
		return "N"
	case 2:
		return fmt.Sprintf("(%s ^ %s)", g.leaf(), g.leaf())
	case 3:
		return fmt.Sprintf("(%s < %s)", g.leaf(), g.leaf())
	case 4:
		return fmt.Sprintf("(%s & 0xfff) * 3", g.leaf())
	}
	return g.leaf()
}

func (g *mgen) function(name string) string {
	g.b.Reset()
	g.leafs = nil
	g.count = 0
	top := "struct " + name + "_top"
	fields := g.members("", 2)
	fmt.Fprintf(&g.b, "%s {\n%s};\nstatic %s %s_gl, %s_ga[2];\n#undef gl\n#undef ga\n#undef ID\n#define gl %s_gl\n#define ga %s_ga\n#define ID %s_id\n", top, fields, top, name, name, name, name, name)
	direct := g.r.Intn(2) == 0 // some without pointers, so that objects are plain variables
	fmt.Fprintf(&g.b, "static %s %s_id(%s v) { return v; }\nint %s(void) {\n", top, name, top, name)
	line := func(format string, args ...any) { fmt.Fprintf(&g.b, "  "+format+"\n", args...) }
	line("%s x = {0}, y = {0}, a[4] = {{0}};", top)
	if direct {
		line("%s *p = &ga[0], *q = &ga[1];", top)
	} else {
		line("%s *p = &x, *q = &a[1];", top)
	}
	line("int N = %d;", g.r.Intn(6))
	for k := 12; k > 0; k-- {
		switch g.r.Intn(9) {
		case 0:
			line("%s = %s;", g.object(), g.object())
		case 1:
			line("%s = ID(%s);", g.object(), g.object())
		case 2:
			if direct {
				line("q = %s ? &gl : &ga[N & 1];", g.value())
			} else {
				line("q = %s ? &y : &a[N & 3];", g.value())
			}
		case 3:
			line("N = %s & 7;", g.value())
		case 4:
			line("if (%s) %s = %s; else %s = %s;", g.value(), g.leaf(), g.value(), g.leaf(), g.value())
		case 5:
			line("for (int k = 0; k < 4; k++) %s += k;", strings.ReplaceAll(g.leaf(), "N", "k"))
		default:
			line("%s = %s;", g.leaf(), g.value())
		}
	}
	line("unsigned long long h = sizeof(%s);", top)
	for _, o := range []string{"x", "y", "a[0]", "a[1]", "a[2]", "a[3]", "gl", "ga[0]", "ga[1]"} {
		for _, l := range g.leafs {
			line("h = h * 31 + (unsigned long long)%s;", o+strings.ReplaceAll(l, "I", "2"))
		}
	}
	line("return (int)((h ^ (h >> 29)) & 0x7fffffff);\n}")
	return g.b.String()
}

// TestDifferentialMemory compares random programs over aggregates with gcc on
// both data models. Reading the padding bytes of a union would be unspecified,
// so objects start as zeros.
func TestDifferentialMemory(t *testing.T) {
	for _, m := range models {
		t.Run(m.name, func(t *testing.T) {
			m.executed(t)
			differential(t, m.model, append([]string{"-fsanitize=signed-integer-overflow", "-fsanitize-undefined-trap-on-error"}, m.flags...), "", 8, func(r *rand.Rand) func(string) string {
				g := &mgen{r: r}
				return g.function
			})
		})
	}
}
