package observe

import (
	"cmp"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// A scale is the set of constants to be replaced by small ones.
type scale struct {
	unit    int64    // 0: none
	objects []object // by address
}

// An object is the address range of an array of constant size: addresses in it, and its end, are scaled relative to its base.
type object struct{ base, size int64 }

// scaling chooses the constant to scale: the largest apparent loop bound, that is, a constant compared in a loop's exit condition with a variable
// that the loop changes. Where it is two, four or eight times another such constant (bytes and elements), the other one.
func scaling(p *program.Program) scale {
	var s scale
	for _, o := range p.Objects {
		if o.Base == nil || o.Size <= 0 {
			continue
		}
		if base, ok := o.Base.BVUint64(); ok && base >= lowStart && base < 1<<62 {
			s.objects = append(s.objects, object{int64(base), o.Size})
		}
	}
	slices.SortFunc(s.objects, func(a, b object) int { return cmp.Compare(a.base, b.base) })
	var all []int64
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
						if n := s.bound(p, op.Expr, changed); n != 0 {
							all = append(all, n)
						}
					}
				}
			}
			visit(l.Inner)
		}
	}
	visit(outer)
	if len(all) == 0 {
		return s
	}
	s.unit = slices.Max(all)
	for _, n := range all {
		for _, q := range []int64{2, 4, 8} {
			if d := slices.Max(all) - q*n; d <= nearUnit && d >= -nearUnit {
				s.unit = min(s.unit, n)
			}
		}
	}
	return s
}

// place splits a constant into the base address of an object and an offset; 0: it is no address.
func (s *scale) place(n int64) (base, offset int64) {
	for _, o := range s.objects {
		if o.base <= n && n-o.base <= o.size {
			base = o.base
		}
	}
	return base, n - base
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

// end returns the size of an object if n is its end, or next to it.
func (s *scale) end(n int64) int64 {
	for _, o := range s.objects {
		if d := n - o.base - o.size; d <= 0 && d >= -nearUnit {
			return n - o.base
		}
	}
	return n
}

// bound returns the largest constant that a condition compares a changed variable with, rounded to a round number.
func (s *scale) bound(p *program.Program, t *logic.Term, changed map[*program.Var]bool) int64 {
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
			if ok {
				n = s.end(n)
			}
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
func scaled(p *program.Program, s *scale, size int64) *program.Program {
	f := p.Terms
	image := func(t *logic.Term) *logic.Term {
		if t == nil || s.unit == 0 {
			return t
		}
		return logic.Transform(t, func(u *logic.Term, args []*logic.Term) *logic.Term {
			if u.IsConst() && u.Sort().IsInt() {
				if n, ok := u.Rational().Int64(); ok {
					return f.IntConst(s.resize(n, size))
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
			op.Expr, op.Size, op.Origin = image(op.Expr), image(op.Size), image(op.Origin)
			ops = append(ops, op)
		}
		return ops
	})
	return c.Program
}

// resize is the small number for a constant.
func (s *scale) resize(n, size int64) int64 {
	if m := resize(n, s.unit, size); m != n {
		return m
	}
	if base, offset := s.place(n); base != 0 && offset >= s.unit-nearUnit {
		return base + resize(offset, s.unit, size)
	}
	return n
}

// resize is the small number for one that is no address.
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
