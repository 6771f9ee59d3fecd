package condition

import (
	"context"
	"fmt"
	"time"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/smtlib"
	"cupel/engine"
	"cupel/verifier"
)

// Certified reports how a condition was certified, in both directions.
type Certified struct {
	// Outside: the program restricted to inputs outside the printed condition was verified again, with a
	// certificate.
	Outside string `json:"outside"`
	// Inside: a second solver confirms that every input satisfying the condition takes one of the failing paths
	// it was derived from.
	Inside    string `json:"inside"`
	OutsideOK bool   `json:"outside_certified"`
	InsideOK  bool   `json:"inside_certified"`
	// Certificate of the outside.
	Certificate *verifier.Certificate `json:"certificate,omitempty"`
}

// certify certifies the condition.
func (l *loop) certify(ctx context.Context) error {
	cfg := &l.o.Verifier
	c := &Certified{}
	l.res.Certified = c
	if cfg.CertifyTimeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, 2*cfg.CertifyTimeout)
		defer cancel()
	}
	l.o.Journal.Follow(ended(ctx), nil)
	defer l.o.Journal.Follow(nil, nil)
	defer l.begin("certificate", "")()
	inside := l.inside
	if l.res.Complement != nil {
		inside = l.certifyComplement
	}
	if err := inside(ctx); err != nil {
		c.Inside = "no: " + err.Error()
	} else {
		c.InsideOK = true
	}
	if l.res.Status != Precise {
		c.Outside = "no: the condition is not known to be all"
		return nil
	}
	own := l.again()
	own.Restriction = l.restrictionTo(l.f.Not(l.res.Simple.Term))
	rep, err := l.watched().Verify(ctx, l.task, own)
	if err != nil {
		return err
	}
	switch rep.Verdict {
	case engine.True.String():
		c.Outside, c.Certificate = rep.Certified, rep.Certificate
		c.OutsideOK = rep.Certificate != nil && rep.Certificate.Holds()
	case engine.False.String():
		l.res.Status, l.res.Reason = Partial, engine.Reason{Kind: engine.Fault, Text: "internal error: another input fails; please report this with the input"}
		c.Outside = "no: another input fails"
	default:
		c.Outside = "no: " + rep.Reason
	}
	return nil
}

// again is the configuration for repeating a proof with a certificate.
func (l *loop) again() verifier.Config {
	cfg := l.o.Verifier
	cfg.Certify = true
	if cfg.CPUTime > 0 { // the search is over: evidence has its own time
		cfg.CPUTime, cfg.Timeout = 0, cfg.CertifyTimeout
	}
	return cfg
}

// inside checks with the second solver that the printed condition implies that a failing path is taken.
func (l *loop) inside(ctx context.Context) error {
	command := l.o.Verifier.Certifier
	s, err := smtlib.New(l.f, smtlib.Preset(command), smt.Options{TimeoutMS: int(insideTime / time.Millisecond)})
	if err != nil {
		return err
	}
	defer s.Close()
	questions := 0
	refute := func(what string, ts ...*logic.Term) error {
		questions++
		r, err := s.Check(ctx, ts...)
		switch {
		case err != nil:
			return err
		case r == smt.Sat:
			return fmt.Errorf("%s finds that %s", command, what)
		case r == smt.Unknown:
			return fmt.Errorf("%s does not say whether %s", command, what)
		}
		return nil
	}
	var all []*logic.Term
	for i, d := range l.res.Disjuncts {
		all = append(all, d.Term)
		if d.support == nil {
			return fmt.Errorf("what disjunct %d rests on has values that are nobody's input", i+1)
		}
		if d.support != d.Term {
			if err := refute(fmt.Sprintf("disjunct %d is more than failing paths", i+1), d.Term, l.f.Not(d.support)); err != nil {
				return err
			}
		}
	}
	trusted := "takes a failing path; trusted: how the paths were followed"
	if l.aboutEnds() {
		open := func(f *logic.Factory, o smt.Options) (smt.Solver, error) {
			o.TimeoutMS = int(insideTime / time.Millisecond)
			return smtlib.New(f, smtlib.Preset(command), o)
		}
		kept, err := l.keptBy(ctx, open)
		if err != nil {
			return err
		}
		questions += kept
		trusted = "leads into a set of states that need not be left; trusted: how the paths into it were followed"
	}
	domain := l.res.domain(l.res.inputsOf(l.res.Simple.Term, l.res.Term))
	was := l.f.Or(all...)
	if err := refute("the simplified condition is another one", domain, l.f.Not(l.f.Eq(was, l.res.Simple.Term))); err != nil {
		return err
	}
	l.res.Certified.Inside = fmt.Sprintf("%s answered %d questions: every input of the condition %s", command, questions, trusted)
	return nil
}
