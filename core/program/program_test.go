package program_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/programtest"
)

// counter is i := 0; while (i < 3) i++; if (i != 3) error.
func TestParsePos(t *testing.T) {
	for in, want := range map[string]program.Pos{"a.c:3:5": {File: "a.c", Line: 3, Col: 5}, "a.c:3": {File: "a.c", Line: 3}, "a:b.c:7:1": {File: "a:b.c", Line: 7, Col: 1},
		"a.c": {File: "a.c"}, "": {}, ":": {File: ":"}, "a.c:x:1": {File: "a.c:x", Line: 1}, "-": {File: "-"}} {
		if got := program.ParsePos(in); got != want {
			t.Errorf("%q: %+v, want %+v", in, got, want)
		}
	}
}

func counter() *program.Program {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Model: program.LP64}
	i := p.NewVar("main::i", logic.BVSort(8))
	var l [4]*program.Location
	for k := range l {
		l[k] = p.NewLocation("main", program.Pos{File: "t.c", Line: k + 1, Col: 1})
	}
	p.Init, p.Error = l[0], l[3]
	c := f.ULt(i.Sym, f.BV(3, 8))
	p.NewEdge(l[0], l[1], program.Assign(i, f.BV(0, 8)))
	p.NewEdge(l[1], l[1], program.Assume(c), program.Assign(i, f.BVOp(logic.OpBVAdd, i.Sym, f.BV(1, 8))))
	p.NewEdge(l[1], l[2], program.Assume(f.Not(c)))
	p.NewEdge(l[2], l[3], program.Assume(f.Ne(i.Sym, f.BV(3, 8))))
	program.MarkLoopHeads(p)
	return p
}

// TestPrinters: the dump and the Graphviz text of a program.
func TestPrinters(t *testing.T) {
	p := counter()
	if err := program.SanityProgram(p); err != nil {
		t.Fatal(err)
	}
	var dump, dot strings.Builder
	if err := p.Dump(&dump); err != nil {
		t.Fatal(err)
	}
	if err := p.WriteDOT(&dot); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"var main::i : (_ BitVec 8)", "L0 main t.c:1:1 (init)", "L1 main t.c:2:1 (loop head)", "-> L3", "(error)"} {
		if !strings.Contains(dump.String(), want) {
			t.Errorf("dump lacks %q:\n%s", want, &dump)
		}
	}
	for _, want := range []string{"digraph", "1 [label=\"L1\", shape=doublecircle]", "2 -> 3", "octagon"} {
		if !strings.Contains(dot.String(), want) {
			t.Errorf("DOT lacks %q:\n%s", want, &dot)
		}
	}
}

// TestSanity breaks one invariant at a time.
func TestSanity(t *testing.T) {
	for name, c := range map[string]struct {
		harm func(p *program.Program)
		want string
	}{
		"unmarked":   {func(p *program.Program) { p.Locs[1].LoopHead = false }, "without a loop head"},
		"order":      {func(p *program.Program) { p.Locs[0], p.Locs[1] = p.Locs[1], p.Locs[0] }, "has ID"},
		"lost":       {func(p *program.Program) { p.Locs[3].In = nil }, "0 times"},
		"twice":      {func(p *program.Program) { p.Locs[2].In = append(p.Locs[2].In, p.Locs[2].In[0]) }, "2 times"},
		"after":      {func(p *program.Program) { p.NewEdge(p.Error, p.Init) }, "outgoing"},
		"cut":        {func(p *program.Program) { p.Locs[1].Cut = "x" }, "cut L1 has outgoing edges"},
		"sort":       {func(p *program.Program) { p.Edges[0].Ops[0].Expr = p.Terms.BV(0, 9) }, "gets a value of sort"},
		"condition":  {func(p *program.Program) { p.Edges[2].Ops[0].Expr = p.Terms.BV(0, 9) }, "not Boolean"},
		"branch":     {func(p *program.Program) { p.Edges[2].Ops = nil }, "without an assumption"},
		"variable":   {func(p *program.Program) { p.Vars = nil }, "undeclared"},
		"symbol":     {func(p *program.Program) { p.Edges[0].Ops[0].Expr = p.Terms.Var("y", logic.BVSort(8)) }, "unknown symbol y"},
		"call":       {func(p *program.Program) { p.Edges[0].Ops[0].Kind = program.OpCall }, "call in a program"},
		"choice":     {func(p *program.Program) { p.Edges[0].Ops[0] = program.Choice(nil) }, "outside of large blocks"},
		"same name":  {func(p *program.Program) { p.NewVar("main::i", logic.BVSort(8)) }, "two variables"},
		"no error":   {func(p *program.Program) { p.Error = nil }, "nil"},
		"foreign":    {func(p *program.Program) { p.Init = &program.Location{} }, "not in Locs"},
		"wrong edge": {func(p *program.Program) { p.Edges[1].Dst = p.Locs[2] }, "foreign incoming"},
	} {
		t.Run(name, func(t *testing.T) {
			p := counter()
			c.harm(p)
			if err := program.SanityProgram(p); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// TestGraph: loop heads cut all cycles, the weak topological order contains every reachable location once and is ordered by Bourdoncle's definition, and
// reverse postorder goes backward only into loop heads.
func TestGraph(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := programtest.Program(t, programtest.Shape{Locations: 12, Vars: 1, Width: 1})
		if err := program.SanityProgram(p); err != nil {
			t.Fatal(err)
		}
		rpo := program.ReversePostorder(p)
		at := map[*program.Location]int{}
		for i, l := range rpo {
			at[l] = i
		}
		for _, l := range rpo {
			for _, e := range l.Out {
				if at[e.Dst] <= at[l] && !e.Dst.LoopHead {
					t.Fatalf("%v goes backward", e)
				}
			}
		}
		// Positions in the order and the heads of the components around.
		pos := map[*program.Location]int{}
		around := map[*program.Location]map[*program.Location]bool{}
		var walk func(cs []*program.Component, heads []*program.Location)
		walk = func(cs []*program.Component, heads []*program.Location) {
			for _, c := range cs {
				if _, dup := pos[c.Head]; dup {
					t.Fatalf("%v twice in the order", c.Head)
				}
				pos[c.Head] = len(pos)
				hs := heads
				if c.Loop {
					hs = append(append([]*program.Location(nil), heads...), c.Head)
				}
				around[c.Head] = map[*program.Location]bool{}
				for _, h := range hs {
					around[c.Head][h] = true
				}
				walk(c.Inner, hs)
			}
		}
		walk(program.WeakTopologicalOrder(p), nil)
		if len(pos) != len(rpo) {
			t.Fatalf("order has %d locations, %d are reachable", len(pos), len(rpo))
		}
		for _, l := range rpo {
			for _, e := range l.Out {
				if pos[e.Dst] <= pos[l] && !around[l][e.Dst] {
					t.Fatalf("%v violates the weak topological order", e)
				}
			}
		}
		roots, innermost := program.Loops(p)
		for _, r := range roots {
			for _, l := range r.Locs {
				if !around[l][r.Head] || innermost[l.ID] == nil {
					t.Fatalf("loop of %v wrongly contains %v", r.Head, l)
				}
			}
		}
		n := 0
		for _, c := range program.Components(p) {
			n += len(c)
			// Mutual reachability inside, by brute force.
			for _, a := range c {
				ra := program.Reaching(p, a)
				for _, b := range c {
					if !ra[b.ID] {
						t.Fatalf("%v does not reach %v of its component", b, a)
					}
				}
			}
		}
		if n != len(rpo) {
			t.Fatalf("components have %d locations", n)
		}
	})
}

// TestCloneAndPath: a clone is well-formed, and paths and parts of edges are translated back to the original program.
func TestCloneAndPath(t *testing.T) {
	p := counter()
	c := program.Clone(p)
	if err := program.SanityProgram(c.Program); err != nil {
		t.Fatal(err)
	}
	path := program.Path{c.Edges[0], c.Edges[1], c.Edges[2]}
	if err := programtest.Connected(path, c.Init); err != nil {
		t.Fatal(err)
	}
	if got := path.String(); got != "L0 L1 L1 L2" {
		t.Errorf("path %s", got)
	}
	if err := programtest.Connected(program.Path{c.Edges[0], c.Edges[3]}, nil); err == nil {
		t.Error("a broken path passes")
	}
	back := path.Back(nil)
	if len(back) != 3 || back[1] != p.Edges[1] || programtest.Connected(back, p.Init) != nil {
		t.Errorf("back: %v", back)
	}
	if back.Back(nil) != nil {
		t.Error("the first program has no origin")
	}
	parts := &program.Parts{Seq: []*program.Parts{program.PartsOf(p.Edges[0]), {Alts: []*program.Parts{{}, program.PartsOf(p.Edges[1])}}, program.PartsOf(p.Edges[2])}}
	got := parts.Expand(nil, func(n int) int { return n - 1 })
	if program.Path(got).String() != "L0 L1 L1 L2" {
		t.Errorf("expanded: %v", got)
	}
}

// TestGoals: the ends of the model are goals, listed after those of the error.
func TestGoals(t *testing.T) {
	p := &program.Program{Terms: logic.NewFactory()}
	var m program.Module
	p.Init, p.Error = p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	p.NewLocation("f", program.Pos{Line: 7}).Cut = "unsupported"
	for _, g := range []program.Goal{{Call: true}, {Check: program.DivisionByZero, Note: "x is zero"}} {
		p.NewEdge(p.Init, p.Error).Goal = m.NewGoal(g)
	}
	p.NewEdge(p.Init, p.Error).Goal = m.Goals[0]
	var kinds []string
	for _, g := range p.Goals() {
		kinds = append(kinds, g.Kind()+": "+g.String())
	}
	want := []string{"call of the error function: call of the error function", "division by zero: x is zero", "end of the model: unsupported"}
	if !slices.Equal(kinds, want) {
		t.Errorf("%q", kinds)
	}
}
