package validate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"cupel/analysis/absint/interval"
	"cupel/analysis/absint/relational"
	"cupel/analysis/adjacency"
	"cupel/analysis/execution/interp"
	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/smt"
	"cupel/core/smt/smtlib"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/kernel/certify"
)

// A proof describes what was proven and how.
type proof struct {
	How     string
	Trusted []string
}

// prover proves that no execution of a module reaches the error or a cut.
type prover struct {
	a      *asserted // the module's claims
	claims []*claim  // of the witness
	text   *text
	ends   bool   // the property is that executions end: that there is no memory left is no reason
	why    string // why there is no proof yet
}

// executed runs the program if no unknown value matters: it has a single execution.
func (v *prover) executed(ctx context.Context, x *executable) *proof {
	m, err := interp.NewTracking(x.p)
	if err != nil {
		return nil
	}
	out := m.Run(ctx, interp.Zeros{}, interp.Options{MaxSteps: runSteps, Calls: x.calls})
	if out.Kind != interp.Halted {
		return nil
	}
	return &proof{fmt.Sprintf("executed: no input matters, and every execution is the same %d steps", out.Steps), []string{"C front end", "interpreter"}}
}

// prove searches for a proof; nil if none is found.
func (v *prover) prove(ctx context.Context) (*proof, error) {
	if uses := adjacency.Uses(ctx, v.a.m, recursionBound); len(uses) > 0 {
		p, err := passes.Inline(v.a.m, passes.InlineOptions{RecursionBound: recursionBound, SymbolicBases: true})
		if err == nil {
			p, err = passes.FreeAddresses(p, maxFreeObjects)
		}
		if err != nil {
			v.why = fmt.Sprintf("the addresses of objects matter at %s, and cannot be left open: %v", uses[0], err)
			return nil, nil
		}
		return v.proveProgram(ctx, p)
	}
	p, err := passes.Inline(v.a.m, passes.InlineOptions{RecursionBound: recursionBound})
	if err != nil {
		v.why = err.Error()
		return nil, nil
	}
	return v.proveProgram(ctx, p)
}

// whole is an inlined program with what is to be proven besides: that the edges that inlining has dropped are not taken, and for executions that end, that this is not because
// there is no memory left.
func (v *prover) whole(ctx context.Context, p *program.Program) (*program.Program, error) {
	for _, e := range p.Pruned {
		p.NewEdge(e.At, p.Error, e.Ops...).Pos = e.Pos
	}
	if !v.ends || !slices.ContainsFunc(p.Vars, func(x *program.Var) bool { return x.Name == program.HeapTop }) {
		return p, nil
	}
	q, _, err := passes.ReuseHeap.Run(ctx, p)
	return q, err
}

func (v *prover) proveProgram(ctx context.Context, p *program.Program) (*proof, error) {
	p, err := v.whole(ctx, p)
	if err != nil {
		v.why = err.Error()
		return nil, ctx.Err()
	}
	trusted := []string{"C front end", "inlining"}
	program.MarkLoopHeads(p)
	machine := v.attempt(p)
	if how, err := machine.claims(ctx, fast); err != nil || how != "" {
		return found(how, trusted), err
	}
	if how := machine.unrolled(ctx, fewVisits, unrollFew); how != "" {
		return found(how, trusted), nil
	}
	var integers *attempt
	if q, err := intlower.Lower(ctx, p, intlower.Options{Relax: true}); err == nil {
		program.MarkLoopHeads(q)
		integers = v.attempt(q)
		how, err := integers.claims(ctx, fast)
		if how == "" && err == nil {
			how, err = integers.strengthened(ctx)
		}
		if err != nil {
			return nil, err
		}
		if how != "" {
			if c, err := integers.proof.Machine(ctx, p); err == nil && c.Check(ctx, fast) == nil {
				return found(how, trusted), nil
			}
			return found(how+", over the integers", append(trusted, "lowering to the integers")), nil
		}
	}
	if how := machine.unrolled(ctx, manyVisits, unrollMany); how != "" {
		return found(how, trusted), nil
	}
	how, err := machine.strengthened(ctx)
	if err != nil || how != "" {
		return found(how, trusted), err
	}
	if integers != nil {
		if how := integers.unrolled(ctx, manyVisits, unrollMany); how != "" {
			return found(how+", over the integers", append(trusted, "lowering to the integers")), nil
		}
	}
	if v.why = machine.why; v.why == "" && integers != nil {
		v.why = integers.why
	}
	return nil, nil
}

func found(how string, trusted []string) *proof {
	if how == "" {
		return nil
	}
	return &proof{how, append(trusted, "solver")}
}

// fast solves with a small budget; thorough tries a second solver if the first gives up.
func fast(f *logic.Factory, o smt.Options) (smt.Solver, error) {
	o.Work = proveFirst
	return z3.Open(f, o)
}

func thorough(f *logic.Factory, o smt.Options) (smt.Solver, error) {
	ways := []smt.Opener{fast}
	if smtlib.Available("cvc5") {
		ways = append(ways, func(f *logic.Factory, o smt.Options) (smt.Solver, error) {
			return smtlib.New(f, append(smtlib.Preset("cvc5"), "--solve-bv-as-int=sum", fmt.Sprintf("--rlimit-per=%d", cvc5Resources)), o)
		})
	}
	ways = append(ways, func(f *logic.Factory, o smt.Options) (smt.Solver, error) {
		o.Work = proveSecond
		return z3.Open(f, o)
	})
	return smt.InTurn(ways...)(f, o)
}

// An attempt is one program to be proven.
type attempt struct {
	v     *prover
	p     *program.Program
	given map[*program.Location]*logic.Term // the witness's invariants at loop heads
	hints []*logic.Term                     // that may hold at loop heads, besides
	proof *certify.Proof
	why   string
}

func (v *prover) attempt(p *program.Program) *attempt {
	a := &attempt{v: v, p: p}
	a.given, a.hints = v.claimed(p, v.claims)
	for l := range a.given {
		l.LoopHead = true
	}
	for _, l := range p.Locs {
		if l.LoopPos.IsValid() && l != p.Init {
			if t := v.weakest(p, l, maxWP); !t.IsTrue() {
				if a.given[l] != nil {
					t = p.Terms.And(t, a.given[l])
				}
				a.given[l] = t
				l.LoopHead = true
			}
		}
	}
	return a
}

// weakest returns the weakest precondition at a location such that no claim evaluated next fails.
func (v *prover) weakest(p *program.Program, l *program.Location, depth int) *logic.Term {
	f := p.Terms
	all := f.True()
	if depth == 0 {
		return all
	}
	for _, e := range l.Out {
		t := f.True()
		switch {
		case e.Dst == p.Error && e.Goal != nil && v.a.claims[e.Goal] != nil:
			t = f.False()
		case v.added(e.Dst):
			t = v.weakest(p, e.Dst, depth-1)
		}
		all = f.And(all, precondition(f, e.Ops, t))
	}
	return all
}

// precondition is a condition before operations under which t holds behind them, or true.
func precondition(f *logic.Factory, ops []program.Op, t *logic.Term) *logic.Term {
	for i := len(ops) - 1; i >= 0 && !t.IsTrue(); i-- {
		switch op := &ops[i]; op.Kind {
		case program.OpAssign:
			t = f.Subst(t, map[*logic.Term]*logic.Term{op.Var.Sym: op.Expr})
		case program.OpAssume, program.OpCheck:
			t = f.Implies(op.Expr, t)
		case program.OpHavoc:
			if slices.Contains(logic.FreeVars(t), op.Var.Sym) {
				t = f.True()
			}
		case program.OpAccess, program.OpAlloc, program.OpFree:
		default:
			t = f.True()
		}
	}
	return t
}

// added reports whether a location was added for a claim.
func (v *prover) added(l *program.Location) bool {
	for ; l != nil; l = l.Origin {
		if v.a.inside[l] {
			return true
		}
	}
	return false
}

// fresh starts with the claims of the witness alone.
func (a *attempt) fresh(ctx context.Context) error {
	c, err := certify.New(ctx, a.p)
	if err != nil {
		return err
	}
	a.proof = c
	c.Claim(a.given)
	return nil
}

// claims checks the claims of the witness as they are.
func (a *attempt) claims(ctx context.Context, open smt.Opener) (string, error) {
	if err := a.fresh(ctx); err != nil {
		a.why = err.Error()
		return "", ctx.Err()
	}
	return a.check(ctx, open, "the claims of the witness")
}

// check checks the current invariants.
func (a *attempt) check(ctx context.Context, open smt.Opener, what string) (string, error) {
	err := a.proof.Check(ctx, open)
	if err == nil {
		n := len(a.proof.Invariants)
		switch {
		case a.proof.Closed():
			return "no path in the control-flow graph leads to the error", nil
		case n == 0:
			return fmt.Sprintf("no step leads to the error, without any claim, by %d questions", len(a.proof.Obligations())), nil
		}
		return fmt.Sprintf("%s at %d loop heads are inductive and exclude the error", what, n), nil
	}
	if a.why = err.Error(); errors.Is(err, certify.ErrInconclusive) {
		err = nil
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	return "", err
}

// strengthened adds the inductive results of analyses.
func (a *attempt) strengthened(ctx context.Context) (string, error) {
	if len(a.p.LoopHeads()) == 0 {
		return a.claims(ctx, thorough)
	}
	if err := a.fresh(ctx); err != nil {
		return "", ctx.Err()
	}
	what := "the claims of the witness and bounds by interval analysis"
	if len(a.given) == 0 {
		what = "bounds by interval analysis"
	}
	for round, more := range []func(context.Context) bool{a.intervals, a.linear, a.atoms} {
		if !more(ctx) && round > 0 {
			continue
		}
		if round == 1 {
			what += ", linear ones"
		}
		if round == 2 {
			what += ", comparisons of the program"
		}
		if err := a.proof.Weaken(ctx, fast); err != nil {
			if ctx.Err() != nil {
				return "", ctx.Err()
			}
			a.why = err.Error()
			continue
		}
		if how, err := a.check(ctx, fast, what); how != "" || err != nil {
			return how, err
		}
	}
	if how, err := a.byInduction(ctx, what); how != "" || err != nil {
		return how, err
	}
	if how, err := a.predicates(ctx, what); how != "" || err != nil {
		return how, err
	}
	return a.check(ctx, thorough, what)
}

// byInduction applies k-induction over visits of loop heads.
func (a *attempt) byInduction(ctx context.Context, what string) (string, error) {
	if len(a.p.Edges) > maxInduction {
		return "", nil
	}
	if a.proof.CheckFacts(ctx, fast) != nil {
		return "", ctx.Err()
	}
	for _, k := range []int{1, 2, 4} {
		c, err := a.proof.KInduction(ctx, k)
		if err != nil {
			return "", ctx.Err()
		}
		if c.Check(ctx, fast) == nil {
			return fmt.Sprintf("%s at %d loop heads are inductive and exclude the error by %d-induction", what, len(a.proof.Invariants), k+1), nil
		}
	}
	return "", ctx.Err()
}

// predicates applies predicate abstraction over the program's comparisons.
func (a *attempt) predicates(ctx context.Context, what string) (string, error) {
	atoms := a.comparisons()
	if len(atoms) > maxAtoms {
		return "", nil
	}
	live := passes.Live(a.p)
	preds := map[*program.Location][]*logic.Term{}
	for _, l := range a.p.LoopHeads() {
		for _, t := range atoms {
			if !slices.ContainsFunc(logic.FreeVars(t), func(v *logic.Term) bool { return !live.Has(l, a.p.VarOf(v)) }) {
				preds[l] = append(preds[l], t)
			}
		}
	}
	known := maps.Clone(a.proof.Invariants)
	within, stop := work.Within(ctx, inferAll)
	defer stop()
	if a.proof.Infer(within, known, preds, fast) == nil {
		if how, err := a.check(ctx, fast, what+", and combinations of the program's comparisons"); how != "" || err != nil {
			return how, err
		}
	}
	a.proof.Invariants = known
	return "", ctx.Err()
}

// complete is the result of an analysis that reached its fixpoint.
type complete interface {
	Complete() bool
	Invariant(*program.Location) *logic.Term
}

func (a *attempt) add(rs ...complete) bool {
	before := maps.Clone(a.proof.Invariants)
	for _, r := range rs {
		if !r.Complete() {
			continue
		}
		at := map[*program.Location]*logic.Term{}
		for _, l := range a.p.LoopHeads() {
			if t := r.Invariant(l); t != nil {
				at[l] = t
			}
		}
		a.proof.Claim(at)
	}
	return !maps.Equal(before, a.proof.Invariants)
}

func (a *attempt) intervals(ctx context.Context) bool {
	ranges := interval.Analyze(ctx, a.p)
	if len(a.hints) > 0 {
		a.together(ctx, ranges)
	}
	return a.add(ranges)
}

// together adds hints as far as they are inductive with bounds and with the claims of the witness.
func (a *attempt) together(ctx context.Context, ranges complete) {
	candidates := map[*program.Location][]*logic.Term{}
	for _, l := range a.p.LoopHeads() {
		candidates[l] = slices.Clone(a.hints)
		if t := a.given[l]; t != nil {
			candidates[l] = append(candidates[l], logic.Conjuncts(t)...)
		}
		if ranges.Complete() {
			candidates[l] = append(candidates[l], logic.Conjuncts(ranges.Invariant(l))...)
		}
	}
	kept, err := a.proof.Houdini(ctx, fast, candidates)
	if err != nil {
		return
	}
	for l, ts := range kept {
		a.proof.Claim(map[*program.Location]*logic.Term{l: a.p.Terms.And(ts...)})
	}
}

func (a *attempt) linear(ctx context.Context) bool {
	if !a.p.Lowered {
		return false
	}
	facts, proof := relational.Search(ctx, a.p)
	var rs []complete
	for _, r := range []*relational.Result{facts, proof} {
		if r != nil {
			rs = append(rs, r)
		}
	}
	a.proof.Claim(a.given) // claims dropped before may be inductive now
	a.add(rs...)
	return true
}

// comparisons returns the program's comparisons.
func (a *attempt) comparisons() []*logic.Term {
	var exprs, atoms []*logic.Term
	for _, e := range a.p.Edges {
		for op := range program.AllOps(e.Ops) {
			if op.Expr != nil && (op.Kind == program.OpAssume || op.Kind == program.OpAssign) {
				exprs = append(exprs, op.Expr)
			}
		}
	}
	logic.WalkUp(func(t *logic.Term) {
		switch t.Op() {
		case logic.OpEq, logic.OpLe, logic.OpULe, logic.OpULt, logic.OpSLe, logic.OpSLt:
			if !t.Arg(0).Sort().IsBool() && a.proof.Speaks(t) {
				atoms = append(atoms, t)
			}
		case logic.OpStore: // stored values may still be there
			if a.p.VarOf(t.Arg(0)) != nil && !t.Arg(2).Sort().IsBool() && !t.Arg(2).Sort().IsArray() && a.proof.Speaks(t) {
				atoms = append(atoms, a.p.Terms.Eq(a.p.Terms.Select(t.Arg(0), t.Arg(1)), t.Arg(2)))
			}
		}
	}, exprs...)
	return atoms
}

// atoms tries the program's comparisons and their negations at all loop heads.
func (a *attempt) atoms(ctx context.Context) bool {
	var atoms []*logic.Term
	for _, t := range a.comparisons() {
		atoms = append(atoms, t, a.p.Terms.Not(t))
	}
	if len(atoms) > 2*maxAtoms {
		return false
	}
	candidates := map[*program.Location][]*logic.Term{}
	for _, l := range a.p.LoopHeads() {
		candidates[l] = slices.Clone(atoms)
		if t := a.given[l]; t != nil {
			candidates[l] = append(candidates[l], logic.Conjuncts(t)...)
		}
	}
	kept, err := a.proof.Houdini(ctx, fast, candidates)
	if err != nil {
		return false
	}
	for l, ts := range kept {
		a.proof.Claim(map[*program.Location]*logic.Term{l: a.p.Terms.And(ts...)})
	}
	return true
}

// unrolled proves programs with short executions by unrolling.
func (a *attempt) unrolled(ctx context.Context, most, budget int) string {
	if len(a.p.LoopHeads()) == 0 {
		return ""
	}
	ctx, stop := work.Within(ctx, budget)
	defer stop()
	c, visits, err := certify.Unroll(ctx, a.p, fast, most)
	if err != nil || c.Check(ctx, thorough) != nil {
		return ""
	}
	return fmt.Sprintf("executions visit loop heads at most %d times, and no step of the unrolled program leads to the error", visits)
}
