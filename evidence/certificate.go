package evidence

import (
	"context"
	"errors"
	"fmt"
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
	Level       string `json:"level"`
	Kind        string `json:"kind"`
	Obligations int    `json:"obligations"`        // questions asked, all of them answered as the proof needs
	ProofOf     string `json:"proof_of,omitempty"` // the engine whose proof it is, which is not what decided; "": what decided
	// Checked names the obligations, the first ones where there are many: steps between places of the program.
	Checked []string `json:"checked,omitempty"`
	Solver  string   `json:"solver"`
	What    string   `json:"what,omitempty"`    // what the questions were about
	Trusted []string `json:"trusted,omitempty"` // what nothing has checked
	Reason  string   `json:"reason,omitempty"`  // why nothing counts, or why the level is not the highest
	// Explored says that the search was repeated with the second solver and found
	// no path to the error either. That is no check.
	Explored bool `json:"re_explored,omitempty"`

	refuted      bool   // what holds over the integers does not in machine arithmetic, or the lowering is wrong
	contradicted string // how another engine came to another verdict; "": none did
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

// holds makes a certificate of n questions about proofs.
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

// second opens the solver that re-checks proofs.
func (s *explanation) second(f *logic.Factory, o smt.Options) (smt.Solver, error) {
	command := smtlib.Preset(s.options.Certifier)
	if s.options.Certifier == "cvc5" {
		command = append(command, fmt.Sprintf("--rlimit-per=%d", integerResources))
	}
	return smtlib.New(f, command, o)
}

// The resources, in cvc5's measure, for one question in machine arithmetic before the next way
// to answer it is tried: from some tenths of a second to many seconds.
var machineResources = []resources{{blast: 20_000, integers: 20_000}, {blast: 20_000, integers: 200_000}, {blast: 400_000, integers: 3_000_000}}

// resources are those for bit-blasting, and for the same over the integers.
type resources struct {
	blast, integers int
	most            time.Duration // for a question in one of the two ways; 0: without a limit
}

// seconds opens the solver that re-checks proofs in machine arithmetic. What bit-blasting
// cannot answer at once is often easy when cvc5 turns the question into one over the integers
// (Zohar et al., "Bit-precise reasoning via int-blasting", VMCAI 2022), and the other way round.
func (s *explanation) seconds(rounds ...resources) smt.Opener { return mutable(s.inTurn(rounds...)) }

// satSolving opens it for one hard question of many decisions.
func (s *explanation) satSolving() smt.Opener {
	if s.options.Certifier != "cvc5" {
		return s.second
	}
	flags := append(smtlib.Preset("cvc5"), "--bv-sat-solver=cadical", fmt.Sprintf("--rlimit-per=%d", joinedResources))
	return mutable(func(f *logic.Factory, o smt.Options) (smt.Solver, error) { return smtlib.New(f, flags, o) })
}

// mutable opens solvers that a test of the verifier may silence.
func mutable(open smt.Opener) smt.Opener {
	return func(f *logic.Factory, o smt.Options) (smt.Solver, error) {
		k, err := open(f, o)
		if err == nil && sabotage.Mute() {
			k = muted{k}
		}
		return k, err
	}
}

// inTurn opens the second solver for questions in machine arithmetic, with growing resources.
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

// trusted is what every certificate rests on.
func (s *explanation) trusted() []string {
	switch {
	case s.stages.Complement:
		return []string{"C front end", "inlining", "how the program was turned round"}
	case s.stages.Module != nil:
		return []string{"C front end", "inlining"}
	}
	return []string{"reader of the model"}
}

// within bounds an attempt by work, a part of what the time for the evidence has room for, so that
// where it ends does not depend on the machine. Without a limit of time there is none.
func (s *explanation) within(ctx context.Context, share float64) (context.Context, context.CancelFunc) {
	if s.options.CertifyTimeout > 0 {
		return work.Within(ctx, int(float64(work.For(s.options.CertifyTimeout))*share))
	}
	return context.WithCancel(ctx)
}

// timeShare bounds an attempt in which cvc5 does the work, question by question, by a share of the time that
// is left, because another attempt follows.
func timeShare(ctx context.Context, share float64) (context.Context, context.CancelFunc) {
	if d, ok := ctx.Deadline(); ok {
		return context.WithTimeout(ctx, time.Duration(share*float64(time.Until(d))))
	}
	return context.WithCancel(ctx)
}

// certify lets a second solver check a proof (or, when only a witness is asked
// for, the first) and returns the invariants that C can express. It starts from
// the program before everything that may have removed the error.
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

// certifyReference looks for invariants of the program without passes and
// analyses and lets a solver check them. Everything that is known may propose some:
// an interval analysis, the facts and invariants about the prepared program, the
// engine's predicates. What it returns is inductive at least, or nil.
func (s *explanation) certifyReference(ctx context.Context, p *engine.Proof, solver string, open smt.Opener) (*certify.Proof, *Certificate) {
	all := uncertified(solver, "")
	var facts *certify.Proof
	entangled, unwound := s.options.Witness == "" && s.entangled(), s.options.Witness == "" && (p.Ends || p.Finite)
	lowered := uncertified(solver, "")
	if entangled && unwound {
		if lowered = s.certifyUnrolledIntegers(ctx); lowered.refuted {
			return nil, lowered
		}
	}
	if entangled && !ofCells(p) { // what holds of all cells is not found by unrolling
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
	if !all.Holds() && !unwound { // not twice
		if found := s.certifyUnrolled(ctx, manyVisits, machineResources...); found.Holds() {
			return facts, found
		}
	}
	return facts, all
}

// certifyOn is certifyReference for one kind of reference program. What holds over the
// integers is then said of the machine, too.
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

// onMachine says of the machine what a certificate says of the integers, if it can be proven. What
// is refuted there does not hold of the integers either: the lowering is wrong, or leaves out what
// the proof needs. Easy questions come first, then those about the lowering, so that it is known
// what is left when the hard ones have no answer.
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

// ofIntegers is onMachine for claims about all cells of arrays, which have no translation.
func (s *explanation) ofIntegers(ctx context.Context, ref *reference, cert *Certificate) *Certificate {
	lowered := s.onLowering(ctx, ref, cert)
	if !s.entangled() && !lowered.refuted { // with products that is mostly hopeless
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

// machineClaims are claims of a proof over the integers that are to be checked on the machine.
type machineClaims struct {
	all    *certify.Proof
	p      *program.Program
	needed *certify.Proof // those of them that the proof needs, on the machine; nil: not made yet
	// checked are those that hold on the machine; nil: none do.
	checked *certify.Proof
}

// checkMachine checks claims on the machine. Those that are
// needed come first; when they are refuted, not all that was left out follows from the types, and
// all of them are tried. What was refuted stays so when these have no answer.
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
