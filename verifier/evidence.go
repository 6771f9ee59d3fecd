package verifier

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"cupel/certify"
	"cupel/engine"
	"cupel/frontend/c/library"
	"cupel/logic"
	"cupel/program"
	"cupel/program/interp"
	"cupel/program/intlower"
	"cupel/program/passes"
	"cupel/smt"
	"cupel/summary/procedure"
	"cupel/witness"
)

// evidence explains an answer.
type evidence struct {
	*blocks // those of the answer, without programs where it has none
	of      *answer
	report  *Report
	text    sourceText        // of the files that positions speak of
	words   *intlower.Machine // made when it is needed
}

func (a *answer) evidence(r *Report) *evidence {
	e := &evidence{blocks: a.on, of: a, report: r}
	if e.blocks == nil || a.ran && e.closed != nil {
		e.blocks = &blocks{lowering: &lowering{inlining: &inlining{source: a.source}}}
	}
	e.text.only = e.graphMLFile()
	return e
}

// relied are the summaries of functions that a proof rests on; nil: none.
func (s *evidence) relied() *procedure.Result {
	if s.of.Verdict != engine.True || s.of.ran {
		return nil
	}
	return s.functions
}

// explainError reports the confirmed execution, writes the witness and runs
// the harness.
func (s *evidence) explainError(ctx context.Context) error {
	start := time.Now()
	out := s.of.proven.execution
	r := s.report
	r.Confirmed = fmt.Sprintf("replayed in the interpreter, %d steps", out.Steps)
	target := target(out.Last)
	r.ErrorAt = target.Pos.String()
	if g := out.Last.Goal; g != nil && !g.Call {
		r.Goal = g.String()
	}
	if s.module == nil {
		r.Inputs = s.modelInputs(out)
		if s.cfg.Harness != "" {
			r.Harness = "no: a control-flow automaton has no C program to compile"
		}
		s.time("evidence", start)
		return nil
	}
	for _, c := range out.Inputs {
		r.Inputs = append(r.Inputs, InputValue{Call: c.Input.Callee, Type: c.Input.Type,
			Value: cLiteral(c.Value, c.Input.Signed), At: c.Input.Pos.String()})
	}
	s.settled()
	r.Depends, r.DependsExact = s.dependences(ctx)
	if s.cfg.Witness != "" {
		if err := s.writeWitness(s.violation(out, target), nil); err != nil {
			return err
		}
	}
	s.time("evidence", start)
	if s.cfg.Harness != "" {
		r.Harness = s.runHarness(ctx, out)
	}
	return nil
}

func (s *evidence) witnessMeta() (witness.Meta, error) {
	m, err := witness.NewMeta(s.task.File, s.task.PropertyText(), s.cfg.DataModel)
	m.Version, m.Configuration, m.CommandLine = Version, s.cfg.Engine, s.cfg.CommandLine
	return m, err
}

// maxBranches bounds the branches that a witness names. The inputs determine the
// execution; a loop of a million iterations need not be told iteration by
// iteration.
const maxBranches = 4096

// violation lists the inputs and the first branches of an execution in order.
func (s *evidence) violation(out *interp.Outcome, target witness.Point) *witness.Violation {
	v := &witness.Violation{Target: target}
	next, branches := 0, 0
	input := func(in interp.Consumed) {
		if step, ok := inputStep(in); ok && s.text.begins(step.Pos, ")") {
			v.Steps = append(v.Steps, step)
		}
	}
	for _, e := range out.Path {
		if b := e.Branch; b != nil && b.Pos.IsValid() && branches < maxBranches && s.text.begins(b.Pos, branchings...) {
			branches++
			v.Steps = append(v.Steps, witness.Step{Value: b.Value, Point: witness.Point{Pos: b.Pos, Func: e.Src.Func}})
		}
		for i := range e.Ops {
			if op := &e.Ops[i]; op.Kind == program.OpHavoc && op.Input != nil && next < len(out.Inputs) {
				input(out.Inputs[next])
				next++
			}
		}
	}
	for _, in := range out.Inputs[next:] {
		input(in)
	}
	return v
}

// inputStep is the return of an input from its function; ok is false when a witness
// cannot say what it returned.
func inputStep(in interp.Consumed) (step witness.Step, ok bool) {
	value, ok := resultClaim(in.Value, in.Input.Signed)
	return witness.Step{Return: true, Callee: in.Input.Callee, Value: value,
		Point: witness.Point{Pos: in.Input.Paren, Func: in.Input.Func}}, ok
}

// resultClaim says what a call returned as a relation and a constant of C. C has no
// constant for an infinity: it is what lies beyond the largest finite number. No
// relation holds for what is not a number.
func resultClaim(v *logic.Term, signed bool) (claim string, ok bool) {
	var x float64
	largest := ""
	switch v.Sort() {
	case logic.Float32:
		x, largest = float64(math.Float32frombits(uint32(v.BVBig().Uint64()))), hexFloat32(math.Float32bits(math.MaxFloat32))
	case logic.Float64:
		x, largest = math.Float64frombits(v.BVBig().Uint64()), hexFloat64(math.Float64bits(math.MaxFloat64))
	default:
		return "== " + cLiteral(v, signed), !v.Sort().IsFloat()
	}
	switch {
	case math.IsNaN(x):
		return "", false
	case math.IsInf(x, 1):
		return "> " + largest, true
	case math.IsInf(x, -1):
		return "< -" + largest, true
	}
	return "== " + cLiteral(v, signed), true
}

// cLiteral prints a value as a C literal.
func cLiteral(v *logic.Term, signed bool) string {
	switch s := v.Sort(); {
	case s.IsBV() && signed:
		return v.BVSigned().String()
	case s.IsBV():
		return v.BVBig().String()
	case s.IsFloat():
		return floatLiteral(v)
	}
	return v.String()
}

// settled tells the report as it is when the evidence does not come in time.
func (s *evidence) settled() {
	if s.cfg.Settled == nil || s.report.Verdict == engine.True.String() && s.cfg.RequireCertified {
		return
	}
	r := *s.report
	s.into(&r)
	r.Unwritten = slices.Clone(r.Unwritten)
	for flag, file := range map[string]string{"--witness": s.cfg.Witness, "--harness": s.cfg.Harness} {
		if file != "" {
			r.Unwritten = append(r.Unwritten, flag+": the time for the evidence ended")
		}
	}
	slices.Sort(r.Unwritten)
	if s.cfg.Certify && r.Verdict == engine.True.String() {
		r.certified(uncertified(s.cfg.Certifier, "the time for the certificate ended"))
	}
	s.cfg.Settled(&r)
}

// explainProof reports the proof, re-checks it when asked to, and writes the witness.
func (s *evidence) explainProof(ctx context.Context, res *engine.Result) error {
	start := time.Now()
	r := s.report
	p := res.Proof
	heads := 0
	for _, l := range s.prepared.Locs {
		if l.LoopHead {
			heads++
		}
	}
	preds := 0
	for _, ps := range p.Predicates {
		preds += len(ps)
	}
	switch {
	case p.Summary != "":
		r.Proof = p.Summary
	case heads == 0:
		r.Proof = "no loop is left: every path was explored"
	case p.Finite:
		r.Proof = "the tree of feasible paths is finite and was explored"
	default:
		r.Proof = fmt.Sprintf("predicate abstraction with %d predicates at %d loop heads", preds, heads)
	}
	s.settled()
	if s.cfg.CertifyTimeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.cfg.CertifyTimeout)
		defer cancel()
	}
	var invs []witness.Invariant
	if s.cfg.Certify || s.cfg.Witness != "" {
		invs = s.certify(ctx, p)
	}
	for _, i := range invs {
		r.Invariants = append(r.Invariants, Invariant{i.Pos.String(), i.Expr})
	}
	if s.relied() != nil {
		r.Proof += "; " + s.relied().String()
	}
	s.time("certification", start)
	return s.writeProof(invs)
}

// writeProof withdraws a verdict without the certificate that it needs, or
// writes its witness.
func (s *evidence) writeProof(invs []witness.Invariant) error {
	r := s.report
	r.requireCertified(s.cfg)
	if s.cfg.Witness == "" || r.Verdict != engine.True.String() {
		return nil
	}
	invs = s.orTrivial(invs)
	if len(invs) == 0 && s.module != nil {
		s.failedOutput("--witness", errors.New("there is no place in the program's text that a witness could speak of"))
		return nil
	}
	return s.writeWitness(nil, invs)
}

// graphMLFile is the file that all lines of a GraphML witness are in, "" for other
// witnesses.
func (s *evidence) graphMLFile() string {
	if witness.IsGraphML(s.cfg.Witness) {
		return s.task.File
	}
	return ""
}

// writeWitness writes what was found, or says why it could not.
func (s *evidence) writeWitness(v *witness.Violation, invs []witness.Invariant) error {
	m, err := s.witnessMeta()
	if err != nil {
		return err
	}
	if v != nil {
		for i := range v.Steps {
			v.Steps[i].Pos = s.text.character(v.Steps[i].Pos)
		}
		v.Target.Pos = s.text.character(v.Target.Pos)
	}
	invs = slices.Clone(invs)
	for i := range invs {
		invs[i].Pos = s.text.character(invs[i].Pos)
	}
	if err := witness.WriteFile(s.cfg.Witness, m, v, invs); err != nil {
		s.failedOutput("--witness", err)
		return nil
	}
	s.report.Witness = s.cfg.Witness
	return nil
}

// witnessInvariants renders the invariants of source loops in C. A loop that was
// inlined several times has one invariant that covers all copies: the
// disjunction of theirs, and none when a copy has none. Those of a model are
// SMT-LIB terms.
func (s *evidence) witnessInvariants(ctx context.Context, c *certify.Proof, open smt.Opener) []witness.Invariant {
	if s.module == nil {
		return s.modelInvariants(c)
	}
	type loop struct {
		point    witness.Point
		exprs    []string
		unproven bool // of a copy nothing is known
		copies   []loopCopy
	}
	proven := c.Program()
	images := map[*program.Location]*program.Location{} // of original locations
	for _, l := range proven.Locs {
		for o := l.Origin; o != nil; o = o.Origin {
			images[o] = l
		}
	}
	scope := witness.NewScope(s.module, s.original)
	// Passes leave variables that the error does not depend on with stale values.
	live := passes.Live(proven)
	var loops []*loop
	at := map[program.Pos]*loop{}
	for _, o := range s.original.Locs {
		if !o.LoopPos.IsValid() || library.Within(o.LoopPos.File) || len(o.In) == 0 {
			continue
		}
		lp := at[o.LoopPos]
		if lp == nil {
			lp = &loop{point: witness.Point{Pos: o.LoopPos, Func: o.Func}}
			at[o.LoopPos] = lp
			loops = append(loops, lp)
		}
		e := ""
		if l := images[o]; l != nil && !lp.unproven {
			name := func(v *program.Var) string {
				if !live.Has(l, v) {
					return ""
				}
				return scope.Name(o, v)
			}
			if t := c.At(l); t != nil {
				e = witness.CExpr(proven, name, t)
				lp.copies = append(lp.copies, loopCopy{t, name})
			}
		}
		switch {
		case e == "":
			lp.unproven = true
		case !slices.Contains(lp.exprs, e):
			lp.exprs = append(lp.exprs, e)
		}
	}
	var out []witness.Invariant
	for _, lp := range loops {
		if lp.unproven {
			continue
		}
		e := lp.exprs[0]
		if len(lp.exprs) > 1 {
			e = "(" + strings.Join(lp.exprs, ") || (") + ")"
		}
		if survives(ctx, proven, e, lp.copies, open) {
			out = append(out, witness.Invariant{Point: lp.point, Expr: e})
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i].Pos, out[j].Pos
		return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
	})
	return out
}

// floatLiteral prints a float exactly, as a hexadecimal literal.
func floatLiteral(v *logic.Term) string {
	bits := v.BVBig()
	switch v.Sort() {
	case logic.Float32:
		return hexFloat32(uint32(bits.Uint64()))
	case logic.Float64:
		return hexFloat64(bits.Uint64())
	}
	return "0x" + new(big.Int).Set(bits).Text(16)
}

func hexFloat32(bits uint32) string {
	return strconv.FormatFloat(float64(math.Float32frombits(bits)), 'x', -1, 32) + "f"
}

func hexFloat64(bits uint64) string {
	return strconv.FormatFloat(math.Float64frombits(bits), 'x', -1, 64)
}
