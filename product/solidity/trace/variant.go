package trace

import (
	"fmt"
	"slices"

	"cupel/product/boogie"
)

// A Call is a call of a procedure in a proposed sequence, and what external code calls during it, in order.
type Call struct {
	Procedure string
	Inside    []Call
}

// A call is a call of an entry whose procedures are copies: those of a variant.
type call struct {
	*entry
	in *variant
}

// A variant is a copy of procedures with one behaviour of the external code that they call: at each place it may
// make these calls one after the other, each one of some alternatives, or none.
type variant struct {
	suffix string // of the copies' names
	calls  [][]*call
}

// leaf is the variant in which external code calls nothing.
func leaf() *variant { return &variant{} }

// deployment is leaf for the constructor, with copies of its own of what functions run, too.
func deployment() *variant { return &variant{suffix: backSuffix + "0"} }

// nested is the variant in which calls of external code nest up to a depth, some in sequence.
func nested(back []*entry, depth, inSequence int) *variant {
	v := leaf()
	for k := range depth {
		outer := &variant{}
		if k < depth-1 {
			outer.suffix = fmt.Sprintf("%s%d", backSuffix, depth-1-k)
		}
		v.suffix = fmt.Sprintf("%s%d", backSuffix, depth-k)
		for range inSequence {
			outer.calls = append(outer.calls, in(v, back))
		}
		v = outer
	}
	return v
}

// in are calls of entries in a variant.
func in(v *variant, es []*entry) []*call {
	cs := make([]*call, len(es))
	for i, e := range es {
		cs[i] = &call{e, v}
	}
	return cs
}

// places counts where external code runs in an entry; calls within it are counted once.
func (e *entry) places(byName map[string]*boogie.Procedure) int {
	all, _ := closure(byName, e.proc)
	n := 0
	for _, d := range all {
		boogie.WalkStmts(d.Body.Stmts, func(s boogie.Stmt) {
			if a, ok := s.(*boogie.Assume); ok {
				if x := a.Attrs.Find("outside"); x != nil && len(x.Args) > 0 {
					n++
				}
			}
		})
	}
	return n
}

// bodies counts the entries that are inlined for calls, at most some number.
func bodies(byName map[string]*boogie.Procedure, cs []*call, most int) int {
	n := 0
	for _, c := range cs {
		if n++; n > most {
			return n
		}
		if len(c.in.calls) == 0 {
			continue
		}
		if p := c.places(byName); p > 0 {
			for _, inside := range c.in.calls {
				n += p * bodies(byName, inside, most-n)
			}
		}
	}
	return n
}

// named returns the steps of a proposed sequence; nil if something in it is no entry, or there is too much.
func named(calls []Call, es, back []*entry) [][]*call {
	n := 0
	one := func(es []*entry, c Call) *entry {
		i := slices.IndexFunc(es, func(e *entry) bool { return e.proc.Name == c.Procedure })
		if n++; i < 0 || n > maxNamed {
			return nil
		}
		return es[i]
	}
	none := leaf()
	var make func(es []*entry, c Call) *call
	make = func(es []*entry, c Call) *call {
		e := one(es, c)
		if e == nil {
			return nil
		}
		v := none
		if len(c.Inside) > 0 {
			v = &variant{suffix: fmt.Sprintf("%s%d", backSuffix, n)}
		}
		for _, i := range c.Inside {
			x := make(back, i)
			if x == nil {
				return nil
			}
			v.calls = append(v.calls, []*call{x})
		}
		return &call{e, v}
	}
	var steps [][]*call
	for _, c := range calls {
		x := make(es, c)
		if x == nil || (x.entry == es[0]) != (len(steps) == 0) {
			return nil
		}
		steps = append(steps, []*call{x})
	}
	return steps
}

// variants returns those of calls, and of calls within them, each once, with the entries that run in it.
func variants(steps [][]*call) (vs []*variant, runs map[*variant][]*entry) {
	runs = map[*variant][]*entry{}
	var visit func(cs []*call)
	visit = func(cs []*call) {
		for _, c := range cs {
			if _, ok := runs[c.in]; !ok {
				vs, runs[c.in] = append(vs, c.in), nil
				for _, inside := range c.in.calls {
					visit(inside)
				}
			}
			if !slices.Contains(runs[c.in], c.entry) {
				runs[c.in] = append(runs[c.in], c.entry)
			}
		}
	}
	for _, cs := range steps {
		visit(cs)
	}
	return vs, runs
}

// of are the entries of calls.
func of(cs []*call) []*entry {
	es := make([]*entry, len(cs))
	for i, c := range cs {
		es[i] = c.entry
	}
	return es
}
