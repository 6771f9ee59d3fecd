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

// Apply returns the image of t. It keeps its own stack: terms can be a million
// deep.
func (s *Substitution) Apply(t *Term) *Term {
	if r := s.known(t); r != nil {
		return r
	}
	type frame struct {
		t    *Term
		next int
	}
	stack := []frame{{t: t}}
	for len(stack) > 0 {
		fr := &stack[len(stack)-1]
		t := fr.t
		if t.op == OpForall || t.op == OpExists {
			s.memo[t] = s.quant(t)
			stack = stack[:len(stack)-1]
			continue
		}
		for fr.next < len(t.args) && s.known(t.args[fr.next]) != nil {
			fr.next++
		}
		if fr.next < len(t.args) {
			a := t.args[fr.next]
			fr.next++
			stack = append(stack, frame{t: a})
			continue
		}
		s.memo[t] = s.rebuilt(t)
		stack = stack[:len(stack)-1]
	}
	return s.memo[t]
}

// known returns the image of t if it is a leaf or was computed before.
func (s *Substitution) known(t *Term) *Term {
	if !t.free {
		return t
	}
	if r, ok := s.memo[t]; ok {
		return r
	}
	if t.op != OpVar {
		return nil
	}
	r := s.of(t)
	if r == nil {
		return t
	}
	if r.sort != t.sort {
		panic("logic: Subst: " + t.Name() + " of sort " + t.sort.String() + " by a term of sort " + r.sort.String())
	}
	return r
}

func (s *Substitution) rebuilt(t *Term) *Term {
	for i, a := range t.args {
		if s.known(a) == a {
			continue
		}
		args := make([]*Term, len(t.args))
		copy(args, t.args[:i])
		for j := i; j < len(args); j++ {
			args[j] = s.known(t.args[j])
		}
		return s.f.Rebuild(t, args)
	}
	return t
}

// quant substitutes for the symbols free in a quantified term. Bound symbols
// that a replacement mentions are renamed, so that nothing is captured.
func (s *Substitution) quant(t *Term) *Term {
	n := len(t.args) - 1
	changed := false
	mentioned := map[*Term]bool{}
	for _, v := range FreeVars(t) {
		if r := s.known(v); r != v {
			changed = true
			for _, w := range FreeVars(r) {
				mentioned[w] = true
			}
		}
	}
	if !changed {
		return t
	}
	inner := make(map[*Term]*Term, n)
	bound := make([]*Term, n)
	for i, v := range t.args[:n] {
		if bound[i] = v; mentioned[v] {
			bound[i] = s.f.Fresh(v.Name(), v.sort)
		}
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
	case OpConstruct:
		return f.Construct(t.sort, t.Constructor(), a...)
	case OpMember:
		return f.Member(t.Constructor(), t.Member(), a[0])
	case OpIs:
		return f.Is(t.Constructor(), a[0])
	case OpPatterned:
		return f.patterned(a[0], a[1:])
	case OpPattern:
		return f.app(OpPattern, Bool, a...)
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

// Replace puts the images of some subterms of t in their place, but not below quantifiers. images is extended by all subterms of t that it
// meets, so that several calls may share one.
func (f *Factory) Replace(t *Term, images map[*Term]*Term) *Term {
	if u := images[t]; u != nil {
		return u
	}
	u := t
	if n := t.NumArgs(); n > 0 && t.Op() != OpForall && t.Op() != OpExists {
		args := make([]*Term, n)
		for i, x := range t.Args() {
			args[i] = f.Replace(x, images)
		}
		u = f.With(t, args)
	}
	images[t] = u
	return u
}
