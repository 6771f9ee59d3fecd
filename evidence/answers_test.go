package evidence

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/engine"
	"cupel/frontend/cfa"
)

// model reads an automaton of testdata in the stages of a case.
func model(t *testing.T, file string) *subject {
	t.Helper()
	p, err := cfa.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	program.MarkLoopHeads(p)
	q, _, err := passes.Default.Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	program.MarkLoopHeads(q)
	return &subject{file: file, original: p, sliced: q, prepared: q}
}

// TestModel: of an automaton the inputs are its havocs, the invariants are terms, and there is nothing to compile.
func TestModel(t *testing.T) {
	t.Run("error", func(t *testing.T) {
		copied(t, "model.cfa")
		s := model(t, "model.cfa")
		m, err := interp.New(s.original)
		if err != nil {
			t.Fatal(err)
		}
		out := m.Run(t.Context(), every{s.original.Terms.BV(255, 8)}, interp.Options{Trace: true, MaxSteps: 100})
		if out.Kind != interp.ReachedError {
			t.Fatal(out.Kind, out.Note)
		}
		c := s.of(&engine.Result{Verdict: engine.False})
		c.Answer.Proven = &Confirmation{Execution: out, Program: s.original}
		c.Options.Harness = "h"
		r := explained(t, c)
		if !slices.ContainsFunc(r.Inputs, func(v InputValue) bool { return v.Variable == "n" && v.Value == "255" }) || !strings.HasPrefix(r.Harness, "no: ") || len(r.Depends) > 0 {
			t.Errorf("%+v", r)
		}
		if _, err := os.Stat("h"); err == nil {
			t.Error("a harness was written")
		}
	})
	t.Run("proof", func(t *testing.T) {
		copied(t, "safe.cfa")
		s := model(t, "safe.cfa")
		f := s.prepared.Terms
		claims := map[*program.Location]*logic.Term{}
		for _, l := range s.prepared.LoopHeads() {
			for _, v := range s.prepared.Vars {
				if v.Sort() == logic.Int {
					claims[l] = f.Le(v.Sym, f.IntConst(5))
				}
			}
		}
		c := s.of(&engine.Result{Verdict: engine.True, Proof: &engine.Proof{Invariants: claims, Complete: true, Summary: "by hand"}})
		c.Options.Certify = true
		r := explained(t, c)
		if len(r.Assumptions) > 0 || len(r.Invariants) != 1 || !strings.Contains(r.Invariants[0].Formula, "x") {
			t.Errorf("%+v", r)
		}
		if k := r.Certificate; k == nil || !k.Holds() || k.Level != LevelSource || !slices.Equal(k.Trusted, []string{"reader of the model"}) {
			t.Errorf("%+v", k)
		}
	})
}

// every gives all inputs one value of its sort.
type every struct{ value *logic.Term }

// Next implements interp.Source.
func (e every) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	return e.value, op.Var.Sort() == e.value.Sort()
}

// TestSettled: a verdict is reported before evidence that may take long, without the parts that do not exist yet; not if its certificate may still
// withdraw it.
func TestSettled(t *testing.T) {
	copied(t, "loop.c", "inputs.c")
	for _, c := range []struct {
		name      string
		answer    *Case
		unwritten []string
		certified string
	}{
		{"error", staged(t, "inputs.c").failed(t, values{inputs: []int64{-1, 0}}), []string{"--harness: the time for the evidence ended", "--witness: the time for the evidence ended"}, ""},
		{"proof", staged(t, "loop.c").proven(t, map[int]string{8: "i <= n && s == 2 * i && n <= 1000"}), []string{"--harness: the time for the evidence ended", "--witness: the time for the evidence ended"},
			"no: the time for the certificate ended"},
	} {
		for _, demand := range []bool{false, true} {
			var told []*Report
			k := *c.answer
			k.Journal, k.Settled = &Journal{}, func(r *Report) { told = append(told, r) }
			k.Options.Certify, k.Options.RequireCertified, k.Options.Witness, k.Options.Harness = true, demand, "w.yml", "h"
			r := explained(t, &k)
			if want := k.Answer.Result.Verdict == engine.False || !demand; (len(told) == 1) != want {
				t.Errorf("%s, certificate demanded: %t: told %d times", c.name, demand, len(told))
				continue
			}
			if len(told) == 0 {
				continue
			}
			if s := told[0]; !slices.Equal(s.Unwritten, c.unwritten) || s.Certified != c.certified || s.Verdict != r.Verdict || s.Witness != "" {
				t.Errorf("%s: %+v", c.name, s)
			}
			if r.Witness != "w.yml" || len(r.Unwritten) > 0 {
				t.Errorf("%s: what was told first has changed the report: %+v", c.name, r)
			}
		}
	}
}

// TestUnwritable: outputs that cannot be written are reported, and do not change the verdict.
func TestUnwritable(t *testing.T) {
	copied(t, "inputs.c")
	c := staged(t, "inputs.c").failed(t, values{inputs: []int64{-1, 0}})
	c.Options.Witness, c.Options.Harness = "nowhere/w.yml", "inputs.c/h"
	r := explained(t, c)
	if r.Verdict != "FALSE" || r.Witness != "" || len(r.Unwritten) != 1 || !strings.HasPrefix(r.Unwritten[0], "--witness: ") || !strings.HasPrefix(r.Harness, "no: ") {
		t.Errorf("%+v", r)
	}
}

// TestGraphML: a witness in the older format, of a proof and of an error, has the content of the newer one.
func TestGraphML(t *testing.T) {
	copied(t, "loop.c", "inputs.c")
	failing := staged(t, "inputs.c").failed(t, values{inputs: []int64{-5, 202}})
	proven := staged(t, "loop.c").proven(t, map[int]string{8: "i <= n && s == 2 * i && n <= 1000"})
	for _, c := range []struct {
		answer *Case
		want   []string
	}{
		{failing, []string{"violation_witness", "-5", "202", `key="violation"`}},
		{proven, []string{"correctness_witness", `key="invariant"`, "i &lt;= n"}},
	} {
		c.answer.Options.Witness = "w.graphml"
		if r := explained(t, c.answer); r.Witness != "w.graphml" {
			t.Fatalf("%+v", r)
		}
		text, err := os.ReadFile("w.graphml")
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !strings.Contains(string(text), want) {
				t.Errorf("no %s in\n%s", want, text)
			}
		}
	}
}

// TestTrivialWitness: where no invariant has a position that validators find, a witness has a trivial invariant at a loop or a statement; positions
// inside of macros or other files do not count.
func TestTrivialWitness(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a loop":         {"int main(void) {\n  int i = 0;\n  while (i < 3)\n    i++;\n  return 0;\n}\n", "3:3 1 false"},
		"two loops":      {"int main(void) {\n  int i = 0;\n  do i++; while (i < 3);\n  for (; i < 9;) i++;\n  return 0;\n}\n", "3:3 1 false, 4:3 1 false"},
		"a branch":       {"int g;\nint main(void) {\n  int i = g;\n  if (i < 3) i++;\n  return i;\n}\n", "4:3 1 true"},
		"a first one":    {"int g;\nvoid main(void) {\n  g = 1;\n}\n", "3:3 1 true"},
		"a macro's loop": {"#define LOOP while\nint main(void) {\n  int i = 0;\n  LOOP (i < 3)\n    i++;\n  return 0;\n}\n", "6:3 1 true"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("p.c", []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			k := staged(t, "p.c").of(&engine.Result{Verdict: engine.True, Proof: &engine.Proof{Finite: true}})
			var got []string
			for _, i := range (explaining(k, nil)).orTrivial(nil) {
				got = append(got, strings.TrimPrefix(i.Pos.String(), "p.c:")+" "+i.Expr+map[bool]string{true: " true", false: " false"}[i.Statement])
			}
			if strings.Join(got, ", ") != c.want {
				t.Errorf("%s, not %s", strings.Join(got, ", "), c.want)
			}
		})
	}
}

// TestTraceFails: an execution that cannot be shown step by step costs the report only the trace.
func TestTraceFails(t *testing.T) {
	copied(t, "inputs.c")
	for name, again := range map[string]func(context.Context, interp.Options) *interp.Outcome{
		"another end": func(context.Context, interp.Options) *interp.Outcome { return &interp.Outcome{Kind: interp.Halted} },
		"no run":      func(context.Context, interp.Options) *interp.Outcome { return nil },
		"a fault":     func(_ context.Context, o interp.Options) *interp.Outcome { panic(errors.New("a fault")) },
	} {
		c := staged(t, "inputs.c").failed(t, values{inputs: []int64{-1, 0}})
		c.Options.Trace, c.Answer.Ran = true, true
		c.Answer.Proven.Again = again
		r := explained(t, c)
		warned := slices.ContainsFunc(r.Warnings, func(w string) bool { return strings.Contains(w, "please report this") })
		if r.Trace != nil || r.ErrorAt != "inputs.c:8:18" || warned != (name == "a fault") {
			t.Errorf("%s: %+v", name, r)
		}
	}
}
