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
	"cupel/tests/need"
)

// fgen writes random C functions over floats and integers.
type fgen struct {
	r      *rand.Rand
	b      strings.Builder
	floats []string
	ints   []string
}

func (g *fgen) pick(s []string) string { return s[g.r.Intn(len(s))] }

var floatConsts = []string{"0.0", "-0.0", "1.0", "-1.0", "0.1", "0.1f", "1e10", "1e-10f", "3.5", "2.5f", "-7.25", "1e308", "1e38f", "1e-310", "1e-45f", "16777217.0", "9007199254740993.0", "0.5", "1.5", "(1.0 / 0.0)", "(0.0 / 0.0)", "0.3L", "1e300L"}

func (g *fgen) float(d int) string {
	if d <= 0 || g.r.Intn(6) == 0 {
		if g.r.Intn(3) == 0 {
			return "(" + g.pick(floatConsts) + ")"
		}
		return g.pick(g.floats)
	}
	f := func() string { return g.float(d - 1) }
	switch g.r.Intn(12) {
	case 0, 1, 2, 3:
		return fmt.Sprintf("(%s %s %s)", f(), g.pick([]string{"+", "-", "*", "/"}), f())
	case 4:
		return "(-" + f() + ")"
	case 5, 6:
		return fmt.Sprintf("((%s)%s)", g.pick([]string{"float", "double", "float", "double", "long double"}), f())
	case 7:
		return fmt.Sprintf("((%s)%s)", g.pick([]string{"float", "double"}), g.int(d-1))
	case 8:
		return fmt.Sprintf("(%s ? %s : %s)", g.int(d-1), f(), f())
	case 9:
		return fmt.Sprintf("%s%s(%s)", g.pick([]string{"fabs", "floor", "ceil", "trunc", "rint", "nearbyint", "round", "sqrt1"}), g.pick([]string{"", "f"}), f())
	case 10:
		// Which of two zeros fmin and fmax choose is not specified.
		return fmt.Sprintf("%s%s(%s + 0.0, %s + 0.0)", g.pick([]string{"fmin", "fmax", "fmod", "fdim1"}), g.pick([]string{"", "f"}), f(), f())
	default:
		return fmt.Sprintf("half(%s)", f())
	}
}

func (g *fgen) int(d int) string {
	if d <= 0 || g.r.Intn(6) == 0 {
		return g.pick(g.ints)
	}
	f := func() string { return g.float(d - 1) }
	i := func() string { return g.int(d - 1) }
	switch g.r.Intn(9) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", f(), g.pick([]string{"<", "<=", ">", ">=", "==", "!="}), f())
	case 3:
		return fmt.Sprintf("(%s %s %s)", i(), g.pick([]string{"^", "&", "|", "&&", "||"}), i())
	case 4:
		return "(!" + f() + ")"
	case 5:
		return fmt.Sprintf("((%s)%s)", g.pick([]string{"int", "unsigned", "short", "unsigned char", "long", "unsigned long long", "_Bool"}), f())
	case 6:
		return fmt.Sprintf("!!%s(%s)", g.pick([]string{"isnan", "isinf", "isfinite", "__builtin_isnormal"}), f())
	case 7:
		return fmt.Sprintf("%s(%s, %s)", g.pick([]string{"__builtin_isgreater", "__builtin_isless", "__builtin_islessequal", "__builtin_isunordered", "__builtin_islessgreater"}), f(), f())
	default:
		return fmt.Sprintf("(%s %s %s)", f(), g.pick([]string{"&&", "||"}), i())
	}
}

func (g *fgen) function(name string) string {
	g.b.Reset()
	g.floats, g.ints = nil, nil
	line := func(format string, args ...any) { fmt.Fprintf(&g.b, "  "+format+"\n", args...) }
	fmt.Fprintf(&g.b, "int %s(void) {\n", name)
	for i, t := range []string{"float", "float", "double", "double", "long double"} {
		line("%s x%d = %s;", t, i, g.pick(floatConsts))
		g.floats = append(g.floats, fmt.Sprintf("x%d", i))
	}
	for i, t := range []string{"int", "unsigned", "long long", "unsigned char"} {
		line("%s n%d = %s;", t, i, g.pick([]string{"0", "1", "-1", "100", "16777217", "0x7fffffff", "0xffffffffu", "-5"}))
		g.ints = append(g.ints, fmt.Sprintf("n%d", i))
	}
	line("struct fs s = {x0, x2, {x1, 2}}, *p = &s; float a[3] = {x1, 1, x0};")
	g.floats = append(g.floats, "s.f", "p->d", "a[n0 & 1]", "s.g[1]")
	for k := 6; k > 0; k-- {
		switch g.r.Intn(5) {
		case 0:
			line("%s = %s;", g.pick(g.ints), g.int(2))
		case 1:
			line("if (%s) %s = %s; else %s %s= %s;", g.int(2), g.pick(g.floats), g.float(2), g.pick(g.floats), g.pick([]string{"+", "-", "*", "/"}), g.float(2))
		case 2:
			line("%s%s;", g.pick(g.floats), g.pick([]string{"++", "--"}))
		default:
			line("%s = %s;", g.pick(g.floats), g.float(3))
		}
	}
	line("unsigned h = 0;")
	for _, v := range g.floats {
		line("h = h * 31 + hash(%s);", v)
	}
	for _, v := range g.ints {
		line("h = h * 31 + (unsigned)%s;", v)
	}
	line("return (int)(h & 0x7fffffff);\n}")
	return g.b.String()
}

// The hash is exact: it takes a double apart by multiplications with powers of
// two.
const floatHeader = `
double fabs(double), floor(double), ceil(double), trunc(double), rint(double), nearbyint(double), round(double), sqrt(double);
float fabsf(float), floorf(float), ceilf(float), truncf(float), rintf(float), nearbyintf(float), roundf(float), sqrtf(float);
double fmin(double, double), fmax(double, double), fmod(double, double), fdim(double, double);
float fminf(float, float), fmaxf(float, float), fmodf(float, float), fdimf(float, float);
/* The 32-bit library returns more precise results than their type has. */
static double sqrt1(double x) { double r = sqrt(x); return r; }
static float sqrt1f(float x) { float r = sqrtf(x); return r; }
static double fdim1(double x, double y) { double r = fdim(x, y); return r; }
static float fdim1f(float x, float y) { float r = fdimf(x, y); return r; }
#define isnan __builtin_isnan
#define isinf __builtin_isinf
#define isfinite __builtin_isfinite
struct fs { float f; double d; float g[2]; };
static float half(float x) { return x / 2; }
static unsigned hash(long double x) {
  double v = (double)x;
  unsigned h = 0, a, b;
  if (v != v) return 7;
  if (v == 0) return 1 / v > 0 ? 2 : 3;
  if (v < 0) { h = 1; v = -v; }
  if (v > 1.7e308) return h + 4;
  while (v >= 4294967296.0) { v /= 4294967296.0; h += 5; }
  while (v < 1.0) { v *= 4294967296.0; h += 11; }
  a = (unsigned)v; v = (v - a) * 4294967296.0;
  b = (unsigned)v; v = (v - b) * 4294967296.0;
  return h * 31 + a * 7 + b * 13 + (unsigned)v * 17;
}
`

// models are the data models with the flags of gcc for them; without -mfpmath
// a 32-bit gcc computes with excess precision, which C permits and the
// lowering does not model.
var models = []gccModel{{"LP64", program.LP64, nil}, {"ILP32", program.ILP32, []string{"-m32", "-msse2", "-mfpmath=sse"}}}

// A gccModel is a data model with gcc's options for it.
type gccModel struct {
	name  string
	model program.DataModel
	flags []string
}

// executed skips the test where the kernel does not execute programs of the data model.
func (m gccModel) executed(t *testing.T) {
	t.Helper()
	if m.model == program.ILP32 {
		need.Execution32(t)
	}
}

// TestDifferentialFloats compares random programs over floats with gcc on both
// data models.
func TestDifferentialFloats(t *testing.T) {
	for _, m := range models {
		t.Run(m.name, func(t *testing.T) {
			m.executed(t)
			differential(t, m.model, append([]string{"-fsanitize=float-cast-overflow,signed-integer-overflow", "-fsanitize-undefined-trap-on-error"}, m.flags...), floatHeader, 10, func(r *rand.Rand) func(string) string {
				g := &fgen{r: r}
				return g.function
			})
		})
	}
}

// differential runs the functions a generator writes compiled by gcc and
// lowered. CUPEL_DIFF_ROUNDS and CUPEL_DIFF_SEED choose how many and which.
func differential(t *testing.T, model program.DataModel, flags []string, header string, perFile int, generator func(*rand.Rand) func(name string) string) {
	gcc := need.Tool(t, "gcc")
	rounds, seed := effort.Count(1, 2, 20), int64(1)
	if s := os.Getenv("CUPEL_DIFF_ROUNDS"); s != "" {
		fmt.Sscan(s, &rounds)
	}
	if s := os.Getenv("CUPEL_DIFF_SEED"); s != "" {
		fmt.Sscan(s, &seed)
	}
	dir := t.TempDir()
	undefined, missed, cuts, all := 0, 0, 0, 0
	for round := range rounds {
		gen := generator(rand.New(rand.NewSource(seed + int64(round))))
		var functions []string
		for i := range perFile {
			functions = append(functions, gen(fmt.Sprintf("f%d", i)))
		}
		driver := header + strings.Join(functions, "") + "\nint printf(const char *, ...); int atoi(const char *); int main(int argc, char **argv) { switch (atoi(argv[1])) {\n"
		for i := range perFile {
			driver += fmt.Sprintf("case %d: printf(\"return %%d\", f%d()); break;\n", i, i)
		}
		driver += "} return 0; }\n"
		file := filepath.Join(dir, fmt.Sprintf("r%d.c", round))
		if err := os.WriteFile(file, []byte(driver), 0o600); err != nil {
			t.Fatal(err)
		}
		bin := strings.TrimSuffix(file, ".c")
		out, err := exec.Command(gcc, append([]string{"-w", "-O0", "-fno-strict-aliasing", "-o", bin, file, "-lm"}, flags...)...).CombinedOutput()
		if err != nil {
			if strings.Contains(string(out), "bits/") || strings.Contains(string(out), "cannot find") {
				t.Skip("gcc has no libraries for the data model")
			}
			t.Fatalf("gcc: %v\n%s", err, out)
		}
		for i := range perFile {
			want := "undefined"
			if out, err := exec.Command(bin, fmt.Sprint(i)).Output(); err == nil {
				want = string(out)
			}
			m, _, err := Lower(context.Background(), file, []byte(header+functions[i]), Options{Model: model, Entry: fmt.Sprintf("f%d", i)})
			if err != nil {
				t.Fatal(err)
			}
			note := execute(t, m)
			got := note
			if strings.HasPrefix(got, "undefined") {
				got = "undefined"
			}
			all++
			if strings.HasPrefix(note, "cut") {
				cuts++
				continue
			}
			if note == "undefined: signed overflow" && want != "undefined" {
				// gcc folds (unsigned char)(a * b) and a + 5 <= b before it instruments.
				missed++
				continue
			}
			if want == "undefined" {
				undefined++
			}
			if got != want {
				t.Errorf("seed %d, f%d: got %s, gcc %s", seed+int64(round), i, note, want)
				if d := os.Getenv("CUPEL_DIFF_KEEP"); d != "" {
					os.WriteFile(filepath.Join(d, fmt.Sprintf("fail%d-%d.c", seed+int64(round), i)), []byte(driver), 0o600)
				}
			}
		}
	}
	if missed*10 > all {
		t.Errorf("%d of %d overflows are not seen by gcc", missed, all)
	}
	if cuts*5 > all {
		t.Errorf("%d of %d programs have an unsupported construct", cuts, all)
	}
	t.Logf("%d programs, %d undefined, %d unsupported", all, undefined, cuts)
}
