package verifier

import (
	"math/big"

	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/core/program"
)

// onlyDecides reports whether a program is control-dominated: each of its integer variables has few values, or takes an input that is only copied and
// compared with constants for equality. Its queries are for a SAT solver: over the integers, k-induction took fifty seconds for what it answers in one
// over bit-vectors.
func onlyDecides(p *program.Program, r *interval.Result) bool {
	if !r.Complete() {
		return false
	}
	d := &deciding{in: map[*logic.Term]bool{}, counters: map[*logic.Term]bool{}, known: map[use]bool{}}
	inputs := false
	for _, v := range p.Vars {
		if s := v.Sort(); !s.IsBool() && !s.IsBV() {
			return false
		}
	}
	for changed := true; changed; {
		changed = false
		for _, e := range p.Edges {
			s := r.At(e.Src)
			for op := range program.AllOps(e.Ops) {
				if s == nil { // never executed
					break
				}
				take := false
				switch {
				case op.Var == nil || !op.Var.Sort().IsBV():
				case op.Kind == program.OpHavoc:
					take, inputs = true, true
				case op.Kind == program.OpAssign && d.copies(op.Expr):
					take = true
				case op.Kind == program.OpAssign && counts(op):
					d.counters[op.Var.Sym] = true
				case op.Kind == program.OpAssign && !small(s, op.Expr):
					return false
				}
				if take && !d.in[op.Var.Sym] {
					d.in[op.Var.Sym], changed = true, true
				}
				s = r.Step(s, op)
			}
		}
	}
	if !inputs {
		return false
	}
	for _, e := range p.Edges {
		if r.At(e.Src) == nil {
			continue
		}
		for op := range program.AllOps(e.Ops) {
			if op.Expr != nil && !d.uses(op.Expr, op.Kind == program.OpAssign) {
				return false
			}
		}
	}
	return true
}

// deciding has the symbols that hold inputs.
type deciding struct {
	in       map[*logic.Term]bool
	counters map[*logic.Term]bool // symbols to which constants are added
	known    map[use]bool         // answers of uses
}

// use is a term, and whether it may be an input.
type use struct {
	t      *logic.Term
	copied bool
}

// copies reports whether a value may be one that came in.
func (d *deciding) copies(t *logic.Term) bool {
	seen := map[*logic.Term]bool{}
	for todo := []*logic.Term{t}; len(todo) > 0; {
		t, todo = todo[len(todo)-1], todo[:len(todo)-1]
		switch {
		case d.in[t]:
			return true
		case t.Op() == logic.OpIte && !seen[t]: // branches may share a lot
			seen[t] = true
			todo = append(todo, t.Arg(1), t.Arg(2))
		}
	}
	return false
}

// uses reports whether inputs are only compared in t, or, where that is allowed, copied.
func (d *deciding) uses(t *logic.Term, copied bool) bool {
	if t.IsVar() {
		return copied || !d.in[t]
	}
	k := use{t, copied}
	if ok, known := d.known[k]; known {
		return ok
	}
	ok := true
	for i, a := range t.Args() {
		may := false
		switch t.Op() {
		case logic.OpEq:
			may = t.Arg(0).IsConst() || t.Arg(1).IsConst()
		case logic.OpIte:
			may = copied && i > 0
		}
		if d.counters[a] && t.Sort().IsBool() && t.NumArgs() == 2 && !few(t.Arg(1-i)) {
			ok = false
			break
		}
		if !d.uses(a, may) {
			ok = false
			break
		}
	}
	d.known[k] = ok
	return ok
}

// counts reports whether a constant is added to a variable.
func counts(op *program.Op) bool {
	t := op.Expr
	return (t.Op() == logic.OpBVAdd || t.Op() == logic.OpBVAddNSW) && t.NumArgs() == 2 && (t.Arg(0) == op.Var.Sym && few(t.Arg(1)) || t.Arg(1) == op.Var.Sym && few(t.Arg(0)))
}

// few reports whether a term is a small constant.
func few(t *logic.Term) bool {
	return t.IsConst() && t.Sort().IsBV() && t.BVSigned().CmpAbs(big.NewInt(smallCount)) <= 0
}

// small reports whether a value is one of few.
func small(s *interval.State, t *logic.Term) bool {
	i := s.Integer(t)
	lo, hi := i.Lo(), i.Hi()
	return lo != nil && hi != nil && new(big.Int).Sub(hi, lo).CmpAbs(big.NewInt(smallValue)) <= 0
}
