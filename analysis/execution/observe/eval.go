package observe

import (
	"maps"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/rational"
)

// Env is a state together with values of bound symbols.
type Env struct {
	*State
	Bound []int64
	cell  func(slot int, index int64) (int64, bool) // reads cells in place of those of the state; nil: these
}

// eval is a compiled term: an integer, or 0 and 1 for truth values; false: the value is undefined or unknown.
type eval func(e *Env) (int64, bool)

// Term is a term that can be evaluated in states.
type Term struct{ run eval }

// Value returns the term's value, 0 or 1 for a formula; false: it is undefined or unknown.
func (t Term) Value(e *Env) (int64, bool) { return t.run(e) }

// Cells returns the indices of the array cells known in a state, ascending.
func (d *Data) Cells(s *State, v *program.Var) []int64 {
	i, ok := d.slots[v.Sym]
	if !ok {
		return nil
	}
	return slices.Sorted(maps.Keys(s.values[i].cells))
}

// Compile prepares a term over the program's variables and bound symbols, whose values are those of Env.Bound in the same order; false: it contains an
// unsupported operator.
func (d *Data) Compile(t *logic.Term, bound ...*logic.Term) (Term, bool) {
	e := d.compile(t, bound)
	return Term{e}, e != nil
}

func (d *Data) compile(t *logic.Term, bound []*logic.Term) eval {
	for i, b := range bound {
		if t == b {
			return func(e *Env) (int64, bool) { return e.Bound[i], true }
		}
	}
	switch t.Op() {
	case logic.OpConst:
		v := scalar(t)
		if !v.known || t.Sort().IsBool() || d.Unit == 0 {
			return func(*Env) (int64, bool) { return v.n, v.known }
		}
		return func(e *Env) (int64, bool) { return d.scale.resize(v.n, e.Unit), true }
	case logic.OpVar:
		i, ok := d.slots[t]
		if !ok {
			return nil
		}
		return func(e *Env) (int64, bool) { v := &e.values[i]; return v.n, v.known && v.cells == nil }
	case logic.OpSelect:
		return d.cell(t.Arg(0), d.compile(t.Arg(1), bound), bound)
	}
	args := make([]eval, t.NumArgs())
	for i, a := range t.Args() {
		if a.Sort().IsArray() {
			return nil
		}
		if args[i] = d.compile(a, bound); args[i] == nil {
			return nil
		}
	}
	return operator(t.Op(), args)
}

// cell is the cell of an array term.
func (d *Data) cell(a *logic.Term, index eval, bound []*logic.Term) eval {
	if index == nil {
		return nil
	}
	switch a.Op() {
	case logic.OpVar:
		i, ok := d.slots[a]
		if !ok || !isArray(&program.Var{Sym: a}) {
			return nil
		}
		return func(e *Env) (int64, bool) {
			k, ok := index(e)
			switch {
			case !ok:
				return 0, false
			case e.cell != nil:
				return e.cell(i, k)
			}
			n, ok := e.values[i].cells[k]
			return n, ok
		}
	case logic.OpStore:
		at, v, rest := d.compile(a.Arg(1), bound), d.compile(a.Arg(2), bound), d.cell(a.Arg(0), index, bound)
		if at == nil || v == nil || rest == nil {
			return nil
		}
		return func(e *Env) (int64, bool) {
			k, ok := index(e)
			l, known := at(e)
			switch {
			case !ok || !known:
				return 0, false
			case k == l:
				return v(e)
			}
			return rest(e)
		}
	case logic.OpIte:
		c, x, y := d.compile(a.Arg(0), bound), d.cell(a.Arg(1), index, bound), d.cell(a.Arg(2), index, bound)
		if c == nil || x == nil || y == nil {
			return nil
		}
		return choose(c, x, y)
	}
	return nil
}

func choose(c, x, y eval) eval {
	return func(e *Env) (int64, bool) {
		switch n, ok := c(e); {
		case !ok:
			return 0, false
		case n != 0:
			return x(e)
		}
		return y(e)
	}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// operator applies an operator.
func operator(op logic.Op, args []eval) eval {
	switch op {
	case logic.OpNot:
		return func(e *Env) (int64, bool) { n, ok := args[0](e); return 1 - n, ok }
	case logic.OpAnd, logic.OpOr:
		decides := truth(op == logic.OpOr)
		return func(e *Env) (int64, bool) {
			all := true
			for _, a := range args {
				n, ok := a(e)
				if ok && n == decides {
					return decides, true
				}
				all = all && ok
			}
			return 1 - decides, all
		}
	case logic.OpIte:
		return choose(args[0], args[1], args[2])
	case logic.OpAdd:
		return fold(args, rational.Add64)
	case logic.OpMul:
		return fold(args, rational.Mul64)
	case logic.OpEq:
		return binary(args, func(a, b int64) (int64, bool) { return truth(a == b), true })
	case logic.OpLe:
		return binary(args, func(a, b int64) (int64, bool) { return truth(a <= b), true })
	case logic.OpMod:
		return binary(args, func(a, b int64) (int64, bool) {
			if b == 0 || b == -b {
				return 0, false
			}
			r := a % b
			if r < 0 {
				r += max(b, -b)
			}
			return r, true
		})
	case logic.OpDiv:
		return binary(args, func(a, b int64) (int64, bool) {
			if b == 0 || b == -b {
				return 0, false
			}
			q, r := a/b, a%b
			switch {
			case r < 0 && b > 0:
				q--
			case r < 0:
				q++
			}
			return q, true
		})
	}
	return nil
}

func fold(args []eval, op func(a, b int64) (int64, bool)) eval {
	return func(e *Env) (int64, bool) {
		n, ok := args[0](e)
		for _, a := range args[1:] {
			if !ok {
				return 0, false
			}
			var x int64
			if x, ok = a(e); ok {
				n, ok = op(n, x)
			}
		}
		return n, ok
	}
}

func binary(args []eval, op func(a, b int64) (int64, bool)) eval {
	return func(e *Env) (int64, bool) {
		a, ok := args[0](e)
		if !ok {
			return 0, false
		}
		b, ok := args[1](e)
		if !ok {
			return 0, false
		}
		return op(a, b)
	}
}
