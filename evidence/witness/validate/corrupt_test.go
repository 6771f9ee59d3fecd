package validate_test

import (
	"context"
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

	"cupel/core/program"
	"cupel/core/work"
	"cupel/evidence/witness/read"
	"cupel/evidence/witness/validate"
	"cupel/frontend/c"
	"cupel/tests/effort"
	"cupel/tests/need"
)

// A subject is a program of testdata/corrupt with the positions that its comments mark: kN before a keyword, iN where the condition of a loop is about
// to be evaluated, bN around a condition, rN after a call that reads an input, tN before a call of the error function.
type subject struct {
	file, text string
	plain      string         // without the marks
	invariants map[int]string // by mark, that hold
	vars       []string
	at         map[string]read.Place
}

var (
	mark     = regexp.MustCompile(`/\*(:b|[kibrt][0-9]+:?)\*/`)
	headLine = regexp.MustCompile(`(?m)^// (inv ([0-9]+): (.*)|vars (.*))$`)
)

func subjects(t *testing.T) []*subject {
	files, err := filepath.Glob("testdata/corrupt/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	var out []*subject
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		s := &subject{text: string(data), invariants: map[int]string{}, at: map[string]read.Place{}}
		for _, m := range headLine.FindAllStringSubmatch(s.text, -1) {
			if m[2] != "" {
				k, _ := strconv.Atoi(m[2])
				s.invariants[k] = m[3]
			} else {
				s.vars = strings.Fields(m[4])
			}
		}
		s.plain = mark.ReplaceAllString(s.text, "")
		s.file = filepath.Join(t.TempDir(), filepath.Base(f))
		if err := os.WriteFile(s.file, []byte(s.plain), 0o644); err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(s.text, "\n") {
			for _, m := range mark.FindAllStringSubmatchIndex(line, -1) {
				col := len(mark.ReplaceAllString(line[:m[0]], "")) + 1
				name := strings.TrimSuffix(line[m[2]:m[3]], ":")
				if name[0] == 'r' {
					col-- // the parenthesis
				}
				if name[0] != ':' {
					s.at[name] = read.Place{File: s.file, Line: i + 1, Col: col}
				}
			}
		}
		out = append(out, s)
	}
	return out
}

// marks lists the marks of some kinds.
func (s *subject) marks(kinds string) []string {
	var out []string
	for m := range s.at {
		if strings.ContainsRune(kinds, rune(m[0])) {
			out = append(out, m)
		}
	}
	slices.Sort(out)
	return out
}

// compiled compiles the program with the oracle's insertions at the marks, and runs it for all inputs. The program is one of this repository's own.
func (s *subject) compiled(t *testing.T, check func(loop int) string) string {
	need.Tool(t, "gcc")
	body := mark.ReplaceAllStringFunc(s.text, func(m string) string {
		name := strings.Trim(m, "/*")
		k := strings.Trim(name, "kibrt:")
		switch {
		case name == ":b":
			return "))"
		case name[0] == 'b':
			return "B(" + k + ", ("
		case name[0] == 'i':
			n, _ := strconv.Atoi(k)
			return check(n)
		case name[0] == 't':
			return "T(" + k + ");"
		}
		return ""
	})
	reads := 0
	for _, m := range s.marks("r") {
		reads++
		k := m[1:]
		body = regexp.MustCompile(`__VERIFIER_nondet_uchar\(\)`).ReplaceAllStringFunc(body, func(string) string { return "R(" + k + ")" })
		_ = k
	}
	// Calls are numbered in the order of the text.
	n := 0
	body = regexp.MustCompile(`R\([0-9]+\)`).ReplaceAllStringFunc(body, func(string) string { n++; return fmt.Sprintf("R(%d)", n) })
	body = strings.Replace(body, "int main(void)", "static int program(void)", 1)
	body = regexp.MustCompile(`(?m)^(extern|void reach_error).*$`).ReplaceAllString(body, "")
	text := oracleHead + body + oracleTail
	dir := t.TempDir()
	src, obj, bin := filepath.Join(dir, "o.c"), filepath.Join(dir, "o.o"), filepath.Join(dir, "o")
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"-O0", "-w", "-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero", "-c", src, "-o", obj},
		{obj, "-o", bin},
	} {
		if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
			t.Fatalf("gcc: %v\n%s\n%s", err, out, text)
		}
	}
	out, err := exec.Command(bin).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// The oracle runs the program for all values of its first two inputs; further ones are 0.
const oracleHead = `#include <stdio.h>
#include <setjmp.h>
#include <string.h>
static jmp_buf end, undefined;
static int in[2], next, checking;
static char trace[20000], seen[2000000]; static int len, failed;
static int bad[100000];
static void event(const char *f, int a, int b) { if (len < 19000) len += sprintf(trace + len, f, a, b); }
static int R(int k) { int v = next < 2 ? in[next] : 0; next++; event("r%d=%d ", k, v); return v; }
static int B(int k, int v) { event("k%d=%d ", k, v != 0); return v; }
static void T(int k) { event("t%d=%d ", k, 1); failed = 1; longjmp(end, 1); }
static void abort(void) { longjmp(end, 1); }
static void reach_error(void) { longjmp(end, 1); }
#define CHECK(n, e) (checking = 1, setjmp(undefined) ? (bad[n] = 2) : ((e) ? 0 : bad[n] ? 0 : (bad[n] = 1)), checking = 0)
static void ub(void) { if (checking) longjmp(undefined, 1); longjmp(end, 1); }
void __ubsan_handle_add_overflow(void *a, void *b, void *c) { ub(); }
void __ubsan_handle_sub_overflow(void *a, void *b, void *c) { ub(); }
void __ubsan_handle_mul_overflow(void *a, void *b, void *c) { ub(); }
void __ubsan_handle_negate_overflow(void *a, void *b) { ub(); }
void __ubsan_handle_divrem_overflow(void *a, void *b, void *c) { ub(); }
void __ubsan_handle_shift_out_of_bounds(void *a, void *b, void *c) { ub(); }
`

const oracleTail = `
int main(void) {
  for (in[0] = 0; in[0] < 256; in[0]++)
    for (in[1] = 0; in[1] < 256; in[1]++) {
      next = len = failed = 0; trace[0] = 0;
      if (!setjmp(end)) program();
      if (failed) printf("F %s\n", trace);
      if (next < 2) { if (next < 1) in[0] = 255; in[1] = 255; }
    }
  for (int i = 0; i < 100000; i++) if (bad[i]) printf("B %d %d\n", i, bad[i]);
  return 0;
}
`

// validated is the validator's result, with bounded work.
func validated(t *testing.T, s *subject, w *read.Witness) *validate.Report {
	t.Helper()
	ctx, stop := work.Within(context.Background(), 6_000_000)
	defer stop()
	w.File = "witness"
	w.Meta = metaOf(t, s.file)
	r, err := validate.Validate(ctx, w, &validate.Task{File: s.file, Options: c.Options{Model: program.LP64}, Specification: specification})
	if err != nil {
		t.Fatalf("%s: %v", s.file, err)
	}
	return r
}

// A mutant is a mutated expression.
type mutant struct {
	loop int
	expr string
}

var lexeme = regexp.MustCompile(`[A-Za-z_]\w*|[0-9]+|<=|>=|==|!=|&&|\|\||.`)

// mutated changes an expression at one place.
func (s *subject) mutated(r *rand.Rand, expr string) string {
	ts := lexeme.FindAllString(expr, -1)
	swap := map[string][]string{"<": {"<=", ">", "!=", "=="}, "<=": {"<", ">=", "=="}, ">": {">=", "<"}, ">=": {">", "<=", "=="}, "==": {"<=", ">=", "!="}, "!=": {"==", "<"},
		"&&": {"||"}, "||": {"&&"}, "+": {"-", "*"}, "-": {"+"}, "*": {"+", "-"}}
	for range 100 {
		i := r.IntN(len(ts))
		switch t := ts[i]; {
		case r.IntN(12) == 0:
			return []string{"!(" + expr + ")", "(" + expr + ") && " + "(" + s.vars[0] + " + 2147483647) % 7 != 6", "(" + expr + ") || " + s.vars[0] + " > 3", s.vars[0] + " <= 255"}[r.IntN(4)]
		case slices.Contains(s.vars, t):
			ts[i] = s.vars[r.IntN(len(s.vars))]
		case t[0] >= '0' && t[0] <= '9':
			n, _ := strconv.Atoi(t)
			ts[i] = strconv.Itoa(max(0, n+r.IntN(5)-2))
		case swap[t] != nil:
			ts[i] = swap[t][r.IntN(len(swap[t]))]
		}
		if m := strings.Join(ts, ""); m != expr {
			return m
		}
	}
	return expr
}

// TestCorruptedInvariants: no invariant is confirmed that is false, or undefined, in a state that some input leads to, and
// none is rejected that is true in all of them.
func TestCorruptedInvariants(t *testing.T) {
	total := effort.Count(16, 60, 1500)
	var all []*subject
	for _, s := range subjects(t) {
		if len(s.invariants) > 0 {
			all = append(all, s)
		}
	}
	r := rand.New(rand.NewPCG(effort.Seed(1), 2))
	count := map[string]int{}
	for _, s := range all {
		var mutants []mutant
		loops := s.marks("i")
		for range total / len(all) {
			from := loops[r.IntN(len(loops))]
			k, _ := strconv.Atoi(from[1:])
			m := mutant{k, s.mutated(r, s.invariants[k])}
			if r.IntN(5) == 0 {
				m.expr = s.mutated(r, m.expr)
			}
			if r.IntN(8) == 0 { // another loop
				m.loop, _ = strconv.Atoi(loops[r.IntN(len(loops))][1:])
			}
			mutants = append(mutants, m)
		}
		out := s.compiled(t, func(loop int) string {
			code := ""
			for i, m := range mutants {
				if m.loop == loop {
					code += fmt.Sprintf("CHECK(%d, %s), ", i, m.expr)
				}
			}
			return code
		})
		wrong := map[int]string{}
		for _, m := range regexp.MustCompile(`(?m)^B ([0-9]+) ([0-9]+)$`).FindAllStringSubmatch(out, -1) {
			i, _ := strconv.Atoi(m[1])
			wrong[i] = map[string]string{"1": "false", "2": "undefined"}[m[2]]
		}
		for i, m := range mutants {
			w := &read.Witness{Version: "2.0"}
			for loop, expr := range s.invariants {
				if loop == m.loop {
					expr = m.expr
				}
				w.Invariants = append(w.Invariants, read.Invariant{Loop: true, At: s.at[fmt.Sprintf("k%d", loop)], Expr: expr, Pos: program.Pos{File: "witness", Line: loop, Col: 1}, Everywhere: true})
			}
			rep := validated(t, s, w)
			count[fmt.Sprintf("%v %s", wrong[i] != "", rep.Result)]++
			switch {
			case rep.Result == "confirmed" && wrong[i] != "":
				t.Errorf("%s: %s at loop %d is %s, and confirmed: %s", filepath.Base(s.file), m.expr, m.loop, wrong[i], rep.Proof)
			case rep.Result == "rejected" && wrong[i] == "":
				t.Errorf("%s: %s at loop %d is true in all states, and rejected: %s", filepath.Base(s.file), m.expr, m.loop, rep.Reason)
			}
		}
	}
	t.Log(count)
}

// A step is a waypoint over the marks.
type step struct {
	mark  string // r1, k2, t1
	value int
}

// TestCorruptedViolations: no violation is confirmed that no execution follows, and none is rejected that one does.
func TestCorruptedViolations(t *testing.T) {
	total := effort.Count(40, 160, 3000)
	r := rand.New(rand.NewPCG(effort.Seed(1), 3))
	count := map[string]int{}
	var all []*subject
	traces := map[*subject][][]step{}
	for _, s := range subjects(t) {
		out := s.compiled(t, func(int) string { return "" })
		for _, line := range strings.Split(out, "\n") {
			if rest, ok := strings.CutPrefix(line, "F "); ok {
				var tr []step
				for _, ev := range strings.Fields(rest) {
					name, value, _ := strings.Cut(ev, "=")
					v, _ := strconv.Atoi(value)
					tr = append(tr, step{name, v})
				}
				traces[s] = append(traces[s], tr)
			}
		}
		if len(traces[s]) > 0 {
			all = append(all, s)
		}
	}
	for n := range total {
		s := all[n%len(all)]
		steps := slices.Clone(traces[s][r.IntN(len(traces[s]))])
		for range r.IntN(4) {
			s.damage(r, &steps)
		}
		w := &read.Witness{Version: "2.0", Automaton: &read.Automaton{}}
		for i, st := range steps {
			e := read.Edge{To: i + 1}
			e.At, e.Pos = s.at[st.mark], program.Pos{File: "witness", Line: i + 1, Col: 1}
			switch st.mark[0] {
			case 'r':
				e.Kind, e.Value = read.Return, fmt.Sprintf(`\result == %d`, st.value)
			case 'k':
				e.Kind, e.Value = read.Branching, strconv.FormatBool(st.value == 1)
			case 't':
				e.Kind, e.To = read.Target, read.Violation
			}
			w.Automaton.States = append(w.Automaton.States, []read.Edge{e})
		}
		right := slices.ContainsFunc(traces[s], func(tr []step) bool { return follows(tr, steps) })
		rep := validated(t, s, w)
		count[fmt.Sprintf("%v %s", right, rep.Result)]++
		switch {
		case rep.Result == "confirmed" && !right:
			t.Errorf("%s: %v is confirmed, and no execution follows it", filepath.Base(s.file), steps)
		case rep.Result == "rejected" && right:
			t.Errorf("%s: %v is rejected, and an execution follows it", filepath.Base(s.file), steps)
		}
	}
	t.Log(count)
}

// follows reports whether an execution to the error passes all steps in their order and ends in the last one.
func follows(trace, steps []step) bool {
	i := 0
	for k, ev := range trace {
		if i < len(steps) && ev == steps[i] && (i < len(steps)-1 || k == len(trace)-1) {
			i++
		}
	}
	return i == len(steps)
}

// damage changes the steps at one place: a value, a branch, a place, an order, a step less or twice, another target.
func (s *subject) damage(r *rand.Rand, steps *[]step) {
	st := *steps
	last := len(st) - 1
	i := r.IntN(len(st))
	switch {
	case i == last:
		targets := s.marks("t")
		st[last].mark = targets[r.IntN(len(targets))]
	case r.IntN(4) == 0:
		*steps = slices.Delete(st, i, i+1)
	case r.IntN(6) == 0:
		*steps = slices.Insert(st, i, st[i])
	case r.IntN(5) == 0 && i > 0:
		st[i], st[i-1] = st[i-1], st[i]
	case r.IntN(5) == 0:
		places := s.marks(st[i].mark[:1])
		st[i].mark = places[r.IntN(len(places))]
	case st[i].mark[0] == 'r':
		st[i].value = []int{st[i].value + 1, r.IntN(256), 255 - st[i].value, 0}[r.IntN(4)]
	default:
		st[i].value = 1 - st[i].value
	}
}
