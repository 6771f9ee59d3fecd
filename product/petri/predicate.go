package petri

import (
	"fmt"
	"slices"
	"strings"
)

// An Op is the kind of a predicate's node.
type Op uint8

// The kinds of predicates.
const (
	OpTrue     Op = iota
	OpFalse       //
	OpRow         // Row holds
	OpFireable    // Transition is enabled
	OpDeadlock    // no transition is enabled
	OpNot         // Args[0] does not hold
	OpAnd         // all of Args hold
	OpOr          // some of Args hold
)

// A Predicate denotes a set of markings of a net. Predicates are immutable and may be
// shared.
type Predicate struct {
	Op         Op
	Args       []*Predicate
	Row        Row
	Transition int
}

var (
	constTrue  = &Predicate{Op: OpTrue}
	constFalse = &Predicate{Op: OpFalse}
	deadlock   = &Predicate{Op: OpDeadlock}
)

// True holds in every marking.
func True() *Predicate { return constTrue }

// False holds in no marking.
func False() *Predicate { return constFalse }

// Deadlock holds where no transition is enabled.
func Deadlock() *Predicate { return deadlock }

// Linear holds where the row does.
func Linear(r Row) *Predicate {
	r, c := r.canonical()
	switch {
	case c > 0:
		return constTrue
	case c < 0:
		return constFalse
	}
	return &Predicate{Op: OpRow, Row: r}
}

// Tokens is the row m(p) rel bound.
func Tokens(p int, rel Relation, bound int64) *Predicate {
	return Linear(Row{Terms: []Arc{{p, 1}}, Rel: rel, Bound: bound})
}

// Fireable holds where transition t is enabled.
func Fireable(t int) *Predicate { return &Predicate{Op: OpFireable, Transition: t} }

// Not holds where p does not.
func Not(p *Predicate) *Predicate {
	switch p.Op {
	case OpTrue:
		return constFalse
	case OpFalse:
		return constTrue
	case OpNot:
		return p.Args[0]
	}
	return &Predicate{Op: OpNot, Args: []*Predicate{p}}
}

// And holds where all arguments hold; nested conjunctions are joined, equal arguments
// merged.
func And(args ...*Predicate) *Predicate { return junction(OpAnd, constTrue, constFalse, args) }

// Or holds where some argument holds; nested disjunctions are joined, equal arguments
// merged.
func Or(args ...*Predicate) *Predicate { return junction(OpOr, constFalse, constTrue, args) }

// junction builds a conjunction or disjunction: flattened, without neutral and duplicate arguments.
func junction(op Op, neutral, absorbing *Predicate, args []*Predicate) *Predicate {
	var out []*Predicate
	seen := map[string]bool{}
	var add func(p *Predicate) bool
	add = func(p *Predicate) bool {
		switch {
		case p.Op == absorbing.Op:
			return false
		case p.Op == neutral.Op:
			return true
		case p.Op == op:
			for _, q := range p.Args {
				if !add(q) {
					return false
				}
			}
			return true
		}
		if k := leafKey(p); k != "" {
			if seen[k] {
				return true
			}
			seen[k] = true
		}
		out = append(out, p)
		return true
	}
	for _, p := range args {
		if !add(p) {
			return absorbing
		}
	}
	switch len(out) {
	case 0:
		return neutral
	case 1:
		return out[0]
	}
	return &Predicate{Op: op, Args: out}
}

// leafKey identifies predicates without arguments; it is empty for the others.
func leafKey(p *Predicate) string {
	switch p.Op {
	case OpRow:
		var b strings.Builder
		for _, a := range p.Row.Terms {
			fmt.Fprintf(&b, "%d*%d,", a.Weight, a.Index)
		}
		fmt.Fprintf(&b, "%d %d", p.Row.Rel, p.Row.Bound)
		return b.String()
	case OpFireable:
		return fmt.Sprint("t", p.Transition)
	case OpDeadlock:
		return "d"
	}
	return ""
}

// Holds evaluates p in m exactly.
func (n *Net) Holds(p *Predicate, m Marking) bool {
	switch p.Op {
	case OpTrue:
		return true
	case OpFalse:
		return false
	case OpRow:
		return p.Row.Holds(m)
	case OpFireable:
		return n.Enabled(m, p.Transition)
	case OpDeadlock:
		for t := range n.Transitions {
			if n.Enabled(m, t) {
				return false
			}
		}
		return true
	case OpNot:
		return !n.Holds(p.Args[0], m)
	case OpAnd:
		return !slices.ContainsFunc(p.Args, func(q *Predicate) bool { return !n.Holds(q, m) })
	}
	return slices.ContainsFunc(p.Args, func(q *Predicate) bool { return n.Holds(q, m) })
}

// MentionsDeadlock reports whether the predicate depends on the enabledness of all
// transitions.
func (p *Predicate) MentionsDeadlock() bool {
	return p.Op == OpDeadlock || slices.ContainsFunc(p.Args, (*Predicate).MentionsDeadlock)
}

// Format writes p with the net's identifiers, in the language of package query.
func (p *Predicate) Format(n *Net) string {
	switch p.Op {
	case OpTrue:
		return "true"
	case OpFalse:
		return "false"
	case OpRow:
		return p.Row.Format(n)
	case OpFireable:
		return "fireable(" + quote(n.Transitions[p.Transition].ID) + ")"
	case OpDeadlock:
		return "deadlock"
	case OpNot:
		return "!(" + p.Args[0].Format(n) + ")"
	}
	sep := " && "
	if p.Op == OpOr {
		sep = " || "
	}
	parts := make([]string, len(p.Args))
	for i, q := range p.Args {
		parts[i] = q.Format(n)
		if q.Op == OpAnd || q.Op == OpOr {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, sep)
}

// quote writes an identifier as package query reads it: bare when it is a plain word that
// is no keyword.
func quote(id string) string {
	plain := id != "true" && id != "false" && id != "deadlock" && id != "fireable"
	for i, c := range id {
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		plain = plain && (letter || i > 0 && ('0' <= c && c <= '9' || c == '.'))
	}
	if plain && id != "" {
		return id
	}
	return "\"" + strings.NewReplacer("\\", "\\\\", "\"", "\\\"").Replace(id) + "\""
}

// Compare is the predicate sum terms rel bound for the relations <=, <, >=, >, == and
// !=. The error is ErrCoefficient, or names an unknown relation.
func Compare(terms []Arc, rel string, bound int64) (*Predicate, error) {
	r, negate := GE, false
	switch rel {
	case ">=":
	case "<=":
		r = LE
	case ">":
		bound++
	case "<":
		r, bound = LE, bound-1
	case "==":
		r = EQ
	case "!=":
		r, negate = EQ, true
	default:
		return nil, fmt.Errorf("unknown relation %q", rel)
	}
	row, err := NewRow(terms, r, bound)
	if err != nil {
		return nil, err
	}
	if negate {
		return Not(Linear(row)), nil
	}
	return Linear(row), nil
}
