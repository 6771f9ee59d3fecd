package cegar

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"cupel/absint/interval"
	"cupel/certify"
	"cupel/engine"
	"cupel/interpolation"
	"cupel/logic"
	"cupel/program"
	"cupel/program/interp"
	"cupel/program/passes"
	"cupel/program/programtest"
	"cupel/smt/z3"
)

// options of a configuration, with the tools of the tests.
func options(t testing.TB, set func(*Options)) Options {
	itp, err := interpolation.ByName("portfolio", interpolation.Options{Open: z3.Open, Validate: true})
	if err != nil {
		t.Fatal(err)
	}
	o := Defaults()
	o.Open, o.Interpolate = z3.Open, itp
	if set != nil {
		set(&o)
	}
	if err := o.Validate(); err != nil {
		t.Fatal(err)
	}
	return o.complete()
}

// configurations span the dimensions.
var configurations = []struct {
	name string
	set  func(*Options)
}{
	{"pred-cart", func(o *Options) { o.Search, o.Encoding = "bfs", Sbe }},
	{"pred-cart-bw-local", func(o *Options) { o.Refinement, o.Granularity = BwBinItp, Local }},
	{"pred-cart-fw-full", func(o *Options) { o.Refinement, o.Prune, o.Search = FwBinItp, Full, "dfs" }},
	{"pred-cart-assumes", func(o *Options) { o.InitialPrecision, o.Granularity, o.Search = AllAssumes, Local, "dfs-err" }},
	{"pred-bool", func(o *Options) { o.Domain, o.Split, o.Search = PredBool, Atoms, "err-dfs" }},
	{"pred-bool-multi", func(o *Options) { o.Domain, o.Refinement, o.Prune = PredBool, MultiSeq, Full }},
	{"pred-split", func(o *Options) { o.Domain, o.Split = PredSplit, Conjuncts }},
	{"pred-split-bw", func(o *Options) { o.Domain, o.Refinement, o.Search = PredSplit, BwBinItp, "dfs" }},
	{"expl", func(o *Options) { o.Domain, o.Stop = Expl, true }},
	{"expl-1*", func(o *Options) { o.Domain, o.MaxEnum, o.Search = Expl, NoSolver, "bfs" }},
	{"expl-1-core", func(o *Options) { o.Domain, o.MaxEnum, o.Refinement = Expl, 1, UnsatCore }},
	{"expl-0-multi-local", func(o *Options) {
		o.Domain, o.MaxEnum, o.Refinement, o.Granularity = Expl, Unlimited, MultiSeq, Local
	}},
	{"expl-5-all-vars", func(o *Options) { o.Domain, o.MaxEnum, o.InitialPrecision = Expl, 5, AllVars }},
	{"expl-50-bw", func(o *Options) { o.Domain, o.MaxEnum, o.Refinement = Expl, 50, BwBinItp }},
	{"product-cart", func(o *Options) { o.Domain, o.Rule, o.Counterexamples = ExplPredCart, NewAtoms, 3 }},
	{"product-bool", func(o *Options) { o.Domain, o.Rule, o.Search = ExplPredBool, NewOperands, "weights:3,-1" }},
}

// TestRandomPrograms compares the configurations with the enumeration of the
// states, on single statements and on large blocks.
func TestRandomPrograms(t *testing.T) {
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
			o := options(t, c.set)
			if i%3 == 0 {
				o.Invariants = facts(prog)
			}
			o.Confirm = func(ctx context.Context, cex *engine.Counterexample) string {
				if prog == p {
					return follow(rt, p, cex)
				}
				out, err := interp.Replay(ctx, p, cex, interp.Options{})
				if err != nil {
					return err.Error()
				}
				if out.Kind != interp.ReachedError {
					return out.Kind.String() + " " + out.Note
				}
				return ""
			}
			ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
			r, err := New(o).Verify(ctx, prog, engine.Quiet{})
			if err != nil {
				rt.Fatal(c.name, err)
			}
			switch r.Verdict {
			case engine.True:
				if truth.Error || len(truth.Cuts) > 0 {
					rt.Fatalf("%s proves a program that reaches %v", c.name, truth)
				}
				if err := r.Proof.Check(ctx, z3.Open); err != nil && ctx.Err() == nil {
					rt.Fatalf("%s: the graph is refused: %v", c.name, err)
				}
				checkInvariants(ctx, rt, c.name, prog, r.Proof)
			case engine.False:
				if !truth.Error {
					rt.Fatalf("%s refutes a safe program", c.name)
				}
			}
			if r.Verdict != engine.Unknown || !truth.Error && len(truth.Cuts) > 0 {
				lock.Lock()
				solved[c.name]++
				lock.Unlock()
			}
			cancel()
		}
	})
	t.Logf("of %d programs, solved: %v", tried, solved)
	for _, c := range configurations {
		if 2*solved[c.name] < tried {
			t.Errorf("%s: only %d of %d solved", c.name, solved[c.name], tried)
		}
	}
}

// checkInvariants: the invariants of a complete proof are inductive and exclude
// the error, as another checker finds.
func checkInvariants(ctx context.Context, t *rapid.T, name string, p *program.Program, proof *engine.Proof) {
	c, err := certify.New(ctx, p)
	if err != nil {
		return // too late
	}
	for _, l := range p.LoopHeads() {
		if proof.Invariants[l] == nil {
			t.Fatalf("%s: no invariant at %v", name, l)
		}
	}
	// Large blocks can begin at other locations than loop heads, where control
	// flow joins and parts again; invariants are not given there.
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

// facts are the intervals at loop heads.
func facts(p *program.Program) map[*program.Location]*logic.Term {
	r := interval.Analyze(context.Background(), p)
	out := map[*program.Location]*logic.Term{}
	for _, l := range p.LoopHeads() {
		out[l] = r.Invariant(l)
	}
	return out
}

// feed gives havocs their values in order.
type feed []engine.HavocValue

func (f *feed) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if len(*f) == 0 || (*f)[0].Var != op.Var || (*f)[0].Input != op.Input || (*f)[0].ID != op.ID {
		return nil, false
	}
	v := (*f)[0].Value
	*f = (*f)[1:]
	return v, true
}

// follow executes a counterexample along its own path, which must be possible
// but for undefined behaviour.
func follow(t *rapid.T, p *program.Program, cex *engine.Counterexample) string {
	m, err := interp.New(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Path(cex.Path).Check(p.Init); err != nil || cex.Path[len(cex.Path)-1].Dst != p.Error {
		t.Fatalf("no error path: %v", err)
	}
	for _, checks := range []bool{false, true} {
		m.Begin(nil)
		src := feed(cex.Havocs)
		for _, e := range cex.Path {
			if m.Step(e, &src, checks) {
				continue
			}
			if !checks {
				t.Fatalf("the path %v cannot be executed at %v", program.Path(cex.Path), e.Src)
			}
			return "undefined behaviour"
		}
		if len(src) > 0 {
			t.Fatal("values are left over")
		}
	}
	return ""
}

func describe(r *engine.Result) string {
	return fmt.Sprintf("%v %s", r.Verdict, r.Reason)
}
