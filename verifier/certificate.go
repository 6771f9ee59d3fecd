package verifier

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"cupel/absint/relational"
	"cupel/certify"
	"cupel/engine"
	"cupel/engine/definedness"
	"cupel/engine/symex"
	"cupel/logic"
	"cupel/program"
	"cupel/smt"
	"cupel/smt/smtlib"
	"cupel/witness"
)

// The kinds of certificates: what the second solver was asked about.
const (
	// KindSource: invariants are inductive and exclude the error on the program as it was
	// inlined, in machine arithmetic.
	KindSource = "source"
	// KindIntegers: the same over the integers; the lowering used the types' ranges
	// and no facts of an analysis, no pass was applied.
	KindIntegers = "integers"
	// KindLowered: the same on a program after passes and with the facts that the
	// lowering took from the interval analysis, where summaries close the recursion.
	KindLowered = "lowered"
	// KindGraph: no path in the control-flow graph leads to the error. The second
	// solver has confirmed no more than that none of no ways is possible.
	KindGraph = "graph"
	// KindNone: nothing that counts was checked.
	KindNone = "none"
)

// Certificate says what a second solver has checked of a proof.
type Certificate struct {
	Kind        string   `json:"kind"`
	Obligations int      `json:"obligations"` // questions asked, all of them answered as the proof needs
	Solver      string   `json:"solver"`
	What        string   `json:"what,omitempty"`    // what the questions were about
	Trusted     []string `json:"trusted,omitempty"` // what nothing has checked
	Reason      string   `json:"reason,omitempty"`  // why it is KindNone
	// Explored says that the search was repeated with the second solver and found
	// no path to the error either. That is no check.
	Explored bool `json:"re_explored,omitempty"`
}

// Holds reports whether the proof is certified.
func (c *Certificate) Holds() bool {
	return c.Kind != KindNone && c.Obligations > 0
}

// String is the line of the report.
func (c *Certificate) String() string {
	if !c.Holds() {
		return "no: " + c.Reason
	}
	n := fmt.Sprintf("%d obligations, all", c.Obligations)
	if c.Obligations == 1 {
		n = "1 obligation,"
	}
	return fmt.Sprintf("%s proved by %s: %s; trusted: %s", n, c.Solver, c.What, strings.Join(c.Trusted, ", "))
}

// second opens the solver that re-checks proofs.
func (s *evidence) second(f *logic.Factory, o smt.Options) (smt.Solver, error) {
	return smtlib.New(f, smtlib.Preset(s.cfg.Certifier), o)
}

// counting opens solvers whose answers unsat are counted.
func counting(open smt.Opener, n *int) smt.Opener {
	return func(f *logic.Factory, o smt.Options) (smt.Solver, error) {
		s, err := open(f, o)
		if err != nil {
			return nil, err
		}
		return &countingSolver{s, n}, nil
	}
}

type countingSolver struct {
	smt.Solver
	n *int
}

// Check implements smt.Solver.
func (c *countingSolver) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Result, error) {
	r, err := c.Solver.Check(ctx, assumptions...)
	if err == nil && r == smt.Unsat {
		*c.n++
	}
	return r, err
}

// trusted is what a certificate of a kind rests on.
func (s *evidence) trusted(kind string) []string {
	var out []string
	if s.module != nil {
		out = append(out, "the C front end", "inlining")
	} else {
		out = append(out, "the reader of the model")
	}
	switch kind {
	case KindIntegers:
		out = append(out, "integer lowering by types")
	case KindLowered:
		out = append(out, "passes")
		if s.prepared.Lowered && !s.original.Lowered {
			out = append(out, "interval analysis", "integer lowering")
		}
	}
	return out
}

// within bounds the part of the time for the evidence that one attempt may take.
func within(ctx context.Context, share float64) (context.Context, context.CancelFunc) {
	if d, ok := ctx.Deadline(); ok {
		return context.WithTimeout(ctx, time.Duration(float64(time.Until(d))*share))
	}
	return context.WithCancel(ctx)
}

// certify lets a second solver check a proof (or, when only a witness is asked
// for, the first) and returns the invariants that C can express. It starts from
// the program before everything that may have removed the error.
func (s *evidence) certify(ctx context.Context, p *engine.Proof) (invs []witness.Invariant) {
	defer func() { // what a second solver answers must not cost the verdict
		if r := recover(); r != nil && s.cfg.Certify {
			s.report.certified(&Certificate{Kind: KindNone, Solver: s.cfg.Certifier, Reason: oneLine(fmt.Sprintf("internal error: %v", r))})
			invs = nil
		}
	}()
	solver, open := s.cfg.Certifier, s.second
	if !s.cfg.Certify {
		solver, open = "z3", s.open
	}
	c, cert := s.certifyReference(ctx, p, solver, open)
	if c != nil {
		invs = s.witnessInvariants(ctx, c, open)
	}
	if cert.Holds() {
		if s.cfg.Certify {
			s.report.certified(cert)
		}
		return invs
	}
	if !s.cfg.Certify {
		return invs
	}
	if own := s.checkLowered(ctx, p); own != "" {
		cert.Reason += "; " + own
	}
	if p.Check == nil {
		if err := s.explore(ctx, p, s.second); err != nil {
			cert.Reason += "; exploring again: " + err.Error()
		} else {
			cert.Explored = true
		}
	}
	s.report.certified(cert)
	return invs
}

// certifyReference looks for invariants of the program without passes and
// analyses and lets a solver check them. Everything that is known may propose some:
// an interval analysis, the facts and invariants about the prepared program, the
// engine's predicates. What it returns is inductive at least, or nil.
func (s *evidence) certifyReference(ctx context.Context, p *engine.Proof, solver string, open smt.Opener) (*certify.Proof, *Certificate) {
	all := &Certificate{Kind: KindNone, Solver: solver}
	var facts *certify.Proof
	for _, kind := range s.references() {
		c, cert := s.certifyOn(ctx, kind, p, solver, open)
		if cert.Holds() {
			return c, cert
		}
		if all.Reason == "" {
			all.Reason = cert.Reason
		}
		if facts == nil {
			facts = c
		}
	}
	return facts, all
}

// certifyOn is certifyReference for one kind of reference program.
func (s *evidence) certifyOn(ctx context.Context, kind string, p *engine.Proof, solver string, open smt.Opener) (*certify.Proof, *Certificate) {
	ctx, stop := within(ctx, 0.5)
	defer stop()
	cert := &Certificate{Kind: KindNone, Solver: solver}
	fail := func(err error) (*certify.Proof, *Certificate) {
		cert.Obligations = 0
		cert.Reason = reasonOf(ctx, err)
		return nil, cert
	}
	ref, err := s.reference(ctx, kind)
	if err != nil {
		return fail(err)
	}
	c, err := certify.New(ctx, ref)
	if err != nil {
		return fail(err)
	}
	if s.relied() != nil {
		err = s.certifyFunctions(ctx, counting(open, &cert.Obligations))
	}
	if err == nil && !c.Closed() {
		err = s.propose(ctx, c, ref, p)
	}
	if err != nil {
		return fail(err)
	}
	before := cert.Obligations
	checked := counting(open, &cert.Obligations)
	if err = c.Check(ctx, checked); errors.Is(err, certify.ErrInconclusive) && s.proposeLinear(ctx, c, ref) {
		cert.Obligations = before
		err = c.Check(ctx, checked)
	}
	preds, facts := s.spoken(c, p.Predicates), maps.Clone(c.Invariants)
	if errors.Is(err, certify.ErrInconclusive) && len(preds) > 0 {
		cert.Obligations = before
		if infer := c.Infer(ctx, facts, preds, s.open); infer == nil {
			err = c.Check(ctx, checked)
		}
	}
	if err != nil {
		cert.Obligations = 0
		cert.Reason = reasonOf(ctx, err)
		if c.Invariants = facts; len(facts) > 0 && c.CheckFacts(ctx, open) == nil {
			return c, cert
		}
		return nil, cert
	}
	cert.Kind, cert.Trusted = kind, s.trusted(kind)
	switch heads := len(c.Invariants); {
	case c.Closed() && s.relied() == nil:
		cert.Kind, cert.Trusted = KindGraph, s.trusted(KindGraph)
		cert.What = "no path in the control-flow graph leads to the error"
	case heads == 0:
		cert.What = "no path leads to the error"
	case heads == 1:
		cert.What = "an invariant at one loop head is inductive and excludes the error"
	default:
		cert.What = fmt.Sprintf("invariants at %d loop heads are inductive and exclude the error", heads)
	}
	switch {
	case s.relied() != nil:
		cert.What += ", and the summaries of functions are inductive"
	case kind == KindSource || kind == KindIntegers:
		cert.What += ", on the program before all passes"
	}
	return c, cert
}

// propose collects claims about the loop heads of the reference program and
// drops those that are not inductive.
func (s *evidence) propose(ctx context.Context, c *certify.Proof, ref *program.Program, p *engine.Proof) error {
	if len(ref.LoopHeads()) == 0 {
		return nil
	}
	c.Claim(headFacts(ctx, ref))
	c.Claim(s.atOriginals(s.invariants))
	c.Claim(s.atOriginals(p.Invariants))
	half, stop := within(ctx, 0.5)
	defer stop()
	if err := c.Weaken(half, s.open); err != nil {
		return err
	}
	if s.of.ran {
		s.proposePassed(ctx, c, ref)
	}
	return nil
}

// proposeLinear adds what the linear analysis finds for the reference program itself,
// and reports whether there is something: passes replace variables by what they are
// equal to, and then facts about the prepared program do not say that they are.
func (s *evidence) proposeLinear(ctx context.Context, c *certify.Proof, ref *program.Program) bool {
	heads := ref.LoopHeads()
	if len(heads) == 0 || s.cfg.Invariants != InvariantsRelational {
		return false
	}
	ctx, stop := within(ctx, 0.5)
	defer stop()
	claims := map[*program.Location]*logic.Term{}
	facts, proof := relational.Search(ctx, ref)
	for _, r := range []*relational.Result{facts, proof} {
		if r == nil || !r.Complete() {
			continue
		}
		for _, l := range heads {
			t := r.Invariant(l)
			if old := claims[l]; old != nil {
				t = ref.Terms.And(old, t)
			}
			claims[l] = t
		}
	}
	before := maps.Clone(c.Invariants)
	c.Claim(claims)
	return c.Weaken(ctx, s.open) == nil && !maps.Equal(before, c.Invariants)
}

// atOriginals moves claims about locations of the prepared program to those of
// the original program, or of the program with summaries of functions: a
// location that has several images satisfies one of their claims.
func (s *evidence) atOriginals(claims map[*program.Location]*logic.Term) map[*program.Location]*logic.Term {
	f := s.prepared.Terms
	out := map[*program.Location]*logic.Term{}
	for _, l := range s.prepared.Locs {
		t := claims[l]
		if t == nil {
			continue
		}
		for o := l; o != nil; o = o.Origin {
			if old := out[o]; old != nil {
				out[o] = f.Or(old, t)
			} else {
				out[o] = t
			}
		}
	}
	return out
}

// spoken leaves the predicates over variables of the certificate's program.
func (s *evidence) spoken(c *certify.Proof, preds map[*program.Location][]*logic.Term) map[*program.Location][]*logic.Term {
	out := map[*program.Location][]*logic.Term{}
	for _, l := range s.prepared.Locs {
		for _, q := range preds[l] {
			if c.Speaks(q) {
				for o := l; o != nil; o = o.Origin {
					out[o] = append(out[o], q)
				}
			}
		}
	}
	return out
}

// checkLowered lets the second solver check a proof on the program that the
// engine saw and says how that went. It is no certificate: passes and analyses
// may have removed the error from that program.
func (s *evidence) checkLowered(ctx context.Context, p *engine.Proof) string {
	ctx, stop := within(ctx, 0.7)
	defer stop()
	asked := 0
	open := counting(s.second, &asked)
	var err error
	switch {
	case p.Check != nil:
		err = p.Check(ctx, open)
	case !p.Finite:
		var c *certify.Proof
		if c, err = certify.New(ctx, s.prepared); err == nil {
			if err = c.Infer(ctx, s.invariants, p.Predicates, s.open); err == nil {
				err = c.Check(ctx, open)
			}
		}
	default:
		return ""
	}
	if err != nil {
		return "the engine's proof: " + reasonOf(ctx, err)
	}
	trusted := s.trusted(KindLowered)
	if p.Trusts != "" {
		trusted = append(trusted, p.Trusts)
	}
	return fmt.Sprintf("of the engine's proof, on the program that it saw, %s answered %d questions, which trusts %s", s.cfg.Certifier, asked, strings.Join(trusted, ", "))
}

// reasonOf says why a check failed.
func reasonOf(ctx context.Context, err error) string {
	if ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) {
		return "the time for the certificate ended"
	}
	return oneLine(strings.TrimPrefix(err.Error(), certify.ErrInconclusive.Error()+": "))
}

// certified puts a certificate into the report.
func (r *Report) certified(c *Certificate) {
	r.Certificate, r.Certified = c, c.String()
	if c.Explored {
		r.Explored = "re-explored by " + c.Solver + ": the same search finds no path to the error with it"
	}
}

// requireCertified withdraws a TRUE without a certificate where one is demanded.
func (r *Report) requireCertified(cfg Config) {
	if !cfg.RequireCertified || r.Certificate != nil && r.Certificate.Holds() {
		return
	}
	r.Verdict, r.Result, r.DecidedBy = engine.Unknown.String(), "unknown", ""
	why := "proven, but not certified"
	if r.Certificate != nil && r.Certificate.Reason != "" {
		why += ": " + r.Certificate.Reason
	}
	r.because(engine.Reason{Kind: engine.Uncertified, Text: why})
}

// explore repeats the abstract search with the final precision and the second
// solver; no refinement is allowed.
func (s *evidence) explore(ctx context.Context, p *engine.Proof, open smt.Opener) error {
	o, given := symex.Options{}, (&attempt{blocks: s.blocks}).problem()
	given.Tools.Open, given.Tools.Confirm, given.Facts = open, nil, nil
	o.Abstract = !p.Finite
	o.Thresholds, given.Precision = p.Thresholds, p.Predicates
	o.Fixed = true
	if !p.Finite {
		facts, err := certify.New(ctx, s.prepared)
		if err != nil {
			return err
		}
		if facts.Facts(s.invariants); facts.CheckFacts(ctx, open) == nil {
			given.Facts = s.invariants
		}
	}
	given, err := definedness.View(ctx, given, p.Strict)
	if err != nil {
		return err
	}
	res, err := symex.New(o).Verify(ctx, given, engine.Quiet{})
	switch {
	case err != nil:
		return err
	case res.Verdict == engine.True:
		return nil
	case res.Verdict == engine.False:
		return errors.New("the second solver finds a path to the error")
	}
	return errors.New(stopped(ctx, res.Reason).Text)
}
