package solidity

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cupel/product/boogie/vc"
	"cupel/product/solidity/annotation"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/translate"
)

// An annotation is not needed if everything that is proved is proved without it, too. That is tried: the program is
// translated with true in its place, and the procedures that differ are verified again.

// unneededTexts are the warnings by kinds of annotations.
var unneededTexts = map[annotation.Kind]struct{ name, text string }{
	annotation.Invariant:     {"unneeded-invariant", "nothing else that is proved needs the invariant '%s'"},
	annotation.Precondition:  {"unneeded-precondition", "the function is proved without the precondition '%s', too"},
	annotation.Postcondition: {"unneeded-postcondition", "no caller needs the postcondition '%s' of this internal function"},
	annotation.Modifies:      {"unneeded-modifies", "the function never modifies '%s'"},
}

// Warnings are the kinds of suspect annotations that can be looked for.
func Warnings() (names []string) {
	for _, w := range unneededTexts {
		names = append(names, w.name)
	}
	slices.Sort(names)
	return names
}

// ParseWarnings checks a choice of kinds.
func ParseWarnings(chosen []string) error {
	for _, c := range chosen {
		if c != "all" && !slices.Contains(Warnings(), c) {
			return fmt.Errorf("%q is no kind of warning; choose of %s, or all", c, strings.Join(Warnings(), ", "))
		}
	}
	return nil
}

// unneeded adds warnings of the chosen kinds about annotations that nothing needs.
func (t *Translation) unneeded(ctx context.Context, o Options, verdicts map[string]vc.Result, warnings []Message) ([]Message, error) {
	tried := 0
	for _, a := range t.Annotations {
		w, ok := unneededTexts[a.Kind]
		if !ok || !slices.Contains(o.Warn, "all") && !slices.Contains(o.Warn, w.name) || o.library != nil && o.library(a.Pos.File) {
			continue
		}
		if f, ok := a.Node.(*ast.FunctionDefinition); a.Kind == annotation.Postcondition && (!ok || f.Public()) || a.Kind != annotation.Invariant && ok && f.Body == nil {
			continue // it says what the function is for
		}
		if tried++; tried > maxWeakened || ctx.Err() != nil {
			break
		}
		without, err := t.without(ctx, o, a, verdicts)
		if err != nil {
			return nil, err
		}
		if without {
			m := Message{Where: where(a.Pos), Text: fmt.Sprintf(w.text, a.Text), Kind: w.name}
			if !slices.Contains(warnings, m) {
				warnings = append(warnings, m)
			}
		}
	}
	return warnings, nil
}

// without reports whether all procedures that are proved, and that an annotation matters for, are proved without it.
func (t *Translation) without(ctx context.Context, o Options, a translate.Annotation, verdicts map[string]vc.Result) (bool, error) {
	o.Translate = t.o
	o.Translate.Weakened = a.Pos
	u, err := translateOne(t.source, o)
	if err != nil {
		return false, nil // such as sums that only the annotation names
	}
	p, err := u.read()
	if err != nil {
		return false, err
	}
	same := t.equal(u)
	vo := o.VC
	vo.Only = nil
	for _, f := range u.Functions {
		switch r, ok := verdicts[f.Procedure]; {
		case same[f.Procedure]:
		case f.Skipped != "" || !ok || r.Verdict != vc.OK:
			return false, nil // it is not known what it would need
		default:
			vo.Only = append(vo.Only, f.Procedure)
		}
	}
	if len(vo.Only) == 0 {
		return false, nil
	}
	if vo.MaxErrors = 1; !o.NoUnroll {
		vo.Unroll = unroll
	}
	results, err := vc.Verify(ctx, p, vo)
	if err != nil {
		return false, fmt.Errorf("internal error: %w", err)
	}
	return !slices.ContainsFunc(results, func(r vc.Result) bool { return r.Verdict != vc.OK }), nil
}

// unestablished says of an invariant that fails at the end of construction what that means.
const unestablished = "The constructor does not establish it: nothing that is proved with it holds of a deployed contract."

// establish notes invariants that constructors do not establish.
func (t *Translation) establish(rep *Report) {
	constructors := map[string]bool{}
	for _, f := range t.Functions {
		if f.Constructor != "" {
			constructors[f.Constructor] = true
		}
	}
	for i, f := range t.Functions {
		if n, ok := f.Node.(*ast.FunctionDefinition); !constructors[f.Procedure] && (!ok || n.Kind != "constructor") {
			continue
		}
		for k := range rep.Functions[i].Errors {
			e := &rep.Functions[i].Errors[k]
			if strings.HasPrefix(e.Text, "Invariant '") && strings.HasSuffix(e.Text, " at end of function.") || strings.HasPrefix(e.Text, "State variable initializers might violate invariant '") {
				e.Note = unestablished
			}
		}
	}
}
