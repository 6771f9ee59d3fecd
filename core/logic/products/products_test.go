package products_test

import (
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/logic/products"
)

// TestLinear: products are replaced by functions, and the lemmas about these hold for all products.
func TestLinear(t *testing.T) {
	f := logic.NewFactory()
	x, y := f.Var("x", logic.Int), f.Var("y", logic.Int)
	l := products.New(f)
	asked := f.Eq(f.Mul(x, y), f.Mod(x, y))
	if plain := l.Of(asked); !products.In(asked) || products.In(plain) || products.In(f.Mul(f.IntConst(2), x)) {
		t.Errorf("%s is %s", asked, plain)
	}
	facts := append(l.Facts(), products.Lemmas(f)...)
	if len(facts) != 2*len(products.Lemmas(f)) || len(l.Facts()) > 0 {
		t.Fatalf("%d facts", len(facts))
	}
	for a := int64(-6); a <= 6; a++ {
		for b := int64(-6); b <= 6; b++ {
			for _, fact := range facts {
				v, err := f.Eval(f.Subst(spelled(f, fact), values(f, fact, a, b)), func(*logic.Term) *logic.Term { return nil })
				if b == 0 && err != nil {
					continue // a remainder modulo zero
				}
				if err != nil || !v.IsTrue() {
					t.Errorf("%d, %d: %s: %v, %v", a, b, fact, v, err)
				}
			}
		}
	}
}

// values gives the two variables of a fact, in their order, values.
func values(f *logic.Factory, fact *logic.Term, a, b int64) map[*logic.Term]*logic.Term {
	m := map[*logic.Term]*logic.Term{}
	for _, v := range logic.FreeVars(fact) {
		n := a
		if v.Name() == "y" || strings.HasPrefix(v.Name(), "b") {
			n = b
		}
		m[v] = f.IntConst(n)
	}
	return m
}

// spelled puts operators back in place of functions.
func spelled(f *logic.Factory, t *logic.Term) *logic.Term {
	return logic.Transform(t, func(u *logic.Term, args []*logic.Term) *logic.Term {
		if u.Op() == logic.OpApp {
			switch u.Name() {
			case "times#":
				return f.Mul(args...)
			case "mod#":
				return f.Mod(args[0], args[1])
			}
		}
		return f.With(u, args)
	})
}
