package verifier

import (
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
)

const equationHead = `extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
void check(int c) { if (!c) reach_error(); }
`

// identities are programs whose assertions are identities of rings, two inputs each. What stands between the marks may be changed.
var identities = map[string]string{
	"extended gcd": `int main(void) { unsigned short a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned x = a, y = b, u = b, v = a; int n = 0;
  while (x != y && n < 9) { n++;
    /*<*/ if (x > y) { x = x - y; v = v + u; } else { y = y - x; u = u + v; } /*>*/ }
  check( /*<*/ x * u + y * v == 2u * a * b /*>*/ ); return 0; }`,
	"bytes": `int main(void) { unsigned char a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), x = a, y = b, z = 0; int n = 0;
  while (n < 5) { n++;
    /*<*/ x = x + 1; z = z + y; /*>*/ }
  check( /*<*/ (unsigned char)(x * y) == (unsigned char)(a * y + z) /*>*/ ); return 0; }`,
	"doubling": `int main(void) { unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), x = a, y = b, z = 0; int n = 0;
  while (y != 0) { if (n++ > 9) return 0;
    /*<*/ if (y % 2 == 1) { z = z + x; y = y - 1; } x = 2 * x; /*>*/ y = y / 2; }
  check( /*<*/ z == a * b /*>*/ ); return 0; }`,
	"squares": `int main(void) { long long a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), x = 0, y = 0, z = 1; int n = 0;
  while (y < a + 2) { if (n++ > 12 || x > 99 || x < -9 || y < -9) return 0;
    /*<*/ x = x + z; z = z + 2; y = y + 1; /*>*/ if (y > 9) return 0; }
  check( /*<*/ x == y * y /*>*/ ); return 0; }`,
	"geometric": `int main(void) { int z = __VERIFIER_nondet_int(), a = __VERIFIER_nondet_int(); unsigned long long x = a, y = 1; int n = 0;
  long long w = (long long)a * z;
  while (n < 6) { n++;
    /*<*/ x = x * z + a; y = y * z; /*>*/ }
  check( /*<*/ z * x - x + a - w * y == 0 /*>*/ ); return 0; }`,
	"halving": `int main(void) { unsigned a = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint(), q = 0, r = a, b = 1; int n = 0;
  if (a > 60) return 0;
  while (r >= b) b = 2 * b;
  while (b != 1) { if (n++ > 40) return 0;
    /*<*/ q = 2 * q; /*>*/ b = b / 2;
    if (r >= b) { /*<*/ q = q + 1; r = r - b; /*>*/ } }
  check( /*<*/ a == q * b + r /*>*/ ); return 0; }`,
}

func searchEquations(t *testing.T, file, source string) *Report {
	t.Helper()
	cfg := DefaultConfig()
	cfg.Engine, cfg.NoRun, cfg.DataModel = "kinduction", true, program.LP64
	ctx, stop := work.Within(t.Context(), 300_000)
	defer stop()
	rep, err := Verify(ctx, loadText(t, file, equationHead+source), cfg, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

const byEquations = "polynomial equations"

// TestEquations: identities are proved by arithmetic of the ring.
func TestEquations(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.c")
	for name, text := range identities {
		if rep := searchEquations(t, file, text); rep.Verdict != "TRUE" || rep.DecidedBy != byEquations {
			t.Errorf("%s: %s (%s) by %q", name, rep.Verdict, rep.Reason, rep.DecidedBy)
		}
	}
}

// marked are the parts of a program that may be changed, and words those of their words that have others of the same kind.
var (
	marked = regexp.MustCompile(`/\*<\*/.*?/\*>\*/`)
	words  = regexp.MustCompile(`\b[a-z]\b|\b\d\b| [-+*] `)
	kinds  = [][]string{{"a", "b", "x", "y", "z", "q", "r", "u", "v"}, {"0", "1", "2", "3"}, {" + ", " - ", " * "}}
)

// changed puts another word of the same kind in the place of one.
func changed(r *rand.Rand, text string) string {
	var at [][]int
	for _, m := range marked.FindAllStringIndex(text, -1) {
		for _, w := range words.FindAllStringIndex(text[m[0]:m[1]], -1) {
			at = append(at, []int{m[0] + w[0], m[0] + w[1]})
		}
	}
	for {
		w := at[r.IntN(len(at))]
		for _, kind := range kinds {
			if old := text[w[0]:w[1]]; slices.Contains(kind, old) {
				for {
					new := kind[r.IntN(len(kind))]
					if new == old || len(old) == 1 && old[0] >= 'a' && !regexp.MustCompile(`\b`+new+`\b`).MatchString(text) {
						continue
					}
					return text[:w[0]] + new + text[w[1]:]
				}
			}
		}
	}
}

// TestChangedEquations: where up to two words of an identity are others, what is proved is true of all inputs that are tried.
func TestChangedEquations(t *testing.T) {
	need.Tool(t, "gcc")
	file := filepath.Join(t.TempDir(), "p.c")
	n, seed := effort.Programs(12, 60, 2000), effort.Seed(41)
	r := rand.New(rand.NewPCG(seed, 1))
	names := make([]string, 0, len(identities))
	for name := range identities {
		names = append(names, name)
	}
	slices.Sort(names)
	var ps []oracle.Program
	for i := range n {
		text := identities[names[i%len(names)]]
		for range r.IntN(3) {
			text = changed(r, text)
		}
		ps = append(ps, oracle.Program{Source: equationHead + text, Inputs: 2})
	}
	truths, err := oracle.DecideAll(t.Context(), ps, 1)
	if err != nil {
		t.Fatal(err)
	}
	proved, wrong := 0, 0
	for i, p := range ps {
		rep := searchEquations(t, file, p.Source[len(equationHead):])
		if truths[i].Unsafe {
			wrong++
		}
		if rep.Verdict == "TRUE" && truths[i].Unsafe || rep.Verdict == "FALSE" && !truths[i].Unsafe && rep.DecidedBy == byEquations {
			t.Errorf("WRONG: %s by %q, but trying inputs says %s\n%s", rep.Verdict, rep.DecidedBy, truths[i].Outcomes, p.Source)
		}
		if rep.Verdict == "TRUE" && rep.DecidedBy == byEquations {
			proved++
		}
	}
	if proved == 0 {
		t.Error("nothing is proved")
	}
	t.Logf("%d programs, %d wrong, %d proved by equations", n, wrong, proved)
}
