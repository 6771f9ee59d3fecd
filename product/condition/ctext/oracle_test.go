package ctext

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/tests/effort"
	"cupel/tests/need"
)

// machines are the data models with gcc's flags for them.
var machines = []struct {
	model program.DataModel
	flags []string
}{
	{program.LP64, []string{"-m64"}},
	{program.ILP32, []string{"-m32", "-msse2", "-mfpmath=sse"}},
}

// types of operands; long is left to each machine.
var types = []struct {
	name   string
	width  int
	signed bool
}{
	{"int", 32, true}, {"unsigned int", 32, false}, {"char", 8, true}, {"unsigned char", 8, false}, {"short", 16, true},
	{"unsigned short", 16, false}, {"long long", 64, true}, {"unsigned long long", 64, false}, {"_Bool", 8, false},
	{"_Bool", 1, false}, {"int", 32, true}, {"float", 0, false}, {"double", 0, false}, {"long", -1, true}, {"unsigned long", -1, false},
}

// generator draws terms over a few operands.
type generator struct {
	*fixture
	r    *rand.Rand
	vars []*logic.Term
}

func newGenerator(r *rand.Rand, model program.DataModel) *generator {
	g := &generator{fixture: newFixture(), r: r}
	for i := range 2 + r.IntN(2) {
		t := types[r.IntN(len(types))]
		s := logic.Float32
		switch {
		case t.width == 1:
			s = logic.Bool
		case t.width > 0:
			s = logic.BVSort(t.width)
		case t.width < 0:
			s = logic.BVSort(model.PointerWidth())
		case t.name == "double":
			s = logic.Float64
		}
		g.vars = append(g.vars, g.input(string(rune('x'+i)), t.name, s, t.signed))
	}
	return g
}

// bits draws a number, often one at an end of a range.
func (g *generator) bits(w int) *big.Int {
	v := new(big.Int)
	switch g.r.IntN(4) {
	case 0:
		v.SetInt64(int64(g.r.IntN(7)) - 3)
	case 1:
		v.Lsh(one, uint(g.r.IntN(w+1)))
		v.Add(v, big.NewInt(int64(g.r.IntN(3)-1)))
		if g.r.IntN(2) == 0 {
			v.Neg(v)
		}
	case 2:
		v.SetInt64(int64(g.r.IntN(300)) - 150)
	default:
		v.SetUint64(g.r.Uint64())
	}
	return v.And(v, new(big.Int).Sub(new(big.Int).Lsh(one, uint(w)), one))
}

func (g *generator) width() int {
	if g.r.IntN(3) == 0 {
		return 1 + g.r.IntN(64)
	}
	return []int{1, 8, 16, 32, 32, 64}[g.r.IntN(6)]
}

// fit gives a word another width.
func (g *generator) fit(t *logic.Term, w int) *logic.Term {
	n := t.Sort().Width()
	switch {
	case n > w:
		at := 0
		if g.r.IntN(3) == 0 {
			at = g.r.IntN(n - w + 1)
		}
		return g.Extract(at+w-1, at, t)
	case g.r.IntN(2) == 0:
		return g.ZeroExt(w-n, t)
	}
	return g.SignExt(w-n, t)
}

func (g *generator) word(w, depth int) *logic.Term {
	if depth <= 0 || g.r.IntN(8) == 0 {
		v := g.vars[g.r.IntN(len(g.vars))]
		if !v.Sort().IsBV() || g.r.IntN(3) == 0 {
			return g.BVBig(g.bits(w), w)
		}
		return g.fit(v, w)
	}
	switch g.r.IntN(14) {
	case 0:
		return g.BVNot(g.word(w, depth-1))
	case 1:
		return g.BVNeg(g.word(w, depth-1))
	case 2:
		return g.Ite(g.truth(depth-1), g.word(w, depth-1), g.word(w, depth-1))
	case 3:
		return g.fit(g.word(g.width(), depth-1), w)
	case 4:
		if w > 1 {
			n := 1 + g.r.IntN(w-1)
			return g.Concat(g.word(n, depth-1), g.word(w-n, depth-1))
		}
	case 5:
		s := logic.Float32
		if g.r.IntN(2) == 0 {
			s = logic.Float64
		}
		if g.floats() {
			return g.FPToBV(g.r.IntN(2) == 0, w, logic.RTZ, g.float(s, depth-1))
		}
	case 6: // the sums and shifts of programs
		return g.BVOp([]logic.Op{logic.OpBVAddNSW, logic.OpBVSub, logic.OpBVMul, logic.OpBVShl, logic.OpBVLShr, logic.OpBVAShr, logic.OpBVSRem}[g.r.IntN(7)],
			g.word(w, depth-1), g.BVBig(g.bits(min(w, 1+g.r.IntN(6))), w))
	}
	op := logic.OpBVAdd + logic.Op(g.r.IntN(int(logic.OpBVAShr-logic.OpBVAdd+1)))
	if op == logic.OpBVNeg || op == logic.OpBVNegNSW || op == logic.OpBVNot {
		op = logic.OpBVAdd
	}
	return g.BVOp(op, g.word(w, depth-1), g.word(w, depth-1))
}

// floats reports whether there is an operand that is one.
func (g *generator) floats() bool {
	for _, v := range g.vars {
		if v.Sort().IsFloat() {
			return true
		}
	}
	return false
}

func (g *generator) float(s *logic.Sort, depth int) *logic.Term {
	if depth <= 0 || g.r.IntN(6) == 0 {
		v := g.vars[g.r.IntN(len(g.vars))]
		switch {
		case !v.Sort().IsFloat() || g.r.IntN(3) == 0:
			return g.value(s)
		default:
			return g.FPConvert(logic.OpFPFromFP, s, logic.RNE, v)
		}
	}
	switch g.r.IntN(9) {
	case 0:
		return g.Ite(g.truth(depth-1), g.float(s, depth-1), g.float(s, depth-1))
	case 1:
		return g.FPConvert(logic.OpFPFromSBV, s, logic.RNE, g.word(g.width(), depth-1))
	case 2:
		return g.FPConvert(logic.OpFPFromUBV, s, logic.RNE, g.word(g.width(), depth-1))
	case 3:
		return g.FPConvert(logic.OpFPFromBits, s, logic.RNE, g.word(s.Width(), depth-1))
	case 4:
		return g.FP([]logic.Op{logic.OpFPNeg, logic.OpFPAbs}[g.r.IntN(2)], logic.RNE, g.float(s, depth-1))
	case 5:
		return g.FP([]logic.Op{logic.OpFPMin, logic.OpFPMax}[g.r.IntN(2)], logic.RNE, g.float(s, depth-1), g.float(s, depth-1))
	case 6:
		return g.FPConvert(logic.OpFPFromFP, s, logic.RNE, g.float([]*logic.Sort{logic.Float32, logic.Float64}[g.r.IntN(2)], depth-1))
	}
	return g.FP(logic.OpFPAdd+logic.Op(g.r.IntN(4)), logic.RNE, g.float(s, depth-1), g.float(s, depth-1))
}

func (g *generator) truth(depth int) *logic.Term {
	if depth > 1 {
		switch g.r.IntN(7) {
		case 0, 1:
			args := make([]*logic.Term, 2+g.r.IntN(3))
			for i := range args {
				args[i] = g.truth(depth - 1)
			}
			if g.r.IntN(2) == 0 {
				return g.And(args...)
			}
			return g.Or(args...)
		case 2:
			return g.Not(g.truth(depth - 1))
		case 3:
			return g.Ite(g.truth(depth-1), g.truth(depth-1), g.truth(depth-1))
		case 4:
			return g.Eq(g.truth(depth-1), g.truth(depth-1))
		}
	}
	if v := g.vars[g.r.IntN(len(g.vars))]; v.Sort().IsBool() && g.r.IntN(2) == 0 {
		return v
	}
	if g.floats() && g.r.IntN(3) == 0 {
		s := logic.Float32
		if g.r.IntN(2) == 0 {
			s = logic.Float64
		}
		switch op := logic.OpFPEq + logic.Op(g.r.IntN(9)); op {
		case logic.OpFPEq, logic.OpFPLe, logic.OpFPLt:
			return g.FP(op, logic.RNE, g.float(s, depth), g.float(s, depth))
		case logic.OpFPIsNormal:
			return g.Eq(g.float(s, depth), g.float(s, depth))
		default:
			return g.FP(op, logic.RNE, g.float(s, depth))
		}
	}
	w := g.width()
	a, b := g.word(w, depth), g.word(w, depth-1)
	if g.r.IntN(3) == 0 { // a bound of an operand
		for _, v := range g.vars {
			if v.Sort().IsBV() && g.r.IntN(2) == 0 {
				a, b = v, g.BVBig(g.bits(v.Sort().Width()), v.Sort().Width())
			}
		}
	}
	if g.r.IntN(2) == 0 {
		a, b = b, a
	}
	switch g.r.IntN(8) {
	case 0, 1:
		return g.SLe(a, b)
	case 2:
		return g.SLt(a, b)
	case 3:
		return g.ULe(a, b)
	case 4:
		return g.ULt(a, b)
	case 5:
		return g.SignedOK(logic.OpSAddOK+logic.Op(g.r.IntN(3)), a, b)
	}
	return g.Eq(a, b)
}

// value draws a constant of an operand's sort.
func (g *generator) value(s *logic.Sort) *logic.Term {
	if s.IsBool() {
		return g.BoolConst(g.r.IntN(2) == 0)
	}
	if s.IsBV() {
		return g.BVBig(g.bits(s.Width()), s.Width())
	}
	if g.r.IntN(2) == 0 {
		return g.FPConvert(logic.OpFPFromSBV, s, logic.RNE, g.BVBig(g.bits(64), 64))
	}
	special := []int64{0, 1, 2, 3}
	v := big.NewInt(special[g.r.IntN(4)])
	frac := uint(s.SigBits() - 1)
	switch g.r.IntN(4) {
	case 0: // an infinity or a NaN
		v.Lsh(new(big.Int).Sub(new(big.Int).Lsh(one, uint(s.ExpBits()+1)), one), frac-1)
		v.SetBit(v, int(frac)-1, uint(g.r.IntN(2)))
	case 1:
		v.Lsh(v, frac-1) // subnormal numbers
	case 2:
		v = g.bits(s.Width())
	}
	v.SetBit(v, s.Width()-1, uint(g.r.IntN(2)))
	return g.FloatBits(s, v)
}

// hex is a value as a C constant of its bits.
func hex(t *logic.Term) string { return fmt.Sprintf("0x%sULL", t.BVBig().Text(16)) }

// assignments are cases of one generator's operands.
func (g *generator) assignments(n int) [][]*logic.Term {
	out := make([][]*logic.Term, n)
	for i := range out {
		for _, v := range g.vars {
			x := g.value(v.Sort())
			if g.operands[v].Type == "_Bool" && v.Sort().IsBV() {
				x = g.BV(uint64(g.r.IntN(2)), 8)
			}
			if i%4 == 0 && len(out[i]) > 0 && out[i][0].Sort() == x.Sort() && g.operands[v].Type != "_Bool" {
				x = out[i][0] // equal operands
			}
			out[i] = append(out[i], x)
		}
	}
	return out
}

// TestOracle compiles random formulas and compares their values with those that
// package logic computes.
func TestOracle(t *testing.T) {
	need.Tool(t, "gcc")
	for _, m := range machines {
		t.Run(m.model.String(), func(t *testing.T) {
			dir := t.TempDir()
			probe := filepath.Join(dir, "probe.c")
			if err := os.WriteFile(probe, []byte("#include <string.h>\nint main(void) { return 0; }\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if m.model == program.ILP32 {
				need.Execution32(t)
			}
			if exec.Command("gcc", append(m.flags, "-fsanitize=undefined", "-o", filepath.Join(dir, "probe"), probe)...).Run() != nil {
				t.Skip("gcc cannot compile for this machine")
			}
			for file := range effort.Programs(1, 2, 80) {
				seed := effort.Seed(1) + uint64(file)
				r := rand.New(rand.NewPCG(seed, 7))
				var src strings.Builder
				src.WriteString("#include <stdio.h>\n#include <string.h>\n\n")
				printed := 0
				var calls []string
				batches := effort.Count(4, 8, 8)
				for range batches {
					printed += batch(t, r, m.model, &src, &calls)
				}
				fmt.Fprintf(&src, "int main(void)\n{\n\tint bad = 0;\n%s\treturn bad != 0;\n}\n", strings.Join(calls, ""))
				compileAndRun(t, dir, seed, src.String(), m.flags)
				if printed < 12*batches {
					t.Errorf("only %d formulas were printed", printed)
				}
			}
		})
	}
}

// batch writes functions for formulas over one choice of operands, and tables of their expected results; it returns how many formulas could be printed.
func batch(t *testing.T, r *rand.Rand, model program.DataModel, src *strings.Builder, calls *[]string) int {
	g := newGenerator(r, model)
	cases := g.assignments(60)
	p := New(g.Factory, model, g.operands)
	if r.IntN(2) == 0 {
		p.Holds = g.sampled(t, cases)
	}
	printed := 0
	for range 25 {
		f := g.truth(1 + r.IntN(4))
		text, err := p.Bool(f)
		if err != nil {
			if !errors.Is(err, ErrUnsupported) && !errors.Is(err, ErrTooLarge) || model == program.LP64 && !errors.Is(err, ErrTooLarge) {
				t.Errorf("%s: %v", f, err)
			}
			continue
		}
		if len(text) > 2000 {
			continue
		}
		printed++
		id := len(*calls)
		var rows strings.Builder
		n := 0
		for _, c := range cases {
			env := func(s *logic.Term) *logic.Term {
				for i, v := range g.vars {
					if v == s {
						return c[i]
					}
				}
				return nil
			}
			v, err := g.Eval(f, env)
			if err != nil {
				continue // SMT-LIB leaves it open
			}
			rows.WriteString("\t{")
			for _, x := range c {
				rows.WriteString(hex(x) + ", ")
			}
			fmt.Fprintf(&rows, "%t},\n", v.IsTrue())
			n++
		}
		if n == 0 {
			continue
		}
		fmt.Fprintf(src, "static const unsigned long long t%d[][%d] = {\n%s};\n", id, len(g.vars)+1,
			strings.NewReplacer("true", "1", "false", "0").Replace(rows.String()))
		var params, loads, args []string
		for i, v := range g.vars {
			o := g.operands[v]
			params = append(params, o.Type+" "+o.Name)
			args = append(args, o.Name)
			if v.Sort().IsFloat() {
				loads = append(loads, fmt.Sprintf("%s %s; memcpy(&%s, &t%d[i][%d], sizeof %s);", o.Type, o.Name, o.Name, id, i, o.Name))
			} else {
				loads = append(loads, fmt.Sprintf("%s %s = (%s)t%d[i][%d];", o.Type, o.Name, o.Type, id, i))
			}
		}
		used := "(void)" + strings.Join(args, "; (void)")
		fmt.Fprintf(src, "static __attribute__((noinline)) int f%d(%s)\n{\n\t%s;\n\tif (%s)\n\t\treturn 1;\n\treturn 0;\n}\n\n", id,
			strings.Join(params, ", "), used, text)
		*calls = append(*calls, fmt.Sprintf("\tfor (int i = 0; i < %d; i++) {\n\t\t%s\n\t\tif (f%d(%s) != (int)t%d[i][%d]) { printf(\"f%d row %%d\\n\", i); bad = 1; }\n\t}\n",
			n, strings.Join(loads, "\n\t\t"), id, strings.Join(args, ", "), id, len(g.vars), id))
	}
	return printed
}

// sampled imitates a solver by the cases: a fact holds if all of them satisfy it.
func (g *generator) sampled(t *testing.T, cases [][]*logic.Term) func([]*logic.Term, *logic.Term) bool {
	return func(context []*logic.Term, fact *logic.Term) bool {
		for _, c := range cases {
			e := g.NewEvaluator(func(s *logic.Term) *logic.Term {
				for i, v := range g.vars {
					if v == s {
						return c[i]
					}
				}
				return nil
			})
			all := true
			for _, k := range context {
				v, err := e.Bool(k)
				all = all && (err != nil || v)
			}
			if !all {
				continue
			}
			if v, err := e.Bool(fact); err != nil || !v {
				return false
			}
		}
		return true
	}
}

// warned returns an error for compiler warnings, except for those about values rather than the text: constant conditions and complements of
// zero-extended words.
func warned(out []byte) error {
	for _, l := range strings.Split(string(out), "\n") {
		if _, w, ok := strings.Cut(l, "warning: "); ok && !strings.Contains(w, "bitwise complement of an unsigned") && !strings.Contains(w, "mutually exclusive") {
			return errors.New(l)
		}
	}
	return nil
}

func compileAndRun(t *testing.T, dir string, seed uint64, text string, flags []string) {
	t.Helper()
	file, bin := filepath.Join(dir, fmt.Sprintf("oracle%d.c", seed)), filepath.Join(dir, "oracle")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"-std=gnu11", "-O2", "-ffp-contract=off", "-fsanitize=undefined", "-fno-sanitize-recover=all", "-Wall", "-Wextra",
		"-Wno-type-limits", "-Wno-tautological-compare", "-Wno-maybe-uninitialized", "-o", bin, file}, flags...)
	out, err := exec.Command("gcc", args...).CombinedOutput()
	if err == nil {
		err = warned(out)
	}
	if err == nil {
		out, err = exec.Command(bin).CombinedOutput()
	}
	if err == nil {
		return
	}
	t.Errorf("seed %d: %v\n%.3000s", seed, err, out)
	for _, line := range strings.Split(string(out), "\n") {
		var id, row int
		if n, _ := fmt.Sscanf(line, "f%d row %d", &id, &row); n == 2 {
			_, f, _ := strings.Cut(text, fmt.Sprintf(" int f%d(", id))
			f, _, _ = strings.Cut(f, "\n}\n")
			t.Logf("%s\n%.1500s", line, f)
			return
		}
	}
}
