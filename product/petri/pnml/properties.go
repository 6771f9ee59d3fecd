package pnml

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"

	"cupel/product/petri"
)

// properties reads formulas over the nodes of a net.
type properties struct {
	*scanner
	net   *petri.Net
	depth int
}

// ReadProperties reads a property set of the Model Checking Contest. file is the name
// used in errors, which are of type *Error. Identifiers in formulas are those of the
// net's nodes.
func ReadProperties(src io.Reader, file string, n *petri.Net) ([]petri.Property, error) {
	r := &properties{scanner: newScanner(src, file), net: n}
	root, err := r.root()
	if err != nil {
		return nil, err
	}
	if root.Name.Local != "property-set" {
		return nil, r.errorAt(r.pos, "the document is a <%s>; expected <property-set>", root.Name.Local)
	}
	var out []petri.Property
	seen := map[string]bool{}
	err = r.children(func(e xml.StartElement) error {
		if e.Name.Local != "property" {
			return r.skip()
		}
		at := r.pos
		p, err := r.property()
		if err != nil {
			return err
		}
		if seen[p.ID] {
			return r.errorAt(at, "a second property has the id %q; rename one of them", p.ID)
		}
		seen[p.ID] = true
		out = append(out, p)
		return nil
	})
	return out, err
}

func (r *properties) property() (p petri.Property, err error) {
	at := r.pos
	found := false
	err = r.children(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "id":
			p.ID, _, err = r.text()
			return err
		case "description":
			p.Description, _, err = r.text()
			return err
		case "formula":
			found = true
			return r.only("formula", func(e xml.StartElement) error {
				p.Quantifier, p.Formula, err = r.quantified(e)
				return err
			})
		}
		return r.skip()
	})
	switch {
	case err != nil:
	case p.ID == "":
		err = r.errorAt(at, "the property has no <id>")
	case !found:
		err = r.errorAt(at, "property %q has no <formula>", p.ID)
	}
	return p, err
}

// only reads an element that must have exactly one child.
func (r *properties) only(name string, f func(e xml.StartElement) error) error {
	at, k := r.pos, 0
	err := r.children(func(e xml.StartElement) error {
		if k++; k > 1 {
			return r.errorAt(r.pos, "<%s> has more than one child", name)
		}
		return f(e)
	})
	if err == nil && k == 0 {
		err = r.errorAt(at, "<%s> is empty; expected a formula", name)
	}
	return err
}

const temporalAdvice = "only reachability is supported: exists-path finally (EF) or all-paths globally (AG), once, outermost"

// quantified reads EF or AG over a predicate, or a negation of that.
func (r *properties) quantified(e xml.StartElement) (q petri.Quantifier, f *petri.Predicate, err error) {
	inner := ""
	switch e.Name.Local {
	case "exists-path":
		q, inner = petri.EF, "finally"
	case "all-paths":
		q, inner = petri.AG, "globally"
	case "negation":
		if err := r.enter(); err != nil {
			return 0, nil, err
		}
		defer r.leave()
		err = r.only("negation", func(e xml.StartElement) error {
			q, f, err = r.quantified(e)
			return err
		})
		if err != nil {
			return 0, nil, err
		}
		if q == petri.EF {
			return petri.AG, petri.Not(f), nil
		}
		return petri.EF, petri.Not(f), nil
	case "place-bound":
		return 0, nil, r.errorAt(r.pos, "upper bounds (<place-bound>) are not supported; ask for the reachability of a token count")
	default:
		return 0, nil, r.errorAt(r.pos, "<%s> where a path quantifier is expected; %s", e.Name.Local, temporalAdvice)
	}
	err = r.only(e.Name.Local, func(t xml.StartElement) error {
		if t.Name.Local != inner {
			return r.errorAt(r.pos, "<%s><%s> is not supported: %s", e.Name.Local, t.Name.Local, temporalAdvice)
		}
		return r.only(inner, func(e xml.StartElement) error {
			f, err = r.predicate(e)
			return err
		})
	})
	return q, f, err
}

func (r *properties) enter() error {
	if r.depth++; r.depth > maxFormulaDepth {
		return r.errorAt(r.pos, "the formula is nested deeper than %d", maxFormulaDepth)
	}
	return nil
}

func (r *properties) leave() { r.depth-- }

// predicate reads a Boolean formula.
func (r *properties) predicate(e xml.StartElement) (f *petri.Predicate, err error) {
	if err := r.enter(); err != nil {
		return nil, err
	}
	defer r.leave()
	at, name := r.pos, e.Name.Local
	switch name {
	case "true":
		return petri.True(), r.skip()
	case "false":
		return petri.False(), r.skip()
	case "deadlock":
		return petri.Deadlock(), r.skip()
	case "is-fireable":
		return r.fireable()
	case "integer-le", "integer-lt", "integer-ge", "integer-gt", "integer-eq", "integer-ne":
		return r.comparison(name)
	case "negation":
		err = r.only(name, func(e xml.StartElement) error {
			f, err = r.predicate(e)
			return err
		})
		if err != nil {
			return nil, err
		}
		return petri.Not(f), nil
	case "conjunction", "disjunction", "implication", "equivalence", "exclusive-disjunction":
		var args []*petri.Predicate
		err := r.children(func(e xml.StartElement) error {
			a, err := r.predicate(e)
			args = append(args, a)
			return err
		})
		if err != nil {
			return nil, err
		}
		return r.connective(name, args, at)
	case "exists-path", "all-paths", "globally", "finally", "next", "until":
		return nil, r.errorAt(at, "<%s> within a formula: CTL and LTL are not supported; %s", name, temporalAdvice)
	}
	return nil, r.errorAt(at, "<%s> is no formula; expected a connective, a comparison of integers, is-fireable or deadlock", name)
}

func (r *properties) connective(name string, args []*petri.Predicate, at position) (*petri.Predicate, error) {
	switch name {
	case "conjunction":
		return petri.And(args...), nil
	case "disjunction":
		return petri.Or(args...), nil
	}
	if len(args) != 2 {
		return nil, r.errorAt(at, "<%s> has %d children; it takes 2", name, len(args))
	}
	a, b := args[0], args[1]
	switch name {
	case "implication":
		return petri.Or(petri.Not(a), b), nil
	case "equivalence":
		return petri.Or(petri.And(a, b), petri.And(petri.Not(a), petri.Not(b))), nil
	}
	return petri.Or(petri.And(a, petri.Not(b)), petri.And(petri.Not(a), b)), nil
}

// fireable reads a list of transitions, of which any may be enabled.
func (r *properties) fireable() (*petri.Predicate, error) {
	var args []*petri.Predicate
	err := r.children(func(e xml.StartElement) error {
		if e.Name.Local != "transition" {
			return r.errorAt(r.pos, "<%s> within <is-fireable>; expected <transition>", e.Name.Local)
		}
		id, at, err := r.text()
		if err != nil {
			return err
		}
		t, ok := r.net.TransitionByID(id)
		if !ok {
			return r.errorAt(at, "no transition of the net has the id %q", id)
		}
		args = append(args, petri.Fireable(t))
		return nil
	})
	return petri.Or(args...), err
}

// sum is a linear expression over token counts.
type sum struct {
	terms    []petri.Arc
	constant int64
}

func (r *properties) comparison(name string) (*petri.Predicate, error) {
	at := r.pos
	var sides []sum
	err := r.children(func(e xml.StartElement) error {
		s, err := r.sum(e)
		sides = append(sides, s)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(sides) != 2 {
		return nil, r.errorAt(at, "<%s> has %d children; it compares 2", name, len(sides))
	}
	// left - right REL constant
	terms := sides[0].terms
	for _, a := range sides[1].terms {
		terms = append(terms, petri.Arc{Index: a.Index, Weight: -a.Weight})
	}
	p, err := petri.Compare(terms, map[string]string{
		"integer-le": "<=", "integer-lt": "<", "integer-ge": ">=", "integer-gt": ">", "integer-eq": "==", "integer-ne": "!=",
	}[name], sides[1].constant-sides[0].constant)
	if err != nil {
		return nil, r.errorAt(at, "<%s>: %v", name, err)
	}
	return p, nil
}

var errSum = errors.New("numbers add up to more than is supported")

// sum reads an integer expression.
func (r *properties) sum(e xml.StartElement) (s sum, err error) {
	if err := r.enter(); err != nil {
		return s, err
	}
	defer r.leave()
	at, name := r.pos, e.Name.Local
	switch name {
	case "integer-constant":
		text, at, err := r.text()
		if err != nil {
			return s, err
		}
		k, err := strconv.ParseInt(text, 10, 64)
		if err != nil || k > petri.MaxCoefficient || k < -petri.MaxCoefficient {
			return s, r.errorAt(at, "integer constant %q is not a number between -%d and %[2]d", text, int64(petri.MaxCoefficient))
		}
		return sum{constant: k}, nil
	case "tokens-count":
		err = r.children(func(e xml.StartElement) error {
			if e.Name.Local != "place" {
				return r.errorAt(r.pos, "<%s> within <tokens-count>; expected <place>", e.Name.Local)
			}
			id, at, err := r.text()
			if err != nil {
				return err
			}
			p, ok := r.net.PlaceByID(id)
			if !ok {
				return r.errorAt(at, "no place of the net has the id %q", id)
			}
			s.terms = append(s.terms, petri.Arc{Index: p, Weight: 1})
			return nil
		})
		return s, err
	case "integer-sum", "integer-difference":
		sign := int64(1)
		err = r.children(func(e xml.StartElement) error {
			a, err := r.sum(e)
			if err != nil {
				return err
			}
			for _, t := range a.terms {
				s.terms = append(s.terms, petri.Arc{Index: t.Index, Weight: sign * t.Weight})
			}
			if s.constant += sign * a.constant; s.constant > petri.MaxCoefficient || s.constant < -petri.MaxCoefficient {
				return r.errorAt(at, "<%s>: %v", name, errSum)
			}
			if name == "integer-difference" {
				sign = -1
			}
			return nil
		})
		return s, err
	}
	return s, r.errorAt(at, "<%s> is no integer expression; expected tokens-count, integer-constant, integer-sum or integer-difference", name)
}
