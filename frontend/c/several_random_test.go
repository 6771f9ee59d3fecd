package c

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/tests/effort"
)

// TestLinkedRandomUnits compares random programs of three units, which use few names for many things,
// linked as text with what gcc links.
func TestLinkedRandomUnits(t *testing.T) {
	dir := t.TempDir()
	for seed := range effort.Count(12, 60, 600) {
		texts := randomUnits(rand.New(rand.NewSource(int64(seed))))
		var units []Unit
		var files []string
		for i, text := range texts {
			path := filepath.Join(dir, fmt.Sprintf("u%d.c", i))
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			units, files = append(units, Unit{Path: path}), append(files, path)
		}
		run := func(files ...string) string {
			exe := filepath.Join(dir, "a.out")
			if out, err := exec.Command("gcc", append([]string{"-w", "-std=gnu17", "-o", exe}, files...)...).CombinedOutput(); err != nil {
				return "gcc: " + string(out)
			}
			out, err := exec.Command(exe).CombinedOutput()
			return fmt.Sprint(string(out), err)
		}
		want := run(files...)
		if strings.HasPrefix(want, "gcc: ") {
			t.Fatalf("seed %d: a bad program\n%s\n%s", seed, want, strings.Join(texts, "\n"))
		}
		x, _, err := linked(context.Background(), units, Options{Model: program.LP64}.withDefaults())
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, strings.Join(texts, "\n"))
		}
		one := filepath.Join(dir, "one.c")
		if err := os.WriteFile(one, x.text, 0o666); err != nil {
			t.Fatal(err)
		}
		if got := run(one); got != want {
			t.Fatalf("seed %d: %q, by gcc %q\n%s\nbecame\n%s", seed, got, want, strings.Join(texts, "\n"), x.text)
		}
	}
}

// randomUnits writes three units. Unit 0 has main and all that is common.
func randomUnits(r *rand.Rand) []string {
	pool := strings.Fields("a b c d e f")
	common := map[string]bool{} // variables that all units share
	for _, n := range pool {
		common[n] = r.Intn(6) == 0
	}
	shared := "typedef struct { int a, b; } pair;\nstruct mine { pair c; struct mine *d; };\nenum { LOW = 2, HIGH };\nstatic inline int same(int v) { return v % 1000 + HIGH; }\n"
	var out []string
	for u := range 3 {
		var top, body, tail strings.Builder
		if r.Intn(4) > 0 || u == 0 {
			top.WriteString(shared)
			body.WriteString("  { struct mine m = {{v, 1}, 0}; m.c.b += LOW; v = same(m.c.a + m.c.b); }\n")
		} else if r.Intn(2) == 0 {
			top.WriteString("typedef struct { short b; } pair;\nstruct mine { char x; };\nenum { HIGH = 9, LOW };\nstatic int same(int v) { static int n = HIGH; return v + n++; }\n")
			body.WriteString("  { pair p = {v % 50}; v = same(p.b) + LOW + sizeof(struct mine); }\n")
		}
		for _, n := range pool {
			k := r.Intn(9)
			if common[n] {
				k = 100
			}
			x := r.Intn(20)
			switch k {
			case 0:
				fmt.Fprintf(&top, "static int %s = %d;\n", n, x)
				fmt.Fprintf(&body, "  v += %s++;\n", n)
			case 1:
				fmt.Fprintf(&top, "static int %s(int);\n", n)
				fmt.Fprintf(&body, "  v = %s(v) + (%s == 0);\n", n, n)
				fmt.Fprintf(&tail, "static int %s(int v) { return v %% 100 + %d; }\n", n, x)
			case 2:
				fmt.Fprintf(&top, "typedef unsigned %s %s;\n", []string{"char", "short", "int"}[r.Intn(3)], n)
				fmt.Fprintf(&body, "  v = (%s)v + sizeof(%s);\n  { int %s = v; v -= %s / 3; }\n", n, n, n, n)
			case 3:
				fmt.Fprintf(&top, "enum %s { %s = %d };\n", []string{n, "q", ""}[r.Intn(3)], n, x)
				if strings.Contains(top.String(), "enum q { ") && strings.Count(top.String(), "enum q { ") > 1 {
					return randomUnits(r)
				}
				fmt.Fprintf(&body, "  v += %s;\n  switch (v & 1) { case %s & 1: v += 2; }\n", n, n)
			case 4:
				m := pool[r.Intn(len(pool))]
				fmt.Fprintf(&top, "struct %s { char z; %s %s; };\n", n, []string{"int", "short"}[r.Intn(2)], m)
				fmt.Fprintf(&body, "  { struct %s s = {.%s = v %% 90}, *p = &s; v = p->%s + s.%s + __builtin_offsetof(struct %s, %s); }\n", n, m, m, m, n, m)
			case 5:
				fmt.Fprintf(&top, "typedef struct { %s %s; } %s;\n", []string{"int", "char"}[r.Intn(2)], n, n)
				fmt.Fprintf(&body, "  { %s s = {v %% 60}; v = s.%s + sizeof s; }\n", n, n)
			case 6:
				fmt.Fprintf(&body, "  { int %s = 5; %s: v += %s; if (%s++ < 7) goto %s; }\n", n, n, n, n, n)
			case 7:
				fmt.Fprintf(&top, "static struct %s { int v; } %s = {%d};\n", n, n, x)
				fmt.Fprintf(&body, "  v += %s.v++ + sizeof(struct %s);\n", n, n)
			case 100:
				switch {
				case u == 0:
					fmt.Fprintf(&top, "int %s = %d;\n", n, x)
				case r.Intn(2) == 0:
					fmt.Fprintf(&top, "extern int %s;\n", n)
				default:
					fmt.Fprintf(&body, "  { extern int %s; v += %s++; }\n", n, n)
					continue
				}
				fmt.Fprintf(&body, "  v += %s++;\n", n)
			}
		}
		text := fmt.Sprintf("%sint unit%d(int v) {\n%s  return v;\n}\n%s", top.String(), u, body.String(), tail.String())
		if u == 0 {
			text += "int printf(const char *, ...);\nint unit1(int), unit2(int);\nint main(void) {\n  int v = 1;\n  for (int i = 0; i < 4; i++) { v = unit0(v); v = unit1(v); v = unit2(v); printf(\"%d\\n\", v); }\n  return 0;\n}\n"
		}
		out = append(out, text)
	}
	return out
}
