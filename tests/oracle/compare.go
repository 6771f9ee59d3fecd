package oracle

import (
	"context"
	"fmt"
)

// Verdict is the answer of a verifier.
type Verdict int

// The verdicts.
const (
	Unknown Verdict = iota
	Safe            // no execution reaches the error
	Unsafe
)

// Wrong is a verdict that exhaustive execution refutes.
type Wrong struct {
	Program Program
	Shrunk  Program // a smaller program with the same wrong verdict
	Got     Verdict
}

// Error describes the wrong verdict; w is an error value.
func (w *Wrong) Error() string {
	got, truth := "safe", "unsafe"
	if w.Got == Unsafe {
		got, truth = truth, got
	}
	return fmt.Sprintf("seed %d is called %s but is %s; shrunk:\n%s", w.Program.Seed, got, truth, w.Shrunk.Source)
}

// wrong reports whether a verdict contradicts the truth.
func wrong(v Verdict, t Truth) bool {
	return v == Safe && t.Unsafe || v == Unsafe && !t.Unsafe
}

// Compare runs a verifier on programs and returns the wrong verdicts, with
// shrunk programs. The error is the oracle's, or the verifier's first one.
func Compare(ctx context.Context, ps []Program, workers int, verify func(context.Context, Program) (Verdict, error)) ([]*Wrong, error) {
	ts, err := DecideAll(ctx, ps, workers)
	if err != nil {
		return nil, err
	}
	var out []*Wrong
	for i, p := range ps {
		v, err := verify(ctx, p)
		if err != nil {
			return out, fmt.Errorf("seed %d: %w\n%s", p.Seed, err, p.Source)
		}
		if !wrong(v, ts[i]) {
			continue
		}
		small := Shrink(ctx, p, func(q Program, t Truth) bool {
			w, err := verify(ctx, q)
			return err == nil && w == v && wrong(w, t)
		})
		out = append(out, &Wrong{Program: p, Shrunk: small, Got: v})
	}
	return out, nil
}
