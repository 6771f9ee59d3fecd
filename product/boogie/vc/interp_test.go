package vc

import (
	"fmt"
	"maps"

	"cupel/product/boogie"
)

// interp enumerates executions. With modular it replaces loops and calls by invariants and contracts, as a verifier does (over the values 0 to domain-1,
// within which the programs keep havocked variables); without it loops and bodies are executed, for a few iterations.
type interp struct {
	p       *program
	modular bool
	// unrolled: loops run as they are nevertheless; cut: some would go on.
	unrolled, cut bool
	failed        map[string]bool // kind and message of assertions that fail
	depth         map[*boogie.Procedure]int
	steps         int
}

const (
	domain   = 3
	maxSteps = 400000
	rounds   = 6
)

// val is a number, a truth value as 0 and 1, a map with default 0, or the members of a
// datatype by index.
type val struct {
	n int64
	m map[int64]int64
}

// store is a state; it is immutable once it is shared.
type store struct {
	vars map[*boogie.Variable]val
	old  map[*boogie.Variable]val
}

func (s store) with(v *boogie.Variable, x val) store {
	s.vars = maps.Clone(s.vars)
	s.vars[v] = x
	return s
}

type signal struct {
	kind  int // 0: go on
	label string
}

const (
	sigBreak = iota + 1
	sigReturn
	sigGoto
)

type next func(store, signal)

func truth(b bool) val {
	if b {
		return val{n: 1}
	}
	return val{}
}

func (in *interp) bool(e boogie.Expr, s store) bool { return in.eval(e, s).n != 0 }

func (in *interp) eval(e boogie.Expr, s store) val {
	switch e := e.(type) {
	case *boogie.BoolLit:
		return truth(e.Value)
	case *boogie.IntLit:
		return val{n: e.Value.Int64()}
	case *boogie.Ident:
		return s.vars[in.p.ast.Var(e)]
	case *boogie.Old:
		o := store{vars: maps.Clone(s.vars)}
		maps.Copy(o.vars, s.old)
		return in.eval(e.X, o)
	case *boogie.Unary:
		x := in.eval(e.X, s)
		if e.Op == boogie.Not {
			return truth(x.n == 0)
		}
		return val{n: -x.n}
	case *boogie.Ite:
		if in.bool(e.Cond, s) {
			return in.eval(e.Then, s)
		}
		return in.eval(e.Else, s)
	case *boogie.Select:
		return val{n: in.eval(e.Map, s).m[in.eval(e.Index[0], s).n]}
	case *boogie.Store:
		return update(in.eval(e.Map, s), in.eval(e.Index[0], s).n, in.eval(e.Value, s).n)
	case *boogie.Apply:
		d := in.p.ast.Applied(e).Func
		switch r := in.p.ast.Role(d); {
		case r.Kind == boogie.Construct:
			v := val{}
			for i, a := range e.Args {
				v = update(v, int64(i), in.eval(a, s).n)
			}
			return v
		case r.Kind == boogie.Project:
			return val{n: in.eval(e.Args[0], s).m[int64(r.Idx)]}
		case d.Body != nil:
			inner := store{vars: map[*boogie.Variable]val{}}
			for i, p := range d.Params {
				inner.vars[p] = in.eval(e.Args[i], s)
			}
			return in.eval(d.Body, inner)
		}
		return val{} // zeros()
	case *boogie.Quantifier:
		// Bodies are guarded by 0 <= k && k < domain.
		for k := range int64(domain) {
			if in.bool(e.Body, s.with(e.Vars[0], val{n: k})) == (e.Kind == boogie.Exists) {
				return truth(e.Kind == boogie.Exists)
			}
		}
		return truth(e.Kind == boogie.Forall)
	case *boogie.Binary:
		return in.binary(e, s)
	}
	panic(fmt.Sprintf("%T", e))
}

func (in *interp) binary(e *boogie.Binary, s store) val {
	x, y := in.eval(e.X, s), in.eval(e.Y, s)
	switch e.Op {
	case boogie.And:
		return truth(x.n != 0 && y.n != 0)
	case boogie.Or:
		return truth(x.n != 0 || y.n != 0)
	case boogie.Implies:
		return truth(x.n == 0 || y.n != 0)
	case boogie.Explies:
		return truth(x.n != 0 || y.n == 0)
	case boogie.Gt:
		return truth(x.n > y.n)
	case boogie.Ge:
		return truth(x.n >= y.n)
	case boogie.Eq, boogie.Iff:
		return truth(x.n == y.n)
	case boogie.Ne:
		return truth(x.n != y.n)
	case boogie.Lt:
		return truth(x.n < y.n)
	case boogie.Le:
		return truth(x.n <= y.n)
	case boogie.Add:
		return val{n: x.n + y.n}
	case boogie.Sub:
		return val{n: x.n - y.n}
	case boogie.Mul:
		return val{n: x.n * y.n}
	case boogie.Mod, boogie.Div: // Euclidean, not by 0
		n := max(y.n, -y.n)
		r := (x.n%n + n) % n
		if e.Op == boogie.Mod {
			return val{n: r}
		}
		return val{n: (x.n - r) / y.n}
	}
	panic(e.Op.String())
}

func update(m val, i, x int64) val {
	r := val{m: maps.Clone(m.m)}
	if r.m == nil {
		r.m = map[int64]int64{}
	}
	r.m[i] = x
	return r
}

// holds checks an assertion; one that fails is noted and ends the execution.
func (in *interp) holds(e boogie.Expr, as boogie.Attributes, kind Kind, s store) bool {
	if in.bool(e, s) {
		return true
	}
	text, _ := as.Text("message")
	in.failed[kind.String()+" "+text] = true
	return false
}

func (in *interp) run(ss []boogie.Stmt, s store, k next) {
	if len(ss) == 0 {
		k(s, signal{})
		return
	}
	in.steps++
	if in.steps > maxSteps {
		return
	}
	in.stmt(ss[0], s, func(s store, sig signal) {
		if sig.kind == sigGoto {
			for i, t := range ss {
				if l, ok := t.(*boogie.Label); ok && l.Name == sig.label {
					in.run(ss[i+1:], s, k)
					return
				}
			}
		}
		if sig.kind != 0 {
			k(s, sig)
			return
		}
		in.run(ss[1:], s, k)
	})
}

// any continues with every combination of values for the variables.
func (in *interp) any(vs []*boogie.Variable, s store, k func(store)) {
	if len(vs) == 0 {
		k(s)
		return
	}
	for n := range int64(domain) {
		in.any(vs[1:], s.with(vs[0], val{n: n}), k)
	}
}

func (in *interp) stmt(s boogie.Stmt, st store, k next) {
	on := func(st store) { k(st, signal{}) }
	switch s := s.(type) {
	case *boogie.Label:
		on(st)
	case *boogie.Assert:
		if in.holds(s.Cond, s.Attrs, Assertion, st) {
			on(st)
		}
	case *boogie.Assume:
		if in.bool(s.Cond, st) {
			on(st)
		}
	case *boogie.Havoc:
		in.any(in.p.assigned(s), st, on)
	case *boogie.Assign:
		after := st
		for i, l := range s.Lhs {
			v := in.eval(s.Rhs[i], st)
			if sel, ok := l.(*boogie.Select); ok {
				v = update(in.eval(sel.Map, st), in.eval(sel.Index[0], st).n, v.n)
			}
			after = after.with(in.p.ast.Var(root(l)), v)
		}
		on(after)
	case *boogie.If:
		if s.Cond == nil || in.bool(s.Cond, st) {
			in.run(s.Then, st, k)
		}
		if s.Cond == nil || !in.bool(s.Cond, st) {
			in.run(s.Else, st, k)
		}
	case *boogie.While:
		if in.modular && !in.unrolled {
			in.modularLoop(s, st, k)
		} else {
			in.loop(s, st, k, 0)
		}
	case *boogie.Break:
		k(st, signal{kind: sigBreak})
	case *boogie.Return:
		k(st, signal{kind: sigReturn})
	case *boogie.Goto:
		for _, l := range s.Labels {
			k(st, signal{sigGoto, l})
		}
	case *boogie.Call:
		in.call(s, st, on)
	}
}

func (in *interp) invariant(s *boogie.While, kind Kind, st store) bool {
	for _, i := range s.Invariants {
		if i.Free && !in.bool(i.Cond, st) || !in.holds(i.Cond, i.Attrs, kind, st) {
			return false
		}
	}
	return true
}

func (in *interp) leave(k next, normal func(store)) next {
	return func(st store, sig signal) {
		switch sig.kind {
		case 0:
			normal(st)
		case sigBreak:
			k(st, signal{})
		default:
			k(st, sig)
		}
	}
}

func (in *interp) loop(s *boogie.While, st store, k next, round int) {
	kind := LoopEntry
	if round > 0 {
		kind = LoopMaintained
	}
	if round > rounds {
		in.cut = true
		return
	}
	if !in.invariant(s, kind, st) {
		return
	}
	if s.Cond == nil || !in.bool(s.Cond, st) {
		k(st, signal{})
	}
	if s.Cond == nil || in.bool(s.Cond, st) {
		in.run(s.Body, st, in.leave(k, func(st store) { in.loop(s, st, k, round+1) }))
	}
}

func (in *interp) modularLoop(s *boogie.While, st store, k next) {
	if !in.invariant(s, LoopEntry, st) {
		return
	}
	var changed []*boogie.Variable
	seen := map[*boogie.Variable]bool{}
	note := func(v *boogie.Variable) {
		if !seen[v] {
			seen[v] = true
			changed = append(changed, v)
		}
	}
	boogie.WalkStmts(s.Body, func(t boogie.Stmt) {
		for _, v := range in.p.assigned(t) {
			note(v)
		}
		if c, ok := t.(*boogie.Call); ok {
			for _, v := range in.p.modified(in.p.ast.Called(c).Proc) {
				note(v)
			}
		}
	})
	in.any(changed, st, func(st store) {
		for _, i := range s.Invariants {
			if !in.bool(i.Cond, st) {
				return
			}
		}
		if s.Cond == nil || !in.bool(s.Cond, st) {
			k(st, signal{})
		}
		if s.Cond == nil || in.bool(s.Cond, st) {
			in.run(s.Body, st, in.leave(k, func(st store) { in.invariant(s, LoopMaintained, st) }))
		}
	})
}

func (in *interp) call(s *boogie.Call, st store, on func(store)) {
	d := in.p.ast.Called(s).Proc
	// The callee's variables get fresh copies by being restored after the call.
	inner := store{vars: maps.Clone(st.vars), old: map[*boogie.Variable]val{}}
	for i, v := range d.Ins {
		inner.vars[v] = in.eval(s.Args[i], st)
	}
	for _, v := range in.p.modified(d) {
		inner.old[v] = st.vars[v]
	}
	for _, r := range d.Requires {
		if !r.Free && !in.holds(r.Cond, r.Attrs, Precondition, inner) {
			return
		}
	}
	back := func(end store) {
		after := store{vars: maps.Clone(st.vars), old: st.old}
		for _, g := range in.p.globals {
			after.vars[g] = end.vars[g]
		}
		for i, o := range s.Outs {
			after.vars[in.p.ast.Var(o)] = end.vars[d.Outs[i]]
		}
		on(after)
	}
	limit := in.p.inlineDepth(d)
	if !in.modular && limit > 0 {
		limit = rounds
	}
	if in.depth[d] < limit {
		in.depth[d]++
		in.run(d.Body.Stmts, inner, func(end store, _ signal) {
			for _, e := range d.Ensures {
				if !e.Free && !in.holds(e.Cond, e.Attrs, Postcondition, end) {
					return
				}
			}
			in.depth[d]--
			back(end)
			in.depth[d]++
		})
		in.depth[d]--
		return
	}
	if d.Body != nil && !in.modular {
		return // deeper than what is enumerated
	}
	in.any(append(in.p.modified(d), d.Outs...), inner, func(end store) {
		for _, e := range d.Ensures {
			if !in.bool(e.Cond, end) {
				return
			}
		}
		back(end)
	})
}

// enumerate runs a procedure from all states that satisfy its preconditions; false
// when there is too much of it.
func (in *interp) enumerate(d *boogie.Procedure) bool {
	in.failed, in.depth = map[string]bool{}, map[*boogie.Procedure]int{}
	start := store{vars: map[*boogie.Variable]val{}}
	in.any(append(append([]*boogie.Variable(nil), in.p.globals...), d.Ins...), start, func(s store) {
		for _, r := range d.Requires {
			if !in.bool(r.Cond, s) {
				return
			}
		}
		s.old = map[*boogie.Variable]val{}
		for _, g := range in.p.globals {
			s.old[g] = s.vars[g]
		}
		in.run(d.Body.Stmts, s, func(end store, _ signal) {
			for _, e := range d.Ensures {
				if !in.holds(e.Cond, e.Attrs, Postcondition, end) {
					return
				}
			}
		})
	})
	return in.steps <= maxSteps
}
