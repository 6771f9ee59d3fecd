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
	"cupel/facts"
	"cupel/logic"
	"cupel/program"
	"cupel/program/intlower"
	"cupel/smt"
	"cupel/smt/smtlib"
	"cupel/witness"
)

// The levels of certificates: what was checked.
const (
	// LevelSource: claims are inductive and exclude the error on the program as it was
	// inlined, in machine arithmetic, before all passes.
	LevelSource = "source"
	// LevelLowered: the same on a program that was derived from it.
	LevelLowered = "lowered"
	// LevelNone: nothing that counts was checked.
	LevelNone = "none"
)

// The kinds of programs that a certificate is about.
const (
	KindSource = "source"
	// KindIntegers: the inlined program over the integers; the lowering used the types'
	// ranges and no facts of an analysis, no pass was applied.
	KindIntegers = "integers"
	// KindGraph: no path in the control-flow graph leads to the error. The second
	// solver has confirmed no more than that none of no ways is possible.
	KindGraph = "graph"
	KindNone  = "none"
)

// level is the level of certificates of a kind.
func level(kind string) string {
	switch kind {
	case KindSource, KindGraph:
		return LevelSource
	case KindIntegers:
		return LevelLowered
	}
	return LevelNone
}

// Certificate says what a second solver has checked of a proof.
type Certificate struct {
	Level       string   `json:"level"`
	Kind        string   `json:"kind"`
	Obligations int      `json:"obligations"` // questions asked, all of them answered as the proof needs
	Solver      string   `json:"solver"`
	What        string   `json:"what,omitempty"`    // what the questions were about
	Trusted     []string `json:"trusted,omitempty"` // what nothing has checked
	Reason      string   `json:"reason,omitempty"`  // why nothing counts, or why the level is not the highest
	// Explored says that the search was repeated with the second solver and found
	// no path to the error either. That is no check.
	Explored bool `json:"re_explored,omitempty"`
}

// uncertified is a certificate that says nothing.
func uncertified(solver, reason string) *Certificate {
	return &Certificate{Level: LevelNone, Kind: KindNone, Solver: solver, Reason: reason}
}

// Holds reports whether the proof is certified.
func (c *Certificate) Holds() bool { return c.Level != LevelNone && c.Obligations > 0 }

// String is the line of the report.
func (c *Certificate) String() string {
	if !c.Holds() {
		return "no: " + c.Reason
	}
	s := "s"
	if c.Obligations == 1 {
		s = ""
	}
	return fmt.Sprintf("%s, %d obligation%s, %s; trusted: %s", c.Level, c.Obligations, s, c.Solver, strings.Join(c.Trusted, ", "))
}

// holds makes a certificate of n questions.
func (s *evidence) holds(kind, solver, what string, n int) *Certificate {
	return &Certificate{Level: level(kind), Kind: kind, Obligations: n, Solver: solver, What: what, Trusted: s.trusted(kind)}
}

// second opens the solver that re-checks proofs.
func (s *evidence) second(f *logic.Factory, o smt.Options) (smt.Solver, error) {
	return smtlib.New(f, smtlib.Preset(s.cfg.Certifier), o)
}

// The resources, in cvc5's measure, for one question in machine arithmetic before the next way
// to answer it is tried: from some tenths of a second to many seconds.
var machineResources = []struct{ blast, integers int }{{20_000, 200_000}, {400_000, 3_000_000}}

// seconds opens the solver that re-checks proofs in machine arithmetic. What bit-blasting
// cannot answer at once is often easy when cvc5 turns the question into one over the integers
// (Zohar et al., "Bit-precise reasoning via int-blasting", VMCAI 2022), and the other way round.
func (s *evidence) seconds(f *logic.Factory, o smt.Options) (smt.Solver, error) {
	if s.cfg.Certifier != "cvc5" {
		return s.second(f, o)
	}
	var ways []smt.Opener
	add := func(limit int, flags ...string) {
		flags = append(smtlib.Preset("cvc5"), append(flags, fmt.Sprintf("--rlimit-per=%d", limit))...)
		ways = append(ways, func(f *logic.Factory, o smt.Options) (smt.Solver, error) { return smtlib.New(f, flags, o) })
	}
	for _, r := range machineResources {
		add(r.blast)
		add(r.integers, "--solve-bv-as-int=sum")
	}
	return smt.InTurn(ways...)(f, o)
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
		out = append(out, "C front end", "inlining")
	} else {
		out = append(out, "reader of the model")
	}
	if kind == KindIntegers {
		out = append(out, "integer lowering by types")
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
			s.report.certified(uncertified(s.cfg.Certifier, oneLine(fmt.Sprintf("internal error: %v", r))))
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
	all := uncertified(solver, "")
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

// certifyOn is certifyReference for one kind of reference program. What holds over the
// integers is then said of the machine, too.
func (s *evidence) certifyOn(ctx context.Context, kind string, p *engine.Proof, solver string, open smt.Opener) (*certify.Proof, *Certificate) {
	half, stop := within(ctx, 0.5)
	defer stop()
	ref, err := s.reference(half, kind)
	if err != nil {
		return nil, uncertified(solver, reasonOf(half, err))
	}
	c, err := certify.New(half, ref.Program)
	if err != nil {
		return nil, uncertified(solver, reasonOf(half, err))
	}
	cert, functions := s.certifyClaims(half, ref, c, p, solver, open)
	if cert.Holds() {
		if ref.machine != nil && s.cfg.Certify && cert.Kind == KindIntegers {
			cert = s.onMachine(ctx, ref, c, functions, cert)
		}
		return c, cert
	}
	if len(c.Invariants) == 0 || c.CheckFacts(half, open) != nil {
		c = nil
	}
	return c, cert
}

// onMachine says of the machine what a certificate says of the integers, if it can be proven.
// What is refuted there does not hold of the integers either: the lowering is wrong, or leaves
// out what the proof needs.
func (s *evidence) onMachine(ctx context.Context, ref *reference, c, functions *certify.Proof, cert *Certificate) *Certificate {
	n := 0
	err := s.checkMachine(ctx, c, ref.machine.Program, &n)
	if err == nil && functions != nil {
		err = s.checkMachine(ctx, functions, ref.machine.functions, &n)
	}
	switch {
	case err == nil:
		return s.holds(KindSource, cert.Solver, cert.What, n)
	case errors.Is(err, certify.ErrRefuted):
		return uncertified(cert.Solver, "proven over the integers, but in machine arithmetic "+reasonOf(ctx, err))
	}
	cert.Reason = "not in machine arithmetic: " + reasonOf(ctx, err)
	return cert
}

// checkMachine checks the claims of a proof over the integers on the machine. Those that are
// needed come first; when they are refuted, not all that was left out follows from the types, and
// all of them are tried. What was refuted stays so when these have no answer.
func (s *evidence) checkMachine(ctx context.Context, c *certify.Proof, p *program.Program, n *int) error {
	slim, err := c.Slim(ctx, s.open)
	if err != nil {
		slim = c
	}
	m, err := slim.Machine(ctx, p)
	if err != nil {
		return err
	}
	before := *n
	refuted := m.Check(ctx, counting(s.seconds, n))
	if !errors.Is(refuted, certify.ErrRefuted) {
		return refuted
	}
	if m, err = c.Machine(ctx, p); err == nil {
		err = m.Weaken(ctx, s.open)
	}
	*n = before
	if err == nil {
		err = m.Check(ctx, counting(s.seconds, n))
	}
	if err != nil {
		return refuted
	}
	return nil
}

// certifyClaims looks for claims about a reference program, which it leaves in c: those that
// prove it safe, or some that seem to be inductive. functions are those of the summaries of
// functions.
func (s *evidence) certifyClaims(ctx context.Context, ref *reference, c *certify.Proof, p *engine.Proof, solver string, open smt.Opener) (cert *Certificate, functions *certify.Proof) {
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
	for _, more := range []func(context.Context, *certify.Proof, *program.Program) bool{s.proposeLinear, s.proposeAtoms} {
		if errors.Is(err, certify.ErrInconclusive) && more(ctx, c, ref.Program) {
			n = before
			err = c.Check(ctx, checked)
		}
	}
	preds, facts := s.spoken(c, ref, p.Predicates), maps.Clone(c.Invariants)
	if errors.Is(err, certify.ErrInconclusive) && len(preds) > 0 {
		n = before
		if infer := c.Infer(ctx, facts, preds, s.open); infer == nil {
			err = c.Check(ctx, checked)
		}
	}
	if err != nil {
		c.Invariants = facts
		return uncertified(solver, reasonOf(ctx, err)), nil
	}
	kind, what := ref.kind, "no path leads to the error"
	switch heads := len(c.Invariants); {
	case c.Closed() && ref.functions == nil:
		kind, what = KindGraph, "no path in the control-flow graph leads to the error"
	case heads == 1:
		what = "an invariant at one loop head is inductive and excludes the error"
	case heads > 1:
		what = fmt.Sprintf("invariants at %d loop heads are inductive and exclude the error", heads)
	}
	switch {
	case ref.functions != nil:
		what += ", and the summaries of functions are inductive"
	case kind != KindGraph:
		what += ", on the program before all passes"
	}
	return s.holds(kind, solver, what, n), functions
}

// machined is open, or the ways to ask about machine arithmetic if it is the second solver.
func (s *evidence) machined(open smt.Opener) smt.Opener {
	if s.cfg.Certify {
		return s.seconds
	}
	return open
}

// translated says claims about the prepared program in the terms of a reference program.
func (s *evidence) translated(ref *reference, t *logic.Term) *logic.Term {
	if t == nil || ref.kind != KindSource || !s.prepared.Lowered || s.original.Lowered {
		return t
	}
	if s.words == nil {
		s.words = intlower.NewMachine(s.prepared)
	}
	return s.words.Claim(t)
}

// propose collects claims about the loop heads of the reference program and
// drops those that are not inductive.
func (s *evidence) propose(ctx context.Context, c *certify.Proof, ref *reference, p *engine.Proof) error {
	if len(ref.LoopHeads()) == 0 {
		return nil
	}
	c.Claim(headFacts(ctx, ref.Program))
	c.Claim(s.atOriginals(ref, s.invariants))
	c.Claim(s.atOriginals(ref, p.Invariants))
	half, stop := within(ctx, 0.5)
	defer stop()
	if err := c.Weaken(half, s.open); err != nil {
		return err
	}
	if s.of.ran {
		s.proposePassed(ctx, c, ref.Program)
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

// maxAtoms bounds the comparisons of a program that are candidates for claims.
const maxAtoms = 40

// proposeAtoms adds the comparisons that the program makes itself: what an assertion says often
// holds at the loop's head, too, because it held in the iteration before. It reports whether one
// of them is inductive.
func (s *evidence) proposeAtoms(ctx context.Context, c *certify.Proof, ref *program.Program) bool {
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
	ctx, stop := within(ctx, 0.5)
	defer stop()
	candidates := map[*program.Location][]*logic.Term{}
	for _, l := range heads {
		candidates[l] = atoms
	}
	kept, err := c.Houdini(ctx, s.open, candidates)
	found := false
	for l, ts := range kept {
		found = found || len(ts) > 0
		c.Claim(map[*program.Location]*logic.Term{l: ref.Terms.And(ts...)})
	}
	return err == nil && found
}

// derivation leads from the program that certificates are about, without its copies, to the
// prepared one.
func (s *evidence) derivation() *facts.Derivation { return facts.Derive(s.original, s.prepared) }

// atOriginals moves claims about locations of the prepared program to those of
// the original program, or of the program with summaries of functions: a
// location that has several images satisfies one of their claims.
func (s *evidence) atOriginals(ref *reference, claims map[*program.Location]*logic.Term) map[*program.Location]*logic.Term {
	d, f := s.derivation(), s.prepared.Terms
	out := map[*program.Location]*logic.Term{}
	for _, l := range s.prepared.Locs {
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

// spoken leaves the predicates over variables of the certificate's program.
func (s *evidence) spoken(c *certify.Proof, ref *reference, preds map[*program.Location][]*logic.Term) map[*program.Location][]*logic.Term {
	d := s.derivation()
	out := map[*program.Location][]*logic.Term{}
	for _, l := range s.prepared.Locs {
		for _, q := range preds[l] {
			if q = s.translated(ref, q); d.Origin(l) != nil && !q.IsConst() && c.Speaks(q) {
				out[d.Origin(l)] = append(out[d.Origin(l)], q)
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
	trusted := append(s.trusted(KindSource), "passes")
	if s.prepared.Lowered && !s.original.Lowered {
		trusted = append(trusted, "interval analysis", "integer lowering")
	}
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
