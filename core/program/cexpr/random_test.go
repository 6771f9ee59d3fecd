package cexpr

import (
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/tests/need"
)

// corners are values at which conversions and sums go wrong.
var corners = []int64{0, 1, 2, -1, -2, 3, 127, 255, 1<<31 - 1, 1 << 31, -1 << 31, 1<<32 - 1, 1<<63 - 1, -1 << 63}

// drawFormula draws a formula over the variables of cProgram.
func drawFormula(t *rapid.T, p *program.Program, syms []*logic.Term, depth int) *logic.Term {
	f := p.Terms
	if depth > 0 && rapid.IntRange(0, 2).Draw(t, "connective") > 0 {
		a, b := drawFormula(t, p, syms, depth-1), drawFormula(t, p, syms, depth-1)
		switch rapid.IntRange(0, 2).Draw(t, "op") {
		case 0:
			return f.And(a, b)
		case 1:
			return f.Or(a, b)
		}
		return f.Not(f.And(a, b))
	}
	sum := f.IntConst(rapid.SampledFrom(corners[:12]).Draw(t, "constant"))
	for range rapid.IntRange(1, 3).Draw(t, "terms") {
		k := f.IntConst(rapid.Int64Range(-3, 3).Draw(t, "coefficient"))
		sum = f.Add(sum, f.Mul(k, rapid.SampledFrom(syms).Draw(t, "variable")))
	}
	if rapid.Bool().Draw(t, "equation") {
		return f.Eq(sum, f.IntConst(0))
	}
	return f.Le(sum, f.IntConst(0))
}

// TestRandom: what Print prints is, by gcc with its undefined-behaviour
// sanitizer, implied by the formula for all values tried; and equivalent to it
// when all variables have names.
func TestRandom(t *testing.T) {
	need.Tool(t, "gcc")
	p, syms := cProgram(program.LP64)
	names := []string{"x", "y", "u", "c", "l", "ul", "tmp"}
	var vars []*logic.Term
	for _, n := range names {
		vars = append(vars, syms[n])
	}
	var src strings.Builder
	src.WriteString("#include <stdio.h>\nint x, y; unsigned u; unsigned char c; long l; unsigned long ul;\nint main(void) {\n")
	var want []string
	gen := rapid.Custom(func(t *rapid.T) *logic.Term { return drawFormula(t, p, vars, 2) })
	value := rapid.SampledFrom(corners)
	for i := range 150 {
		formula := gen.Example(i)
		named := true
		logic.Walk(func(x *logic.Term) bool { named = named && x != syms["tmp"]; return true }, formula)
		expr := Print(p, nameOf, formula)
		if expr == "" {
			continue
		}
		for j := range 8 {
			m := map[*logic.Term]*logic.Term{}
			for k, n := range names {
				root := p.VarOf(syms[n]).Root()
				v := p.Terms.BVInt(value.Example(1000*i+10*j+k), root.Sort().Width())
				x := v.BVBig()
				if root.Signed {
					x = v.BVSigned()
				}
				m[syms[n]] = p.Terms.IntBig(x)
				if n != "tmp" {
					fmt.Fprintf(&src, "%s = (__typeof__(%s))%#xul; ", n, n, new(big.Int).And(v.BVBig(), new(big.Int).SetUint64(^uint64(0))))
				}
			}
			fmt.Fprintf(&src, "printf(\"%%d\\n\", !!(%s));\n", expr)
			truth := p.Terms.Subst(formula, m)
			if !truth.IsConst() {
				t.Fatalf("%v has no value", truth)
			}
			switch {
			case truth.IsTrue():
				want = append(want, "1")
			case named:
				want = append(want, "0")
			default:
				want = append(want, "")
			}
		}
	}
	src.WriteString("return 0; }\n")
	dir := t.TempDir()
	file, exe := filepath.Join(dir, "w.c"), filepath.Join(dir, "w")
	if err := os.WriteFile(file, []byte(src.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-w", "-O0", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-o", exe, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(exe).Output()
	if err != nil {
		t.Fatalf("undefined behaviour: %v", err)
	}
	got := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(got) != len(want) || len(want) < 400 {
		t.Fatalf("%d results of %d", len(got), len(want))
	}
	lines := strings.Split(src.String(), "\n")[3:]
	for i, w := range want {
		if w != "" && got[i] != w {
			t.Errorf("%s: %s, want %s", lines[i], got[i], w)
		}
	}
}
