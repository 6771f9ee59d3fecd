package evidence

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cupel/core/smt"
	"cupel/core/work"
	"cupel/engine"
	"cupel/engine/definedness"
	"cupel/engine/symex"
	"cupel/kernel/certify"
)

// checkLowered has the second solver check a proof on the program that the engine verified, and describes the
// outcome. It is no certificate, as passes and analyses may have removed the error from that program.
func (s *explanation) checkLowered(ctx context.Context, p *engine.Proof) string {
	ctx, stop := s.within(ctx, 0.5)
	defer stop()
	asked := 0
	open := counting(s.second, &asked)
	var err error
	switch {
	case p.Check != nil:
		err = p.Check(ctx, open)
	case !p.Finite:
		var c *certify.Proof
		if c, err = certify.New(ctx, s.stages.Prepared); err == nil {
			if err = c.Infer(ctx, s.stages.Facts, p.Predicates, s.tools.Open); err == nil {
				err = c.Check(ctx, open)
			}
		}
	default:
		return ""
	}
	if err != nil {
		return "the engine's proof: " + reasonOf(ctx, err)
	}
	trusted := append(s.trusted(), "passes")
	if s.stages.Prepared.Lowered && !s.stages.Original.Lowered {
		trusted = append(trusted, "interval analysis", "integer lowering")
	}
	if p.Trusts != "" {
		trusted = append(trusted, p.Trusts)
	}
	return fmt.Sprintf("of the engine's proof, on the program that it saw, %s answered %d questions, which trusts %s", s.options.Certifier, asked, strings.Join(trusted, ", "))
}

// reasonOf explains why a check failed.
func reasonOf(ctx context.Context, err error) string {
	if work.Spent(ctx) {
		return "the work for the certificate was done"
	}
	if ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) {
		return "the time for the certificate ended"
	}
	if errors.Is(err, context.Canceled) {
		return "the work for finding claims was spent"
	}
	return oneLine(strings.TrimPrefix(err.Error(), certify.ErrInconclusive.Error()+": "))
}

// certified adds a certificate to the report.
func (r *Report) certified(c *Certificate) {
	r.Certificate, r.Certified = c, c.String()
	if c.Explored {
		r.Explored = "re-explored by " + c.Solver + ": the same search finds no path to the error with it"
	}
}

// contradicted withdraws TRUE if another engine reaches the error.
func (r *Report) contradicted() {
	if r.Certificate == nil || r.Certificate.contradicted == "" {
		return
	}
	r.Verdict, r.Result, r.DecidedBy = engine.Unknown.String(), "unknown", ""
	r.Because(engine.Reason{Kind: engine.Fault, Text: "internal error: " + r.Certificate.contradicted + "; please report this with the input"})
}

// requireCertified withdraws TRUE without a required certificate.
func (r *Report) requireCertified(o Options) {
	if !o.RequireCertified || r.Certificate != nil && r.Certificate.Holds() {
		return
	}
	r.Verdict, r.Result, r.DecidedBy = engine.Unknown.String(), "unknown", ""
	why := "proven, but not certified"
	if r.Certificate != nil && r.Certificate.Reason != "" {
		why += ": " + r.Certificate.Reason
	}
	r.Because(engine.Reason{Kind: engine.Uncertified, Text: why})
}

// explore repeats the abstract search with the final precision and the second solver, without refinement.
func (s *explanation) explore(ctx context.Context, p *engine.Proof, open smt.Opener) error {
	o, given := symex.Options{}, engine.Problem{Program: s.stages.Prepared, Tools: engine.Tools{Open: open, Solver: s.tools.Solver}}
	o.Abstract = !p.Finite
	given.Thresholds, given.Precision = p.Thresholds, p.Predicates
	o.Fixed = true
	if !p.Finite && certify.Inductive(ctx, s.stages.Prepared, s.stages.Facts, open) == nil {
		given.Facts = s.stages.Facts
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
	return errors.New(res.Reason.String())
}
