package z3

// #include <z3.h>
import "C"

import (
	"math/big"

	"cupel/core/logic"
)

// lambda reads an array value given as a function, such as lambda i. i = 1 or lambda i. ite(i = 1, 5, 7). If the body only compares the index with constants, its
// values at these constants and at one other index determine it; other bodies are errValue.
func (z *zcontext) lambda(a C.Z3_ast, s *logic.Sort) (*logic.Term, error) {
	if C.Z3_get_ast_kind(z.c, a) != C.Z3_QUANTIFIER_AST || !C.Z3_is_lambda(z.c, a) {
		return nil, errValue
	}
	r := &reader{z: z, memo: map[C.Z3_ast]*logic.Term{}}
	vars, body, err := r.open(a)
	if err != nil {
		return nil, err
	}
	if len(vars) != 1 || vars[0].Sort() != s.Index() || body.Sort() != s.Elem() {
		return nil, errValue
	}
	points, ok := comparedWith(vars[0], body)
	if !ok {
		return nil, errValue
	}
	at := func(i *logic.Term) (*logic.Term, error) {
		v := z.f.Subst(body, map[*logic.Term]*logic.Term{vars[0]: i})
		if !v.IsGround() || !v.Sort().IsArray() && !v.IsConst() {
			return nil, errValue
		}
		return v, nil
	}
	def, err := at(z.elsewhere(s.Index(), points))
	if err != nil {
		return nil, err
	}
	t := z.f.ConstArray(s, def)
	for _, p := range points {
		v, err := at(p)
		if err != nil {
			return nil, err
		}
		t = z.f.Store(t, p, v)
	}
	return t, nil
}

// comparedWith returns the constants with which v is compared for equality in
// body; false when v occurs in another way.
func comparedWith(v, body *logic.Term) ([]*logic.Term, bool) {
	var points []*logic.Term
	ok, seen := true, map[*logic.Term]bool{}
	logic.Walk(func(t *logic.Term) bool {
		for i, x := range t.Args() {
			if x != v {
				continue
			}
			if t.Op() != logic.OpEq || !t.Arg(1-i).IsConst() {
				ok = false
				return false
			}
			if c := t.Arg(1 - i); !seen[c] {
				seen[c] = true
				points = append(points, c)
			}
		}
		return ok
	}, body)
	// A body that is v itself, or v negated away by the builders, is no comparison.
	return points, ok && body != v
}

// elsewhere returns a value of the sort that is none of the points, or any value
// when they are all there are.
func (z *zcontext) elsewhere(s *logic.Sort, points []*logic.Term) *logic.Term {
	in := make(map[*logic.Term]bool, len(points))
	for _, p := range points {
		in[p] = true
	}
	v := z.f.Zero(s)
	for n := int64(1); n <= int64(len(points)) && in[v]; n++ {
		switch s.Kind() {
		case logic.KindBool:
			v = z.f.True()
		case logic.KindInt:
			v = z.f.IntConst(n)
		case logic.KindReal:
			v = z.f.ToReal(z.f.IntConst(n))
		case logic.KindBV:
			v = z.f.BVBig(big.NewInt(n), s.Width())
		case logic.KindFloat:
			v = z.f.FloatBits(s, big.NewInt(n))
		}
	}
	return v
}
