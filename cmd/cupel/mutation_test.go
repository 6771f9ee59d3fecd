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
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cupel/tests/effort"
)

// format is a kind of input with valid examples and the command that reads it.
type format struct {
	name  string
	seeds []string
	args  func(dir, file string) []string
	lexes func(text string) bool // whether a text consists of the format's tokens
	extra []string               // tokens that the examples lack
}

// mutationLimit is the limit of a run, mutationGrace the excess that is tolerated; both of processor time, which does not depend on the machine's load.
// Nets have a limit by the clock only.
const (
	mutationLimit = 2 * time.Second
	mutationGrace = 2 * time.Second
)

var verifyLimits = []string{"verify", "--cpu-time", mutationLimit.String(), "--timeout", "30s", "--memory", "1500"}

func verifyArgs(_, file string) []string { return append(slices.Clip(verifyLimits), file) }

var formats = []format{
	{"m.c", []string{mutantC1, mutantC2, mutantC3}, verifyArgs, lexesC,
		[]string{"(", ")", "{", "}", "[", "]", "*", "&", "-", "?", ":", "...", "long", "struct", "union", "0", "4294967295u", "1e308", "'a'", "\"s\"", "goto", "switch", "case", "sizeof", "const", "static", "#", "_Generic", "__attribute__"}},
	{"m.yml", []string{mutantYML}, verifyArgs, lexesYAML, []string{"[", "]", "{", "}", "&a", "*a", "- ", ":", "|", ">", "'", "\"", "!", "\t", "?", "%", "null"}},
	{"m.prp", []string{propertyText, "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n"},
		func(dir, file string) []string {
			return append(slices.Clip(verifyLimits), "--property", file, filepath.Join(dir, "p.c"))
		}, lexesProperty, []string{"F", "end", "valid-free", "(", ")", ",", "!", "\x00"}},
	{"m.cfa", []string{mutantCFA}, verifyArgs, lexesCFA, []string{"bv[8]", "array", "[", "]", "(", ")", "{", "}", "ite", "if", "then", "else", "true", "false", "havoc", "0", "9999999999", "mod", "div", "rat"}},
	{"m.pnml", []string{mutantPNML}, func(_, file string) []string {
		return []string{"petri", "--timeout", mutationLimit.String(), "--deadlock", file}
	}, lexesXML, []string{"<!--c-->", "<page/>", "</", "/>", "\"", "&amp;", "&x;", "<!--", "]]>", "page", "99999999999", "-1", "p1", "t1"}},
	{"m.xml", []string{mutantXML}, func(dir, file string) []string {
		return []string{"petri", "--timeout", mutationLimit.String(), "--properties", file, filepath.Join(dir, "n.pnml")}
	}, lexesXML, []string{"<deadlock/>", "<negation>", "</", "negation", "disjunction", "exists-path", "all-paths", "finally", "globally", "deadlock", "until", "99999999999", "p9"}},
}

// propertyText is the property of the tasks, decided the program that they name.
const (
	propertyText = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
	decided      = "extern void reach_error(void);\nint main(void) { int x = 1; if (x != 1) reach_error(); return 0; }\n"
)

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

// A text is cut into tokens, or into larger parts, which keep more of its grammar: lines, or tags.
var (
	mutantToken = regexp.MustCompile(`\s+|[A-Za-z_][A-Za-z_0-9]*|[0-9]+|"[^"\n]*"|'[^'\n]*'|[-+*/<>=!&|^%]=|&&|\|\||->|\+\+|--|<<|>>|(?s:.)`)
	mutantLine  = regexp.MustCompile(`[^\n]*\n`)
	mutantTag   = regexp.MustCompile(`<[^<>]*>|[^<>]+`)
)

// kind classifies parts that can replace each other: types, names, numbers, literals, operators, opening tags, closing tags, lines; any other part is a
// class of its own.
func kind(part string) string {
	first := (part + " ")[0]
	switch {
	case strings.HasSuffix(part, "\n"):
		return "line"
	case len(part) > 2 && first == '<':
		return part[:2][:1+strings.Count(part[:2], "/")]
	case slices.Contains([]string{"int", "unsigned", "char", "long", "float", "double", "_Bool", "size_t", "bool", "rat", "void"}, part):
		return "type"
	case first|0x20 >= 'a' && first|0x20 <= 'z' || first == '_':
		return "name"
	case first >= '0' && first <= '9':
		return "number"
	case first == '"' || first == '\'':
		return "literal"
	case strings.ContainsRune("+-*/%&|^", rune(first)), len(part) == 2 && part != "->":
		return "operator"
	}
	return part
}

// mutate changes one or two parts: deletes, repeats, swaps or replaces them by others
// of the format, mostly of their kind.
func (f *format) mutate(r *rand.Rand) string {
	cut := mutantToken
	if r.IntN(3) == 0 {
		if cut = mutantLine; strings.HasPrefix(f.seeds[0], "<") {
			cut = mutantTag
		}
	}
	ts := cut.FindAllString(f.seeds[r.IntN(len(f.seeds))], -1)
	pool := append(cut.FindAllString(f.seeds[r.IntN(len(f.seeds))], -1), f.extra...)
	// like returns a part of the kind of ts[i], if chance finds one.
	like := func(i int, from []string) int {
		for range 50 {
			if j := r.IntN(len(from)); kind(from[j]) == kind(ts[i]) && from[j] != ts[i] {
				return j
			}
		}
		return -1
	}
	for range 1 + r.IntN(2) {
		i := r.IntN(len(ts))
		for (strings.TrimSpace(ts[i]) == "" || kind(ts[i]) == ts[i]) && r.IntN(8) > 0 {
			i = r.IntN(len(ts))
		}
		switch r.IntN(12) {
		case 0:
			ts[i] = ""
		case 1:
			ts[i] += strings.Repeat(" "+ts[i], 1+r.IntN(3))
		case 2:
			j := r.IntN(len(ts))
			ts[i], ts[j] = ts[j], ts[i]
		case 3, 4:
			if j := like(i, ts); j >= 0 {
				ts[i], ts[j] = ts[j], ts[i]
			}
		case 5:
			ts[i] += " " + f.extra[r.IntN(len(f.extra))]
		default:
			if j := like(i, pool); j >= 0 {
				ts[i] = pool[j]
			}
		}
	}
	return strings.Join(ts, "")
}

// TestMutations: inputs of every format that are nearly valid end in time, with a
// verdict or a message, and never in a fault. At least half of them get as far as the parser.
func TestMutations(t *testing.T) {
	count := effort.Count(5, 30, 2000)
	if n, err := strconv.Atoi(os.Getenv("CUPEL_MUTANTS")); err == nil {
		count = n
	}
	cupel := callable(t)
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, f.name)
			if err := errors.Join(os.WriteFile(filepath.Join(dir, "p.c"), []byte(decided), 0o644),
				os.WriteFile(filepath.Join(dir, "p.prp"), []byte(propertyText), 0o644), os.WriteFile(filepath.Join(dir, "n.pnml"), []byte(mutantPNML), 0o644)); err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(effort.Seed(1), 2))
			codes, lexed, longest := map[int]int{}, 0, time.Duration(0)
			for i := range count {
				text := f.mutate(r)
				if f.lexes(text) {
					lexed++
				}
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				code, out, took := runMutant(cupel, f.args(dir, file))
				codes[code]++
				longest = max(longest, took)
				if fault := judge(code, out); fault != "" || took > mutationLimit+mutationGrace {
					t.Errorf("mutant %d: exit code %d after %v of processor time %s\n%.500s\n%s", i, code, took, fault, out, text)
				}
			}
			t.Logf("%d mutants, %d pass the lexer, by exit code: %v; at most %v of processor time", count, lexed, codes, longest)
			if count >= 100 && 2*lexed < count { // a few are no sample
				t.Errorf("only %d of %d mutants pass the lexer", lexed, count)
			}
		})
	}
}

// answers are the last lines of verify by exit code.
var answers = map[int]string{0: "VERDICT: TRUE", 1: "VERDICT: FALSE", 2: "VERDICT: UNKNOWN ("}

// judge describes what is wrong with the end of a run; "": nothing.
func judge(code int, out string) string {
	switch {
	case code < 0 || code > 3:
		return "it crashed"
	case strings.Contains(out, "internal error") || strings.Contains(out, "goroutine "):
		return "it failed inside"
	case code == 3 && !strings.Contains(out, ": "):
		return "no message"
	case code < 3 && !strings.Contains(out, answers[code]) && !strings.Contains(out, "FORMULA "):
		return "the exit code does not belong to the answer"
	}
	return ""
}

// runMutant runs cupel and returns its exit code, its output, and the processor time of all its processes.
func runMutant(cupel string, args []string) (code int, out string, took time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), lastResort)
	defer cancel()
	cmd := exec.CommandContext(ctx, cupel, args...)
	var b bytes.Buffer
	cmd.Stdout, cmd.Stderr = &b, &b
	err := cmd.Run()
	if cmd.ProcessState != nil {
		took = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	if ctx.Err() != nil || cmd.ProcessState == nil {
		return -1, fmt.Sprint(err), took
	}
	return cmd.ProcessState.ExitCode(), b.String(), took
}
