package evidence

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/engine"
	"cupel/evidence/witness/read"
	"cupel/tests/need"
)

// shown is a report in the form of the golden files: the text, the fields of the JSON form only, and the witness.
func shown(t *testing.T, c *Case, r *Report) string {
	t.Helper()
	var b strings.Builder
	if err := r.WriteText(&b, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if r.Harness != "" && !need.Executes32(t) { // the golden files are of machines that do
		text := strings.Replace(b.String(), " (compiled for 64 bits, because the kernel does not execute 32-bit programs here)", "", 1)
		b.Reset()
		b.WriteString(text)
	}
	for _, g := range r.Goals {
		fmt.Fprintf(&b, "-- goals of kind %s: %d\n", g.Kind, g.Count)
	}
	if k := r.Certificate; k != nil {
		fmt.Fprintf(&b, "-- certificate: level %s, kind %s: %s\n", k.Level, k.Kind, k.What)
	}
	for _, p := range r.Passed {
		fmt.Fprintf(&b, "-- passes %s, edge %d\n", p.Func, p.Edge)
	}
	if c.Options.Witness == "" {
		return b.String()
	}
	text, err := os.ReadFile(c.Options.Witness)
	if err != nil {
		fmt.Fprintf(&b, "-- no witness\n")
		return b.String()
	}
	if _, err := read.Parse(c.Options.Witness, text); err != nil {
		t.Errorf("the witness cannot be read: %v\n%s", err, text)
	}
	_, content, ok := strings.Cut(string(text), "content:")
	if !ok {
		t.Fatalf("%s", text)
	}
	fmt.Fprintf(&b, "-- witness%s", content)
	return b.String()
}

// TestExplain compares reports about answers made by hand with the golden files.
func TestExplain(t *testing.T) {
	right := map[int]string{8: "i <= n && s == 2 * i && n <= 1000"}
	for _, c := range []struct {
		name, file string
		answer     func(t *testing.T, s *subject) *Case
	}{
		// A counterexample: what it depends on, and not what it does not.
		{"depends", "depends.c", func(t *testing.T, s *subject) *Case {
			return s.failed(t, values{inputs: []int64{7, 2}, named: map[string]int64{"unknown": 9, "u": 2, "elsewhere": -3, "unread": 5}})
		}},
		// For a run that cannot be repeated all unknown values are listed, and that they are not known to matter.
		{"depends_inexact", "depends.c", func(t *testing.T, s *subject) *Case {
			c := s.failed(t, values{inputs: []int64{7, 2}, named: map[string]int64{"unknown": 9, "u": 2, "elsewhere": -3, "unread": 5}})
			c.Answer.Proven.Again = nil
			return c
		}},
		// The execution step by step, its edges, the witness and the compiled program.
		{"inputs", "inputs.c", func(t *testing.T, s *subject) *Case {
			c := s.failed(t, values{inputs: []int64{-5, 202}})
			c.Options.Trace, c.Options.Report, c.Options.Witness, c.Options.Harness = true, true, "w.yml", "h"
			return c
		}},
		// A harness runs whole programs only.
		{"function", "inputs.c", func(t *testing.T, s *subject) *Case {
			c := s.failed(t, values{inputs: []int64{-1, 0}})
			c.Options.Harness, c.Options.Function = "h", "main"
			return c
		}},
		// Addresses that were chosen are an assumption of a counterexample.
		{"addresses", "addresses.c", func(t *testing.T, s *subject) *Case { return s.failed(t, values{inputs: []int64{1}}) }},
		// A proof with a certificate about the source, and its invariant as written to a witness.
		{"loop", "loop.c", func(t *testing.T, s *subject) *Case {
			c := s.proven(t, right)
			c.Options.Certify, c.Options.Witness = true, "w.yml"
			return c
		}},
		// A witness alone, which the first solver checks.
		{"loop_witness", "loop.c", func(t *testing.T, s *subject) *Case {
			c := s.proven(t, right)
			c.Options.Witness = "w.yml"
			return c
		}},
		// Where the linear analysis is not asked the claims have to suffice. Those that do not are no certificate, and the verdict falls where one is demanded.
		{"weak", "weak.c", func(t *testing.T, s *subject) *Case {
			c := s.proven(t, map[int]string{5: "i <= 11"})
			c.Options.Certify, c.Options.RequireCertified, c.Options.Linear = true, true, false
			c.Answer.Result.Proof.Check = func(context.Context, smt.Opener) error { return errors.New("the second solver does not agree") }
			return c
		}},
		// A claim that is wrong is not taken over.
		{"loop_wrong", "loop.c", func(t *testing.T, s *subject) *Case {
			c := s.proven(t, map[int]string{8: "i < n && s == 2 * i"})
			c.Options.Linear = false
			c.Options.Witness = "w.yml"
			return c
		}},
		// Copies of an inlined function have the disjunction of their invariants.
		{"copies", "copies.c", func(t *testing.T, s *subject) *Case {
			c := s.proven(t, nil)
			c.Options.Certify, c.Options.Witness = true, "w.yml"
			return c
		}},
		// Without loops there are no claims.
		{"straight", "straight.c", func(t *testing.T, s *subject) *Case {
			c := s.of(&engine.Result{Verdict: engine.True, Proof: &engine.Proof{Finite: true}})
			c.Options.Certify, c.Options.Witness = true, "w.yml"
			return c
		}},
		// Few visits of a loop head are unrolled.
		{"short", "short.c", func(t *testing.T, s *subject) *Case {
			c := s.of(&engine.Result{Verdict: engine.True, Proof: &engine.Proof{Finite: true, Ends: true}})
			c.Options.Certify = true
			return c
		}},
		// A run that is the proof: its states are the claims.
		{"executed", "executed.c", func(t *testing.T, s *subject) *Case {
			c := s.of(&engine.Result{Verdict: engine.True, Proof: &engine.Proof{Finite: true, Summary: "executed"}})
			c.Answer.Ran, c.Options.Certify, c.Options.Witness = true, true, "w.yml"
			return c
		}},
		// The same without anything that the states could be claims about.
		{"executed_alone", "executed.c", func(t *testing.T, s *subject) *Case {
			c := s.of(&engine.Result{Verdict: engine.True, Proof: &engine.Proof{Finite: true, Summary: "executed"}})
			c.Answer.Ran, c.Answer.InCases, c.Options.Certify, c.Options.RequireCertified, c.Stages.Original, c.Stages.Sliced, c.Stages.Prepared = true, true, true, true, nil, nil, nil
			return c
		}},
		// No path in the graph: a certificate without a question of substance. The witness is at a statement, since there is no loop.
		{"unreached", "unreached.c", func(t *testing.T, s *subject) *Case {
			c := s.of(&engine.Result{Verdict: engine.True, Proof: &engine.Proof{Finite: true}})
			c.Options.Certify, c.Options.Witness = true, "w.yml"
			return c
		}},
		// The assumptions of a proof about undefined behaviour: divisions, accesses out of bounds or of dead objects, overflow; what is proven is not
		// listed.
		{"behaviour", "behaviour.c", func(t *testing.T, s *subject) *Case {
			return s.of(&engine.Result{Verdict: engine.True, Proof: &engine.Proof{Finite: true}})
		}},
		// What the intervals do not show the relational analysis does.
		{"related", "related.c", func(t *testing.T, s *subject) *Case {
			return s.of(&engine.Result{Verdict: engine.True, Proof: &engine.Proof{Finite: true}})
		}},
		// An end by undefined behaviour that every execution reaches is reported once, as such.
		{"doomed", "related.c", func(t *testing.T, s *subject) *Case {
			c := s.of(&engine.Result{Verdict: engine.True, Proof: &engine.Proof{Finite: true}})
			c.Answer.Doomed = &Obligation{"division by zero", program.Pos{File: "related.c", Line: 13, Col: 7}}
			return c
		}},
		// Claims about all cells of an array, in readable form.
		{"arrays", "arrays.c", func(t *testing.T, s *subject) *Case {
			c := s.of(&engine.Result{Verdict: engine.True, Proof: &engine.Proof{Complete: true, Summary: "by hand", Invariants: allSevens(t, s)}})
			c.Options.Certify = true
			return c
		}},
		// Another engine's proof stands in for one that cannot be certified.
		{"others", "loop.c", func(t *testing.T, s *subject) *Case {
			c := s.proven(t, nil)
			c.Options.Certify, c.Options.Linear = true, false
			other := s.proven(t, right)
			other.Options.Engine, other.Options.Certify, other.Options.Linear = "another", true, false
			c.Others = func(context.Context) iter.Seq[*Case] {
				return slices.Values([]*Case{s.of(&engine.Result{Verdict: engine.Unknown}), other})
			}
			return c
		}},
		// Another engine that reaches the error: one of the two is wrong, so there is no verdict.
		{"contradicted", "wrong.c", func(t *testing.T, s *subject) *Case {
			c := s.of(&engine.Result{Verdict: engine.True, Proof: &engine.Proof{Complete: true, Beyond: "no claims are the proof"}})
			c.Options.Certify = true
			other := s.failed(t, values{inputs: []int64{3}})
			other.Options.Engine = "another"
			c.Others = func(context.Context) iter.Seq[*Case] { return slices.Values([]*Case{other}) }
			return c
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			testdata := copied(t, c.file)
			k := c.answer(t, staged(t, c.file))
			r := explained(t, k)
			golden(t, testdata+"/"+c.name+".golden", shown(t, k, r))
		})
	}
}

// allSevens are the claims about the loop of arrays.c: the cells that it has passed are 7.
func allSevens(t *testing.T, s *subject) map[*program.Location]*logic.Term {
	t.Helper()
	p, f := s.prepared, s.prepared.Terms
	var cells *program.Var
	for _, v := range p.Vars {
		if v.Sort().IsArray() {
			cells = v
		}
	}
	if cells == nil {
		t.Fatal("no array")
	}
	k := f.Var("k#0", logic.Int)
	claims := map[*program.Location]*logic.Term{}
	for _, l := range p.LoopHeads() {
		var i *logic.Term
		for _, v := range p.Vars {
			if v.CName == "i" {
				i = v.Sym
			}
		}
		passed := f.And(f.Le(f.IntConst(0), k), f.Lt(k, i))
		claims[l] = f.And(said(t, p, l, "i <= n && n <= 1000"), f.Forall([]*logic.Term{k}, f.Implies(passed, f.Eq(f.Select(cells.Sym, k), f.IntConst(7)))))
	}
	return claims
}
