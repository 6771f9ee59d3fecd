package passes_test

import (
	"fmt"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
	"cupel/tests/effort"

	"pgregory.net/rapid"
)

func explore(t interface{ Fatal(...any) }, p *program.Program, o programtest.Options) programtest.Result {
	r, err := programtest.Explore(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func dump(p *program.Program) string {
	var b strings.Builder
	_ = p.Dump(&b)
	return b.String()
}

// pipelines are the passes and the combinations that are tested.
func pipelines() map[string]passes.Pipeline {
	all := map[string]passes.Pipeline{
		"default":     passes.Default,
		"large":       append(append(passes.Pipeline{}, passes.Default...), passes.LargeBlocks),
		"after large": {passes.LargeBlocks, passes.Constants, passes.DeadCode, passes.Simplify, passes.LargeBlocks},
		"small large": {passes.NewLargeBlocks(passes.LargeBlockOptions{MaxOps: 6, KeepBranches: true})},
		"no loops":    {passes.NewSimplify(passes.SimplifyOptions{DropLoopPos: true})},
	}
	for _, p := range []passes.Pass{passes.DropMemoryOps, passes.DropChecks, passes.AssumeChecks, passes.Simplify, passes.Constants, passes.Cells,
		passes.DeadCode, passes.Slice, passes.SliceInsensitive, passes.LargeBlocks} {
		all[p.Name] = passes.Pipeline{p}
	}
	return all
}

// TestExact: every pass preserves reachability, on random programs, by enumeration of the states before and after. Slicing and dropping checks may only
// add reachable targets where failing checks end the execution, and the insensitive slice anywhere.
func TestExact(t *testing.T) {
	effort.Checks(t, 50, 100, 1000)
	for name, pipeline := range pipelines() {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				shape := programtest.Small
				if rapid.Bool().Draw(t, "two variables") {
					shape.Vars, shape.Locations = 2, 14
				}
				p := programtest.Program(t, shape)
				// Some temporaries and parameters, so that copies propagate.
				for _, v := range p.Vars[1:] {
					v.Temp = rapid.Bool().Draw(t, "temporary")
					v.Func = rapid.SampledFrom([]string{"f", "g"}).Draw(t, "function")
				}
				before := dump(p)
				q, stats, err := pipeline.Run(t.Context(), p)
				if err != nil {
					t.Fatal(err)
				}
				if len(stats) != len(pipeline) || stats[len(stats)-1].After != passes.Measure(q) {
					t.Fatalf("statistics %v", stats)
				}
				if err := program.SanityProgram(q); err != nil {
					t.Fatalf("%v\n%s", err, dump(q))
				}
				if dump(p) != before {
					t.Fatal("the argument was changed")
				}
				if again, _, _ := pipeline.Run(t.Context(), p); dump(again) != dump(q) {
					t.Fatal("not deterministic")
				}
				for _, ignore := range []bool{true, false} {
					o := programtest.Options{IgnoreChecks: ignore}
					a, b := explore(t, p, programtest.Options{IgnoreChecks: ignore && name != "assumechecks"}), explore(t, q, o)
					if a.String() == b.String() {
						continue
					}
					over := (!ignore && strings.Contains(dropsChecks, name) || name == passes.SliceInsensitive.Name) && (b.Error || !a.Error) && len(b.Cuts) >= len(a.Cuts)
					if !over {
						t.Fatalf("ignoring checks %v: before %v, after %v\n%s\n%s", ignore, a, b, before, dump(q))
					}
				}
			})
		})
	}
}

// dropsChecks names the pipelines with passes that drop checks.
const dropsChecks = "default large dropchecks slice"

// flatten returns the operations of a path, choosing alternatives.
func flatten(ops []program.Op, choose func(int) int) []string {
	var out []string
	for _, o := range ops {
		switch {
		case o.Kind == program.OpChoice:
			out = append(out, flatten(o.Alts[choose(len(o.Alts))], choose)...)
		case (o.Kind == program.OpAssume || o.Kind == program.OpCheck) && o.Expr.IsTrue():
		default:
			out = append(out, fmt.Sprintf("%v %d %v", o.Kind, termID(o.Expr), o.Var))
		}
	}
	return out
}

func termID(t *logic.Term) int {
	if t == nil {
		return -1
	}
	return int(t.ID())
}

// TestBack: walking at random through a joined program and mapping the path
// back gives a connected path with the same operations.
func TestBack(t *testing.T) {
	effort.Checks(t, 10, 100, 1000)
	for name, pass := range map[string]passes.Pass{"simplify": passes.Simplify, "large": passes.LargeBlocks} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := programtest.Program(t, programtest.Shape{Locations: 14, Vars: 2, Width: 2, Checks: true})
				q, _, err := pass.Run(t.Context(), p)
				if err != nil {
					t.Fatal(err)
				}
				var path program.Path
				for l := q.Init; len(l.Out) > 0 && len(path) < 12; l = path[len(path)-1].Dst {
					path = append(path, l.Out[rapid.IntRange(0, len(l.Out)-1).Draw(t, "edge")])
				}
				choices := rapid.SliceOfN(rapid.IntRange(0, 1000), 50, 50).Draw(t, "choices")
				chooser := func() func(int) int {
					i := 0
					return func(n int) int { i++; return choices[i%len(choices)] % n }
				}
				back := path.Back(chooser())
				if back == nil {
					return // merged branches
				}
				if err := programtest.Connected(back, p.Init); err != nil {
					t.Fatalf("%v\n%s\n%s", err, dump(p), dump(q))
				}
				var was, is []program.Op
				for _, e := range back {
					was = append(was, e.Ops...)
				}
				for _, e := range path {
					is = append(is, e.Ops...)
				}
				if a, b := flatten(was, nil), flatten(is, chooser()); strings.Join(a, ";") != strings.Join(b, ";") {
					t.Fatalf("operations\n%v\n%v", a, b)
				}
			})
		})
	}
}

// TestLive compares liveness with its definition: the value of a variable that is not live does not affect reachability.
func TestLive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := programtest.Program(t, programtest.Small)
		l := passes.Live(p)
		c := program.CloneWith(p, func(e *program.Edge) []program.Op {
			ops := append([]program.Op(nil), e.Ops...)
			for _, v := range p.Vars {
				if !l.Has(e.Dst, v) {
					ops = append(ops, program.Havoc(v, nil))
				}
			}
			return ops
		})
		for _, loc := range p.Locs {
			for _, v := range l.At(loc) {
				if !l.Has(loc, v) {
					t.Fatal("At and Has differ")
				}
			}
		}
		o := programtest.Options{}
		if a, b := explore(t, p, o), explore(t, c.Program, o); a.String() != b.String() {
			t.Fatalf("before %v, after %v\n%s", a, b, dump(p))
		}
	})
}
