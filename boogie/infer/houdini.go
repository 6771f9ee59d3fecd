package infer

import (
	"context"
	"strconv"
	"strings"

	"cupel/boogie"
	"cupel/boogie/vc"
)

// Load reads a program, each time a fresh one: candidates change the trees.
type Load func() (*boogie.Program, error)

// candidate is a text for a loop, by the loop's place among the sites.
type candidate struct {
	site int
	text string
}

const mark = "candidate "

// with loads the program with candidates at their loops, numbered by their place in the list.
func (load Load) with(cs []candidate) (*boogie.Program, error) {
	p, err := load()
	if err != nil || len(cs) == 0 {
		return p, err
	}
	all := sites(p)
	for i, c := range cs {
		e, err := boogie.ParseExpr(c.text)
		if err != nil {
			return nil, err
		}
		w := all[c.site].stmt
		attrs := boogie.Attributes{boogie.Attr("message", boogie.Str(mark+strconv.Itoa(i)))}
		w.Invariants = append(w.Invariants, &boogie.Spec{Pos: w.Pos, Attrs: attrs, Cond: e})
	}
	if errs := boogie.Check(p); len(errs) > 0 {
		return nil, errs[0]
	}
	return p, nil
}

// isCandidate is the number of the candidate that a failure is about.
func isCandidate(f *vc.Failure) (int, bool) {
	n, ok := strings.CutPrefix(f.Message, mark)
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(n)
	return i, err == nil
}

// wellTyped leaves out the candidates that the checker refuses.
func (load Load) wellTyped(cs []candidate) ([]candidate, error) {
	if len(cs) == 0 {
		return nil, nil
	}
	if _, err := load.with(cs); err == nil {
		return cs, nil
	} else if len(cs) == 1 {
		return nil, nil
	}
	a, err := load.wellTyped(cs[:len(cs)/2])
	if err != nil {
		return nil, err
	}
	b, err := load.wellTyped(cs[len(cs)/2:])
	return append(a[:len(a):len(a)], b...), err
}

// inductive takes out the candidates that fail in the procedures, or are undecided, until none
// does.
func (load Load) inductive(ctx context.Context, cs []candidate, procedures []string, o vc.Options) ([]candidate, error) {
	o.Only, o.MaxErrors = procedures, len(cs)+1
	o.Goal = func(f *vc.Failure) bool { _, ok := isCandidate(f); return ok }
	for range maxRounds {
		if len(cs) == 0 || ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p, err := load.with(cs)
		if err != nil {
			return nil, err
		}
		rs, err := vc.Verify(ctx, p, o)
		if err != nil {
			return nil, err
		}
		out := make([]bool, len(cs))
		for _, r := range rs {
			if r.Verdict != vc.OK && len(r.Failures)+len(r.Undecided) == 0 {
				return nil, nil // nothing is known
			}
			for _, fs := range [][]vc.Failure{r.Failures, r.Undecided} {
				for i := range fs {
					if k, ok := isCandidate(&fs[i]); ok {
						out[k] = true
					}
				}
			}
		}
		var left []candidate
		for i, c := range cs {
			if !out[i] {
				left = append(left, c)
			}
		}
		if len(left) == len(cs) {
			return cs, nil
		}
		cs = left
	}
	return nil, nil
}
