package solidity

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/engine"
	"cupel/kernel/facts"
	"cupel/product/boogie"
	"cupel/product/boogie/vc"
	"cupel/product/solidity/loop"
	"cupel/product/solidity/solc"
	"cupel/product/solidity/trace"
	"cupel/tests/effort"
)

// liar is an engine whose claims and proofs are wrong.
type liar struct{}

func (liar) Name() string { return "liar" }

func (liar) Verify(_ context.Context, p engine.Problem, _ engine.Observer) (*engine.Result, error) {
	f := p.Program.Terms
	proof := &engine.Proof{Invariants: map[*program.Location]*logic.Term{}, Predicates: map[*program.Location][]*logic.Term{}, Complete: true}
	for _, l := range p.Program.LoopHeads() {
		var all []*logic.Term
		for _, v := range p.Program.Vars {
			switch {
			case v.Sort().IsInt():
				all = append(all, f.Eq(v.Sym, f.IntConst(0)), f.Le(v.Sym, f.IntConst(3)), f.Le(f.IntConst(2), v.Sym), f.Lt(v.Sym, v.Sym))
			case v.Sort().IsBool():
				all = append(all, v.Sym, f.Not(v.Sym))
			}
		}
		proof.Invariants[l] = f.And(all...)
		proof.Predicates[l] = all
		p.Tools.Board.Publish("liar", facts.Relative, l, all...)
	}
	return &engine.Result{Verdict: engine.True, Proof: proof}, nil
}

// compiled is a translation of sources, with the verdicts about it.
func compiled(t *testing.T, file string) (*Translation, Options, map[string]vc.Result) {
	t.Helper()
	o := Options{Compiler: solc.Choice{Version: "0.8.28"}, VC: vc.Options{Work: 2_000_000, Timeout: lastResort, Jobs: 2}}
	units, err := Units(t.Context(), []string{file}, o)
	skipMissing(t, err)
	if err == nil {
		err = units[0].Load(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	tr, err := Translate(units[0].Program, o)
	if err != nil {
		t.Fatal(err)
	}
	o.VC.MaxErrors = maxErrors
	for _, f := range tr.Functions {
		if f.Skipped == "" {
			o.VC.Only = append(o.VC.Only, f.Procedure)
		}
	}
	rs, err := vc.Verify(t.Context(), inBoogie(t, tr), o.VC)
	if err != nil {
		t.Fatal(err)
	}
	verdicts := map[string]vc.Result{}
	for _, r := range rs {
		verdicts[r.Procedure] = r
	}
	return tr, o, verdicts
}

// inBoogie is the translation in Boogie.
func inBoogie(t *testing.T, tr *Translation) *boogie.Checked {
	t.Helper()
	p, err := tr.read()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestLies: a wrong claim of an engine is never used, and nothing that fails is proved.
func TestLies(t *testing.T) {
	tr, o, verdicts := compiled(t, filepath.Join("testdata", "lies.sol"))
	o.Infer = true
	lying := &engine.Info{Name: "liar", Choices: []engine.Choice{engine.EncodingChoice(engine.Sbe)}, New: func(engine.Values) engine.Engine { return liar{} }}
	approximate := *lying
	approximate.Interpolates = true
	for _, engines := range [][]*engine.Info{{lying}, {&approximate}} {
		x := &inferrer{p: tr.source, o: o, vo: o.VC, old: verdicts, program: inBoogie(t, tr), engines: engines, fails: map[int][][]trace.Call{}}
		is, err := x.contracts(t.Context(), tr)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range tr.Functions {
			wrong := strings.Contains(f.Name, "wrong") && !strings.HasSuffix(f.Name, "constructor]")
			if r := x.old[f.Procedure]; wrong == (r.Verdict == vc.OK) {
				t.Errorf("%s: %v", f.Name, r.Verdict)
			}
		}
		for _, i := range is {
			if !slices.Contains([]string{"small <= 3", "small <= 4", "small != 4"}, i.Text) {
				t.Errorf("%q is no invariant, or not needed", i.Text)
			}
		}
	}
}

// TestLoopHasAllExecutions: a check that transactions violate is not proved of the contract as a loop.
func TestLoopHasAllExecutions(t *testing.T) {
	kinduction, err := named([]string{"kinduction"})
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	files := []string{"transactions.sol", "infer.sol", "engines.sol"}[:effort.Count(1, 3, 3)]
	for _, file := range files {
		file = filepath.Join("testdata", file)
		if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "compiler: 0.8") {
			t.Log(file, err)
			continue
		}
		tr, o, verdicts := compiled(t, file)
		o.Transactions = true
		rep, err := tr.Verify(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range tr.source.Contracts {
			l := &loop.Contract{Source: tr.source, Contract: c, Program: inBoogie(t, tr)}
			var goals []loop.Goal
			var names []string
			for i, f := range tr.Functions {
				if f.Contract != c.ID || f.Skipped != "" {
					continue
				}
				l.Functions = append(l.Functions, f)
				for _, x := range verdicts[f.Procedure].Failures {
					if slices.ContainsFunc(rep.Functions[i].Errors, func(e Message) bool { return e.Trace != nil && e.Where == x.Where("?") && e.Text == x.Text() }) {
						id := identity(&x)
						goals = append(goals, func(y *vc.Failure) bool { return identity(y) == id })
						names = append(names, f.Name+": "+x.Where("?"))
					}
				}
			}
			if len(goals) == 0 {
				continue
			}
			found, err := l.Find(t.Context(), kinduction, goals)
			if err != nil {
				t.Fatal(err)
			}
			tried += len(goals)
			for _, i := range slices.Sorted(maps.Keys(found.Proved)) {
				t.Errorf("%s: %s is proved, but violated", file, names[i])
			}
		}
	}
	if tried < 10 && len(files) == 3 || tried == 0 {
		t.Errorf("%d checks only", tried)
	}
}

// TestUnknownEngine: an engine that does not exist is a mistake in the input.
func TestUnknownEngine(t *testing.T) {
	if _, err := named([]string{"kinduction", "none"}); err == nil || !IsInput(err) {
		t.Error(err)
	}
}
