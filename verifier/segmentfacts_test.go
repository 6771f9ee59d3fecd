package verifier

import (
	"path/filepath"
	"testing"

	"cupel/analysis/absint/segments"
	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program/distinguished"
	"cupel/core/work"
	"cupel/engine"
	"cupel/kernel/facts"
)

// lateArray reaches the error, in a cell that few runs meet.
const lateArray = arrayHead + `int main(void) {
  int n = size(), i; int a[n];
  for (i = 0; i < n; i++) if (i != 5) a[i] = 42; else a[i] = 41;
  for (i = 0; i < n; i++) if (a[i] != 42) reach_error();
}
`

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
			ctx, cancel := work.Within(t.Context(), 500_000)
			src, err := u.read(ctx)
			if err != nil {
				t.Fatal(err)
			}
			in, err := src.inline(t.Context(), 0)
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
