package evidence

import (
	"context"
	"fmt"

	"cupel/certify"
	"cupel/logic"
	"cupel/program"
	"cupel/work"
)

// unrolled is the original program with its loops unrolled.
type unrolled struct {
	*certify.Proof // nil: they are not found to end soon
	most, visits   int
}

// certifyUnrolled lets the second solver check that no path leads to the error where executions visit loop heads at most a few
// times: on the original program with its loops unrolled that often, without any claims. A certificate
// that does not hold says nothing.
func (s *explanation) certifyUnrolled(ctx context.Context, most int, rounds ...resources) *Certificate {
	no := uncertified(s.Certifier, "")
	if !s.Certify || most == fewVisits && len(s.Original.Edges) > maxEarly {
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
	c, open := u.Proof, s.seconds(rounds...)
	if most == manyVisits && c.Questions() > maxApart {
		c, open = c.Joined(), s.satSolving()
	}
	n := 0
	if c.Check(ctx, counting(open, &n)) != nil {
		return no
	}
	what := fmt.Sprintf("no path leads to the error and none visits loop heads more than %d times", u.visits)
	return s.holds(KindSource, s.Certifier, what+", on the program before all passes", n)
}

// unroll unrolls the original program. Where summaries stand for calls, that is not tried.
func (s *explanation) unroll(ctx context.Context, most int) *unrolled {
	u := &unrolled{most: most}
	if s.relied() != nil {
		return u
	}
	ctx, stop := work.Within(ctx, unrollWork)
	defer stop()
	if ref, err := s.reference(ctx, KindSource, nil); err == nil && len(ref.LoopHeads()) > 0 {
		if c, visits, err := certify.Unroll(ctx, ref.Program, s.Open, most); err == nil {
			u.Proof, u.visits = c, visits
		}
	}
	return u
}

// entangled reports whether variables are multiplied or combined bit by bit in the program: then inductive claims are
// rarely found in a short time, while the values of a few iterations are known.
func (s *explanation) entangled() bool {
	found := false
	for _, e := range s.Original.Edges {
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
