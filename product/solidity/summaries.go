package solidity

import (
	"context"
	"fmt"
	"slices"

	"cupel/product/boogie/vc"
	"cupel/product/solidity/trace"
	"cupel/product/solidity/translate"
)

// summary is what is proved, with inferred invariants, of a translation in which pure functions with hard arithmetic are functions
// of which nothing else is known.
type summary struct {
	verdicts   map[string]vc.Result
	invariants []Invariant
	fails      map[int][][]trace.Call
}

// summarize verifies that for clauses of standards; nil: there are none, or there is no such function.
func (t *Translation) summarize(ctx context.Context, o Options, known map[string]vc.Result) (*summary, error) {
	if len(t.o.Requirements) == 0 {
		return nil, nil
	}
	o.Translate = t.o
	o.Translate.Summaries = true
	s, err := translateOne(t.source, o)
	if err != nil || !s.Result.Summaries {
		return nil, err
	}
	s.applied = t.applied
	verdicts, err := s.verifyProcedures(ctx, o, known, nil)
	if err != nil {
		return nil, err
	}
	x, is, err := s.infer(ctx, o, verdicts)
	switch {
	case err != nil && ctx.Err() == nil:
		return nil, err
	case err != nil:
		return &summary{verdicts: verdicts}, nil
	}
	return &summary{x.old, is, x.fails}, nil
}

// proved are the results of procedures that need not be verified without summaries. Constructors are, for whether they end.
func (s *summary) proved(fs []*translate.Function) map[string]vc.Result {
	proved := map[string]vc.Result{}
	for _, f := range fs {
		if r, ok := s.verdicts[f.Procedure]; ok && r.Verdict == vc.OK && f.Procedure != f.Constructor {
			proved[f.Procedure] = r
		}
		if r, ok := s.verdicts[f.Required]; ok {
			proved[f.Required] = r
		}
	}
	return proved
}

// improve improves results by what is proved with summaries.
func (s *summary) improve(verdicts map[string]vc.Result) map[string]vc.Result {
	var with []vc.Result
	for n, r := range verdicts {
		w, ok := s.verdicts[n]
		if !ok {
			continue
		}
		with = append(with, w)
		if r.Verdict != vc.OK && len(r.Failures)+len(r.Undecided) == 0 && len(w.Failures)+len(w.Undecided) > 0 { // all are open
			r.Undecided = slices.Concat(w.Failures, w.Undecided)
			verdicts[n] = r
		}
	}
	merged, _ := (&inferrer{old: verdicts}).merge(with)
	return merged
}

// verifyProcedures verifies the procedures of all functions but for those that are known.
func (t *Translation) verifyProcedures(ctx context.Context, o Options, known ...map[string]vc.Result) (map[string]vc.Result, error) {
	p, err := t.read()
	if err != nil {
		return nil, err
	}
	vo := o.VC
	vo.Only = nil
	verdicts := map[string]vc.Result{}
	want := func(procedure string) {
		for _, k := range known {
			if r, ok := k[procedure]; ok {
				verdicts[procedure] = r
				return
			}
		}
		vo.Only = append(vo.Only, procedure)
	}
	for _, f := range t.Functions {
		if f.Skipped == "" {
			want(f.Procedure)
		}
		if f.Reached != "" {
			want(f.Reached)
		}
		if f.Required != "" {
			want(f.Required)
		}
	}
	if vo.MaxErrors = maxErrors; !o.NoUnroll {
		vo.Unroll = unroll
	}
	if len(vo.Only) == 0 {
		return verdicts, nil
	}
	results, err := vc.Verify(ctx, p, vo)
	if err != nil {
		return nil, fmt.Errorf("internal error: %w", err)
	}
	for _, r := range results {
		verdicts[r.Procedure] = r
	}
	return verdicts, nil
}
