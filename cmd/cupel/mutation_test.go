package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// format is a kind of input with valid examples and the command that reads it.
type format struct {
	name  string
	seeds []string
	args  func(dir, file string) []string
	extra []string // tokens that the examples lack
}

const mutationLimit = 2 * time.Second

func verifyArgs(_, file string) []string {
	return []string{"verify", "--timeout", mutationLimit.String(), "--memory", "1500", file}
}

var formats = []format{
	{"m.c", []string{mutantC1, mutantC2, mutantC3}, verifyArgs,
		[]string{"(", ")", "{", "}", "[", "]", "*", "&", "-", "?", ":", "...", "long", "struct", "union", "0", "4294967295u", "1e308", "'a'", "\"s\"", "goto", "switch", "case", "sizeof", "const", "static", "#", "_Generic", "__attribute__"}},
	{"m.yml", []string{mutantYML}, verifyArgs, []string{"[", "]", "{", "}", "&a", "*a", "- ", ":", "|", ">", "'", "\"", "!", "\t", "?", "%", "null"}},
	{"m.prp", []string{"CHECK( init(main()), LTL(G ! call(reach_error())) )\n", "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n"},
		func(dir, file string) []string {
			return []string{"verify", "--timeout", mutationLimit.String(), "--property", file, filepath.Join(dir, "p.c")}
		}, []string{"F", "end", "valid-free", "(", ")", ",", "!", "\x00"}},
	{"m.cfa", []string{mutantCFA}, verifyArgs, []string{"bv[8]", "array", "[", "]", "(", ")", "{", "}", "ite", "if", "then", "else", "true", "false", "havoc", "0", "9999999999", "mod", "div", "rat"}},
	{"m.pnml", []string{mutantPNML}, func(_, file string) []string {
		return []string{"petri", "--timeout", mutationLimit.String(), "--deadlock", file}
	}, []string{"<", ">", "</", "/>", "\"", "&amp;", "&x;", "<!--", "]]>", "page", "99999999999", "-1", "p1", "t1"}},
	{"m.xml", []string{mutantXML}, func(dir, file string) []string {
		return []string{"petri", "--timeout", mutationLimit.String(), "--properties", file, filepath.Join(dir, "n.pnml")}
	}, []string{"<", ">", "</", "negation", "disjunction", "exists-path", "all-paths", "finally", "globally", "deadlock", "until", "99999999999", "p9"}},
}

const mutantC1 = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct s { int a; char b[4]; struct s *next; };
static int f(struct s *p, unsigned n) { return p && n > 2u ? p->a + p->b[1] : -1; }
int main(void) {
  struct s x = {1, {2, 3}, 0}, *q = &x;
  int i, n = __VERIFIER_nondet_int();
  for (i = 0; i < n && i < 10; i++) { x.a += i; if (x.a % 3 == 1) continue; q->b[i & 3] ^= 1; }
  if (f(q, (unsigned)i) == 1000) { reach_error(); }
  return 0;
}
`
const mutantC2 = `typedef unsigned long size_t;
void *malloc(size_t);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum e { A, B = 5, C };
#define MAX(a, b) ((a) > (b) ? (a) : (b))
int g[3] = {1, [2] = 7};
int main(int argc, char **argv) {
  int *p = malloc(sizeof(int) * 4), k = 0;
  switch (__VERIFIER_nondet_int()) { case A: k = 1; break; case B ... C: k = MAX(g[2], 3); default: k--; }
  do { p[k & 3] = ~k << 2; } while (k++ < 3);
  while (k) { if (k == 2) goto out; k /= 2; }
out:
  if (p[1] == 12345) reach_error();
}
`
const mutantC3 = `#include <string.h>
#include <assert.h>
union u { float f; unsigned i; };
int (*fp)(const char *, const char *) = strcmp;
int main(void) {
  union u v = { .f = 1.5f };
  char t[8] = "abc";
  double d = 0x1p-3 + v.f;
  _Bool b = !fp(t, "abc");
  long long w = (long long)d << 3;
  assert(b && w != 7 && v.i == 0x3fc00000);
  return 0;
}
`
const mutantYML = `format_version: '2.0'
# comment
input_files: 'p.c'
properties:
  - property_file: p.prp
    expected_verdict: false
  - property_file: other.prp
    expected_verdict: true
    subproperty: valid-free
options:
  language: C
  data_model: LP64
`
const mutantCFA = `var g : int
main process p {
  var x : int
  var y : bool
  init loc L0
  loc L1
  final loc END
  error loc E
  L0 -> L1 { x := 0 y := true }
  L1 -> L1 { assume x < 10 and y x := x + 1 havoc g }
  L1 -> E { assume not (x <= 10) or x mod 3 = 4 }
  L1 -> END { assume x >= 10 }
}
`
const mutantPNML = `<?xml version="1.0"?>
<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
<net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">
<place id="p1"><name><text>a</text></name><initialMarking><text>2</text></initialMarking></place>
<place id="p2"/>
<transition id="t1"><name><text>t</text></name></transition>
<arc id="a1" source="p1" target="t1"><inscription><text>1</text></inscription></arc>
<arc id="a2" source="t1" target="p2"/>
</page></net></pnml>
`
const mutantXML = `<?xml version="1.0"?>
<property-set xmlns="http://mcc.lip6.fr/">
<property><id>q-00</id><description>d</description><formula><exists-path><finally>
<conjunction><integer-le><integer-constant>1</integer-constant><tokens-count><place>p2</place></tokens-count></integer-le>
<is-fireable><transition>t1</transition></is-fireable></conjunction>
</finally></exists-path></formula></property>
</property-set>
`

var mutantToken = regexp.MustCompile(`\s+|[A-Za-z_][A-Za-z_0-9]*|[0-9]+|"[^"\n]*"|'[^'\n]*'|[-+*/<>=!&|^%]=|&&|\|\||->|\+\+|--|<<|>>|(?s:.)`)

// kind tells names, numbers, literals and the rest apart.
func kind(token string) int {
	switch c := (token + " ")[0]; {
	case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_':
		return 1
	case c >= '0' && c <= '9':
		return 2
	case c == '"' || c == '\'':
		return 3
	}
	return 0
}

// mutate changes one or two tokens: deletes, repeats, swaps or replaces them by others
// of the format.
func (f *format) mutate(r *rand.Rand) string {
	ts := mutantToken.FindAllString(f.seeds[r.IntN(len(f.seeds))], -1)
	pool := append(mutantToken.FindAllString(f.seeds[r.IntN(len(f.seeds))], -1), f.extra...)
	for range 1 + r.IntN(2) {
		i := r.IntN(len(ts))
		for strings.TrimSpace(ts[i]) == "" && r.IntN(8) > 0 {
			i = r.IntN(len(ts))
		}
		switch r.IntN(9) {
		case 0:
			ts[i] = ""
		case 1:
			ts[i] += strings.Repeat(" "+ts[i], 1+r.IntN(3))
		case 2:
			j := r.IntN(len(ts))
			ts[i], ts[j] = ts[j], ts[i]
		case 3, 4, 5, 6, 7: // by one of its kind
			for range 50 {
				if other := pool[r.IntN(len(pool))]; kind(other) == kind(ts[i]) {
					ts[i] = other
					break
				}
			}
		default:
			ts[i] += " " + f.extra[r.IntN(len(f.extra))]
		}
	}
	return strings.Join(ts, "")
}

// TestMutations: inputs of every format that are nearly valid end in time, with a
// verdict or a message, and never in a fault.
func TestMutations(t *testing.T) {
	count := 8
	if os.Getenv("CUPEL_LONG") != "" {
		count = 2000
	}
	if n, err := strconv.Atoi(os.Getenv("CUPEL_MUTANTS")); err == nil {
		count = n
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			dir := t.TempDir()
			cupel, file := filepath.Join(dir, "cupel"), filepath.Join(dir, f.name)
			if err := errors.Join(os.Symlink(self, cupel), os.WriteFile(filepath.Join(dir, "p.c"), []byte(mutantC1), 0o644),
				os.WriteFile(filepath.Join(dir, "p.prp"), []byte(formats[2].seeds[0]), 0o644), os.WriteFile(filepath.Join(dir, "n.pnml"), []byte(mutantPNML), 0o644)); err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(1, 2))
			codes := map[int]int{}
			for i := range count {
				text := f.mutate(r)
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				code, out, took := runMutant(cupel, f.args(dir, file))
				codes[code]++
				if code < 0 || code > 3 || code == 3 && !strings.Contains(out, ": ") || took > mutationLimit+20*time.Second {
					t.Errorf("mutant %d: exit code %d after %v\n%.500s\n%s", i, code, took, out, text)
				}
			}
			t.Logf("%d mutants, by exit code: %v", count, codes)
		})
	}
}

func runMutant(cupel string, args []string) (code int, out string, took time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, cupel, args...)
	var b bytes.Buffer
	cmd.Stdout, cmd.Stderr = &b, &b
	start := time.Now()
	err := cmd.Run()
	if ctx.Err() != nil {
		return -1, fmt.Sprint(err), time.Since(start)
	}
	return cmd.ProcessState.ExitCode(), b.String(), time.Since(start)
}
