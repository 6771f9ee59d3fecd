package verifier

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cupel/analysis/absint/segments"
	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program/distinguished"
	"cupel/engine"
	"cupel/kernel/facts"
)

// segmentCompositions are programs that an engine proves with what the analysis by segments says of all cells.
var segmentCompositions = map[string]string{
	"bounds":     "symexecia",
	"copies":     "cegar",
	"dispatcher": "gps",
	"fill":       "cegar",
	"queue":      "symexecia",
}

// TestSegmentFactsTravel: what the segments say of all cells where it proves nothing is what engines prove by, at once and in auto, and is written.
func TestSegmentFactsTravel(t *testing.T) {
	for _, name := range names(segmentCompositions) {
		task := composition(t, name)
		file := filepath.Join(t.TempDir(), "facts.json")
		run := runs(t, task)
		by := segmentCompositions[name]
		if rep := run(by, func(c *Config) { c.Cells, c.FactsOut = CellsSegments, file }); rep.Verdict != "TRUE" || rep.DecidedBy != by {
			t.Errorf("%s: %s with segments: %s (%s) by %s", name, by, rep.Verdict, rep.Reason, rep.DecidedBy)
		}
		if text, err := os.ReadFile(file); err != nil || !bytes.Contains(text, []byte("(forall ")) || !bytes.Contains(text, []byte(`"segments"`)) {
			t.Errorf("%s: no facts of segments are written: %v", name, err)
		}
		if rep := run(Auto, func(*Config) {}); rep.Verdict != "TRUE" {
			t.Errorf("%s: auto: %s (%s)", name, rep.Verdict, rep.Reason)
		}
	}
}

// TestSegmentFactsAreNotTrusted: facts of segments that are wrong make no verdict wrong.
func TestSegmentFactsAreNotTrusted(t *testing.T) {
	for name, wrong := range map[string]func(f *logic.Factory, k, body *logic.Term) *logic.Term{
		"negated": func(f *logic.Factory, _, body *logic.Term) *logic.Term { return f.Not(body) },
		"the next": func(f *logic.Factory, k, body *logic.Term) *logic.Term {
			return f.Subst(body, map[*logic.Term]*logic.Term{k: f.Add(k, f.IntConst(1))})
		},
	} {
		for _, e := range []string{"symexecia", "cegar", "gps", "kinduction"} {
			task := loadText(t, filepath.Join(t.TempDir(), "p.c"), lateArray)
			cfg := DefaultConfig()
			cfg.Engine, cfg.NoRun = e, true
			u, err := newSetup(task, cfg, Run{})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			src, err := u.read(ctx)
			if err != nil {
				t.Fatal(err)
			}
			in, err := src.inline(0)
			if err != nil {
				t.Fatal(err)
			}
			l, err := in.lower(ctx)
			if err != nil {
				t.Fatal(err)
			}
			cells := distinguished.TransformReads(l.lowered)
			l.setup().facts = &factPool{open: true}
			board, err := l.setup().boardFor(l.inlining.original)
			if err != nil {
				t.Fatal(err)
			}
			view := board.View(l.lowered, nil)
			for at, c := range l.cellFacts(cells, segments.AnalyzeWritten(ctx, cells, writtenOptions).Invariant) {
				if f := l.lowered.Terms; c.Op() == logic.OpForall {
					k, body := instances.Parts(c)
					view.Publish("segments", facts.Relative, at, f.Forall(k, wrong(f, k[0], body)))
				}
			}
			for _, v := range l.lowered.Vars { // and that what is written to each array is all the same
				if f := l.lowered.Terms; v.Sort().IsArray() && v.Sort().Elem().IsInt() {
					for _, at := range l.lowered.Locs {
						k := f.Fresh("k", logic.Int)
						view.Publish("segments", facts.Relative, at, f.Forall([]*logic.Term{k}, f.Eq(f.Select(v.Sym, k), f.IntConst(42))))
					}
				}
			}
			if board.Len() == 0 {
				t.Fatalf("%s: nothing is told", name)
			}
			a, err := l.searchEncodings(ctx, engine.Quiet{})
			cancel()
			if err == nil && a.result.Verdict == engine.True {
				t.Errorf("%s believes segments that say of %s", e, name)
			}
		}
	}
}

// TestCellFactsCertified: proofs that rest on facts about all cells are certified on the program before all passes, with the facts among the claims.
func TestCellFactsCertified(t *testing.T) {
	for name, want := range map[string]string{
		"dispatcher": "for all k: 0 <= k < n ==> cmd[k] <= 2",
	} {
		rep := verified(t, composition(t, name), func(c *Config) {
			c.Engine, c.Cells, c.Certify, c.CertifyTimeout, c.OwnProof = "symexecia", CellsSegments, true, 4*time.Minute, true
		})
		if rep.Verdict != "TRUE" || rep.Certificate == nil || rep.Certificate.Level != "lowered" || !rep.Certificate.Holds() {
			t.Errorf("%s: %s, %+v", name, rep.Verdict, rep.Certificate)
			continue
		}
		if !slices.ContainsFunc(rep.Invariants, func(i Invariant) bool { return strings.Contains(i.Formula, want) }) {
			t.Errorf("%s: the invariants are %v, without %q", name, rep.Invariants, want)
		}
	}
}

// TestPersonsCells: what a person says of all cells is what an engine proves by, and is checked before.
func TestPersonsCells(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join("..", "docs", "facts.md"))
	if err != nil {
		t.Fatal(err)
	}
	const lines = "    fill.c:7: forall k: 0 <= k && k < i ==> table[k] == 3\n    fill.c:8: forall k: 0 <= k && k < n ==> table[k] == 3\n"
	if !bytes.Contains(doc, []byte(lines)) {
		t.Error("docs/facts.md has another example")
	}
	file := filepath.Join(t.TempDir(), "mine.txt")
	run := func(task *Task, name, text string, limit time.Duration) *Report {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return verified(t, task, func(c *Config) { c.Engine, c.FactsIn, c.Timeout = name, []string{file}, limit })
	}
	if rep := run(composition(t, "fill"), "cegar", lines, 3*time.Minute); rep.Verdict != "TRUE" {
		t.Errorf("cegar with a person's lines: %s (%s)", rep.Verdict, rep.Reason)
	}
	late := loadText(t, filepath.Join(t.TempDir(), "p.c"), lateArray)
	line := strings.Count(lateArray[:strings.Index(lateArray, "for (i = 0; i < n; i++) if (a[i]")], "\n") + 1
	for _, wrong := range []string{
		fmt.Sprintf("%d: forall k: 0 <= k && k < n ==> a[k] == 42\n%d: forall k: 0 <= k && k < i ==> a[k] == 42\n", line, line-1),
		fmt.Sprintf("%d: forall k: a[k] == 42\n%d: forall k: a[k] == 42\n", line, line-1),
		fmt.Sprintf("%d: forall k, j: a[k] == a[j] && a[k] == 42\n", line),
		fmt.Sprintf("%d: forall k: k < k\n", line),
	} {
		for _, name := range []string{"symexecia", "cegar", "gps", "kinduction", "quantified"} {
			if rep := run(late, name, wrong, 3*time.Second); rep.Verdict == "TRUE" {
				t.Errorf("%s believes %q", name, wrong)
			}
		}
	}
}
