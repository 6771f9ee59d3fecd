package unwritten

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/unwritten"
	"cupel/evidence"
	"cupel/internal/sabotage"
	"cupel/tests/need"
	"cupel/verifier"
)

// combination supplies the bits of a number as inputs.
type combination struct {
	f *logic.Factory
	k uint64
}

// Next implements interp.Source.
func (s *combination) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Input == nil {
		return nil, false
	}
	v := s.k & 1
	s.k >>= 1
	return s.f.BV(v, op.Var.Sort().Width()), true
}

// module reads a program.
func module(t *testing.T, file string) *program.Module {
	t.Helper()
	task, err := verifier.LoadTask(file, "")
	if err != nil {
		t.Fatal(err)
	}
	cfg := verifier.DefaultConfig()
	cfg.DataModel = program.LP64
	s, err := verifier.Read(t.Context(), task, cfg)
	if err != nil {
		t.Fatal(file, err)
	}
	return s.Module
}

// runs are the executions of a program, one for each combination of its inputs; used are the sources of what each uses that was never written.
func runs(t *testing.T, m *program.Module, depend bool) (outs []*interp.Outcome, used [][]unwritten.Source) {
	t.Helper()
	p, calls, err := passes.Flat(m)
	if err != nil {
		t.Fatal(err)
	}
	machine, err := interp.New(p)
	if err != nil {
		t.Fatal(err)
	}
	stack := map[*program.Location]*interp.Call{}
	for _, c := range calls {
		stack[c.At] = &interp.Call{Enter: c.Enter, Exit: c.Exit, Return: c.Return, Locals: c.Locals, Result: c.Result, Into: c.Into, Alone: c.Alone}
	}
	for k := range uint64(1 << inputs) {
		out := machine.Run(t.Context(), &combination{p.Terms, k}, interp.Options{MaxSteps: 50_000, Calls: stack, Depend: depend})
		var from []unwritten.Source
		for _, x := range out.Depends {
			if x.Op != nil && x.Op.Unknown != nil {
				if s, _, ok := unwritten.Of(x.Op); ok {
					from = append(from, s)
				}
			} else if x.Cell != nil && x.Cell.Sort().IsBV() {
				if addr, ok := x.Cell.BVUint64(); ok && machine.BlockAt(addr) != nil {
					from = append(from, unwritten.Source{Pos: machine.BlockAt(addr).Made.Pos})
				}
			}
		}
		if out.Kind != interp.Halted && out.Kind != interp.ReachedError {
			t.Errorf("an execution ends: %v %s at %v", out.Kind, out.Note, out.Pos)
		}
		outs, used = append(outs, out), append(used, from)
	}
	return outs, used
}

// A tally counts executions.
type tally struct{ unseen, without, uses, all int }

// compare compares executions of a program with the goals in it.
func (n *tally) compare(t *testing.T, file string) {
	t.Helper()
	_, used := runs(t, module(t, file), true)
	m := module(t, file)
	unwritten.Check(m, func(unwritten.Source) bool { return true })
	unwritten.Raise(m)
	if why := program.SanityModule(m); why != nil {
		t.Fatal(file, why)
	}
	outs, _ := runs(t, m, false)
	for k, out := range outs {
		reached := out.Kind == interp.ReachedError
		n.all++
		switch {
		case len(used[k]) > 0 && !reached:
			n.unseen++
			t.Logf("%s, inputs %d: %v reaches no goal", file, k, used[k])
		case len(used[k]) == 0 && reached:
			n.without++
		case reached:
			n.uses++
		}
	}
}

// random compares random programs.
func (n *tally) random(t *testing.T, first, count int) {
	t.Helper()
	dir := t.TempDir()
	for seed := first; seed < first+count; seed++ {
		n.compare(t, write(t, dir, uint64(seed)))
	}
}

// write writes a random program into a file.
func write(t *testing.T, dir string, seed uint64) string {
	t.Helper()
	file := filepath.Join(dir, fmt.Sprintf("p%d.c", seed))
	if err := os.WriteFile(file, []byte(Generate(seed)), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// number is that of an environment variable, or the default.
func number(t *testing.T, name string, otherwise int) int {
	v := os.Getenv(name)
	if v == "" {
		return otherwise
	}
	n, err := strconv.Atoi(v)
	if err != nil {
		t.Fatal(name, err)
	}
	return n
}

// TestGoals: an execution that uses what was never written reaches a goal, and one that does not seldom does.
func TestGoals(t *testing.T) {
	var n tally
	n.random(t, number(t, "CUPEL_SEED", 0), number(t, "CUPEL_PROGRAMS", 60))
	t.Logf("%d executions, %d with a use, %d reach a goal without", n.all, n.uses, n.without)
	if n.unseen > 0 || n.without > n.all/20 || n.uses < n.all/10 {
		t.Errorf("of %d executions %d have a use that is no goal, %d reach a goal without a use", n.all, n.unseen, n.without)
	}
}

// TestGoalFaults: each mistake in how goals are made lets an execution with a use reach none.
func TestGoalFaults(t *testing.T) {
	for _, f := range sabotage.All() {
		if f.Part() != sabotage.UnwrittenGoals {
			continue
		}
		t.Run(f.String(), func(t *testing.T) {
			defer sabotage.Inject(f)()
			var n tally
			for first := 0; first < 60 && n.unseen == 0; first += 10 {
				n.random(t, first, 10)
			}
			if n.unseen == 0 {
				t.Error("nothing notices that")
			}
		})
	}
}

// TestRandom: of random programs, no row is proved whose source some execution uses, and each violated one has an execution that does. CUPEL_PROGRAMS and CUPEL_SEED choose how many and
// which; engines have little work for each.
func TestRandom(t *testing.T) {
	dir := t.TempDir()
	states := map[string]int{}
	for seed := range number(t, "CUPEL_PROGRAMS", 20) {
		file := write(t, dir, uint64(seed+number(t, "CUPEL_SEED", 0)))
		_, used := runs(t, module(t, file), true)
		all := slices.Concat(used...)
		rep := verify(t, file, 2_000_000)
		for _, c := range rep.Checks {
			uses := slices.ContainsFunc(all, func(s unwritten.Source) bool {
				return s.Pos.String() == c.At && (s.Name == "") == strings.HasPrefix(c.Condition, "a block ") && strings.HasPrefix(c.Condition, s.Name)
			})
			states[fmt.Sprintf("%s, used: %v", c.State, uses)]++
			if uses && c.State == evidence.CheckProved || !uses && c.State == evidence.CheckViolated {
				t.Errorf("WRONG: seed %d: %s: %s is %s by %s", seed, c.At, c.Condition, c.State, c.By)
			}
		}
		if len(all) > 0 && rep.Verdict == "TRUE" {
			t.Errorf("WRONG: seed %d is proved", seed)
		}
		os.Remove(file)
	}
	t.Log(states)
}

// counted is what is put before random programs for memcheck: each execution is a process.
const counted = `#include <valgrind/valgrind.h>
#include <unistd.h>
#include <sys/wait.h>
static int combination;
_Bool __VERIFIER_nondet_bool(void) { int v = combination & 1; combination >>= 1; return v; }
`

// TestMemcheck: where memcheck sees a use of what was never written in the compiled program, the interpreter does. The padding of what has an initialiser is left out: it has an unspecified
// value, so that it counts as written, and gcc does not write it.
func TestMemcheck(t *testing.T) {
	need.Tool(t, "gcc")
	need.Tool(t, "valgrind")
	const batch = 25
	dir := t.TempDir()
	uses, alone := 0, 0
	first, count := number(t, "CUPEL_SEED", 0), number(t, "CUPEL_PROGRAMS", batch)
	for ; count > 0; first, count = first+batch, count-batch {
		seen, err := memcheck(t.Context(), dir, first, min(batch, count))
		if err != nil {
			t.Fatal(err)
		}
		for i := range min(batch, count) {
			if text := Generate(uint64(first + i)); strings.Contains(text, "(unsigned char *)") || strings.Contains(text, "memcpy(bytes") {
				continue
			}
			file := write(t, dir, uint64(first+i))
			_, used := runs(t, module(t, file), true)
			for k := range used {
				bad := seen[i<<inputs+k]
				switch {
				case bad && len(used[k]) == 0:
					t.Errorf("seed %d, inputs %d: memcheck sees a use", first+i, k)
				case bad:
					uses++
				case len(used[k]) > 0:
					alone++
				}
			}
			os.Remove(file)
		}
	}
	t.Logf("%d executions with a use that both see, %d that the interpreter alone does", uses, alone)
}

// memcheck compiles programs as one and runs them: of each execution whether memcheck sees a use.
func memcheck(ctx context.Context, dir string, first, count int) ([]bool, error) {
	var b strings.Builder
	b.WriteString(counted)
	for i := range count {
		text := Generate(uint64(first + i))
		for _, name := range []string{"main", "get", "make", "total", "fill", "count", "pass", "sink", "file"} {
			text = rename(text, name, fmt.Sprintf("%s_%d", name, i))
		}
		for _, name := range []string{"pair", "both", "bits"} {
			text = strings.ReplaceAll(strings.ReplaceAll(text, "struct "+name, fmt.Sprintf("struct %s_%d", name, i)), "union "+name, fmt.Sprintf("union %s_%d", name, i))
		}
		b.WriteString(text)
	}
	b.WriteString("int (*mains[])(void) = {")
	for i := range count {
		fmt.Fprintf(&b, "main_%d, ", i)
	}
	fmt.Fprintf(&b, starter, count<<inputs, 1<<inputs-1, inputs)
	source, exe := filepath.Join(dir, "all.c"), filepath.Join(dir, "all")
	if err := os.WriteFile(source, []byte(b.String()), 0o644); err != nil {
		return nil, err
	}
	if out, err := exec.CommandContext(ctx, "gcc", "-w", "-O0", "-g", "-o", exe, source).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("gcc: %w\n%s", err, out)
	}
	out, err := exec.CommandContext(ctx, "valgrind", "-q", exe).Output()
	if err != nil || len(out) != count<<inputs {
		return nil, fmt.Errorf("valgrind: %d executions, %w", len(out), err)
	}
	var seen []bool
	for _, c := range out {
		if c != 'u' && c != '.' {
			return nil, fmt.Errorf("valgrind: %s", out)
		}
		seen = append(seen, c == 'u')
	}
	return seen, nil
}

// starter ends the text. The number of errors of a process is its own.
const starter = `};
int main(void) {
    for (int at = 0; at < %d; at++) {
        pid_t pid = fork();
        if (pid == 0) {
            combination = at & %d;
            mains[at >> %d]();
            _exit(VALGRIND_COUNT_ERRORS ? 'u' : '.');
        }
        int st = 0;
        waitpid(pid, &st, 0);
        char c = WIFEXITED(st) ? WEXITSTATUS(st) : '?';
        write(1, &c, 1);
    }
    return 0;
}
`

// rename renames a word.
func rename(text, name, to string) string {
	var out strings.Builder
	letter := func(i int) bool {
		return i >= 0 && i < len(text) && (text[i] == '_' || text[i] >= '0' && text[i] <= '9' || text[i] >= 'a' && text[i] <= 'z' || text[i] >= 'A' && text[i] <= 'Z')
	}
	for i := 0; i < len(text); {
		if strings.HasPrefix(text[i:], name) && !letter(i-1) && !letter(i+len(name)) {
			out.WriteString(to)
			i += len(name)
			continue
		}
		out.WriteByte(text[i])
		i++
	}
	return out.String()
}
