package vc

import (
	"strconv"
	"strings"

	"cupel/core/logic"
	"cupel/core/smt"
)

// failure reports an obligation with the values in a model, without claiming exactness.
func (c *condition) failure(k int, m smt.Model) Failure {
	o := c.obligations[k]
	r := o.check.report()
	show := func(v value, ok bool) string {
		if !ok {
			return ""
		}
		return text(v, m)
	}
	var xs []*variable
	for x := range c.tr.initial {
		xs = append(xs, x)
	}
	for x := range o.state {
		if _, ok := c.tr.initial[x]; !ok {
			xs = append(xs, x)
		}
	}
	sortVariables(xs)
	for _, x := range xs {
		if x.saved || x.in != nil && x.in != c.tr.g.top && x.in != o.check.in {
			continue
		}
		before, ok1 := c.tr.initial[x]
		after, ok2 := o.state[x]
		b := Binding{Name: x.name, Before: show(before, ok1), After: show(after, ok2)}
		if b.Before == b.After {
			b.After = ""
		}
		if b.Before != "" || b.After != "" {
			r.State = append(r.State, b)
		}
	}
	return r
}

// report is the failure of an assertion without values.
func (k *check) report() Failure {
	r := Failure{ID: k.id, Kind: k.id.Kind, Pos: k.pos, Clause: k.clause, Source: k.source, Attrs: k.attrs}
	for _, name := range []string{"message", "msg"} {
		if !r.Given {
			r.Message, r.Given = k.attrs.Text(name)
		}
	}
	if !r.Given {
		r.Message = r.Kind.fallback()
	}
	return r
}

// text prints a value in a model in Boogie syntax.
func text(v value, m smt.Model) string {
	if v.term == nil {
		parts := make([]string, len(v.parts))
		for i, p := range v.parts {
			if parts[i] = text(p, m); parts[i] == "" {
				return ""
			}
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	t := m.Value(v.term)
	if t == nil {
		return ""
	}
	return constant(t)
}

// constant prints a ground term.
func constant(t *logic.Term) string {
	switch t.Op() {
	case logic.OpConst:
		switch s := t.Sort(); {
		case s.IsBV():
			return t.BVBig().String() + "bv" + strconv.Itoa(s.Width())
		case s.IsBool():
			if t.IsTrue() {
				return "true"
			}
			return "false"
		}
		return t.Rational().String()
	case logic.OpConstruct:
		args := make([]string, t.NumArgs())
		for i, a := range t.Args() {
			args[i] = constant(a)
		}
		name := t.Sort().Constructors()[t.Constructor()].Name
		return name[strings.LastIndexByte(name, '.')+1:] + "(" + strings.Join(args, ", ") + ")"
	case logic.OpConstArray:
		return "[else " + constant(t.Arg(0)) + "]"
	case logic.OpStore:
		var cells []string
		seen := map[*logic.Term]bool{}
		for t.Op() == logic.OpStore {
			if i := t.Arg(1); !seen[i] {
				seen[i] = true
				if len(cells) == shownStores {
					cells = append(cells, "...")
				}
				if len(cells) < shownStores {
					cells = append(cells, constant(i)+" := "+constant(t.Arg(2)))
				}
			}
			t = t.Arg(0)
		}
		if t.Op() == logic.OpConstArray {
			cells = append(cells, "else "+constant(t.Arg(0)))
		}
		return "[" + strings.Join(cells, ", ") + "]"
	}
	return "?"
}
