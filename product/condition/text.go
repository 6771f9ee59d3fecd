package condition

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/product/condition/ctext"
	"cupel/product/condition/simplify"
)

// A Text is a condition in C: an expression, and definitions of the names in it that are no inputs.
type Text struct {
	Definitions []string `json:"definitions,omitempty"`
	Expression  string   `json:"expression"`
}

// String returns the text in lines.
func (t Text) String() string {
	return strings.Join(append(t.Definitions[:len(t.Definitions):len(t.Definitions)], t.Expression), "\n")
}

// texts prints conditions over a set of inputs.
type texts struct {
	ctx      context.Context
	f        *logic.Factory
	model    program.DataModel
	operands map[*logic.Term]ctext.Operand
	solver   smt.Solver // nil: none
	holds    map[fact]bool
	named    int
}

// fact is the query whether a term follows from a context.
type fact struct{ context, t *logic.Term }

// newTexts prints over inputs; without a context no solver helps.
func newTexts(ctx context.Context, f *logic.Factory, model program.DataModel, ins []Input) *texts {
	x := &texts{ctx: ctx, f: f, model: model, operands: map[*logic.Term]ctext.Operand{}, holds: map[fact]bool{}}
	for i, in := range ins {
		x.operands[in.sym] = ctext.Operand{Name: in.Name, Type: in.cType(), Signed: in.src.Signed, Order: i}
	}
	if ctx == nil {
		return x
	}
	if s, err := z3.Open(f, smt.Options{Work: factWork}); err == nil {
		x.solver = s
	}
	return x
}

// close frees the solver.
func (x *texts) close() {
	if x.solver != nil {
		_ = x.solver.Close()
	}
}

// follows decides with the solver whether a fact holds in a context.
func (x *texts) follows(given []*logic.Term, t *logic.Term) bool {
	q := fact{x.f.And(given...), t}
	known, ok := x.holds[q]
	if !ok && x.solver != nil && len(x.holds) < maxFacts {
		r, err := x.solver.Check(x.ctx, q.context, x.f.Not(t))
		known = err == nil && r == smt.Unsat
		x.holds[q] = known
	}
	return known
}

// of prints a simplified condition, or its negation.
func (x *texts) of(r *simplify.Result, negated bool) (Text, error) {
	p := ctext.New(x.f, x.model, x.operands)
	p.Holds = x.follows
	if r.Cubes == nil || negated {
		t := r.Term
		if negated {
			t = x.f.Not(t)
		}
		return x.term(p, t)
	}
	if len(r.Cubes) == 0 {
		return Text{Expression: "0"}, nil
	}
	var parts []string
	for _, c := range r.Cubes {
		s, err := p.Bool(x.f.And(c...))
		if err != nil {
			return x.term(p, r.Term)
		}
		if len(c) > 1 && len(r.Cubes) > 1 && strings.Contains(s, "&&") {
			s = "(" + s + ")"
		}
		parts = append(parts, s)
	}
	return Text{Expression: strings.Join(parts, " || ")}, nil
}

// term prints any term, naming repeated subterms where it would be too long otherwise.
func (x *texts) term(p *ctext.Printer, t *logic.Term) (Text, error) {
	s, err := p.Bool(t)
	if err == nil && len(s) <= maxPlain {
		return Text{Expression: s}, nil
	}
	if err != nil && !errors.Is(err, ctext.ErrTooLarge) {
		return Text{}, err
	}
	return x.shared(t)
}

// shared prints a term with a name for every Boolean or number that occurs more than once.
func (x *texts) shared(t *logic.Term) (Text, error) {
	uses := logic.Uses(t)
	var out Text
	var failed error
	operands := map[*logic.Term]ctext.Operand{}
	for s, o := range x.operands {
		operands[s] = o
	}
	p := ctext.New(x.f, x.model, operands)
	whole := logic.Transform(t, func(u *logic.Term, args []*logic.Term) *logic.Term {
		n := x.f.With(u, args)
		if failed != nil || u == t || n.NumArgs() == 0 || uses[u] < 2 && logic.Depth(n) < maxNested || logic.Size(n) < minNamed {
			return n
		}
		var s, typ string
		signed := false
		switch {
		case n.Sort().IsBool():
			typ = "_Bool"
			s, failed = p.Bool(n)
		case n.Sort().IsBV() && slices.Contains([]int{8, 16, 32, 64}, n.Sort().Width()):
			signed = true
			s, typ, failed = p.Number(n, true)
		default:
			return n
		}
		if failed != nil {
			return n
		}
		if n.Sort().IsBool() && (s == "0" || s == "1") {
			return x.f.BoolConst(s == "1")
		}
		name := x.fresh()
		v := x.f.Fresh(name, n.Sort()) // another text may have used the name with another sort
		operands[v] = ctext.Operand{Name: name, Type: typ, Signed: signed, Order: len(operands)}
		out.Definitions = append(out.Definitions, fmt.Sprintf("const %s %s = %s;", typ, name, s))
		return v
	})
	if failed == nil {
		out.Expression, failed = p.Bool(whole)
	}
	return out, failed
}

// fresh returns a name that no input has.
func (x *texts) fresh() string {
	for {
		x.named++
		name := fmt.Sprintf("c%d", x.named)
		taken := false
		for _, o := range x.operands {
			taken = taken || o.Name == name
		}
		if !taken {
			return name
		}
	}
}

// cType is the C type of an input.
func (in *Input) cType() string {
	if in.Type != "" {
		return in.Type
	}
	s := in.src.Sort
	switch {
	case s.IsBool():
		return "_Bool"
	case s == logic.Float32:
		return "float"
	case s == logic.Float64:
		return "double"
	case !s.IsBV():
		return ""
	}
	name := map[int]string{8: "char", 16: "short", 32: "int", 64: "long long"}[s.Width()]
	switch {
	case name == "char" && in.src.Signed:
		return "signed char"
	case in.src.Signed:
		return name
	}
	return "unsigned " + name
}
