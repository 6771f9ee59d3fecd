package logic

// Subst returns t with every free symbol that is a key of m replaced by its
// value (simultaneously), rebuilt through the simplifying builders.
func (f *Factory) Subst(t *Term, m map[*Term]*Term) *Term {
	return f.NewSubst(func(v *Term) *Term { return m[v] }).Apply(t)
}

// Substitution replaces free symbols and remembers what it has rebuilt, so
// that applying it to many terms costs each shared subterm once.
type Substitution struct {
	f    *Factory
	of   func(v *Term) *Term
	memo map[*Term]*Term
}

// NewSubst returns a substitution that maps a symbol v to of(v), or leaves it
// alone when of returns nil. of must not change its answers.
func (f *Factory) NewSubst(of func(v *Term) *Term) *Substitution {
	return &Substitution{f: f, of: of, memo: map[*Term]*Term{}}
}

// Apply returns the image of t.
func (s *Substitution) Apply(t *Term) *Term {
	if !t.free {
		return t
	}
	if t.op == OpVar {
		if r := s.of(t); r != nil {
			if r.sort != t.sort {
				panic("logic: Subst: " + t.Name() + " of sort " + t.sort.String() + " by a term of sort " + r.sort.String())
			}
			return r
		}
		return t
	}
	if r, ok := s.memo[t]; ok {
		return r
	}
	var r *Term
	if t.op == OpForall || t.op == OpExists {
		r = s.quant(t)
	} else {
		args := make([]*Term, len(t.args))
		changed := false
		for i, a := range t.args {
			args[i] = s.Apply(a)
			changed = changed || args[i] != a
		}
		if r = t; changed {
			r = s.f.Rebuild(t, args)
		}
	}
	s.memo[t] = r
	return r
}

// quant renames the bound symbols, so that nothing is captured.
func (s *Substitution) quant(t *Term) *Term {
	n := len(t.args) - 1
	inner := make(map[*Term]*Term, n)
	bound := make([]*Term, n)
	for i, v := range t.args[:n] {
		bound[i] = s.f.Fresh(v.Name(), v.sort)
		inner[v] = bound[i]
	}
	body := s.f.NewSubst(func(v *Term) *Term {
		if b, ok := inner[v]; ok {
			return b
		}
		return s.of(v)
	}).Apply(t.args[n])
	return s.f.quant(t.op, bound, body)
}

// Rebuild applies t's operator and parameters to other arguments of the same sorts.
func (f *Factory) Rebuild(t *Term, a []*Term) *Term {
	switch t.op {
	case OpConst, OpVar:
		return t
	case OpApp:
		return f.App(t.Name(), t.sort, a...)
	case OpNot:
		return f.Not(a[0])
	case OpAnd:
		return f.And(a...)
	case OpOr:
		return f.Or(a...)
	case OpIte:
		return f.Ite(a[0], a[1], a[2])
	case OpEq:
		return f.Eq(a[0], a[1])
	case OpForall, OpExists:
		return f.quant(t.op, a[:len(a)-1], a[len(a)-1])
	case OpAdd:
		return f.Add(a...)
	case OpMul:
		return f.Mul(a...)
	case OpLe:
		return f.Le(a[0], a[1])
	case OpLt:
		return f.Lt(a[0], a[1])
	case OpDiv:
		return f.Div(a[0], a[1])
	case OpMod:
		return f.Mod(a[0], a[1])
	case OpRDiv:
		return f.RDiv(a[0], a[1])
	case OpToReal:
		return f.ToReal(a[0])
	case OpToInt:
		return f.ToInt(a[0])
	case OpBVNeg, OpBVNegNSW:
		return f.bvNeg(t.op, a[0])
	case OpBVNot:
		return f.BVNot(a[0])
	case OpConcat:
		return f.Concat(a[0], a[1])
	case OpExtract:
		return f.Extract(t.Hi(), t.Lo(), a[0])
	case OpZeroExt, OpSignExt:
		return f.ext(t.op, a[0], t.ExtBits())
	case OpULe, OpULt, OpSLe, OpSLt:
		return f.bvCmp(t.op, a[0], a[1])
	case OpSAddOK, OpSSubOK, OpSMulOK:
		return f.SignedOK(t.op, a[0], a[1])
	case OpBV2Nat:
		return f.BV2Nat(a[0])
	case OpInt2BV:
		return f.Int2BV(t.sort.Width(), a[0])
	case OpSelect:
		return f.Select(a[0], a[1])
	case OpStore:
		return f.Store(a[0], a[1], a[2])
	case OpConstArray:
		return f.ConstArray(t.sort, a[0])
	case OpFPFromFP, OpFPFromSBV, OpFPFromUBV, OpFPFromReal, OpFPFromBits:
		return f.FPConvert(t.op, t.sort, t.Rounding(), a[0])
	case OpFPToSBV, OpFPToUBV:
		return f.FPToBV(t.op == OpFPToSBV, t.sort.Width(), t.Rounding(), a[0])
	case OpFPToReal:
		return f.FPToReal(a[0])
	}
	if t.op >= OpFPAdd && t.op <= OpFPIsNeg {
		return f.FP(t.op, t.Rounding(), a...)
	}
	return f.BVOp(t.op, a[0], a[1])
}

// FreeVars returns the free symbols of the terms, each once, ordered by ID.
func FreeVars(ts ...*Term) []*Term {
	var out []*Term
	Walk(func(t *Term) bool {
		if t.op == OpVar {
			out = append(out, t)
		}
		return t.free
	}, ts...)
	sortByID(out)
	return out
}

// Walk calls visit once for every distinct subterm, a term before its
// arguments; visit returns false to skip the arguments. Symbols bound by a
// quantifier inside the terms are visited as well.
func Walk(visit func(*Term) bool, ts ...*Term) {
	seen := map[*Term]bool{}
	stack := append([]*Term(nil), ts...)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		if visit(t) {
			stack = append(stack, t.args...)
		}
	}
}
