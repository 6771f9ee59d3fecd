package vc

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cupel/tests/effort"
)

// heapAuthor writes procedures about heaps as Dafny and Spec# have them: polymorphic maps from objects and fields.
type heapAuthor struct{ *rand.Rand }

func (a heapAuthor) pick(xs ...string) string { return xs[a.Intn(len(xs))] }

// field is a field and its type.
func (a heapAuthor) field() (name, typ string) {
	name = a.pick("fi", "gi", "fb", "x", "y")
	return name, map[string]string{"fi": "int", "gi": "int", "fb": "bool", "x": "c", "y": "c"}[name]
}

func (a heapAuthor) heap() string { return a.pick("h", "k", "l") }
func (a heapAuthor) ref() string  { return a.pick("r", "s") }

func (a heapAuthor) value(typ string) string {
	switch typ {
	case "int":
		return a.pick("1", "2", "i", a.heap()+"["+a.ref()+", fi]")
	case "bool":
		return a.pick("true", "false", a.heap()+"["+a.ref()+", fb]")
	}
	return a.pick("v", "w", a.heap()+"["+a.ref()+", x]")
}

func (a heapAuthor) cond(depth int) string {
	if depth > 0 && a.Intn(3) > 0 {
		x, y := a.cond(depth-1), a.cond(depth-1)
		return "(" + x + a.pick(" ==> ", " && ", " || ") + y + ")"
	}
	switch a.Intn(7) {
	case 0:
		return "r " + a.pick("==", "!=") + " s"
	case 1:
		return "x " + a.pick("==", "!=") + " " + a.pick("fi", "fb", "y", "gi")
	case 2:
		f, _ := a.field()
		return fmt.Sprintf("%s[%s, %s] == %s[%s, %s]", a.heap(), a.ref(), f, a.heap(), a.ref(), f)
	case 3:
		return fmt.Sprintf("(forall<a> o: Ref, f: F a :: {%[1]s[o, f]} %[3]s ==> %[1]s[o, f] == %[2]s[o, f])", a.heap(), a.heap(), a.pick("o != r", "o != s", "o != r && o != s"))
	}
	f, typ := a.field()
	return fmt.Sprintf("%s[%s, %s] %s %s", a.heap(), a.ref(), f, a.pick("==", "==", "!="), a.value(typ))
}

// procedures writes n of them with one assertion each.
func (a heapAuthor) procedures(n int) string {
	var b strings.Builder
	b.WriteString("type Ref; type F a; type Heap = <a>[Ref, F a]a; const unique fi, gi: F int; const unique fb: F bool;\n")
	for i := range n {
		fmt.Fprintf(&b, "procedure p%d<c>(g: Heap, r: Ref, s: Ref, x: F c, y: F c, v: c, w: c, i: int) {\n  var h, k, l: Heap;\n  h, k, l := g, g, g;\n", i)
		for range 1 + a.Intn(4) {
			f, typ := a.field()
			switch a.Intn(5) {
			case 0:
				fmt.Fprintf(&b, "  assume %s;\n", a.cond(0))
			case 1:
				fmt.Fprintf(&b, "  %s := %s;\n", a.heap(), a.heap())
			default:
				fmt.Fprintf(&b, "  %s[%s, %s] := %s;\n", a.heap(), a.ref(), f, a.value(typ))
			}
		}
		fmt.Fprintf(&b, "  assert %s;\n}\n", a.cond(2))
	}
	return b.String()
}

// orders writes constants in the order <:, and procedures about them.
func (a heapAuthor) orders(n int) string {
	var b strings.Builder
	b.WriteString("type T;\n")
	for i := range 5 {
		var parents []string
		for k := range i {
			if a.Intn(3) == 0 {
				parents = append(parents, a.pick("", "unique ")+fmt.Sprint("c", k))
			}
		}
		order := a.pick("", " extends")
		if len(parents) > 0 {
			order = " extends " + strings.Join(parents, ", ")
		}
		if order != "" {
			order += a.pick("", "", " complete")
		}
		fmt.Fprintf(&b, "const c%d: T%s;\n", i, order)
	}
	atom := func() string {
		x, y := a.pick("c0", "c1", "c2", "c3", "c4", "t"), a.pick("c0", "c1", "c2", "c3", "c4", "t")
		return x + a.pick(" <: ", " == ", " != ") + y
	}
	for i := range n {
		fmt.Fprintf(&b, "procedure p%d(t: T) { assume %s && %s; assert %s || %s; }\n", i, atom(), atom(), atom(), atom())
	}
	return b.String()
}

var (
	verifying = regexp.MustCompile(`(?m)^Verifying (\S+) \.\.\.`)
	outcome   = regexp.MustCompile(`\[[\d.]+ s, \d+ proof obligations?\]\s+(\w+)`)
)

// boogieVerdicts runs Boogie; "" for a procedure about which it says neither verified nor error.
func boogieVerdicts(t *testing.T, src string) map[string]string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.bpl")
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	z3, err := filepath.Abs("../../../scripts/boogie-z3.sh")
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("boogie", "/nologo", "/trace", "/timeLimit:20", "/z3exe:"+z3, file).CombinedOutput()
	names := verifying.FindAllSubmatchIndex(out, -1)
	if len(names) == 0 {
		t.Fatalf("Boogie: %v\n%s", err, out)
	}
	verdicts := map[string]string{}
	for i, m := range names {
		end := len(out)
		if i+1 < len(names) {
			end = names[i+1][0]
		}
		if o := outcome.FindSubmatch(out[m[1]:end]); o != nil {
			verdicts[string(out[m[2]:m[3]])] = strings.TrimSuffix(string(o[1]), "s")
		}
	}
	return verdicts
}

// TestBoogie compares random programs with Boogie: what is OK it verifies, and where there is an error it reports one.
func TestBoogie(t *testing.T) {
	if _, err := exec.LookPath("boogie"); err != nil {
		t.Skip("no boogie")
	}
	base := effort.Seed(11)
	count := map[string]int{}
	for i := range uint64(effort.Programs(2, 6, 60)) {
		seed := base*1000003 + i
		a := heapAuthor{rand.New(rand.NewSource(int64(seed)))}
		src := a.procedures(30)
		if i%2 == 1 {
			src = a.orders(20)
		}
		rs, err := Verify(context.Background(), checked(t, src), Options{Work: 2_000_000, Timeout: lastResort})
		if err != nil {
			t.Fatal(err)
		}
		theirs := boogieVerdicts(t, src)
		for _, r := range rs {
			b := theirs[r.Procedure]
			count[fmt.Sprint(r.Verdict, " Boogie ", b)]++
			if r.Verdict == OK && b == "error" || r.Verdict == Error && b == "verified" {
				lines := strings.Split(src, "\n")
				at := slices.IndexFunc(lines, func(l string) bool {
					return strings.HasPrefix(l, "procedure "+r.Procedure+"<") || strings.HasPrefix(l, "procedure "+r.Procedure+"(")
				})
				t.Errorf("seed %d: %s: %s, Boogie: %s\n%s", seed, r.Procedure, r.Verdict, b, strings.Join(lines[at:min(at+12, len(lines))], "\n"))
			}
		}
	}
	t.Log(count)
}
