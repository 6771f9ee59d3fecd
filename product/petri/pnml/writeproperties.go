package pnml

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"cupel/product/petri"
)

// errUnwritable means a row that the contest's formulas can say at great length only.
var errUnwritable = errors.New("the property has a coefficient that is no small number")

// WriteProperties writes a property set of the Model Checking Contest, which ReadProperties reads back.
func WriteProperties(dst io.Writer, n *petri.Net, properties []petri.Property) error {
	w := bufio.NewWriter(dst)
	fmt.Fprintf(w, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<property-set xmlns=\"http://mcc.lip6.fr/\">\n")
	for _, p := range properties {
		var b strings.Builder
		if err := writeFormula(&b, n, p.Formula); err != nil {
			return fmt.Errorf("property %s: %w", p.ID, err)
		}
		path, state := "exists-path", "finally"
		if p.Quantifier == petri.AG {
			path, state = "all-paths", "globally"
		}
		fmt.Fprintf(w, "<property><id>%s</id><description>%s</description>\n<formula><%s><%s>%s</%s></%s></formula></property>\n",
			escape(p.ID), escape(p.Description), path, state, b.String(), state, path)
	}
	fmt.Fprintf(w, "</property-set>\n")
	return w.Flush() // reports the first error of all writes above
}

func writeFormula(b *strings.Builder, n *petri.Net, p *petri.Predicate) error {
	name := ""
	switch p.Op {
	case petri.OpTrue, petri.OpFalse:
		fmt.Fprintf(b, "<%v/>", p.Op == petri.OpTrue)
		return nil
	case petri.OpRow:
		return writeRow(b, n, p.Row)
	case petri.OpFireable:
		fmt.Fprintf(b, "<is-fireable><transition>%s</transition></is-fireable>", escape(n.Transitions[p.Transition].ID))
		return nil
	case petri.OpDeadlock:
		b.WriteString("<deadlock/>")
		return nil
	case petri.OpNot:
		name = "negation"
	case petri.OpAnd:
		name = "conjunction"
	default:
		name = "disjunction"
	}
	fmt.Fprintf(b, "<%s>", name)
	for _, q := range p.Args {
		if err := writeFormula(b, n, q); err != nil {
			return err
		}
	}
	fmt.Fprintf(b, "</%s>", name)
	return nil
}

// writeRow writes a row as one or two comparisons of sums of token counts, in which a place stands as often as its coefficient says.
func writeRow(b *strings.Builder, n *petri.Net, r petri.Row) error {
	var left, right strings.Builder
	for _, a := range r.Terms {
		side, k := &left, a.Weight
		if k < 0 {
			side, k = &right, -k
		}
		if k > maxRepeated {
			return errUnwritable
		}
		side.WriteString(strings.Repeat("<place>"+escape(n.Places[a.Index].ID)+"</place>", int(k)))
	}
	count := func(s *strings.Builder) string { return "<tokens-count>" + s.String() + "</tokens-count>" }
	constant := func(k int64) string { return fmt.Sprintf("<integer-constant>%d</integer-constant>", k) }
	var l, rt string
	switch {
	case right.Len() == 0:
		l, rt = count(&left), constant(r.Bound)
	case left.Len() == 0:
		l, rt = constant(-r.Bound), count(&right)
	default:
		l, rt = count(&left), "<integer-sum>"+count(&right)+constant(r.Bound)+"</integer-sum>"
	}
	le, ge := "<integer-le>"+l+rt+"</integer-le>", "<integer-le>"+rt+l+"</integer-le>"
	switch r.Rel {
	case petri.LE:
		b.WriteString(le)
	case petri.GE:
		b.WriteString(ge)
	default:
		b.WriteString("<conjunction>" + le + ge + "</conjunction>")
	}
	return nil
}
