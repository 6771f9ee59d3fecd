package condition

import (
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"cupel/analysis/execution/inputs"
	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/evidence/harness"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
	"cupel/verifier"
)

// subjectOf reads a program.
func subjectOf(t *testing.T, src string, cfg verifier.Config) (*verifier.Task, *verifier.Subject) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	task, err := verifier.LoadTask(file, "")
	if err != nil {
		t.Fatal(err)
	}
	s, err := verifier.Read(t.Context(), task, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return task, s
}

// chosen are inputs in the order in which they are asked for.
type chosen struct {
	f      *logic.Factory
	values []int
}

// Next implements interp.Source.
func (s *chosen) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if op.Input == nil || len(s.values) == 0 {
		return nil, false
	}
	v := int64(oracle.Low(op.Input.Callee) + s.values[0])
	s.values = s.values[1:]
	return s.f.BVInt(v, op.Var.Sort().Width()), true
}

// TestCompiled: compiled random programs behave as in the interpreter, on all their inputs.
func TestCompiled(t *testing.T) {
	need.Tool(t, "gcc")
	var ps []oracle.Program
	seed := effort.Seed(700_000)
	for i := range uint64(effort.Programs(3, 30, 400)) {
		ps = append(ps, oracle.Generate(seed+i, oracle.All))
	}
	truths, err := oracle.DecideAll(t.Context(), ps, runtime.NumCPU())
	if err != nil {
		t.Fatal(err)
	}
	reached := 0
	for i, p := range ps {
		cfg := verifier.DefaultConfig()
		cfg.DataModel = program.LP64
		task, s := subjectOf(t, p.Source, cfg)
		var runs [][]interp.Consumed
		var want []oracle.Outcome
		for k, o := range truths[i].Outcomes {
			if k >= 100 {
				break
			}
			out := s.RunWith(t.Context(), &chosen{s.Flat.Terms, oracle.Values(p, k)}, interp.Options{Depend: true})
			if o != oracle.Error && o != oracle.Ended || undetermined(out) != nil {
				continue
			}
			runs, want = append(runs, out.Inputs), append(want, o)
		}
		outcomes, err := compiled(t.Context(), task, cfg, runs)
		if err != nil {
			t.Fatalf("seed %d: %v", seed+uint64(i), err)
		}
		for k, o := range outcomes {
			expected := harness.Ended
			if want[k] == oracle.Error {
				expected = harness.Reached
				reached++
			}
			if o.Ending != expected {
				t.Errorf("seed %d, %v: %v (%s), want %v\n%s", seed+uint64(i), runs[k], o.Ending, o.Detail, expected, p.Source)
			}
		}
	}
	if reached == 0 && len(ps) > 4 {
		t.Error("no execution reaches the error")
	}
}

// TestCompiledTypes: the compiled program receives the same inputs as the interpreter, for all types.
func TestCompiledTypes(t *testing.T) {
	need.Tool(t, "gcc")
	types := []struct {
		name, suffix, check string
		bits                uint64
	}{
		{"_Bool", "bool", "x", 1}, {"char", "char", "x == -3", 0xfd}, {"unsigned char", "uchar", "x == 200", 200}, {"short", "short", "x == -2", 0xfffe},
		{"unsigned short", "ushort", "x == 65534", 0xfffe}, {"int", "int", "x == -5", 0xfffffffb}, {"unsigned", "uint", "x == 4294967291u", 0xfffffffb},
		{"long long", "longlong", "x == -6", 0xfffffffffffffffa}, {"unsigned long", "ulong", "x == -7ul", 0xfffffffffffffff9},
		{"float", "float", "x == -1.5f", 0xbfc00000}, {"double", "double", "x == 0.1", 0x3fb999999999999a}, {"void *", "pointer", "(unsigned long)x == 4096", 4096},
	}
	for _, model := range []program.DataModel{program.ILP32, program.LP64} {
		if model == program.ILP32 && !need.Executes32(t) {
			continue
		}
		src, body := "void reach_error(void) {}\n", ""
		for i, x := range types {
			src += fmt.Sprintf("%s __VERIFIER_nondet_%s(void);\n", x.name, x.suffix)
			body += fmt.Sprintf("  { %s x = __VERIFIER_nondet_%s(); if (!(%s)) return %d; }\n", x.name, x.suffix, x.check, i+1)
		}
		cfg := verifier.DefaultConfig()
		cfg.DataModel = model
		task, s := subjectOf(t, src+"int main(void) {\n"+body+"  reach_error();\n  return 0;\n}\n", cfg)
		var runs [][]interp.Consumed
		for wrong := -1; wrong < len(types); wrong++ { // all as expected, then one that is not
			k := -1
			out := s.Run(t.Context(), func(slot inputs.Slot) *logic.Term {
				k++
				n := new(big.Int).SetUint64(types[k].bits)
				if k == wrong {
					n.SetBit(n, 0, 1-n.Bit(0))
				}
				f, sort := s.Flat.Terms, s.Inputs.Sources[slot.Source-1].Sort
				if sort.IsFloat() {
					return f.FloatBits(sort, n)
				}
				return f.BVBig(n, sort.Width())
			}, interp.Options{Depend: true})
			if (out.Kind == interp.ReachedError) != (wrong < 0) || undetermined(out) != nil {
				t.Fatalf("%v, %d: %v %s, %v", model, wrong, out.Kind, out.Note, undetermined(out))
			}
			runs = append(runs, out.Inputs)
		}
		outcomes, err := compiled(t.Context(), task, cfg, runs)
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range outcomes {
			if i == 0 && o.Ending != harness.Reached || i > 0 && o.Detail != fmt.Sprintf("exit status %d", i) {
				t.Errorf("%v, %d: %v (%s)", model, i, o.Ending, o.Detail)
			}
		}
	}
}

// TestUndetermined: executions that depend on values that cannot be given to a compiled program.
func TestUndetermined(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"int main(int argc, char **argv) { if (argc > 5) reach_error(); }", "argc (argument of main)"},
		{"int strange(void); int main(void) { if (strange()) reach_error(); }", "strange (function without body)"},
		{"extern int strange; int main(void) { if (strange) reach_error(); }", "strange (undefined variable)"},
		{"int main(void) { int x; if (x) reach_error(); }", "x (uninitialized variable)"},
		{"int main(int argc, char **argv) { int x; x = __VERIFIER_nondet_int(); if (x) reach_error(); }", ""},
	} {
		_, s := subjectOf(t, "void reach_error(void) {} int __VERIFIER_nondet_int(void);\n"+tt.src, verifier.DefaultConfig())
		seven := func(slot inputs.Slot) *logic.Term {
			if s.Inputs.Sources[slot.Source-1].Hidden {
				return nil
			}
			return s.Flat.Terms.BVInt(7, 32)
		}
		out := s.Run(t.Context(), seven, interp.Options{Depend: true})
		if err := undetermined(out); tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.src, err, tt.want)
		}
	}
}

// TestCompiledRefuses: tasks that are no whole C programs, and values that no caller can supply.
func TestCompiledRefuses(t *testing.T) {
	need.Tool(t, "gcc")
	cfg := verifier.DefaultConfig()
	cfg.DataModel = program.LP64
	task, _ := subjectOf(t, "void reach_error(void) {} int strange(void); int main(void) { if (strange()) reach_error(); }", cfg)
	inFunction := cfg
	inFunction.Function = "f"
	elsewhere := cfg
	elsewhere.Entry = "start"
	unknown := []interp.Consumed{{Unknown: &program.Unknown{Kind: program.Argument, Name: "argc"}}}
	for _, tt := range []struct {
		task *verifier.Task
		cfg  verifier.Config
		run  []interp.Consumed
		want string
	}{
		{&verifier.Task{File: "m.cfa"}, cfg, nil, "a model has no C program"},
		{task, inFunction, nil, "the function f"},
		{task, elsewhere, nil, "not in start"},
		{task, cfg, unknown, "argc (argument of main)"},
		{task, cfg, nil, "defined nowhere: strange"},
	} {
		if _, err := compiled(t.Context(), tt.task, tt.cfg, [][]interp.Consumed{tt.run}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %q", err, tt.want)
		}
	}
}
