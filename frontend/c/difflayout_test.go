package c

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"cupel/tests/effort"
)

// layoutGen writes records with attributes, and functions that look at their sizes,
// alignments, offsets and bytes.
type layoutGen struct {
	r     *rand.Rand
	names []string // record types so far, which may be members
	uses  strings.Builder
}

func (g *layoutGen) attribute(of ...string) string {
	if g.r.Intn(3) > 0 {
		return ""
	}
	return " __attribute__((" + of[g.r.Intn(len(of))] + "))"
}

// record writes the definition of a record and what its functions do with it.
func (g *layoutGen) record(name string) string {
	var b strings.Builder
	kind := []string{"struct", "struct", "struct", "union"}[g.r.Intn(4)]
	before, after := g.attribute("packed", "packed, aligned(2)", "aligned(8)", "aligned(16)"), ""
	if g.r.Intn(2) == 0 {
		before, after = "", before
	}
	fmt.Fprintf(&b, "%s%s %s {\n", kind, before, name)
	var leaves, members []string
	for i := 0; i < 3+g.r.Intn(4); i++ {
		m := fmt.Sprintf("m%d", i)
		t := append([]string{"long double", "double", "float", "T2", "T16", "char *"}, memTypes...)[g.r.Intn(6+len(memTypes))]
		switch k := g.r.Intn(10); {
		case k == 9:
			g.inner(&b, m, &leaves)
		case k == 0 && len(g.names) > 0:
			t = g.names[g.r.Intn(len(g.names))]
			fmt.Fprintf(&b, "%s %s%s;\n", t, m, g.attribute("packed", "aligned(4)", "aligned(2), packed"))
			members = append(members, m)
		case k <= 4 && k > 1:
			w := g.r.Intn(12) + 1
			t = []string{"int", "unsigned", "unsigned char", "long long", "short", "unsigned long long"}[g.r.Intn(6)]
			if t == "unsigned char" && w > 8 {
				w = 7
			}
			if g.r.Intn(3) == 0 && (t == "long long" || t == "unsigned long long") {
				w += 30
			}
			pack := g.attribute("packed")
			switch g.r.Intn(6) {
			case 0:
				fmt.Fprintf(&b, "%s : %d;\n", t, w)
			case 1:
				fmt.Fprintf(&b, "%s : 0;\n", t)
			default:
				fmt.Fprintf(&b, "%s %s : %d%s;\n", t, m, w, pack)
				leaves = append(leaves, m)
			}
		case k == 1:
			t = strings.Replace(t, "T16", "T2", 1)
			fmt.Fprintf(&b, "%s %s[%d]%s;\n", t, m, g.r.Intn(3), g.attribute("packed", "aligned(8)"))
			members = append(members, m)
		default:
			fmt.Fprintf(&b, "%s %s%s;\n", t, m, g.attribute("packed", "aligned(8)", "aligned(4)", "aligned(2)", "aligned", "packed, aligned(2)"))
			members = append(members, m)
			if t != "char *" && t != "float" && t != "double" && t != "long double" {
				leaves = append(leaves, m)
			}
		}
	}
	fmt.Fprintf(&b, "}%s;\n", after)
	t := kind + " " + name
	for _, m := range members {
		fmt.Fprintf(&g.uses, "h = h * 31 + __builtin_offsetof(%s, %s);\n", t, m)
	}
	fmt.Fprintf(&g.uses, "h = h * 31 + sizeof(%s); h = h * 31 + _Alignof(%s); h = h * 31 + sizeof(%s[3]);\n", t, t, t)
	g.constants(&b, name, t, members)
	// Values through the members, and the bytes they make. Floats are left out: the
	// test machine does not guess their bytes.
	fmt.Fprintf(&g.uses, "{ static %s x[2]; int k = 3; %s *volatile pv = &x[1]; %s *p = pv;\n", t, t, t)
	for _, l := range leaves {
		fmt.Fprintf(&g.uses, "p->%s = k += 7; x[0].%s = k * 5;\n", l, l)
	}
	for _, l := range leaves {
		fmt.Fprintf(&g.uses, "h = h * 31 + (long long)p->%s; h = h * 31 + (long long)x[0].%s;\n", l, l)
	}
	fmt.Fprintf(&g.uses, "unsigned char *q = (unsigned char *)x; for (int i = 0; i < (int)sizeof x; i++) h = h * 31 + q[i]; }\n")
	g.names = append(g.names, t)
	return b.String()
}

// inner writes a record in a record, perhaps of bit-fields without names alone.
func (g *layoutGen) inner(b *strings.Builder, m string, leaves *[]string) {
	t := []string{"int", "unsigned char", "long long", "short"}[g.r.Intn(4)]
	before, after := g.attribute("packed", "aligned(2)", "aligned(16)"), ""
	if g.r.Intn(2) == 0 {
		before, after = "", before // the parser takes one alignment
	}
	fmt.Fprintf(b, "%s%s { %s : %d;", []string{"struct", "union"}[g.r.Intn(2)], before, t, g.r.Intn(8))
	switch g.r.Intn(4) {
	case 0:
		fmt.Fprintf(b, " struct%s { %s : %d; };", g.attribute("packed", "aligned(8)"), t, g.r.Intn(8))
	case 1:
		fmt.Fprintf(b, " %s %sa%s;", t, m, g.attribute("packed", "aligned(4)"))
		*leaves = append(*leaves, m+"a")
	case 2:
		fmt.Fprintf(b, " long long %sa : %d%s; _Alignas(%d) char %sb;", m, 30+g.r.Intn(30), g.attribute("packed"), 1<<g.r.Intn(5), m)
		*leaves = append(*leaves, m+"a", m+"b")
	}
	fmt.Fprintf(b, " }%s;\n", after)
}

// constants writes constants that depend on the layout of t, and looks at them.
func (g *layoutGen) constants(b *strings.Builder, name, t string, members []string) {
	if g.r.Intn(2) == 0 {
		return
	}
	fmt.Fprintf(b, "enum { S%s = sizeof(%s), A%s = _Alignof(%s) };\n", name, t, name, t)
	fmt.Fprintf(&g.uses, "h = h * 31 + S%s; h = h * 31 + A%s;\n", name, name)
	if len(members) > 0 {
		fmt.Fprintf(b, "char L%s[__builtin_offsetof(%s, %s) + 1];\n", name, t, members[len(members)-1])
		fmt.Fprintf(&g.uses, "h = h * 31 + sizeof L%s;\n", name)
	}
}

// TestDifferentialLayout compares layouts with gcc's: sizes, alignments,
// offsets, and the bytes of objects.
func TestDifferentialLayout(t *testing.T) {
	var cases []gccCase
	for seed := 0; seed < effort.Programs(30, 120, 1200); seed++ {
		cases = append(cases, gccCase{fmt.Sprint(seed), genLayout(int64(seed))})
	}
	runLikeGcc(t, cases)
}

// genLayout makes one program.
func genLayout(seed int64) string {
	g := &layoutGen{r: rand.New(rand.NewSource(seed))}
	src := "typedef int T2 __attribute__((aligned(2)));\ntypedef short T16 __attribute__((aligned(16)));\n"
	for i := 0; i < 3; i++ {
		switch g.r.Intn(6) {
		case 0:
			src += fmt.Sprintf("#pragma pack(push, %d)\n%s#pragma pack(pop)\n", 1<<g.r.Intn(4), g.record(fmt.Sprintf("r%d", i)))
		case 1:
			src += fmt.Sprintf("#pragma pack(%d)\n%s#pragma pack()\n", 1<<g.r.Intn(4), g.record(fmt.Sprintf("r%d", i)))
		default:
			src += g.record(fmt.Sprintf("r%d", i))
		}
	}
	src += "int test(void) { unsigned h = 0;\n" + g.uses.String() + "return h; }\n"
	return src
}
