package passes_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
	"cupel/tests/effort"

	"pgregory.net/rapid"
)

// randomModule draws functions that call each other, over one-bit variables.
func randomModule(t *rapid.T) *moduleBuilder {
	m := newModule(1)
	f := m.Terms
	n := func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "n") }
	g := m.variable(nil, "g")
	for i := range n(1, 3) {
		m.fn(fmt.Sprintf("f%d", i), 1, true)
	}
	m.Entry = m.Funcs[0]
	for _, fn := range m.Funcs {
		x := m.variable(fn, "x")
		vars := []*program.Var{g, fn.Params[0], fn.Result, x}
		variable := func() *program.Var { return vars[n(0, len(vars)-1)] }
		term := func() *logic.Term {
			switch n(0, 3) {
			case 0:
				return f.BV(uint64(n(0, 1)), 1)
			case 1:
				return f.BVNot(variable().Sym)
			}
			return variable().Sym
		}
		ops := func() []program.Op {
			var out []program.Op
			for range n(0, 2) {
				switch n(0, 4) {
				case 0:
					out = append(out, program.Havoc(variable(), &program.Input{ID: n(1, 3)}))
				case 1, 2:
					out = append(out, program.Assign(variable(), term()))
				default:
					var result *program.Var
					if n(0, 1) == 0 {
						result = variable()
					}
					out = append(out, call(result, m.Funcs[n(0, len(m.Funcs)-1)], term()))
				}
			}
			return out
		}
		locs := []*program.Location{}
		for range n(1, 3) {
			locs = append(locs, fn.NewLocation(program.Pos{}))
		}
		// Locals are indeterminate in every activation.
		program.Connect(fn.Entry, locs[0], append([]program.Op{program.Havoc(x, nil), program.Havoc(fn.Result, nil)}, ops()...)...)
		for i, l := range locs {
			next := func() *program.Location {
				switch n(0, 5) {
				case 0:
					return m.Error
				case 1:
					return locs[n(0, len(locs)-1)]
				case 2:
					return m.Halt
				}
				if i+1 < len(locs) {
					return locs[i+1]
				}
				return fn.Exit
			}
			if n(0, 1) == 0 {
				program.Connect(l, next(), ops()...)
				continue
			}
			c := f.Eq(variable().Sym, f.BV(1, 1))
			program.Connect(l, next(), append([]program.Op{program.Assume(c)}, ops()...)...)
			program.Connect(l, next(), append([]program.Op{program.Assume(f.Not(c))}, ops()...)...)
		}
	}
	return m
}

// A frame is one activation in a run of a module.
type frame struct {
	fn   *program.Func
	vals string // of fn.Locals: 0 or 1 each
	loc  *program.Location
	edge *program.Edge // in the middle of it, or nil
	next int
	ret  *program.Var // of the caller
}

// exploreModule enumerates the runs of a module with a real call stack; ok is
// false when there are too many.
func exploreModule(m *program.Module, bound int) (result string, ok bool) {
	f := m.Terms
	type state struct {
		globals string
		stack   []frame
	}
	index := func(vs []*program.Var, v *program.Var) int {
		for i, w := range vs {
			if w == v {
				return i
			}
		}
		return -1
	}
	seen := map[string]bool{}
	var work []state
	add := func(s state) {
		var b strings.Builder
		b.WriteString(s.globals)
		for _, fr := range s.stack {
			fmt.Fprintf(&b, "|%s %s %p %p %d %p", fr.fn.Name, fr.vals, fr.loc, fr.edge, fr.next, fr.ret)
		}
		if !seen[b.String()] {
			seen[b.String()] = true
			work = append(work, s)
		}
	}
	bits := func(n int) (all []string) {
		for i := range 1 << n {
			all = append(all, fmt.Sprintf("%0*b", n, i)[:n])
		}
		return all
	}
	for _, gs := range bits(len(m.Globals)) {
		for _, ls := range bits(len(m.Entry.Locals)) {
			add(state{gs, []frame{{fn: m.Entry, vals: ls, loc: m.Entry.Entry}}})
		}
	}
	hasError, cuts := false, map[string]bool{}
	for len(work) > 0 {
		if len(seen) > 30_000 {
			return "", false
		}
		s := work[len(work)-1]
		work = work[:len(work)-1]
		top := s.stack[len(s.stack)-1]
		rest := s.stack[: len(s.stack)-1 : len(s.stack)-1]
		set := func(globals string, fr frame, v *program.Var, val byte) (string, frame) {
			if i := index(m.Globals, v); i >= 0 {
				return globals[:i] + string(val) + globals[i+1:], fr
			}
			i := index(fr.fn.Locals, v)
			fr.vals = fr.vals[:i] + string(val) + fr.vals[i+1:]
			return globals, fr
		}
		value := func(t *logic.Term) *logic.Term {
			val := map[*logic.Term]*logic.Term{}
			for i, v := range m.Globals {
				val[v.Sym] = f.BV(uint64(s.globals[i]-'0'), 1)
			}
			for i, v := range top.fn.Locals {
				val[v.Sym] = f.BV(uint64(top.vals[i]-'0'), 1)
			}
			return f.Subst(t, val)
		}
		bit := func(t *logic.Term) byte {
			u, _ := value(t).BVUint64()
			return '0' + byte(u)
		}
		push := func(globals string, frames ...frame) {
			add(state{globals, append(append([]frame(nil), rest...), frames...)})
		}
		switch {
		case top.edge != nil && top.next == len(top.edge.Ops):
			top.loc, top.edge, top.next = top.edge.Dst, nil, 0
			push(s.globals, top)
		case top.edge != nil:
			o := top.edge.Ops[top.next]
			top.next++
			switch o.Kind {
			case program.OpAssume:
				if value(o.Expr).IsTrue() {
					push(s.globals, top)
				}
			case program.OpAssign:
				g, fr := set(s.globals, top, o.Var, bit(o.Expr))
				push(g, fr)
			case program.OpHavoc:
				for _, b := range []byte("01") {
					g, fr := set(s.globals, top, o.Var, b)
					push(g, fr)
				}
			case program.OpCall:
				active := 0
				for _, fr := range s.stack {
					if fr.fn == o.Callee {
						active++
					}
				}
				if active >= bound {
					cuts[fmt.Sprintf("recursion deeper than %d calls of %s", bound, o.Callee.Name)] = true
					continue
				}
				locals := []byte(strings.Repeat("0", len(o.Callee.Locals)))
				locals[index(o.Callee.Locals, o.Callee.Params[0])] = bit(o.Args[0])
				push(s.globals, top, frame{fn: o.Callee, vals: string(locals), loc: o.Callee.Entry, ret: o.Var})
			}
		case top.loc == m.Error:
			hasError = true
		case top.loc == top.fn.Exit && len(rest) > 0:
			caller := rest[len(rest)-1]
			g := s.globals
			if top.ret != nil {
				g, caller = set(g, caller, top.ret, top.vals[index(top.fn.Locals, top.fn.Result)])
			}
			add(state{g, append(append([]frame(nil), rest[:len(rest)-1]...), caller)})
		default:
			for _, e := range top.loc.Out {
				fr := top
				fr.edge, fr.next = e, 0
				push(s.globals, fr)
			}
		}
	}
	r := programtest.Result{Error: hasError}
	for c := range cuts {
		r.Cuts = append(r.Cuts, c)
	}
	sort.Strings(r.Cuts)
	return r.String(), true
}

// TestInlineExact compares inlining with runs that have a call stack.
func TestInlineExact(t *testing.T) {
	effort.Checks(t, 10, 100, 1000)
	rapid.Check(t, func(t *rapid.T) {
		m := randomModule(t)
		if err := program.SanityModule(m.Module); err != nil {
			t.Fatal(err)
		}
		bound := rapid.IntRange(1, 2).Draw(t, "bound")
		want, ok := exploreModule(m.Module, bound)
		if !ok {
			t.Skip("too many states")
		}
		p, err := passes.Inline(m.Module, passes.InlineOptions{RecursionBound: bound, MaxLocations: 2000})
		if err != nil {
			t.Fatal(err)
		}
		if err := program.SanityProgram(p); err != nil {
			t.Fatalf("%v\n%s", err, dump(p))
		}
		for _, c := range p.Cuts() {
			if !strings.Contains(c.Cut, fmt.Sprintf("deeper than %d", bound)) {
				t.Skip("the bound was lowered")
			}
		}
		s, _, err := passes.Default.Run(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Vars) > 9 {
			t.Skip("too many variables")
		}
		got, err := programtest.Explore(s, programtest.Options{})
		if err != nil {
			t.Skip("too many states")
		}
		if got.String() != want {
			var b strings.Builder
			_ = m.Dump(&b)
			t.Fatalf("with a stack %s, inlined %v\n%s\n%s\n%s", want, got, &b, dump(p), dump(s))
		}
	})
}
