package evidence

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/smtlib"
	"cupel/core/work"
	"cupel/engine"
	"cupel/evidence/witness"
	"cupel/internal/sabotage"
	"cupel/kernel/certify"
)

// The levels of certificates, by the program on which the proof was checked.
const (
	// LevelSource: the claims are inductive and exclude the error on the inlined program in machine arithmetic,
	// before all passes.
	LevelSource = "source"
	// LevelLowered: the same on a program derived from that, over the integers.
	LevelLowered = "lowered"
	// LevelNone: no check succeeded.
	LevelNone = "none"
)

// The kinds of programs that a certificate may be about.
const (
	KindSource = "source"
	// KindIntegers: the inlined program lowered to integers by the ranges of types alone, without analyses and
	// passes.
	KindIntegers = "integers"
	// KindGraph: no path in the control-flow graph leads to the error; the second solver only confirmed that an
	// empty disjunction of paths is unsatisfiable.
	KindGraph = "graph"
	KindNone  = "none"
)

// level maps a kind of program to the level of its certificates.
func level(kind string) string {
	switch kind {
	case KindSource, KindGraph:
		return LevelSource
	case KindIntegers:
		return LevelLowered
	}
	return LevelNone
}

// Certificate is the result of re-checking a proof with a second solver.
type Certificate struct {
	Level       string `json:"level"`
	Kind        string `json:"kind"`
	Obligations int    `json:"obligations"`        // queries, all of which were answered as the proof requires
	ProofOf     string `json:"proof_of,omitempty"` // engine whose proof it is, if not the one that decided; "" otherwise
	// Checked describes the obligations, the first ones if there are many: steps between program locations.
	Checked []string `json:"checked,omitempty"`
	Solver  string   `json:"solver"`
	What    string   `json:"what,omitempty"`    // subject of the queries
	Trusted []string `json:"trusted,omitempty"` // components that were not checked
	Reason  string   `json:"reason,omitempty"`  // why the level is not higher
	// Explored: the search was repeated with the second solver and found no error either. That is no check of
	// the proof.
	Explored bool `json:"re_explored,omitempty"`

	refuted      bool   // claims over the integers fail in machine arithmetic, or the lowering is wrong
	contradicted string // how another engine contradicts the verdict; "": it does not
}

// uncertified returns a certificate of level none.
func uncertified(solver, reason string) *Certificate {
	return &Certificate{Level: LevelNone, Kind: KindNone, Solver: solver, Reason: reason}
}

// Holds reports whether the proof is certified.
func (c *Certificate) Holds() bool { return c.Level != LevelNone && c.Obligations > 0 }

// String is the line in the report.
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

// holds returns a certificate for proofs with n obligations.
func (s *explanation) holds(kind, solver, what string, n int, proofs ...*certify.Proof) *Certificate {
	c := &Certificate{Level: level(kind), Kind: kind, Obligations: n, Solver: solver, What: what, Trusted: s.trusted()}
	for _, p := range proofs {
		if s.options.Report && p != nil {
			c.Checked = append(c.Checked, p.Obligations()...)
		}
	}
	c.Checked = c.Checked[:min(len(c.Checked), maxListed)]
	return c
}

// second opens the certifying solver.
func (s *explanation) second(f *logic.Factory, o smt.Options) (smt.Solver, error) {
	command := smtlib.Preset(s.options.Certifier)
	if s.options.Certifier == "cvc5" {
		command = append(command, fmt.Sprintf("--rlimit-per=%d", integerResources))
	}
	return smtlib.New(f, command, o)
}

// Resource limits, in cvc5's units, for a query in machine arithmetic before the next method is tried: from
// tenths of a second to many seconds.
var machineResources = []resources{{blast: 20_000, integers: 20_000}, {blast: 20_000, integers: 200_000}, {blast: 400_000, integers: 3_000_000}}

// resources are the limits for bit-blasting and for int-blasting.
type resources struct {
	blast, integers int
	most            time.Duration // time for a query by one method; 0: unlimited
}

// seconds opens the certifying solver for machine arithmetic. Queries that bit-blasting cannot decide soon are
// often easy after cvc5's translation to integers (Zohar et al., "Bit-precise reasoning via int-blasting",
// VMCAI 2022), and vice versa.
func (s *explanation) seconds(rounds ...resources) smt.Opener { return mutable(s.inTurn(rounds...)) }

// satSolving opens it for a single hard query with much case splitting.
func (s *explanation) satSolving() smt.Opener {
	if s.options.Certifier != "cvc5" {
		return s.second
	}
	flags := append(smtlib.Preset("cvc5"), "--bv-sat-solver=cadical", fmt.Sprintf("--rlimit-per=%d", joinedResources))
	return mutable(func(f *logic.Factory, o smt.Options) (smt.Solver, error) { return smtlib.New(f, flags, o) })
}

// mutable wraps opened solvers so that tests of the verifier may silence them.
func mutable(open smt.Opener) smt.Opener {
	return func(f *logic.Factory, o smt.Options) (smt.Solver, error) {
		k, err := open(f, o)
		if err == nil && sabotage.Mute() {
			k = muted{k}
		}
		return k, err
	}
}

// inTurn opens the certifying solver for machine arithmetic with growing resource limits.
func (s *explanation) inTurn(rounds ...resources) smt.Opener {
	if s.options.Certifier != "cvc5" {
		return s.second
	}
	var ways []smt.Opener
	add := func(limit int, flags ...string) {
		flags = append(smtlib.Preset("cvc5"), append(flags, fmt.Sprintf("--rlimit-per=%d", limit))...)
		ways = append(ways, func(f *logic.Factory, o smt.Options) (smt.Solver, error) { return smtlib.New(f, flags, o) })
	}
	for _, r := range rounds {
		var limit []string
		if r.most > 0 {
			limit = []string{fmt.Sprintf("--tlimit-per=%d", max(1, r.most.Milliseconds()))}
		}
		add(r.blast, limit...)
		add(r.integers, append(limit, "--solve-bv-as-int=sum")...)
	}
	return smt.InTurn(ways...)
}

// counting counts the unsat answers of the solvers it opens.
func counting(open smt.Opener, n *int) smt.Opener {
	return func(f *logic.Factory, o smt.Options) (smt.Solver, error) {
		s, err := open(f, o)
		if err != nil {
			return nil, err
		}
		return &countingSolver{s, n}, nil
	}
}

// countingSolver counts its unsat answers.
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

// trusted lists the components that every certificate trusts.
func (s *explanation) trusted() []string {
	switch {
	case s.task.Ends && s.stages.Ranks == nil && s.stages.Original != nil:
		return slices.Concat([]string{"C front end", "inlining"}, s.stages.Reduced, []string{"structure of loops"})
	case len(s.stages.Reduced) > 0:
		return append([]string{"C front end", "inlining"}, s.stages.Reduced...)
	case s.stages.Module != nil && s.stages.Shapes:
		return []string{"C front end", "inlining", "shape analysis, for blocks that are lost"}
	case s.stages.Module != nil:
		return []string{"C front end", "inlining"}
	}
	return []string{"reader of the model"}
}

// within bounds an attempt by work, as a share of what the remaining time allows, so that its outcome does not
// depend on the machine. Without a time limit it is unbounded.
func (s *explanation) within(ctx context.Context, share float64) (context.Context, context.CancelFunc) {
	if s.options.CertifyTimeout > 0 {
		return work.Within(ctx, int(float64(work.For(s.options.CertifyTimeout))*share))
	}
	return context.WithCancel(ctx)
}

// timeShare bounds an attempt dominated by cvc5 by a share of the remaining time, since another attempt
// follows.
func timeShare(ctx context.Context, share float64) (context.Context, context.CancelFunc) {
	if d, ok := ctx.Deadline(); ok {
		return context.WithTimeout(ctx, time.Duration(share*float64(time.Until(d))))
	}
	return context.WithCancel(ctx)
}

// certify has the second solver check a proof (for a witness alone, the first solver), and returns the
// invariants that C can express. It starts from the program before all passes, which might have removed the
// error.
func (s *explanation) certify(ctx context.Context, p *engine.Proof) (invs []witness.Invariant) {
	defer func() { // what a second solver answers must not cost the verdict
		if r := recover(); r != nil && s.options.Certify {
			s.report.certified(uncertified(s.options.Certifier, oneLine(fmt.Sprintf("internal error: %v", r))))
			invs = nil
		}
	}()
	solver, open := s.options.Certifier, s.second
	if !s.options.Certify {
		solver, open = "z3", s.tools.Open
	}
	own, stop := s.ownTime(ctx, ownProof)
	defer stop()
	c, cert := s.certifyReference(own, p, solver, open)
	if c != nil {
		invs = s.witnessInvariants(own, c, open)
		s.cells = s.cellInvariants(own, c)
	}
	if s.options.Certify && !cert.Holds() {
		var other []witness.Invariant
		if other, cert = s.certifyOthers(ctx, cert); other != nil {
			invs = other
		}
	}
	if cert.Holds() {
		if s.options.Certify {
			s.report.certified(cert)
		}
		return invs
	}
	if !s.options.Certify {
		return invs
	}
	if p.Beyond != "" && cert.contradicted == "" {
		cert.Reason = p.Beyond
		s.report.certified(cert)
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

// certifyReference has a solver check a proof on the program without passes and analyses. The result is at least inductive, or nil.
func (s *explanation) certifyReference(ctx context.Context, p *engine.Proof, solver string, open smt.Opener) (*certify.Proof, *Certificate) {
	c, cert := s.certifyUnreachable(ctx, p, solver, open)
	if cert.Holds() && s.stages.Ranks != nil {
		cert = s.certifyEnds(ctx, cert)
	}
	return c, cert
}

// certifyEnds adds to a certificate that the program has no infinite execution in which it does not reach the error.
func (s *explanation) certifyEnds(ctx context.Context, cert *Certificate) *Certificate {
	n := 0
	if err := certify.Ends(ctx, s.stages.Original, s.stages.Ranks, counting(s.seconds(machineResources...), &n)); err != nil {
		return uncertified(cert.Solver, "the error is unreachable, but this may not mean that executions end: "+reasonOf(ctx, err))
	}
	ends := "on each cycle a measure gets smaller"
	if len(s.stages.Ranks) == 0 {
		ends = "there is no cycle"
	}
	cert.Obligations += n
	cert.What += ", and " + ends
	return cert
}

// certifyUnreachable finds invariants of the program without passes and analyses and has a solver check them.
// Untrusted sources propose candidates: an interval analysis, facts and invariants of the prepared program, the
// engine's predicates. The result is at least inductive, or nil.
func (s *explanation) certifyUnreachable(ctx context.Context, p *engine.Proof, solver string, open smt.Opener) (*certify.Proof, *Certificate) {
	all := uncertified(solver, "")
	var facts *certify.Proof
	entangled, unwound := s.options.Witness == "" && s.entangled(), s.options.Witness == "" && (p.Ends || p.Finite)
	lowered := uncertified(solver, "")
	if entangled && unwound {
		if lowered = s.certifyUnrolledIntegers(ctx); lowered.refuted {
			return nil, lowered
		}
	}
	if entangled && !ofCells(p) { // unrolling does not prove quantified array invariants
		if found := s.certifyUnrolled(ctx, fewVisits, machineResources[:2]...); found.Holds() {
			return nil, found
		}
	}
	if unwound {
		share := endsShare
		if lowered.Holds() {
			share = betterShare
		}
		early, stop := timeShare(ctx, share)
		found := s.certifyUnrolled(early, manyVisits, machineResources...)
		if stop(); found.Holds() {
			return nil, found
		}
	}
	if lowered.Holds() {
		return nil, lowered
	}
	for i, kind := range s.references() {
		c, cert := s.certifyOn(ctx, kind, nil, p, solver, open)
		if cert.Holds() {
			return c, s.orByLoops(ctx, cert, p, solver, open)
		}
		if all.Reason == "" {
			all = cert
		}
		if facts == nil {
			facts = c
		}
		if i == 0 {
			if found := s.certifyUnrolled(ctx, fewVisits, machineResources[:2]...); found.Holds() {
				return facts, found
			}
		}
	}
	all = s.orByLoops(ctx, all, p, solver, open)
	if !all.Holds() && !unwound { // tried before
		if found := s.certifyUnrolled(ctx, manyVisits, machineResources...); found.Holds() {
			return facts, found
		}
	}
	return facts, all
}

// certifyOn is certifyReference for one kind of reference program. Claims proven over the integers are then
// translated to machine arithmetic.
func (s *explanation) certifyOn(ctx context.Context, kind string, loops *loopGhosts, p *engine.Proof, solver string, open smt.Opener) (*certify.Proof, *Certificate) {
	most, stop := s.within(ctx, 0.7)
	defer stop()
	ref, err := s.reference(most, kind, loops)
	if err != nil {
		return nil, uncertified(solver, reasonOf(most, err))
	}
	c, err := certify.New(most, ref.Program)
	if err != nil {
		return nil, uncertified(solver, reasonOf(most, err))
	}
	cert, functions := s.certifyClaims(most, ref, c, p, solver, open)
	if cert.Holds() {
		if ref.machine != nil && s.options.Certify && cert.Kind == KindIntegers {
			if loops == nil && p.Loops != nil { // there is another way
				var stop context.CancelFunc
				ctx, stop = timeShare(ctx, 0.5)
				defer stop()
			}
			cert = s.onMachine(ctx, ref, c, functions, cert)
		}
		return c, cert
	}
	if len(c.Invariants) == 0 || c.CheckFacts(most, open) != nil {
		c = nil
	}
	return c, cert
}

// onMachine lifts a certificate over the integers to machine arithmetic. Claims refuted there do not hold over
// the integers either: the lowering is wrong, or drops something that the proof needs. Easy queries come first,
// then those about the lowering, so that the remaining trust is known if the hard ones have no answer.
func (s *explanation) onMachine(ctx context.Context, ref *reference, c, functions *certify.Proof, cert *Certificate) *Certificate {
	claims := []*machineClaims{{all: c, p: ref.machine.Program}}
	if functions != nil {
		claims = append(claims, &machineClaims{all: functions, p: ref.machine.functions})
	}
	ask := func(rounds ...resources) (found *Certificate, err error) {
		n := 0
		for _, m := range claims {
			if err = s.checkMachine(ctx, m, counting(s.seconds(rounds...), &n), &n); err != nil {
				break
			}
		}
		switch {
		case err == nil:
			var checked []*certify.Proof
			for _, m := range claims {
				checked = append(checked, m.checked)
			}
			found = s.holds(KindSource, cert.Solver, cert.What, n, checked...)
		case errors.Is(err, certify.ErrRefuted):
			found = uncertified(cert.Solver, "proven over the integers, but in machine arithmetic "+reasonOf(ctx, err))
			found.refuted = true
		}
		return found, err
	}
	if c.Quantifies() {
		return s.ofIntegers(ctx, ref, cert)
	}
	if found, _ := ask(machineResources[0]); found != nil {
		return found
	}
	if found := s.certifyUnrolled(ctx, fewVisits, machineResources[:2]...); found.Holds() {
		return found
	}
	lowered := s.onLowering(ctx, ref, cert)
	found, err := ask(machineResources[1:]...)
	if found != nil {
		return found
	}
	if lowered.Reason != "" {
		lowered.Reason += "; "
	}
	lowered.Reason += "not in machine arithmetic: " + reasonOf(ctx, err)
	return lowered
}

// ofIntegers is onMachine for quantified array invariants, which have no translation.
func (s *explanation) ofIntegers(ctx context.Context, ref *reference, cert *Certificate) *Certificate {
	lowered := s.onLowering(ctx, ref, cert)
	if !s.entangled() && !lowered.refuted { // with products mostly hopeless
		if found := s.certifyUnrolled(ctx, fewVisits, machineResources[:2]...); found.Holds() {
			return found
		}
	}
	if lowered.Reason != "" {
		lowered.Reason += "; "
	}
	lowered.Reason += "not in machine arithmetic: " + reasonOf(ctx, certify.ErrOnlyIntegers)
	return lowered
}

// machineClaims are the claims of an integer proof to be checked in machine arithmetic.
type machineClaims struct {
	all    *certify.Proof
	p      *program.Program
	needed *certify.Proof // the claims that the proof needs, translated; nil: not computed
	// checked are the claims that hold in machine arithmetic; nil: none.
	checked *certify.Proof
}

// checkMachine checks claims in machine arithmetic, the needed ones first. If those are refuted, omitted claims
// do not all follow from the types, and all are tried; the refutation stands if these have no answer.
func (s *explanation) checkMachine(ctx context.Context, c *machineClaims, open smt.Opener, n *int) error {
	if c.needed == nil {
		slim, err := c.all.Slim(ctx, s.tools.Open)
		if err != nil {
			slim = c.all
		}
		if c.needed, err = slim.Machine(ctx, c.p); err != nil {
			return err
		}
	}
	before := *n
	refuted := c.needed.Check(ctx, open)
	if c.checked = nil; refuted == nil {
		c.checked = c.needed
	}
	if !errors.Is(refuted, certify.ErrRefuted) {
		return refuted
	}
	m, err := c.all.Machine(ctx, c.p)
	if err == nil {
		err = m.Weaken(ctx, s.tools.Open)
	}
	*n = before
	if err == nil {
		err = m.Check(ctx, open)
	}
	if err != nil {
		return refuted
	}
	c.checked = m
	return nil
}
