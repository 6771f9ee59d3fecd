package observe

import (
	"cupel/logic"
	"cupel/program"
)

// unit is the largest constant to which a loop seems to run: one that is compared, where a loop goes on or is left, with a
// variable that the loop changes; 0: there is none.
func unit(p *program.Program) int64 {
	var best int64
	outer, _ := program.Loops(p)
	var visit func(ls []*program.Loop)
	visit = func(ls []*program.Loop) {
		for _, l := range ls {
			in := map[*program.Location]bool{}
			for _, x := range l.Locs {
				in[x] = true
			}
			changed := counted(p, in)
			for _, e := range p.Edges {
				if !in[e.Src] {
					continue
				}
				for _, op := range e.Ops {
					if op.Kind == program.OpAssume && !op.Bounds() {
						best = max(best, bound(p, op.Expr, changed))
					}
				}
			}
			visit(l.Inner)
		}
	}
	visit(outer)
	return best
}

// counted are the variables that are changed within locations other than by input alone.
func counted(p *program.Program, in map[*program.Location]bool) map[*program.Var]bool {
	out := map[*program.Var]bool{}
	for _, e := range p.Edges {
		if !in[e.Src] || !in[e.Dst] {
			continue
		}
		for op := range program.AllOps(e.Ops) {
			if op.Kind == program.OpAssign {
				out[op.Var] = true
			}
		}
	}
	return out
}

// bound is the largest constant to which a condition compares a variable that changes, rounded to what people write.
func bound(p *program.Program, t *logic.Term, changed map[*program.Var]bool) int64 {
	var best int64
	for _, a := range logic.Atoms(t) {
		if a.NumArgs() != 2 || !a.Arg(0).Sort().IsInt() {
			continue
		}
		for i := range 2 {
			c, x := a.Arg(i), a.Arg(1-i)
			if !c.IsConst() || !mentions(p, x, changed) {
				continue
			}
			n, ok := c.Rational().Int64()
			for _, m := range []int64{n, n + 1, n - 1} { // i <= 99 and i >= 100 are about 100
				if ok && m%5 == 0 {
					n = m
					break
				}
			}
			if ok && n >= lowUnit && n <= highUnit {
				best = max(best, n)
			}
		}
	}
	return best
}

// mentions reports whether a changing variable itself is compared: x or a multiple of it, no cell.
func mentions(p *program.Program, t *logic.Term, changed map[*program.Var]bool) bool {
	prods, _, _ := logic.Linear(t)
	for _, m := range prods {
		if v := p.VarOf(m); v != nil && changed[v] {
			return true
		}
	}
	return false
}

// scaled is p with a unit replaced by size, in multiples of it, too, and next to these. Its arrays are drawn in the beginning, where they may
// have any values.
func scaled(p *program.Program, unit, size int64) *program.Program {
	f := p.Terms
	image := func(t *logic.Term) *logic.Term {
		if t == nil || unit == 0 {
			return t
		}
		return logic.Transform(t, func(u *logic.Term, args []*logic.Term) *logic.Term {
			if u.IsConst() && u.Sort().IsInt() {
				if n, ok := u.Rational().Int64(); ok {
					return f.IntConst(resize(n, unit, size))
				}
				return u
			}
			return f.With(u, args)
		})
	}
	c := program.CloneWith(p, func(e *program.Edge) []program.Op {
		var ops []program.Op
		if e.Src == p.Init && len(p.Init.In) == 0 {
			for _, v := range p.Vars {
				if isArray(v) {
					ops = append(ops, program.Havoc(v, nil))
				}
			}
		}
		for _, op := range e.Ops {
			op.Expr, op.Size = image(op.Expr), image(op.Size)
			ops = append(ops, op)
		}
		return ops
	})
	return c.Program
}

// resize is the small number for a constant.
func resize(n, unit, size int64) int64 {
	sign := int64(1)
	if n < 0 {
		n, sign = -n, -1
	}
	if 2*n < unit-2*nearUnit {
		return sign * n
	}
	if half := unit / 2; n < half+nearUnit && n > half-nearUnit {
		return sign * (size/2 + n - half)
	}
	q := (n + unit/2) / unit
	if r := n - q*unit; q >= 1 && q <= multiples && r <= nearUnit && r >= -nearUnit {
		return sign * (q*size + r)
	}
	return sign * n
}
