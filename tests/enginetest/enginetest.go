package enginetest

import (
	"context"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/absint/interval"
	"cupel/analysis/execution/interp"
	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/engine"
	"cupel/engine/definedness"
	"cupel/kernel/certify"
	"cupel/tests/effort"
)

// A Configuration is an engine under test.
type Configuration struct {
	Name   string
	Engine engine.Engine
	Proves bool // proofs only, of which there may be few
}

// RandomPrograms compares configurations with the explicit enumeration of the states, on single statements and
// large blocks, with and without facts. Proofs are re-checked and counterexamples replayed. Every configuration
// has to decide half of the programs.
func RandomPrograms(t *testing.T, configurations []Configuration) {
	effort.Checks(t, 12, 100, 1000)
	solved, tried := map[string]int{}, 0
	var lock sync.Mutex
	rapid.Check(t, func(rt *rapid.T) {
		q := programtest.Program(rt, programtest.Small)
		p := programtest.AnyStart(q)
		truth, err := programtest.Explore(q, programtest.Options{})
		if err != nil {
			rt.Skip(err)
		}
		large, _, err := passes.LargeBlocks.Run(context.Background(), p)
		if err != nil {
			rt.Fatal(err)
		}
		program.MarkLoopHeads(large)
		tried++
		for i, c := range configurations {
			prog := p
			if (tried+i)%2 == 0 {
				prog = large
			}
			var known map[*program.Location]*logic.Term
			if i%3 == 0 {
				known = Facts(prog)
			}
			confirm := func(ctx context.Context, cex *program.Counterexample) engine.Replay {
				if prog == p {
					return follow(rt, p, cex)
				}
				return Replay(ctx, p, cex)
			}
			ctx, cancel := work.Within(context.Background(), 500_000)
			given := Problem(t, prog)
			given.Facts, given.Tools.Confirm = known, confirm
			if (tried+i)%4 < 2 {
				given.Precision = precision(prog)
			}
			r, err := definedness.Verify(ctx, c.Engine, given, engine.Quiet{})
			if err != nil {
				rt.Fatal(c.Name, err)
			}
			switch r.Verdict {
			case engine.True:
				if truth.Error || len(truth.Cuts) > 0 {
					rt.Fatalf("%s proves a program that reaches %v", c.Name, truth)
				}
				if err := r.Proof.Check(ctx, z3.Open); err != nil && ctx.Err() == nil {
					rt.Fatalf("%s: the proof is refused: %v", c.Name, err)
				}
				checkInvariants(ctx, rt, c.Name, prog, r.Proof)
			case engine.False:
				if !truth.Error {
					rt.Fatalf("%s refutes a safe program", c.Name)
				}
			}
			if r.Verdict != engine.Unknown || !truth.Error && len(truth.Cuts) > 0 {
				lock.Lock()
				solved[c.Name]++
				lock.Unlock()
			}
			cancel()
		}
	})
	t.Logf("of %d programs, solved: %v", tried, solved)
	for _, c := range configurations {
		if 2*solved[c.Name] < tried && !c.Proves || solved[c.Name] == 0 {
			t.Errorf("%s: only %d of %d solved", c.Name, solved[c.Name], tried)
		}
	}
}

// precision returns predicates about every variable, relevant or not.
func precision(p *program.Program) map[*program.Location][]*logic.Term {
	out := map[*program.Location][]*logic.Term{}
	for _, l := range p.LoopHeads() {
		for _, v := range p.Vars {
			if v.Sort().IsBV() {
				out[l] = append(out[l], p.Terms.Eq(v.Sym, p.Terms.BV(1, v.Sort().Width())), p.Terms.Eq(v.Sym, p.Terms.BV(0, v.Sort().Width())))
			}
		}
	}
	return out
}

// Problem returns a problem with a solver and with interpolation that checks its interpolants.
func Problem(t testing.TB, p *program.Program) engine.Problem {
	itp, err := interpolation.ByName("portfolio", interpolation.Options{Open: z3.Open, Validate: true})
	if err != nil {
		t.Fatal(err)
	}
	return engine.Problem{Program: p, Tools: engine.Tools{Open: z3.Open, Interpolate: itp}}
}

// Replay executes a counterexample of p, or of a program derived from p, on p.
func Replay(ctx context.Context, p *program.Program, cex *program.Counterexample) engine.Replay {
	out, err := interp.Replay(ctx, p, cex, interp.Options{})
	switch {
	case err != nil:
		return engine.Replay{Kind: engine.Differs, Text: err.Error()}
	case out.Kind == interp.ReachedError:
		return engine.Replay{}
	case out.Kind == interp.Undefined:
		return engine.Replay{Kind: engine.Undefined, Text: out.Note}
	}
	return engine.Replay{Kind: engine.Differs, Text: out.Kind.String() + " " + out.Note}
}

// checkInvariants requires that the invariants of a complete proof are inductive and exclude the error,
// according to another checker.
func checkInvariants(ctx context.Context, t *rapid.T, name string, p *program.Program, proof *engine.Proof) {
	if !proof.Complete {
		return // the proof is of another kind
	}
	c, err := certify.New(ctx, p)
	if err != nil {
		return // out of time
	}
	for _, l := range p.LoopHeads() {
		if proof.Invariants[l] == nil {
			t.Fatalf("%s: no invariant at %v", name, l)
		}
	}
	// Large blocks can also begin at joins that are no loop heads, for which there are no invariants.
	large, _, err := passes.LargeBlocks.Run(ctx, p)
	if err != nil {
		return
	}
	program.MarkLoopHeads(large)
	for _, l := range large.Locs {
		if l != large.Init && len(l.Out) > 0 && !l.LoopHead {
			return
		}
	}
	c.Facts(proof.Invariants)
	if err := c.Check(ctx, z3.Open); err != nil && ctx.Err() == nil {
		t.Fatalf("%s: the invariants are refused: %v", name, err)
	}
}

// Facts returns interval invariants at loop heads.
func Facts(p *program.Program) map[*program.Location]*logic.Term {
	r := interval.Analyze(context.Background(), p)
	out := map[*program.Location]*logic.Term{}
	for _, l := range p.LoopHeads() {
		out[l] = r.Invariant(l)
	}
	return out
}

// feed supplies havoc values in order.
type feed []program.HavocValue

func (f *feed) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if len(*f) == 0 || (*f)[0].Var != op.Var || (*f)[0].Input != op.Input || (*f)[0].ID != op.ID {
		return nil, false
	}
	v := (*f)[0].Value
	*f = (*f)[1:]
	return v, true
}

// follow executes a counterexample along its own path, which must be feasible up to undefined behaviour.
func follow(t *rapid.T, p *program.Program, cex *program.Counterexample) engine.Replay {
	m, err := interp.New(p)
	if err != nil {
		t.Fatal(err)
	}
	path := make(program.Path, len(cex.Path))
	for i, e := range cex.Path {
		for e != p.Edges[e.ID] {
			e = e.Origin
		}
		path[i] = e
	}
	if err := programtest.Connected(path, p.Init); err != nil || path[len(path)-1].Dst != p.Error {
		t.Fatalf("no error path: %v", err)
	}
	for _, strict := range []bool{false, true} {
		if strict {
			if p, _, err = passes.AssumeChecks.Run(context.Background(), p); err != nil {
				t.Fatal(err)
			}
			if m, err = interp.New(p); err != nil {
				t.Fatal(err)
			}
		}
		m.Begin(nil)
		src := feed(cex.Havocs)
		for _, e := range path {
			if m.Step(p.Edges[e.ID], &src) {
				continue
			}
			if !strict {
				t.Fatalf("the path %v cannot be executed at %v", path, e.Src)
			}
			return engine.Replay{Kind: engine.Undefined, Text: "undefined behaviour"}
		}
		if len(src) > 0 {
			t.Fatal("values are left over")
		}
	}
	return engine.Replay{}
}
