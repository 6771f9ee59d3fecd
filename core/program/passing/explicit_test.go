package passing_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/absint/absinttest"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passing"
	"cupel/core/program/programtest"
)

// mostStates bounds the states that are enumerated of one program.
const mostStates = 50_000

// tb is what *testing.T and *rapid.T have in common.
type tb interface {
	Helper()
	Context() context.Context
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// A graph has the states of a program that are reachable from any values of the original program's variables, and their successors.
type graph struct {
	p    *program.Program
	all  []absinttest.State
	keys []string
	next [][]string
	ends []bool // an execution may end in the state
}

// explore visits all states.
func explore(t tb, p *program.Program, initial []absinttest.Env) *graph {
	t.Helper()
	all, whole := absinttest.Explore(p, initial, mostStates)
	if !whole {
		t.Fatal("too many states")
	}
	g := &graph{p: p, all: all}
	for _, s := range all {
		next, ends := g.follow(s)
		g.keys, g.next, g.ends = append(g.keys, s.Key(p.Vars)), append(g.next, next), append(g.ends, ends)
	}
	return g
}

// follow finds the successors of a state, and whether an execution may end in it: by a check, an assumption inside of an edge, or because no edge leaves
// it.
func (g *graph) follow(s absinttest.State) (next []string, ends bool) {
	ends = true
	for _, e := range s.Loc.Out {
		envs := []absinttest.Env{s.Env}
		for i := range e.Ops {
			var behind []absinttest.Env
			for _, env := range envs {
				out := absinttest.Run([]absinttest.Env{env}, e.Ops[i:i+1])
				if len(out) == 0 && (i > 0 || e.Ops[i].Kind != program.OpAssume) {
					return nil, true
				}
				behind = append(behind, out...)
			}
			envs = behind
		}
		ends = ends && len(envs) == 0
		for _, env := range envs {
			next = append(next, absinttest.State{Loc: e.Dst, Env: env}.Key(g.p.Vars))
		}
	}
	return next, ends
}

// closure is the least set of states for which in holds of a state, given those that are in it.
func (g *graph) closure(in func(i int, in map[string]bool) bool) map[string]bool {
	set := map[string]bool{}
	for more := true; more; {
		more = false
		for i := len(g.all) - 1; i >= 0; i-- {
			if !set[g.keys[i]] && in(i, set) {
				set[g.keys[i]], more = true, true
			}
		}
	}
	return set
}

// failing are the initial states from which all executions reach the error: a non-terminating one does not.
func failing(t tb, p *program.Program) []bool {
	t.Helper()
	initial := absinttest.Initial(p)
	g := explore(t, p, initial)
	set := g.closure(func(i int, in map[string]bool) bool {
		return g.all[i].Loc == p.Error || !g.ends[i] && !slices.ContainsFunc(g.next[i], func(k string) bool { return !in[k] })
	})
	out := make([]bool, len(initial))
	for i, env := range initial {
		out[i] = set[absinttest.State{Loc: p.Init, Env: env}.Key(p.Vars)]
	}
	return out
}

// clear are the initial states of p from which no execution of its complement q reaches the error or the end of the model.
func clear(t tb, p, q *program.Program) []bool {
	t.Helper()
	initial := absinttest.Initial(p)
	for _, env := range initial {
		for _, v := range q.Vars[len(p.Vars):] { // a loop may be entered at two places: then its measure has any value before
			env[v.Sym] = int64(0)
		}
	}
	all, whole := absinttest.Explore(q, initial, mostStates)
	if !whole {
		t.Fatal("too many states")
	}
	if !slices.ContainsFunc(all, func(s absinttest.State) bool { return s.Loc == q.Error || s.Loc.Cut != "" }) {
		return slices.Repeat([]bool{true}, len(initial))
	}
	g := explore(t, q, initial)
	set := g.closure(func(i int, in map[string]bool) bool {
		return g.all[i].Loc == q.Error || g.all[i].Loc.Cut != "" || slices.ContainsFunc(g.next[i], func(k string) bool { return in[k] })
	})
	out := make([]bool, len(initial))
	for i, env := range initial {
		out[i] = !set[absinttest.State{Loc: q.Init, Env: env}.Key(q.Vars)]
	}
	return out
}

// cyclic reports whether a program has a loop.
func cyclic(p *program.Program) bool {
	outermost, _ := program.Loops(p)
	return len(outermost) > 0
}

// TestRandomPrograms: where no execution of the complement program fails, all those of the program do; without loops also the other way round.
func TestRandomPrograms(t *testing.T) {
	proven, failed, loops := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := total(programtest.Program(t, programtest.Shape{Locations: 5, Vars: 2, Width: 2, Checks: true}))
		guess := rapid.IntRange(0, passing.Guesses-1).Draw(t, "guess")
		q, err := passing.Of(p, guess)
		if err != nil {
			t.Fatal(err)
		}
		fails := failing(t, p)
		for i, safe := range clear(t, p, q) {
			switch {
			case safe && !fails[i]:
				t.Fatalf("guess %d: from state %d not all executions fail, but none of the complement does\n%s", guess, i, dump(p))
			case !safe && fails[i] && !cyclic(p):
				t.Fatalf("guess %d: from state %d all executions fail, and one of the complement does, too\n%s", guess, i, dump(p))
			case safe && cyclic(p):
				loops++
			case safe:
				proven++
			default:
				failed++
			}
		}
	})
	t.Logf("%d initial states all of whose executions fail, %d of programs with loops, %d others", proven, loops, failed)
	if proven == 0 || loops == 0 || failed == 0 {
		t.Error("the programs are all alike")
	}
}

// total is a program whose terms have values in all states, which the enumeration takes for the end of an execution otherwise; its checks stay.
func total(p *program.Program) *program.Program {
	f := p.Terms
	return program.CloneWith(p, func(e *program.Edge) []program.Op {
		ops := slices.Clone(e.Ops)
		for i := range ops {
			if ops[i].Expr == nil {
				continue
			}
			ops[i].Expr = logic.Transform(ops[i].Expr, func(u *logic.Term, args []*logic.Term) *logic.Term {
				switch u.Op() {
				case logic.OpBVUDiv:
					return f.BVOp(logic.OpBVLShr, args[0], args[1])
				case logic.OpBVAddNSW:
					return f.BVOp(logic.OpBVAdd, args[0], args[1])
				}
				return f.With(u, args)
			})
		}
		return ops
	}).Program
}

// dump prints a program.
func dump(p *program.Program) string {
	var b strings.Builder
	_ = p.Dump(&b) // to memory
	return b.String()
}
