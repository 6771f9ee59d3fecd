package recurrence_test

import (
	"errors"
	"slices"
	"testing"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/engine/recurrence"
)

// TestSabotage: a set that is changed for the worse is refused.
func TestSabotage(t *testing.T) {
	const branches = `unsigned x = 0; while (x != 3) { if (__VERIFIER_nondet_uchar() & x & 2) { x = 8; } else if (x == 8) { x = 4; } else { x += 4; } if (x > 99) x = 0; }`
	right := []int64{0, 5, 10, 15, 20, 25, 30, 35, 40}
	for _, test := range []struct {
		name, text string
		inputs     []int64
		change     func(p *program.Program, l *recurrence.Lasso)
		reached    bool // the change is about the execution
	}{
		{"one branch is not closed", branches, []int64{0}, func(_ *program.Program, l *recurrence.Lasso) { l.Ways = l.Ways[:len(l.Ways)-1] }, false},
		{"a conjunct is missing", `unsigned x = 0, y = 0; while (x == y) { x += 2; y += 2; }`, nil, func(_ *program.Program, l *recurrence.Lasso) { l.Where = nil }, false},
		{"inputs differ between turns", `unsigned x = 0; while (1) { unsigned y = __VERIFIER_nondet_uint(); if (y != x) break; x += 5; }`, right,
			func(p *program.Program, l *recurrence.Lasso) {
				for i := range l.Ways {
					l.Ways[i].Inputs = []*logic.Term{p.Terms.BV(5, 32)}
				}
			}, false},
		{"another object", `unsigned *x = malloc(4); *x = 1; while (*x != 0) { *x += 2; } free(x);`, nil, func(_ *program.Program, l *recurrence.Lasso) { l.Live = nil }, false},
		{"the path does not connect", `unsigned x = 1; while (x) { x += 2; }`, nil, func(_ *program.Program, l *recurrence.Lasso) { l.Ways[0].Path = l.Ways[0].Path[1:] }, false},
		{"more than the run comes to", `unsigned x = 1; while (x) { x += 2; }`, nil, func(p *program.Program, l *recurrence.Lasso) {
			l.Where = append(l.Where, p.Terms.Eq(variable(p, "main::x"), p.Terms.BV(0xfffffffe, 32)))
		}, true},
		{"a value that nobody chooses", `int x; unsigned n = 0; while (n < 5 || n & 1 || 1) { n++; }`, nil, func(p *program.Program, l *recurrence.Lasso) {
			l.Where = append(l.Where, p.Terms.Eq(variable(p, "main::x"), p.Terms.BV(0, 32)))
		}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := inlined(t, test.text)
			l := find(t, p, test.inputs...)
			if l == nil {
				t.Fatal("no set")
			}
			test.change(p, l)
			if test.reached {
				var inputs, arguments []*logic.Term
				for _, c := range l.Inputs {
					inputs = append(inputs, c.Value)
				}
				if _, err := recurrence.Reach(t.Context(), p, &l.Set, inputs, arguments, 2000); !errors.Is(err, recurrence.ErrUnreached) {
					t.Errorf("it is reached: %v", err)
				}
				return
			}
			if err := recurrence.Check(t.Context(), p, &l.Set, z3.Open, smt.Options{}); err == nil {
				t.Errorf("it is confirmed: %s", describe(l))
			} else {
				t.Log(err)
			}
		})
	}
}

func variable(p *program.Program, name string) *logic.Term {
	i := slices.IndexFunc(p.Vars, func(v *program.Var) bool { return v.Name == name })
	return p.Vars[i].Sym
}

// TestCheckIgnored: a set of the program without its checks for undefined behaviour is none of the program with them.
func TestCheckIgnored(t *testing.T) {
	for _, text := range []string{
		`int x = 0; while (1) { x++; }`,
		`int a[4] = {0}; unsigned i = 0; while (1) { a[i] = 0; i++; }`,
		`unsigned x = 1000; int y = 0; while (1) { x--; y = 100 / x; }`,
		`int x = 1; while (1) { x = 1 << x; x = x & 63; x += 40; }`,
	} {
		p := inlined(t, text)
		c := program.NewCopy(p)
		for _, l := range p.Locs {
			c.Location(l)
		}
		for _, e := range p.Edges {
			c.Edge(e, slices.DeleteFunc(slices.Clone(e.Ops), func(o program.Op) bool {
				return o.Kind == program.OpCheck || o.Kind == program.OpAccess
			}))
		}
		c.Init, c.Error = c.Location(p.Init), c.Location(p.Error)
		program.MarkLoopHeads(c.Program)
		c.VarOf(nil)
		l := find(t, c.Program)
		if l == nil {
			t.Errorf("no set without checks: %s", text)
			continue
		}
		set := l.Set
		set.Head, set.Ways = p.Locs[set.Head.ID], nil
		for _, w := range l.Ways {
			v := recurrence.Way{Inputs: w.Inputs}
			for _, e := range w.Path {
				v.Path = append(v.Path, p.Edges[e.ID])
			}
			set.Ways = append(set.Ways, v)
		}
		if err := recurrence.Check(t.Context(), p, &set, z3.Open, smt.Options{}); !errors.Is(err, recurrence.ErrRefuted) {
			t.Errorf("%s: %v", text, err)
		}
		if l := find(t, p); l != nil {
			t.Errorf("%s has a set: %s", text, describe(l))
		}
	}
}

var _ interp.Source = (*inputs)(nil)
