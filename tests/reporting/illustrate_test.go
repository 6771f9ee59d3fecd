package reporting_test

import (
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/diagram"
	"cupel/tests/verifying"
	"cupel/verifier"
)

const drawnUnsafe = `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int twice(int x) {
  if (x > 100) return 200;
  return 2 * x;
}
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < 3) i++;
  if (n == 7) n = 8; else n = 9;
  if (twice(n) == 16 && i == 3) reach_error();
  return 0;
}
`

// drawnSafe needs an invariant.
const drawnSafe = `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  if (n < 0) return 0;
  while (i < n) i++;
  if (i != n) reach_error();
  return 0;
}
`

// drawn verifies a program with a report and returns its graphs.
func drawn(t *testing.T, name, src, want string, change func(*verifier.Config)) []*diagram.Graph {
	t.Helper()
	dir := t.TempDir()
	rep := verifying.Run(t, verifying.Load(t, filepath.Join(dir, "a.c"), src), verifying.Usual, func(c *verifier.Config) {
		if c.Engine, c.NoRun, c.Invariants, c.Report = name, true, "none", filepath.Join(dir, "r.html"); change != nil {
			change(c)
		}
	})
	if rep.Verdict != want {
		t.Fatalf("%s: %+v", name, rep)
	}
	return rep.Graphs
}

// marked are the edges that are marked.
func marked(g *diagram.Graph) []diagram.Edge {
	var out []diagram.Edge
	for _, e := range g.Edges {
		if e.Marked {
			out = append(out, e)
		}
	}
	return out
}

// TestGraphsOfEngines: every engine that explores something draws it, and marks the path of a counterexample; it begins at the root and hangs together.
func TestGraphsOfEngines(t *testing.T) {
	for name, title := range map[string]string{
		"cegar": "abstract reachability graph", "gps": "abstract reachability tree", "traceabs": "paths to the error that are not refuted",
		"symex": "tree of paths", "symexecia": "tree of abstract states",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := drawn(t, name, drawnUnsafe, "FALSE", nil)[0]
			path := marked(g)
			if g.Title != title || len(path) == 0 || path[0].From != g.Nodes[0].ID && g.Nodes[0].Kind == diagram.Start {
				t.Fatalf("%+v", g)
			}
			on := map[int]bool{path[0].From: true}
			for range path {
				for _, e := range path {
					if on[e.From] {
						on[e.To] = true
					}
				}
			}
			for _, e := range path {
				if !on[e.From] {
					t.Errorf("the path is torn at %+v: %+v", e, path)
				}
			}
			if name == "symex" {
				return // which does not end with loops
			}
			for _, g := range drawn(t, name, drawnSafe, "TRUE", nil) {
				if len(g.Nodes) == 0 || len(marked(g)) > 0 {
					t.Errorf("%s: %d nodes, %d marked edges", g.Title, len(g.Nodes), len(marked(g)))
				}
			}
		})
	}
}

// TestFloydHoareDrawn: trace abstraction shows what each of its automata proves, and that no path is left.
func TestFloydHoareDrawn(t *testing.T) {
	gs := drawn(t, "traceabs", drawnSafe, "TRUE", nil)
	if gs[0].Nodes[0].Label != "there are none" || !strings.HasPrefix(gs[1].Title, "Floyd-Hoare automaton 1 of ") {
		t.Fatalf("%+v", gs[0])
	}
	labels, ends := 0, 0
	for _, n := range gs[1].Nodes {
		if n.Kind == diagram.Error && n.Label == "false" {
			ends++
		}
		if n.Label != "" {
			labels++
		}
	}
	if ends != 1 || labels != len(gs[1].Nodes) || len(gs[1].Edges) < 2 {
		t.Errorf("%+v", gs[1])
	}
}

// TestPassedEdges: in the automata of the functions exactly the edges of the execution are marked, whichever phase or engine has found it.
func TestPassedEdges(t *testing.T) {
	for _, name := range []string{"symex", "cegar", "bmc", "kinduction"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			texts := map[string]bool{}
			functions := 0
			for _, g := range drawn(t, name, drawnUnsafe, "FALSE", nil) {
				if !strings.HasPrefix(g.Title, "function ") {
					continue
				}
				functions++
				for _, e := range g.Edges {
					texts[e.Label] = texts[e.Label] || e.Marked
				}
			}
			for text, want := range map[string]bool{"while (i < 3) [true]": true, "while (i < 3) [false]": true, "if (n == 7) [true]": true, "if (n == 7) [false]": false,
				"n = 8": true, "n = 9": false, "if (x > 100) [true]": false, "if (x > 100) [false]": true} {
				if got, there := texts[text]; !there || got != want {
					t.Errorf("%s: marked %v, want %v (of %v)", text, got, want, texts)
				}
			}
			if functions != 2 {
				t.Errorf("%d functions", functions)
			}
		})
	}
}

// TestGraphsStaySmall: of a large tree some nodes are kept, those of the path to the error among them; without a report nothing is drawn.
func TestGraphsStaySmall(t *testing.T) {
	src := `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int s = 0;
  for (int i = 0; i < 9; i++) if (__VERIFIER_nondet_int() == i) s = 2 * s + 1; else s = 2 * s;
  if (s == 0) reach_error();
  return 0;
}
`
	g := drawn(t, "symex", src, "FALSE", func(c *verifier.Config) { c.Choose("order", "source"); c.Choose("encoding", "sbe") })[0]
	if len(g.Nodes) != diagram.MaxNodes || g.LeftOut == 0 {
		t.Fatalf("%d nodes, %d left out", len(g.Nodes), g.LeftOut)
	}
	ends := 0
	for _, n := range g.Nodes {
		if n.Kind == diagram.Error {
			ends++
		}
	}
	if ends != 1 || len(marked(g)) < 9 {
		t.Errorf("%d ends, %d marked edges", ends, len(marked(g)))
	}
	if gs := drawn(t, "symex", drawnUnsafe, "FALSE", func(c *verifier.Config) { c.Report = "" }); len(gs) != 0 {
		t.Errorf("%d graphs that nobody wanted", len(gs))
	}
}
