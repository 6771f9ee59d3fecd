package passes_test

import (
	"errors"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
)

// A moduleBuilder makes modules over variables of a few bits.
type moduleBuilder struct {
	*program.Module
	w int
}

func newModule(width int) *moduleBuilder {
	return &moduleBuilder{w: width, Module: &program.Module{
		Terms: logic.NewFactory(), Model: program.LP64,
		Error: &program.Location{}, Halt: &program.Location{},
	}}
}

func (m *moduleBuilder) variable(fn *program.Func, name string) *program.Var {
	s := logic.BVSort(m.w)
	if fn == nil {
		v := &program.Var{Name: name, Sym: m.Terms.Var(name, s)}
		m.Globals = append(m.Globals, v)
		return v
	}
	name = fn.Name + "::" + name
	v := &program.Var{Name: name, Sym: m.Terms.Var(name, s), Func: fn.Name}
	fn.Locals = append(fn.Locals, v)
	return v
}

func (m *moduleBuilder) fn(name string, params int, result bool) *program.Func {
	fn := &program.Func{Name: name}
	for i := range params {
		fn.Params = append(fn.Params, m.variable(fn, string(rune('a'+i))))
	}
	if result {
		fn.Result = m.variable(fn, "result")
	}
	fn.Entry = fn.NewLocation(program.Pos{})
	fn.Exit = fn.NewLocation(program.Pos{})
	m.Funcs = append(m.Funcs, fn)
	return fn
}

func call(v *program.Var, fn *program.Func, args ...*logic.Term) program.Op {
	return program.Op{Kind: program.OpCall, Var: v, Callee: fn, Args: args}
}

// TestInlineConstants: recursion over a constant is unrolled completely, without a cut and without unreachable copies; in a loop the argument varies.
func TestInlineConstants(t *testing.T) {
	for _, loop := range []bool{false, true} {
		m := sumModule(0, 6)
		main := m.Entry
		f := m.Terms
		x := main.Locals[0]
		start := main.NewLocation(program.Pos{})
		main.Entry = start
		e := program.Connect(start, main.Locs[2], program.Assign(x, f.BV(3, 4)), call(x, m.Funcs[0], x.Sym))
		if loop {
			e.Dst.In = e.Dst.In[:len(e.Dst.In)-1]
			e.Dst = main.Locs[0]
			main.Locs[0].In = append(main.Locs[0].In, e)
			back := main.Locs[0].Out[0]
			back.Ops = []program.Op{call(x, m.Funcs[0], x.Sym)}
			program.Connect(main.Locs[2], main.Locs[0], program.Assume(f.True()))
		}
		if err := program.SanityModule(m.Module); err != nil {
			t.Fatal(err)
		}
		p, err := passes.Inline(m.Module, passes.InlineOptions{RecursionBound: 5})
		if err != nil {
			t.Fatal(err)
		}
		if err := program.SanityProgram(p); err != nil {
			t.Fatal(err)
		}
		if got := len(p.Cuts()); got != map[bool]int{false: 0, true: 1}[loop] {
			t.Errorf("loop %v: %d cuts", loop, got)
		}
		if !loop {
			s, _, err := passes.Default.Run(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if r, err := programtest.Explore(s, programtest.Options{}); err != nil || r.Error {
				t.Errorf("%v, %v\n%s", r, err, dump(s))
			}
			if n := passes.Measure(s); n.Edges != 0 {
				t.Errorf("the constants leave %v", n)
			}
		}
	}
}

// sumModule is: int f(a) { return a == 0 ? 0 : f(a-1) + a }, main: x = input;
// assume x == n; assert f(x) == want.
func sumModule(n, want uint64) *moduleBuilder {
	m := newModule(4)
	f := m.Terms
	sum := m.fn("f", 1, true)
	a, r := sum.Params[0], sum.Result
	zero := f.Eq(a.Sym, f.BV(0, 4))
	program.Connect(sum.Entry, sum.Exit, program.Assume(zero), program.Assign(r, f.BV(0, 4)))
	program.Connect(sum.Entry, sum.Exit, program.Assume(f.Not(zero)),
		call(r, sum, f.BVOp(logic.OpBVSub, a.Sym, f.BV(1, 4))), program.Assign(r, f.BVOp(logic.OpBVAdd, r.Sym, a.Sym)))
	main := m.fn("main", 0, false)
	m.Entry = main
	x := m.variable(main, "x")
	mid := main.NewLocation(program.Pos{})
	program.Connect(main.Entry, mid, program.Havoc(x, &program.Input{ID: 7, Callee: "__VERIFIER_nondet_uint"}),
		program.Assume(f.Eq(x.Sym, f.BV(n, 4))), call(x, sum, x.Sym))
	ok := f.Eq(x.Sym, f.BV(want, 4))
	program.Connect(mid, m.Error, program.Assume(f.Not(ok)))
	program.Connect(mid, main.Exit, program.Assume(ok))
	return m
}

// TestInlineRecursion: the error is found exactly when the sum is wrong, and a
// cut instead when the bound is too small.
func TestInlineRecursion(t *testing.T) {
	for _, c := range []struct {
		n, want uint64
		bound   int
		result  string
	}{
		{3, 6, 4, "error false, cuts []"},
		{3, 7, 4, "error true, cuts []"},
		{3, 7, 3, "error false, cuts [recursion deeper than 3 calls of f]"},
		{0, 0, 1, "error false, cuts []"},
	} {
		m := sumModule(c.n, c.want)
		if err := program.SanityModule(m.Module); err != nil {
			t.Fatal(err)
		}
		p, err := passes.Inline(m.Module, passes.InlineOptions{RecursionBound: c.bound})
		if err != nil {
			t.Fatal(err)
		}
		if err := program.SanityProgram(p); err != nil {
			t.Fatal(err)
		}
		s, _, err := passes.Pipeline{passes.Constants, passes.DeadCode, passes.Simplify}.Run(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		got, err := programtest.Explore(s, programtest.Options{})
		if err != nil || got.String() != c.result {
			t.Errorf("n=%d want=%d bound=%d: %v, %v; want %s", c.n, c.want, c.bound, got, err, c.result)
		}
	}
}

// TestInlineCopies: every call has variables, objects and inputs of its own.
func TestInlineCopies(t *testing.T) {
	m := newModule(64)
	f := m.Terms
	get := m.fn("get", 0, true)
	in := &program.Input{ID: 1, Callee: "__VERIFIER_nondet_long"}
	buf := &program.Object{Name: "get::buf", Size: 5, Align: 4, Base: f.Var("&get::buf", logic.BVSort(64)), Func: "get"}
	get.Objects = []*program.Object{buf}
	program.Connect(get.Entry, get.Exit, program.Havoc(get.Result, in), program.Assume(f.Ne(get.Result.Sym, buf.Base)))
	m.Objects = []*program.Object{
		{Name: passes.HeapObject, Size: 1 << 20, Align: 16, Base: f.Var("&heap", logic.BVSort(64))},
		{Name: "g", Size: 3, Align: 8, Base: f.Var("&g", logic.BVSort(64))},
	}
	main := m.fn("main", 0, false)
	m.Entry = main
	x := m.variable(main, "x")
	g := m.variable(nil, "g")
	program.Connect(main.Entry, main.Exit, call(x, get), call(nil, get), call(g, get), program.Assume(f.Eq(x.Sym, m.Objects[0].Base)))
	p, err := passes.Inline(m.Module, passes.InlineOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := program.SanityProgram(p); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, v := range p.Vars {
		names = append(names, v.Name)
	}
	if got, want := strings.Join(names, " "), "g main::x get::result get@2::result get@3::result"; got != want {
		t.Errorf("variables %s, want %s", got, want)
	}
	inputs := map[*program.Input]bool{}
	for _, e := range p.Edges {
		for _, o := range e.Ops {
			if o.Kind == program.OpHavoc {
				inputs[o.Input] = true
				if o.Input == in || o.Input.ID != 1 {
					t.Errorf("input %+v", o.Input)
				}
			}
		}
	}
	if len(inputs) != 3 {
		t.Errorf("%d inputs", len(inputs))
	}
	// Addresses: constants, aligned, apart, the heap above all.
	var spans [][2]uint64
	heap := uint64(0)
	for _, o := range p.Objects {
		a, ok := o.Base.BVUint64()
		if !ok || a == 0 || a%uint64(o.Align) != 0 {
			t.Fatalf("object %s at %v", o.Name, o.Base)
		}
		for _, s := range spans {
			if a < s[1]+16 && s[0] < a+uint64(o.Size)+16 {
				t.Errorf("object %s is too close to another", o.Name)
			}
		}
		spans = append(spans, [2]uint64{a, a + uint64(o.Size)})
		if o.Name == passes.HeapObject {
			heap = a
		}
	}
	for _, s := range spans {
		if s[0] > heap {
			t.Error("an object lies above the heap")
		}
	}
	if len(spans) != 5 {
		t.Errorf("%d objects", len(spans))
	}
}

// TestInlineLimits: an exponential program is cut at a smaller bound, an
// impossible one is reported.
func TestInlineLimits(t *testing.T) {
	m := newModule(2)
	tree := m.fn("tree", 1, false)
	a := tree.Params[0]
	leaf := m.Terms.Eq(a.Sym, m.Terms.BV(0, 2))
	program.Connect(tree.Entry, tree.Exit, program.Assume(leaf))
	program.Connect(tree.Entry, tree.Exit, program.Assume(m.Terms.Not(leaf)),
		program.Havoc(a, nil), call(nil, tree, a.Sym), program.Havoc(a, nil), call(nil, tree, a.Sym))
	m.Entry = tree
	if err := program.SanityModule(m.Module); err != nil {
		t.Fatal(err)
	}
	p, err := passes.Inline(m.Module, passes.InlineOptions{RecursionBound: 40, MaxLocations: 1000})
	if err != nil {
		t.Fatal(err)
	}
	if cs := p.Cuts(); len(p.Locs) > 1000 || len(cs) == 0 || !strings.Contains(cs[0].Cut, "recursion deeper than 5 calls of tree") {
		t.Errorf("%d locations, cuts %v", len(p.Locs), cs)
	}
	if _, err := passes.Inline(m.Module, passes.InlineOptions{MaxLocations: 1}); !errors.Is(err, passes.ErrTooLarge) {
		t.Errorf("got %v", err)
	}
	p, err = passes.Inline(m.Module, passes.InlineOptions{RecursionBound: 1 << 20, MaxLocations: 100, Partial: true})
	if err != nil {
		t.Fatal(err)
	}
	if cs := p.Cuts(); len(p.Locs) > 110 || len(cs) != 1 || cs[0].CutByRecursion || cs[0].Cut != "a call of tree, beyond the 100 locations that are inlined" {
		t.Errorf("inlined in part: %d locations, cuts %v", len(p.Locs), cs)
	}
	spent, entered := 0, 0
	enough := errors.New("enough")
	_, err = passes.Inline(m.Module, passes.InlineOptions{RecursionBound: 40, MaxLocations: 100_000, Entered: func(string) { entered++ }, Spend: func(units int) error {
		if spent += units; spent > 80_000 {
			return enough
		}
		return nil
	}})
	if !errors.Is(err, enough) || spent > 100_000 || entered == 0 {
		t.Errorf("with a budget: %v after %d units, %d copies", err, spent, entered)
	}
	m.Objects = []*program.Object{{Name: "big", Size: 1 << 62, Base: m.Terms.Var("big", logic.BVSort(64))}, {Name: "b2", Size: 1 << 62, Base: m.Terms.Var("b2", logic.BVSort(64))}}
	if _, err := passes.Inline(m.Module, passes.InlineOptions{RecursionBound: 1}); !errors.Is(err, passes.ErrTooLarge) {
		t.Errorf("got %v", err)
	}
}

// TestSanityModule breaks one invariant of a module at a time.
func TestSanityModule(t *testing.T) {
	for name, c := range map[string]struct {
		harm func(m *moduleBuilder)
		want string
	}{
		"entry":     {func(m *moduleBuilder) { m.Entry = nil }, "nil"},
		"callee":    {func(m *moduleBuilder) { m.Funcs = m.Funcs[1:] }, "callee is not in Funcs"},
		"leaves":    {func(m *moduleBuilder) { m.Funcs[0].Exit.In[0].Dst = m.Funcs[1].Exit }, "leaves the function"},
		"exit":      {func(m *moduleBuilder) { program.Connect(m.Funcs[0].Exit, m.Funcs[0].Entry) }, "Exit has outgoing"},
		"error":     {func(m *moduleBuilder) { program.Connect(m.Error, m.Error) }, "outgoing"},
		"argument":  {func(m *moduleBuilder) { m.Funcs[1].Entry.Out[0].Ops[2].Args[0] = m.Terms.BV(1, 9) }, "argument 1"},
		"local":     {func(m *moduleBuilder) { m.Funcs[0].Locals = nil }, "not in Locals"},
		"same name": {func(m *moduleBuilder) { m.Funcs[0].Name = "main" }, "two functions"},
	} {
		t.Run(name, func(t *testing.T) {
			m := sumModule(1, 1)
			c.harm(m)
			if err := program.SanityModule(m.Module); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
