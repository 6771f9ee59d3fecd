package evidence

import (
	"context"
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/smtlib"
	"cupel/core/work"
	"cupel/kernel/certify"
)

// bitSolver is an additional solver for bit-vector queries of proofs with many of them.
const bitSolver = "boolector"

// unrolled is the original program with its loops unrolled.
type unrolled struct {
	*certify.Proof // nil: no bound on the visits is found
	most, visits   int
}

// certifyUnrolled has the second solver check that no path reaches the error if executions visit loop heads at
// most most times, on the original program unrolled that often, without invariants. Failure proves nothing.
func (s *explanation) certifyUnrolled(ctx context.Context, most int, rounds ...resources) *Certificate {
	no := uncertified(s.options.Certifier, "")
	if !s.options.Certify || most == fewVisits && len(s.stages.Original.Edges) > maxEarly {
		return no
	}
	if u := s.unrolled; u == nil || u.Proof == nil && most > u.most {
		s.unrolled = s.unroll(ctx, most)
	}
	u := s.unrolled
	if u.Proof == nil {
		return no
	}
	if most == fewVisits {
		var stop context.CancelFunc
		ctx, stop = timeShare(ctx, fewShare)
		defer stop()
	}
	ways := []way{{u.Proof, s.options.Certifier, s.seconds(rounds...)}}
	switch {
	case most == fewVisits:
	case u.Questions() > maxApart:
		ways = s.joined(u.Proof)
	default:
		ways = append(ways, s.joined(u.Proof)...)
	}
	for i, w := range ways {
		n := 0
		within, stop := timeShare(ctx, 1/float64(len(ways)-i))
		err := w.proof.Check(within, counting(w.open, &n))
		if stop(); err == nil {
			return s.holds(KindSource, w.solver, ended(u.visits)+", on the program before all passes", n, w.proof)
		}
	}
	return no
}

// certifyUnrolledIntegers is certifyUnrolled over the integers, where products are polynomials instead of
// circuits, together with the check of the lowering.
func (s *explanation) certifyUnrolledIntegers(ctx context.Context) *Certificate {
	no := uncertified(s.options.Certifier, "")
	if !s.options.Certify || s.references()[0] != KindIntegers || len(s.stages.Original.Edges) > maxEarly || s.relied() != nil {
		return no
	}
	ctx, stop := timeShare(ctx, fewShare)
	defer stop()
	ref, err := s.reference(ctx, KindIntegers, nil)
	if err != nil {
		return no
	}
	within, end := work.Within(ctx, unrollWork)
	defer end()
	c, visits, err := certify.Unroll(within, ref.Program, s.tools.Open, fewVisits)
	if err != nil {
		return no
	}
	n := 0
	if c.Check(ctx, counting(s.second, &n)) != nil {
		return no
	}
	return s.onLowering(ctx, ref, s.holds(KindIntegers, s.options.Certifier, ended(visits), n, c))
}

// ended describes a proof by unrolling.
func ended(visits int) string {
	return fmt.Sprintf("no path leads to the error and none visits loop heads more than %d times", visits)
}

// A way is a solver to try.
type way struct {
	proof  *certify.Proof
	solver string
	open   smt.Opener
}

// joined lists the solvers for all queries of a proof by unrolling at once. With much case splitting Boolector
// takes a second where cvc5 takes half a minute.
func (s *explanation) joined(c *certify.Proof) (ways []way) {
	one := c.Joined()
	if s.options.Certifier == "cvc5" && smtlib.Available(bitSolver) {
		ways = append(ways, way{one, bitSolver, mutable(smtlib.Once(bitSolver))})
	}
	return append(ways, way{one, s.options.Certifier, s.satSolving()})
}

// unroll unrolls the original program; not if summaries replace calls.
func (s *explanation) unroll(ctx context.Context, most int) *unrolled {
	u := &unrolled{most: most}
	if s.relied() != nil {
		return u
	}
	ctx, stop := work.Within(ctx, unrollWork)
	defer stop()
	// Without loops the queries are those of the claims and rarely have other answers.
	if ref, err := s.reference(ctx, KindSource, nil); err == nil && (most > fewVisits || len(ref.LoopHeads()) > 0) {
		if c, visits, err := certify.Unroll(ctx, ref.Program, s.tools.Open, most); err == nil {
			u.Proof, u.visits = c, visits
		}
	}
	return u
}

// entangled reports whether variables are multiplied or combined bitwise: then inductive invariants are rarely
// found in time, while the values in a few iterations are constants.
func (s *explanation) entangled() bool {
	found := false
	for _, e := range s.stages.Original.Edges {
		for op := range program.AllOps(e.Ops) {
			op.Terms(func(t *logic.Term) {
				logic.WalkUp(func(t *logic.Term) {
					switch t.Op() {
					case logic.OpMul, logic.OpBVMul, logic.OpBVMulNSW, logic.OpBVAnd, logic.OpBVOr, logic.OpBVXor, logic.OpBVShl, logic.OpBVLShr, logic.OpBVAShr:
						found = found || !t.Arg(0).IsConst() && !t.Arg(1).IsConst()
					}
				}, t)
			})
		}
	}
	return found
}
