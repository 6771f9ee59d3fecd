package mortal_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/absint/absinttest"
	"cupel/analysis/intlower"
	"cupel/analysis/summary/mortal"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/measured"
	"cupel/core/program/passes"
	"cupel/core/smt/z3"
)

// TestPreconditions: conditions of loops over the integers under which they end.
func TestPreconditions(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"it always ends", "x : int|S -> H|H -> H; assume (< 0 x); x := (- x 1)", "true, ranked"},
		{"a constant step", "x y : int|S -> H|H -> H; assume (< 0 x); x := (+ x y)", "x <= 0 || y < 0, ranked"},
		{"a step that gets smaller", "x y z : int|S -> H|H -> H; assume (< 0 x); x := (+ x y); y := (- y z)", "x <= 0 || z > 0 || z == 0 && (y < 0 || x <= 0 && y == 0), ranked"},
		{"hits or misses", "x : int|S -> H|H -> H; assume (distinct x 0); x := (- x 2)", "x >= 0 && x mod 2 == 0, ranked"},
		{"a copy from before", "x y z : int|S -> H|H -> H; assume (< 0 x); x := y; y := (+ y z)", "x <= 0 || z < 0 || z == 0 && y <= z, ranked"},
		{"equal until they part", "x y : int|S -> H|H -> H; assume (= x 10); x := (+ x y)", "x != 10 || y != 0, ranked"},
		{"an invariant predicate", "x y : int|S -> H|H -> H; assume (and (< 0 x) (< 0 y)); x := (- x 1); havoc y|H -> H; assume (and (< 0 x) (<= y 0)); y := (- y 1)", "false, open"},
		{"never", "x : int|S -> H|H -> H; assume (< 0 x)", "false, open"},
	} {
		p := text(c.text)
		a := mortal.New(p, mortal.Options{Open: z3.Open})
		m, err := a.Precondition(t.Context(), measured.Heads(p)[0])
		if err != nil {
			t.Fatal(err)
		}
		got := m.Mortal.String() + ", open"
		if m.Within.Total {
			got = m.Mortal.String() + ", ranked"
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// dynamics draws a loop over three numbers of three bits in which variables are added to each other, with wrapping or undefined behaviour. linear: it makes one linear
// map, without wrapping.
func dynamics(t *rapid.T, linear bool) *program.Program {
	p := &program.Program{Terms: logic.NewFactory(), Model: program.LP64}
	f := p.Terms
	n := func(most int, what string) int { return rapid.IntRange(0, most).Draw(t, what) }
	var vars []*program.Var
	for _, name := range []string{"x", "y", "z"} {
		v := p.NewVar(name, logic.BVSort(3))
		v.Signed = n(3, "unsigned") > 0
		vars = append(vars, v)
	}
	s, h, e := p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	p.Init, p.Error = s, e
	p.NewEdge(s, h)
	value := func() *logic.Term {
		if n(1, "constant") == 0 {
			return f.BV(uint64(n(7, "value")), 3)
		}
		return vars[n(2, "variable")].Sym
	}
	branches, operations, kind := 1, 2, 5
	if linear {
		branches, operations, kind = 0, 4, 2
	}
	for range 1 + n(branches, "branches") {
		a, b := value(), value()
		ops := []program.Op{program.Assume([]*logic.Term{f.SLt(a, b), f.ULt(a, b), f.SLe(a, b), f.Not(f.Eq(a, b)), f.Eq(a, b)}[n(4, "condition")])}
		for range 1 + n(operations, "operations") {
			v, by := vars[n(2, "written")], value()
			op, ok := logic.OpBVAdd, logic.OpSAddOK
			if n(1, "minus") == 0 {
				op, ok = logic.OpBVSub, logic.OpSSubOK
			}
			switch k := n(kind, "operation"); {
			case k == 0:
				ops = append(ops, program.Assign(v, by))
			case k <= 2 && !linear:
				ops = append(ops, program.Assign(v, f.BVOp(op, v.Sym, by)))
			default:
				ops = append(ops, program.CheckOf(program.SignedOverflow, f.SignedOK(ok, v.Sym, by), "overflow"), program.Assign(v, f.BVOp(op, v.Sym, by)))
			}
		}
		p.NewEdge(h, h, ops...)
	}
	p.NewEdge(h, e, program.Assume(f.True()))
	program.MarkLoopHeads(p)
	return p
}

// revisited are the states at a head, by key, from which an execution can visit it again and again without leaving its loop.
func revisited(p *program.Program, head *program.Location, initial []absinttest.Env) map[string]bool {
	body := program.LoopBodies(p)[head]
	next := map[string][]string{}
	var states []absinttest.State
	for l := range body {
		for _, env := range initial {
			states = append(states, absinttest.State{Loc: l, Env: env})
		}
	}
	for _, s := range states {
		for _, e := range s.Loc.Out {
			if body[e.Dst] {
				for _, env := range absinttest.Run([]absinttest.Env{s.Env}, e.Ops) {
					next[s.Key(p.Vars)] = append(next[s.Key(p.Vars)], absinttest.State{Loc: e.Dst, Env: env}.Key(p.Vars))
				}
			}
		}
	}
	reached := func(from string) map[string]bool {
		seen := map[string]bool{}
		for todo := []string{from}; len(todo) > 0; todo = todo[1:] {
			for _, k := range next[todo[0]] {
				if !seen[k] {
					seen[k] = true
					todo = append(todo, k)
				}
			}
		}
		return seen
	}
	from, on, out := map[string]map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, env := range initial {
		k := absinttest.State{Loc: head, Env: env}.Key(p.Vars)
		from[k] = reached(k)
		on[k] = from[k][k]
	}
	for k, to := range from {
		for c, cycle := range on {
			if cycle && (c == k || to[c]) {
				out[k] = true
			}
		}
	}
	return out
}

// TestMortal: on random programs with small numbers no state in a mortal precondition is one from which its head is visited again and again.
func TestMortal(t *testing.T) {
	proper, exact, all := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		raw := dynamics(t, rapid.Bool().Draw(t, "linear"))
		if rapid.IntRange(0, 3).Draw(t, "nested") == 0 {
			raw = loop(t)
		}
		p, _, err := passes.AssumeChecks.Run(t.Context(), raw)
		if err != nil {
			t.Fatal(err)
		}
		program.MarkLoopHeads(p)
		low, err := intlower.Lower(t.Context(), p, intlower.Options{Relax: true})
		if err != nil {
			t.Fatal(err)
		}
		program.MarkLoopHeads(low)
		a := mortal.New(low, mortal.Options{Open: z3.Open, Typed: true})
		initial := absinttest.Initial(p)
		for _, h := range measured.Heads(p) {
			m, err := a.Precondition(t.Context(), low.Locs[h.ID])
			if err != nil {
				t.Fatal(err)
			}
			holds, ok := mortal.ToMachineFormula(low, p, m.Mortal)
			if !ok {
				continue
			}
			again := revisited(p, h, initial)
			in := 0
			for _, env := range initial {
				is, defined := absinttest.Eval(holds, env)
				if !defined {
					t.Fatalf("no value of %s", holds)
				}
				if is == int64(0) {
					continue
				}
				in++
				if s := (absinttest.State{Loc: h, Env: env}); again[s.Key(p.Vars)] {
					var b strings.Builder
					_ = p.Dump(&b)
					t.Fatalf("%s visits its head again and again though %s\n%s", s.Key(p.Vars), m.Mortal, b.String())
				}
			}
			all++
			if in > 0 && in < len(initial) {
				proper++
				if in+len(again) == len(initial) {
					exact++
				}
			}
		}
	})
	t.Logf("%d heads, %d with a condition that is neither true nor false, %d of these exact", all, proper, exact)
	if proper == 0 {
		t.Error("no condition was found")
	}
}
