package evidence

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"cupel/analysis/absint/relational"
	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/engine"
	"cupel/kernel/certify"
	"cupel/kernel/facts"
)

// certifyClaims proposes claims about a reference program into c: invariants that prove it safe, or that appear
// inductive. functions are the claims of function summaries.
func (s *explanation) certifyClaims(ctx context.Context, ref *reference, c *certify.Proof, p *engine.Proof, solver string, open smt.Opener) (cert *Certificate, functions *certify.Proof) {
	n, before := 0, 0
	if ref.kind == KindSource {
		open = s.machined(open)
	}
	checked := counting(open, &n)
	var err error
	if ref.functions != nil {
		functions, err = s.certifyFunctions(ctx, ref, checked)
		before = n
	}
	if err == nil && !c.Closed() {
		err = s.propose(ctx, c, ref, p)
	}
	if err != nil {
		return uncertified(solver, reasonOf(ctx, err)), nil
	}
	err = c.Check(ctx, checked)
	again := func(ctx context.Context, c *certify.Proof, _ *program.Program) bool {
		return s.proposeAgain(ctx, c, ref, p)
	}
	for _, more := range []func(context.Context, *certify.Proof, *program.Program) bool{s.proposeLinear, again, s.proposeAtoms} {
		if errors.Is(err, certify.ErrInconclusive) && more(ctx, c, ref.Program) {
			if n = before; !s.slimmed(ctx, c, checked) {
				n = before
				err = c.Check(ctx, checked)
			} else {
				err = nil
			}
		}
	}
	by := ""
	if errors.Is(err, certify.ErrInconclusive) && ref.loops == nil && s.proposeHarmless(ctx, c, ref, p) {
		n, by = before, ", with what summaries of loops exclude,"
		err = c.Check(ctx, checked)
	}
	preds, facts := s.spoken(c, ref, p.Predicates), maps.Clone(c.Invariants)
	if errors.Is(err, certify.ErrInconclusive) && len(preds) > 0 {
		n = before
		if infer := c.Infer(ctx, facts, preds, s.tools.Open); infer == nil {
			err = c.Check(ctx, checked)
		}
	}
	if err != nil {
		c.Invariants = facts
		return uncertified(solver, reasonOf(ctx, err)), nil
	}
	if ref.loops != nil {
		by = ", with what summaries of loops say of the states in which these were entered,"
	}
	kind, what := ref.kind, "no path leads to the error"
	switch heads := len(c.Invariants); {
	case c.Closed() && ref.functions == nil:
		kind, what = KindGraph, "no path in the control-flow graph leads to the error"
	case heads == 1:
		what = "an invariant at one loop head" + by + " is inductive and excludes the error"
	case heads > 1:
		what = fmt.Sprintf("invariants at %d loop heads%s are inductive and exclude the error", heads, by)
	}
	switch {
	case ref.functions != nil:
		what += ", and the summaries of functions are inductive"
	case kind != KindGraph:
		what += ", on the program before all passes"
	}
	return s.holds(kind, solver, what, n, c, functions), functions
}

// slimmed keeps only the needed claims if these hold: unneeded ones about products may be too hard.
func (s *explanation) slimmed(ctx context.Context, c *certify.Proof, checked smt.Opener) bool {
	if !c.Multiplies() {
		return false
	}
	slim, err := c.Slim(ctx, s.tools.Open)
	if err != nil || slim.Check(ctx, checked) != nil {
		return false
	}
	c.Invariants = slim.Invariants
	return true
}

// machined returns open, or for the second solver its strategy for machine arithmetic.
func (s *explanation) machined(open smt.Opener) smt.Opener {
	if s.options.Certify {
		return s.seconds(machineResources...)
	}
	return open
}

// translated translates claims about the prepared program to a reference program.
func (s *explanation) translated(ref *reference, t *logic.Term) *logic.Term {
	t = s.stages.Prepared.CellsToSelects(t)
	if t == nil || ref.kind != KindSource || !s.stages.Prepared.Lowered || s.stages.Original.Lowered {
		return t
	}
	if s.words == nil {
		s.words = intlower.NewMachine(s.stages.Prepared)
	}
	return s.words.Claim(t)
}

// propose collects claims at the loop heads of the reference program and drops those that are not inductive.
func (s *explanation) propose(ctx context.Context, c *certify.Proof, ref *reference, p *engine.Proof) error {
	if len(ref.LoopHeads()) == 0 {
		return nil
	}
	c.Claim(headFacts(ctx, ref.Program))
	c.Claim(s.ofFacts(ref))
	c.Claim(s.ofProof(ctx, ref, p))
	most, stop := s.within(ctx, 0.4)
	defer stop()
	if ref.loops != nil {
		c.Claim(ref.loops.claims(most, ref, c))
	}
	if err := c.Weaken(most, s.tools.Open); err != nil {
		return err
	}
	if s.answer.Ran {
		s.proposePassed(ctx, c, ref.Program)
	}
	return nil
}

// proposeLinear adds the results of the linear analysis on the reference program itself, and reports whether
// there are any: after copy propagation, facts about the prepared program miss equations between variables.
func (s *explanation) proposeLinear(ctx context.Context, c *certify.Proof, ref *program.Program) bool {
	heads := ref.LoopHeads()
	if len(heads) == 0 || !s.options.Linear {
		return false
	}
	ctx, stop := s.within(ctx, 0.25)
	defer stop()
	claims := analysed(ctx, ref, func(q *program.Program) []invariants {
		var found []invariants
		facts, proof := relational.Search(ctx, q)
		for _, r := range []*relational.Result{facts, proof} {
			if r != nil {
				found = append(found, r)
			}
		}
		return found
	})
	before := maps.Clone(c.Invariants)
	c.Claim(claims)
	return c.Weaken(ctx, s.tools.Open) == nil && !maps.Equal(before, c.Invariants)
}

// proposeAgain proposes the quantified array invariants of the proof and its facts again, if there are any:
// they may hold together with what the linear analysis found.
func (s *explanation) proposeAgain(ctx context.Context, c *certify.Proof, ref *reference, p *engine.Proof) bool {
	claims, facts := s.ofProof(ctx, ref, p), s.ofFacts(ref)
	quantified := false
	for _, all := range []map[*program.Location]*logic.Term{claims, facts} {
		for _, t := range all {
			quantified = quantified || instances.Quantified(t)
		}
	}
	if !quantified {
		return false
	}
	ctx, stop := s.within(ctx, 0.25)
	defer stop()
	before := maps.Clone(c.Invariants)
	c.Claim(claims)
	c.Claim(facts)
	same := ref.Terms.And(copies(ref.Program)...)
	for _, l := range ref.LoopHeads() {
		c.Claim(map[*program.Location]*logic.Term{l: same})
	}
	if c.Weaken(ctx, s.tools.Open) != nil {
		c.Invariants = before
		return false
	}
	return true
}

// proposeAtoms adds the program's own comparisons: an asserted condition often holds at the loop head, too, as
// it held in the previous iteration; for polynomial equations, their form there. It reports whether any is
// inductive.
func (s *explanation) proposeAtoms(ctx context.Context, c *certify.Proof, ref *program.Program) bool {
	heads := ref.LoopHeads()
	if len(heads) == 0 {
		return false
	}
	var exprs, atoms []*logic.Term
	for _, e := range ref.Edges {
		for op := range program.AllOps(e.Ops) {
			if op.Expr != nil && (op.Kind == program.OpAssume || op.Kind == program.OpAssign) {
				exprs = append(exprs, op.Expr)
			}
		}
	}
	logic.WalkUp(func(t *logic.Term) {
		switch t.Op() {
		case logic.OpEq, logic.OpLe, logic.OpULe, logic.OpULt, logic.OpSLe, logic.OpSLt:
			if !t.Arg(0).Sort().IsBool() && c.Speaks(t) {
				atoms = append(atoms, t)
			}
		}
	}, exprs...)
	if len(atoms) > maxAtoms {
		return false
	}
	ctx, stop := s.within(ctx, 0.25)
	defer stop()
	candidates := map[*program.Location][]*logic.Term{}
	polynomials := c.Polynomials()
	for _, l := range heads {
		candidates[l] = append(atoms[:len(atoms):len(atoms)], polynomials[l]...)
	}
	kept, err := c.Houdini(ctx, s.tools.Open, candidates)
	found := false
	for l, ts := range kept {
		found = found || len(ts) > 0
		c.Claim(map[*program.Location]*logic.Term{l: ref.Terms.And(ts...)})
	}
	return err == nil && found
}

// derivation relates the certified program, without its copies, to the prepared one.
func (s *explanation) derivation() *facts.Derivation {
	if s.derived == nil {
		s.derived = facts.Derive(s.stages.Original, s.stages.Prepared)
	}
	return s.derived
}

// atOriginals moves claims at locations of the prepared program to the original program or the one with
// function summaries; a location with several images gets the disjunction of their claims.
func (s *explanation) atOriginals(ref *reference, claims map[*program.Location]*logic.Term) map[*program.Location]*logic.Term {
	d, f := s.derivation(), s.stages.Prepared.Terms
	out := map[*program.Location]*logic.Term{}
	for _, l := range s.stages.Prepared.Locs {
		o, t := d.Origin(l), s.translated(ref, claims[l])
		switch {
		case o == nil || t == nil:
		case out[o] != nil:
			out[o] = f.Or(out[o], t)
		default:
			out[o] = t
		}
	}
	return out
}

// spoken keeps the predicates over variables of the certified program.
func (s *explanation) spoken(c *certify.Proof, ref *reference, preds map[*program.Location][]*logic.Term) map[*program.Location][]*logic.Term {
	d := s.derivation()
	out := map[*program.Location][]*logic.Term{}
	for _, l := range s.stages.Prepared.Locs {
		for _, q := range preds[l] {
			if q = s.translated(ref, q); d.Origin(l) != nil && !q.IsConst() && c.Speaks(q) {
				out[d.Origin(l)] = append(out[d.Origin(l)], q)
			}
		}
	}
	return out
}
