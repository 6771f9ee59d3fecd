package predicate

import (
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
)

func scope(f *logic.Factory) Scope {
	vars := map[string]*program.Var{
		"x": {Name: "x", Sym: f.Var("x", logic.Int), Signed: true},
		"y": {Name: "y", Sym: f.Var("y", logic.Int), Signed: true},
		"b": {Name: "b", Sym: f.Var("b", logic.BVSort(8))},
		"s": {Name: "s", Sym: f.Var("s", logic.BVSort(8)), Signed: true},
	}
	return func(n string) *program.Var { return vars[n] }
}

// TestParse compares parsed predicates with built terms.
func TestParse(t *testing.T) {
	f := logic.NewFactory()
	x, y := f.Var("x", logic.Int), f.Var("y", logic.Int)
	b, s := f.Var("b", logic.BVSort(8)), f.Var("s", logic.BVSort(8))
	n := f.IntConst
	for text, want := range map[string]*logic.Term{
		"x - y > 1":               f.Lt(n(1), f.Sub(x, y)),
		"x==y || !(x<3) && y":     f.Or(f.Eq(x, y), f.And(f.Not(f.Lt(x, n(3))), f.Ne(y, n(0)))),
		"2*(x+1) >= -0x10":        f.Le(n(-16), f.Add(f.Mul(n(2), x), n(2))),
		"b < 200u":                f.ULt(b, f.BV(200, 8)),
		"s >= -1":                 f.SLe(f.BV(255, 8), s),
		"1 < 2":                   f.True(),
		"-(x) % 2 == 0 && 7/2==3": f.Eq(f.Sub(f.Neg(x), f.Mul(truncDiv(f, f.Neg(x), n(2)), n(2))), n(0)),
	} {
		got, err := Parse(f, text, scope(f))
		if err != nil || got != want {
			t.Errorf("%s: got %v, %v", text, got, err)
		}
	}
}

// TestErrors: every mistake is reported with its offset.
func TestErrors(t *testing.T) {
	f := logic.NewFactory()
	for text, off := range map[string]int{
		"x <": 3, "x + z": 4, "(x": 2, "x y": 2, "x == b": 6, "1/0": 3, "0z9 < x": 0,
	} {
		_, err := Parse(f, text, scope(f))
		e, ok := err.(*Error)
		if !ok || e.Offset != off {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzParse: no input makes the parser panic.
func FuzzParse(f *testing.F) {
	f.Add("x - y > 1 && (b == 3 || !s)")
	f.Fuzz(func(t *testing.T, text string) {
		fa := logic.NewFactory()
		_, _ = Parse(fa, text, scope(fa))
	})
}
