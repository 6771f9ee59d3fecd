package cegar

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/engine"
)

// spurious is an infeasible counterexample with its refutation.
type spurious struct {
	t    *trace
	why  *refutation
	at   int   // position of the first refined node
	node *node // the node there
}

// refine checks the counterexamples, and refines the precision and the graph (Algorithm 2.5; 2.2 for a single
// one).
func (x *search) refine(ctx context.Context, unsafe []*node) error {
	slices.SortFunc(unsafe, comparePaths) // neighbours share prefixes
	var traces []*trace
	for _, n := range unsafe {
		t, err := x.feasible(ctx, n)
		if err != nil || x.Cex != nil || x.Undefined() {
			return err
		}
		if t != nil {
			traces = append(traces, t)
		}
	}
	start := time.Now()
	defer func() { x.stats.refineTime += time.Since(start) }()
	var all []*spurious
	for _, t := range traces {
		x.stats.refinements++
		x.stats.longest = max(x.stats.longest, t.Len())
		why, err := x.refute(ctx, t)
		if errors.Is(err, errNoInterpolant) {
			return x.escalate("a counterexample cannot be refuted")
		}
		if err != nil {
			return err
		}
		if why.first() == 0 {
			return x.escalate("the refutation of a counterexample names nothing to track")
		}
		s := &spurious{t: t, why: why, at: why.first()}
		s.node = t.nodes[s.at]
		all = append(all, s)
	}
	chosen := minimal(all)
	known := 0
	for _, s := range chosen {
		if x.remember(s.t) {
			known++
		}
	}
	if known > 0 && known == len(chosen) {
		return x.escalate("the same counterexample was refuted before with the same precision")
	}
	for _, s := range chosen {
		x.adjust(s)
	}
	x.prune(chosen)
	return nil
}

// comparePaths is the lexicographic order of the nodes' paths.
func comparePaths(a, b *node) int {
	p, q := a.path(), b.path()
	for i := range min(len(p), len(q)) {
		if p[i] != q[i] {
			return p[i].id - q[i].id
		}
	}
	return len(p) - len(q)
}

// minimal drops counterexamples whose first refined node has a proper ancestor refined for another one: pruning
// there removes them as well.
func minimal(all []*spurious) []*spurious {
	refined := map[*node]bool{}
	for _, s := range all {
		refined[s.node] = true
	}
	var out []*spurious
next:
	for _, s := range all {
		for m := s.node.parent; m != nil; m = m.parent {
			if refined[m] {
				continue next
			}
		}
		out = append(out, s)
	}
	return out
}

// feasible checks the path to a node. It returns the trace if it is infeasible; otherwise the
// node has been handled.
func (x *search) feasible(ctx context.Context, n *node) (*trace, error) {
	start := time.Now()
	defer func() { x.stats.traceTime += time.Since(start) }()
	t := newTrace(x.p, x.given.Facts, n)
	fs := t.Ops
	if x.o.PathFormula == OfStates {
		fs = make([]*logic.Term, t.Len())
		for i := range fs {
			fs[i] = x.f.And(t.Ops[i], t.stateAt(i+1))
		}
	}
	r, err := x.traces.check(ctx, fs...)
	if err != nil || r == smt.Unsat {
		return t, err
	}
	n.kept = true
	switch {
	case r == smt.Unknown:
		x.GiveUp(engine.Reason{Kind: engine.Undecided, Text: "a path to the error is undecided: " + x.traces.ReasonUnknown()})
	case n.loc != x.p.Error:
		if x.Cut.None() {
			x.Cut = engine.CutReason(n.loc)
		}
	default:
		m, err := x.traces.Model()
		if err != nil {
			return nil, err
		}
		cex := t.Counterexample(m, t.edges())
		x.stats.candidates++
		if r := x.given.Tools.Replayed(ctx, cex); !r.OK() {
			x.GiveUp(r.Reason())
			return nil, ctx.Err()
		}
		x.Cex = cex
	}
	return nil, nil
}

// remember records that a trace was refuted with the current precision, and reports whether that happened
// before.
func (x *search) remember(t *trace) bool {
	h := fnv.New128a()
	var b [16]byte
	for _, n := range t.nodes {
		id := 0
		if n.block != nil {
			id = n.block.ID + 1
		}
		binary.LittleEndian.PutUint32(b[0:], uint32(id))
		binary.LittleEndian.PutUint32(b[4:], n.state.Expr().ID())
		binary.LittleEndian.PutUint64(b[8:], uint64(x.prec.At(n.loc).version))
		h.Write(b[:])
	}
	var key [16]byte
	h.Sum(key[:0])
	known := x.refuted[key]
	remember(x.refuted, key, true)
	return known
}

// adjust adds a refutation to the precision (lines 7-10 of Algorithm 2.2).
func (x *search) adjust(s *spurious) {
	for i, n := range s.t.nodes {
		if !s.why.proper(i) {
			continue
		}
		for _, v := range s.why.vars[i] {
			x.prec.AddVariable(n.loc, v)
		}
		if x.o.Domain == Expl {
			continue
		}
		for _, t := range interpolation.Predicates(x.f, s.why.itps[i], interpolation.Mode(x.o.Split)) {
			x.track(n.loc, t)
		}
	}
	if s.why.alone >= 0 && s.why.first() == s.why.alone+1 && x.o.DeadBlock == Learned {
		x.needSolver[s.t.nodes[s.why.alone+1].block] = true
	}
}

// track adds a predicate; in a product domain its variables by value if the rule selects them.
func (x *search) track(l *program.Location, t *logic.Term) {
	if !x.values() {
		x.prec.AddPredicate(l, t)
		return
	}
	for _, a := range interpolation.Atoms(t) {
		for _, v := range x.rule.variables(a) {
			x.prec.AddVariable(l, v)
		}
	}
	at := x.prec.At(l)
	for _, s := range logic.FreeVars(t) {
		if v := x.p.VarOf(s); v != nil && !at.Tracks(v) {
			x.prec.AddPredicate(l, t)
			return
		}
	}
}

// values reports whether the domain is a product that chooses between values and predicates.
func (x *search) values() bool {
	return (x.o.Domain == ExplPredCart || x.o.Domain == ExplPredBool) && !x.onlyPredicates
}

// prune removes the refined parts of the graph (lines 11-16 of Algorithm 2.2).
func (x *search) prune(chosen []*spurious) {
	if x.o.Prune == Full && len(chosen) > 0 {
		x.restart()
		return
	}
	for _, s := range chosen {
		if s.node.removed {
			continue
		}
		for _, n := range x.arg.prune(s.node, x.o.Prune == Subtree) {
			x.wait.add(n)
		}
	}
}

// escalate strengthens the configuration by one step when refinement makes no progress, and restarts; if
// nothing is left to strengthen the search ends.
func (x *search) escalate(why string) error {
	if x.stats.firstStuck == "" {
		x.stats.firstStuck = why
	}
	step := ""
	if !x.o.Stop {
		step = x.stronger()
	}
	if step == "" {
		x.stuck = engine.Reason{Kind: engine.NoProgress, Text: "no refinement progress: " + why}
		return nil
	}
	x.stats.escalations = append(x.stats.escalations, step)
	clear(x.refuted)
	x.dom = newDomain(x.tools, x.o)
	x.restart()
	return nil
}

// stronger changes one choice and returns its new value; "" if nothing is left.
func (x *search) stronger() string {
	o := x.o
	switch {
	case o.Prune != Full:
		o.Prune = Full
		return "prune full"
	case o.Refinement != SeqItp:
		o.Refinement = SeqItp
		return "refinement " + SeqItp
	case o.Split != Atoms && o.Domain != Expl:
		o.Split = Atoms
		return "split " + Atoms
	case o.Domain == PredCart:
		o.Domain = PredBool
	case o.Domain == Expl && o.MaxEnum != Unlimited && o.MaxEnum < DefaultMaxEnum:
		o.MaxEnum = DefaultMaxEnum
		return fmt.Sprint("max-enum ", o.MaxEnum)
	case o.Domain == Expl && o.MaxEnum != Unlimited && o.MaxEnum < largeEnum:
		o.MaxEnum = largeEnum
		return fmt.Sprint("max-enum ", o.MaxEnum)
	case o.Domain == Expl:
		o.Domain = ExplPredCart
		x.onlyPredicates = true
	case o.Domain == ExplPredCart && !x.onlyPredicates:
		x.onlyPredicates = true
		return "predicates for all variables"
	case o.Domain == ExplPredCart:
		o.Domain = ExplPredBool
	default:
		return ""
	}
	return "domain " + o.Domain
}
