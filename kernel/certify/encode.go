package certify

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// encoder translates operations to formulas in single static assignment form. Every assigned scalar gets a
// symbol of its own with a defining equation, so that no simplification while the formula is built decides a
// condition: that is left to the solver.
type encoder struct {
	f     *logic.Factory
	p     *program.Program
	conds []*logic.Term // conditions under which the operations execute to their end
	defs  []*logic.Term // defining equations of the symbols
	named definitions   // definitions of the symbols, for substitution
}

// state maps the variables that differ from their own symbols to terms.
type state map[*logic.Term]*logic.Term

func (s state) clone() state {
	t := make(state, len(s))
	for k, v := range s {
		t[k] = v
	}
	return t
}

func (s state) at(sym *logic.Term) *logic.Term {
	if t := s[sym]; t != nil {
		return t
	}
	return sym
}

func (x *encoder) value(s state, t *logic.Term) *logic.Term {
	if len(s) == 0 {
		return t
	}
	return x.f.Subst(t, s)
}

// ops executes operations symbolically from s. OpCheck is assumed: only executions that C defines count.
func (x *encoder) ops(ops []program.Op, s state) {
	for i := range ops {
		switch op := &ops[i]; op.Kind {
		case program.OpAssume, program.OpCheck:
			x.conds = append(x.conds, x.value(s, op.Expr))
		case program.OpAssign:
			v := x.value(s, op.Expr)
			if !v.IsVar() && !v.Sort().IsArray() {
				v = x.define("value:"+op.Var.Name, v)
			}
			s[op.Var.Sym] = v
		case program.OpHavoc:
			s[op.Var.Sym] = x.f.Fresh("any:"+op.Var.Name, op.Var.Sort())
		case program.OpChoice:
			x.choice(op.Alts, s)
		}
	}
}

// define introduces a symbol for t.
func (x *encoder) define(name string, t *logic.Term) *logic.Term {
	sym := x.f.Fresh(name, t.Sort())
	x.defs = append(x.defs, x.f.Eq(sym, t))
	x.named[sym] = t
	return sym
}

// take returns the equations added since the last call and forgets them.
func (x *encoder) take() []*logic.Term {
	defs := x.defs
	x.defs = nil
	return defs
}

// A way is one of several alternative executions that join at a location: its path condition and its final
// state.
type way struct {
	cond *logic.Term
	to   state
}

// choice executes alternatives and joins them.
func (x *encoder) choice(alts [][]program.Op, s state) {
	outer := x.conds
	ways := make([]way, len(alts))
	for i, alt := range alts {
		x.conds = nil
		t := s.clone()
		x.ops(alt, t)
		ways[i] = way{x.f.And(x.conds...), t}
	}
	cond, t := x.join(ways)
	x.conds = append(outer, cond)
	for k, v := range t {
		s[k] = v
	}
}

// choose returns a Boolean selector for each way.
func (x *encoder) choose(ways []way) []*logic.Term {
	sels := make([]*logic.Term, len(ways))
	for i, w := range ways {
		sels[i] = x.f.Fresh("way", logic.Bool)
		x.defs = append(x.defs, x.f.Implies(sels[i], w.cond))
	}
	return sels
}

// join encodes that exactly one of the ways is taken, and merges their states under the selectors.
func (x *encoder) join(ways []way) (*logic.Term, state) {
	if len(ways) == 1 {
		return ways[0].cond, ways[0].to
	}
	sels := x.choose(ways)
	last := ways[len(ways)-1].to
	out := last.clone()
	for _, v := range x.p.Vars {
		same := true
		for _, w := range ways {
			same = same && w.to[v.Sym] == last[v.Sym]
		}
		if same {
			continue
		}
		val := last.at(v.Sym)
		for i := len(ways) - 2; i >= 0; i-- {
			val = x.f.Ite(sels[i], ways[i].to.at(v.Sym), val)
		}
		out[v.Sym] = val
	}
	return x.f.Or(sels...), out
}
