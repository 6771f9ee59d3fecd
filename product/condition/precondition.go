package condition

import (
	"context"
	"fmt"

	"cupel/product/condition/precondition"
	"cupel/verifier"
)

// Precondition returns the negation of a precise condition as C, and the program's text with it as an
// assumption, a program that cannot fail. source is nil if the text cannot be instrumented; err tells why.
func (r *Result) Precondition(ctx context.Context, o Options) (negated Text, source []byte, err error) {
	if r.Status != Precise {
		return Text{}, nil, fmt.Errorf("the condition is partial, so that the program may fail for other inputs: %s", r.Reason.Text)
	}
	s := r.subject
	ins := r.inputsOf(r.Simple.Term)
	x := newTexts(ctx, s.Flat.Terms, o.Verifier.DataModel, ins)
	defer x.close()
	if negated, err = x.of(r.Simple, true); err != nil {
		return Text{}, nil, fmt.Errorf("the precondition has no C text: %w", err)
	}
	a := &precondition.Assumption{Locals: negated.Definitions, Text: negated.Expression}
	for _, in := range ins {
		a.Slots = append(a.Slots, precondition.Slot{Name: in.Name, Source: in.src, N: in.N})
	}
	source, err = precondition.Rewrite(ctx, s.File, s.Text, s.FrontEnd, a)
	return negated, source, err
}

// Files lists the files that the program was read from.
func (r *Result) Files(t *verifier.Task) []string {
	files := append([]string{t.File}, r.subject.Included...)
	for _, f := range []string{t.Definition, t.PropertyFile} {
		if f != "" {
			files = append(files, f)
		}
	}
	return files
}
