package passes_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
)

// read returns the program of InlineClosed with calls that return read as
// always or never doing so, and without the cuts of the marks.
func read(p *program.Program, c *passes.Closure, returns bool) *program.Program {
	n := program.NewCopy(p)
	n.Init, n.Error = n.Location(p.Init), n.Location(p.Error)
	for _, e := range p.Edges {
		if strings.HasPrefix(e.Dst.Cut, "summary of") {
			continue
		}
		ops := slices.Clone(e.Ops)
		for i := range ops {
			if fn, kind := c.MarkOf(&ops[i]); fn != nil && kind == passes.MarkCall {
				ops[i].Expr = p.Terms.BoolConst(returns)
			}
		}
		n.Edge(e, ops)
	}
	program.MarkLoopHeads(n.Program)
	n.VarOf(nil)
	return n.Program
}

// reaches explores a small program; false: it is too large.
func reaches(t *rapid.T, p *program.Program) (programtest.Result, bool) {
	s, _, err := passes.Default.Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Vars) > 7 {
		return programtest.Result{}, false
	}
	r, err := programtest.Explore(s, programtest.Options{})
	return r, err == nil
}

// TestCloseBounds compares programs with closed recursion with runs that have a call stack: locations reached by a run are reachable when closed calls
// may return anything (over-approximation), and locations reachable when they return nothing are reached by a run (under-approximation).
func TestCloseBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := randomModule(t)
		start, first := m.fn("start", 0, false), m.Entry
		program.Connect(start.Entry, start.Exit, call(nil, first, m.Terms.BV(uint64(rapid.IntRange(0, 1).Draw(t, "argument")), 1)))
		m.Entry = start // nothing calls it
		p, c, err := passes.InlineClosed(m.Module, passes.InlineOptions{RecursionBound: rapid.IntRange(1, 2).Draw(t, "bound"), MaxLocations: 2000})
		if err != nil {
			t.Fatal(err)
		}
		if err := program.SanityProgram(p); err != nil {
			t.Fatalf("%v\n%s", err, dump(p))
		}
		if len(c.Functions) == 0 {
			return
		}
		deep, ok := exploreModule(m.Module, 3)
		if !ok {
			return
		}
		hasError := strings.Contains(deep, "error true")
		complete := !strings.Contains(deep, "recursion deeper")
		if more, ok := reaches(t, read(p, c, true)); ok && hasError && !more.Error && len(more.Cuts) == 0 {
			t.Fatalf("with a stack %s, closed %v\n%s", deep, more, dump(p))
		}
		if less, ok := reaches(t, read(p, c, false)); ok && complete && less.Error && !hasError {
			t.Fatalf("with a stack %s, closed without returns %v\n%s", deep, less, dump(p))
		}
	})
}

// down is f(x) { g := x; if (x) r := f(g); return r } over one bit.
func down(objects bool) *moduleBuilder {
	m := newModule(1)
	f := m.Terms
	g := m.variable(nil, "g")
	main, fn := m.fn("main", 0, false), m.fn("f", 1, true)
	m.Entry = main
	x := fn.Params[0]
	program.Connect(main.Entry, main.Exit, call(nil, fn, f.BV(1, 1)))
	one := f.Eq(x.Sym, f.BV(1, 1))
	program.Connect(fn.Entry, fn.Exit, program.Assume(one), program.Assign(g, x.Sym), call(fn.Result, fn, f.BVNot(g.Sym)))
	program.Connect(fn.Entry, fn.Exit, program.Assume(f.Not(one)), program.Assign(fn.Result, g.Sym))
	if objects {
		fn.Objects = append(fn.Objects, &program.Object{Name: "f::x", Size: 4, Align: 4, Base: f.Var("&f::x", logic.BVSort(32)), Func: "f"})
	}
	return m
}

// TestCloseMarks: the marks list parameter, global before, global after, result;
// a function with an object is not closed.
func TestCloseMarks(t *testing.T) {
	m := down(false)
	if !passes.Closable(m.Module) {
		t.Fatal("not closable")
	}
	p, c, err := passes.InlineClosed(m.Module, passes.InlineOptions{RecursionBound: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Functions) != 1 || len(c.Functions[0].Calls) == 0 {
		t.Fatalf("%d functions", len(c.Functions))
	}
	var names []string
	for _, s := range c.Functions[0].Slots {
		names = append(names, s.Name())
	}
	if got := strings.Join(names, " "); !strings.HasSuffix(got, "g g' result") || len(names) != 4 {
		t.Errorf("slots %s", got)
	}
	marks := map[passes.MarkKind]int{}
	for _, e := range p.Edges {
		for i := range e.Ops {
			if fn, kind := c.MarkOf(&e.Ops[i]); fn != nil {
				marks[kind] = len(e.Ops[i].Expr.Args())
			}
		}
	}
	if marks[passes.MarkEntry] != 2 || marks[passes.MarkExit] != 4 || marks[passes.MarkCall] != 4 {
		t.Errorf("arguments of marks %v", marks)
	}

	m = down(true)
	if passes.Closable(m.Module) {
		t.Error("each activation has an object of its own: not closable")
	}
	p, c, err = passes.InlineClosed(m.Module, passes.InlineOptions{RecursionBound: 1, SymbolicBases: true})
	if err != nil || len(c.Functions) > 0 || len(p.Cuts()) != 1 {
		t.Errorf("%v, %d functions, %d cuts", err, len(c.Functions), len(p.Cuts()))
	}
}
