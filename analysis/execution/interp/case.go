package interp

import (
	"fmt"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// A Case is a set of executions of a program: those in which the first inputs
// have certain values and which go a certain way where an input without a value
// decides. A tracking machine runs a case; what it runs to the end is what all
// executions of the case do.
//
// An input without a value is a symbol. Scalar variables that are computed from
// symbols and known values alone are followed as terms, so that a branch on them
// tells when it is taken. Everything else that depends on a symbol is unknown.
type Case struct {
	Values []*logic.Term    // of the inputs in execution order, of the program's factory; nil, and beyond: a symbol
	Ways   map[Junction]int // which of Outcome.Ways the executions take
}

// A Junction is a place of an execution where a symbol decides: an edge is chosen
// after so many steps, or (Op not negative) an assumption on the edge holds.
type Junction struct{ Step, Op int }

// input gives an input its value, or its symbol, or neither.
func (r *run) input(op *program.Op) (value, symbol *logic.Term) {
	m, s := r.m, op.Var.Sort()
	k := len(r.out.Symbols)
	if s.IsBool() || s.IsBV() && isWord(s) {
		if vs := r.o.Case.Values; k < len(vs) && vs[k] != nil {
			value = vs[k]
		} else if k < maxInputs {
			symbol = m.p.Terms.Var(fmt.Sprintf("#input%d.%s", k, s), s)
		}
	}
	r.out.Symbols = append(r.out.Symbols, symbol)
	return value, symbol
}

// over is t, a term over the scalars vars, as a term over the symbols; nil: not
// known.
func (m *Machine) over(t *logic.Term, vars []*logic.Term) *logic.Term {
	if m.symbolic == nil {
		return nil
	}
	for _, v := range vars {
		i, ok := m.idx[v]
		if !ok || m.slots[i].class != word || v.Sort().IsFloat() || m.unknown[i] && m.symbolic[i] == nil {
			return nil
		}
	}
	image := make(map[*logic.Term]*logic.Term, len(vars))
	for _, v := range vars {
		i := m.idx[v]
		image[v] = m.symbolic[i]
		if !m.unknown[i] {
			image[v] = constOf(m.p.Terms, v.Sort(), m.words[i])
		}
	}
	if t = m.p.Terms.Subst(t, image); logic.Size(t) > maxSymbolic || !easy(t) {
		return nil
	}
	return t
}

// easy reports whether t has no product and no quotient of values that are not
// known: a solver may take long to decide them.
func easy(t *logic.Term) bool {
	easy := true
	logic.Walk(func(t *logic.Term) bool {
		switch t.Op() {
		case logic.OpBVMul, logic.OpBVMulNSW, logic.OpBVUDiv, logic.OpBVURem, logic.OpBVSDiv, logic.OpBVSRem:
			if !slices.ContainsFunc(t.Args(), (*logic.Term).IsConst) {
				easy = false
			}
		}
		return easy
	}, t)
	return easy
}

// follows adds to the assignment of t to a scalar of a tracking machine that an
// unknown value is kept as a term over the symbols.
func (m *Machine) follows(i int, t *logic.Term, assign func()) func() {
	var slots []int
	vars := logic.FreeVars(t)
	for _, v := range vars {
		if k, ok := m.idx[v]; ok && m.slots[k].class == word {
			slots = append(slots, k)
		}
	}
	return func() {
		if m.symbolic == nil {
			assign()
			return
		}
		var v *logic.Term // of the values before
		for _, k := range slots {
			if m.unknown[k] {
				v = m.over(t, vars)
				break
			}
		}
		if assign(); !m.unknown[i] {
			v = nil
		}
		m.symbolic[i] = v
	}
}

// decide goes on where an unknown value decides which edge is taken: the way of
// the case. nil: the case does not say; then the ways are put into the outcome,
// if they are known.
func (r *run) decide(l *location) *edge {
	m := r.m
	if m.symbolic == nil {
		return nil
	}
	at := Junction{r.out.Steps, -1}
	if i, ok := r.o.Case.Ways[at]; ok {
		m.tainted = false
		return l.out[i]
	}
	ways := make([]*logic.Term, len(l.out))
	for i, e := range l.out {
		if !e.ready {
			m.compile(e)
		}
		guards := make([]*logic.Term, e.guards)
		for k := range guards {
			x := e.code[k].op.Expr
			if guards[k] = m.over(x, logic.FreeVars(x)); guards[k] == nil {
				return nil
			}
		}
		ways[i] = m.p.Terms.And(guards...)
	}
	if !slices.ContainsFunc(ways, func(w *logic.Term) bool { return !w.IsConst() }) {
		return nil // the program's own choice, not a symbol's
	}
	r.out.At, r.out.Ways = at, ways
	return nil
}

// assumes reports whether the case says that an assumption on an unknown value
// holds, the operation i of the edge that is executed.
func (r *run) assumes(i int, op *program.Op) bool {
	m := r.m
	if m.symbolic == nil {
		return false
	}
	at := Junction{r.out.Steps, i}
	if _, ok := r.o.Case.Ways[at]; ok {
		return true
	}
	if x := m.over(op.Expr, logic.FreeVars(op.Expr)); x != nil {
		r.out.At, r.out.Ways = at, []*logic.Term{x}
	}
	return false
}
