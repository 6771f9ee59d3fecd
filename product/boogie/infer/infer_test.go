package infer_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cupel/product/boogie"
	"cupel/product/boogie/infer"
	"cupel/product/boogie/vc"
	"cupel/tests/effort"
	"cupel/tests/need"
)

var update = flag.Bool("update", false, "write the golden files")

// lastResort is a time limit that nothing comes near: what a procedure may take is bounded by work.
const lastResort = 10 * time.Minute

func options() vc.Options { return vc.Options{Work: 2_000_000, Timeout: lastResort, Jobs: 2} }

// read reads a program, without the invariants of loops if they are to be found again.
func read(t *testing.T, file string, strip bool) *boogie.Checked {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := boogie.Parse(filepath.Base(file), string(src))
	if err != nil {
		t.Fatal(err)
	}
	if strip {
		each(p, func(w *boogie.While) { w.Invariants = nil })
	}
	c, err := boogie.Check(p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// each visits the loops of a program.
func each(p *boogie.Program, visit func(*boogie.While)) {
	for _, d := range p.Decls {
		var b *boogie.Body
		switch d := d.(type) {
		case *boogie.Procedure:
			b = d.Body
		case *boogie.Implementation:
			b = d.Body
		}
		if b == nil {
			continue
		}
		boogie.WalkStmts(b.Stmts, func(s boogie.Stmt) {
			if w, ok := s.(*boogie.While); ok {
				visit(w)
			}
		})
	}
}

// TestGolden compares the invariants inferred for the programs of testdata with golden files.
func TestGolden(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("testdata", "*.bpl"))
	for _, f := range files {
		r, err := infer.Verify(t.Context(), read(t, f, false), options())
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, x := range r.Results {
			fmt.Fprintf(&b, "%s %s\n", x.Procedure, x.Verdict)
		}
		for _, l := range r.Loops {
			fmt.Fprintf(&b, "%s %s\n  %s\n", l.Procedure, l.Pos, strings.Join(l.Invariants, "\n  "))
		}
		golden := strings.TrimSuffix(f, ".bpl") + ".golden"
		if *update {
			if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if b.String() != string(want) {
			t.Errorf("%s: got\n%s", f, b.String())
		}
	}
}

// TestCorpus takes the invariants of loops out of the programs that solc-verify generated, and counts
// the procedures that need them and are proved again.
func TestCorpus(t *testing.T) {
	dir := need.CorpusDir()
	files, _ := filepath.Glob(filepath.Join(dir, "solidity", "bpl", "*", "*.bpl"))
	if len(files) == 0 {
		t.Skip("no corpus")
	}
	need, again := 0, 0
	for _, f := range files {
		p, bare := read(t, f, false), read(t, f, true)
		written := false
		each(p.Program, func(w *boogie.While) { written = written || len(w.Invariants) > 0 })
		if !written || !effort.Check() && !strings.Contains(f, "Loops") {
			continue
		}
		with, err := vc.Verify(t.Context(), p, options())
		if err != nil {
			t.Fatal(err)
		}
		without, err := vc.Verify(t.Context(), bare, options())
		if err != nil {
			t.Fatal(err)
		}
		found, err := infer.Verify(t.Context(), bare, options())
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range with {
			if r.Verdict != vc.OK || without[i].Verdict == vc.OK {
				continue
			}
			need++
			if found.Results[i].Verdict == vc.OK {
				again++
			} else {
				t.Logf("%s: %s is not proved without its invariants", f, r.Procedure)
			}
		}
		for _, l := range found.Loops {
			t.Logf("%s: %v", filepath.Base(f), l)
		}
	}
	t.Logf("%d of %d procedures that need their loops' invariants are proved without them", again, need)
}
