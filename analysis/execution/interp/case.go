package interp

import (
	"fmt"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// A Case is a set of executions of a program: those in which the first inputs have given values, and in which each
// branch on an input without a value has a given outcome. A tracking machine runs a case; a complete run describes all
// executions of the case.
//
// An input without a value is a symbol. Scalars computed from symbols and known values only are represented as terms
// over the symbols, so that branch conditions on them are available as formulas. All other values that depend on a
// symbol are unknown.
type Case struct {
	Values []*logic.Term    // of the inputs in execution order, of the program's factory; nil, and beyond: a symbol
	Ways   map[Junction]int // which of Outcome.Ways the executions take
	// Arguments: main is called with the source's values.
	Arguments bool
}

// A Junction is a step of an execution at which a symbol decides: the choice of the edge after Step edges, or, with Op
// not negative, whether the assumption Op of that edge holds.
type Junction struct{ Step, Op int }

// input returns the value of an input in the case, or its symbol; both nil: it is unknown.
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

// over rewrites t, a term over the scalars vars, to a term over the symbols; nil: some scalar has none.
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

// easy reports whether t has no product or quotient of unknown values, on which a solver may take long.
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

// decide returns the edge that the case prescribes where an unknown value decides between edges. nil: the case does not
// prescribe one; the alternatives with their conditions are then recorded in the outcome, if they are known.
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

// assumes reports whether the case prescribes that an assumption on an unknown value holds, operation i of the
// current edge.
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
