package logic_test

import (
	"fmt"
	"testing"

	"cupel/core/logic"

	"pgregory.net/rapid"
)

// A cube holds under its assignment, has no connective above its atoms, and
// implies the formula (checked at every assignment of a small domain).
func TestImplicant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := logic.NewFactory()
		vars := []*logic.Term{f.Var("x", logic.Int), f.Var("y", logic.Int), f.Var("p", logic.Bool)}
		var num, boolean func(d int) *logic.Term
		num = func(d int) *logic.Term {
			switch k := rapid.IntRange(0, 5).Draw(t, "num"); {
			case d == 0 || k < 2:
				if k%2 == 0 {
					return f.IntConst(int64(rapid.IntRange(-1, 2).Draw(t, "c")))
				}
				return vars[rapid.IntRange(0, 1).Draw(t, "v")]
			case k == 2:
				return f.Add(num(d-1), num(d-1))
			default:
				return f.Ite(boolean(d-1), num(d-1), num(d-1))
			}
		}
		boolean = func(d int) *logic.Term {
			switch k := rapid.IntRange(0, 7).Draw(t, "bool"); {
			case d == 0 || k == 0:
				return vars[2]
			case k == 1:
				return f.And(boolean(d-1), boolean(d-1))
			case k == 2:
				return f.Or(boolean(d-1), boolean(d-1))
			case k == 3:
				return f.Not(boolean(d - 1))
			case k == 4:
				return f.Ite(boolean(d-1), boolean(d-1), boolean(d-1))
			case k == 5:
				return f.Eq(boolean(d-1), boolean(d-1))
			case k == 6:
				return f.Eq(num(d-1), num(d-1))
			default:
				return f.Le(num(d-1), num(d-1))
			}
		}
		phi := boolean(4)
		assign := func(x, y int64, p bool) func(*logic.Term) *logic.Term {
			return func(v *logic.Term) *logic.Term {
				switch v {
				case vars[0]:
					return f.IntConst(x)
				case vars[1]:
					return f.IntConst(y)
				}
				return f.BoolConst(p)
			}
		}
		truth := func(u *logic.Term, env func(*logic.Term) *logic.Term) bool {
			v, err := f.Eval(u, env)
			if err != nil {
				t.Fatal(err)
			}
			return v.IsTrue()
		}
		at := func(visit func(string, func(*logic.Term) *logic.Term)) {
			for x := int64(-2); x <= 2; x++ {
				for y := int64(-2); y <= 2; y++ {
					for _, p := range []bool{false, true} {
						visit(fmt.Sprintf("x=%d y=%d p=%t", x, y, p), assign(x, y, p))
					}
				}
			}
		}
		at(func(where string, env func(*logic.Term) *logic.Term) {
			lits, ok := f.Implicant(phi, env)
			if ok != truth(phi, env) {
				t.Fatalf("%s: Implicant of %v says %t", where, phi, ok)
			}
			if !ok {
				return
			}
			for _, l := range lits {
				atom := l
				if l.Op() == logic.OpNot {
					atom = l.Arg(0)
				}
				switch atom.Op() {
				case logic.OpAnd, logic.OpOr, logic.OpNot, logic.OpIte:
					t.Fatalf("%s: %v is no literal", where, l)
				}
				if !truth(l, env) {
					t.Fatalf("%s: the literal %v of %v does not hold", where, l, phi)
				}
			}
			cube := f.And(lits...)
			at(func(other string, env2 func(*logic.Term) *logic.Term) {
				if truth(cube, env2) && !truth(phi, env2) {
					t.Fatalf("%s: the cube %v does not imply %v at %s", where, cube, phi, other)
				}
			})
		})
	})
}

// TestImplicantUnknown: an implicant is found where a literal without a value does not matter, and none where it does.
func TestImplicantUnknown(t *testing.T) {
	f := logic.NewFactory()
	x, y := f.Var("x", logic.Int), f.Var("y", logic.Int)
	one := f.IntConst(1)
	phi := f.Or(f.Le(x, one), f.Le(y, one))
	lits, ok := f.Implicant(phi, func(v *logic.Term) *logic.Term {
		if v == x {
			return one
		}
		return nil // y has no value
	})
	if !ok || len(lits) != 1 || lits[0] != f.Le(x, one) {
		t.Errorf("Implicant = %v, %t", lits, ok)
	}
	if lits, ok := f.Implicant(f.True(), nil); !ok || len(lits) != 0 {
		t.Errorf("Implicant of true = %v, %t", lits, ok)
	}
	if _, ok := f.Implicant(phi, func(*logic.Term) *logic.Term { return nil }); ok {
		t.Error("a formula without values has an implicant")
	}
}
