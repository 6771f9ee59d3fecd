package logic

import (
	"math/rand"
	"testing"
)

func TestWhole(t *testing.T) {
	f := NewFactory()
	x, y, b := f.Var("x", Int), f.Var("y", Int), f.Var("b", Bool)
	n := f.IntConst
	div := func(a *Term, k int64) *Term { return f.Div(a, n(k)) }
	mod := func(a *Term, k int64) *Term { return f.Mod(a, n(k)) }
	mul := func(k int64, a *Term) *Term { return f.Mul(n(k), a) }
	top := f.Ite(b, f.Add(div(x, 256), n(256)), div(x, 256))
	for _, c := range []struct {
		name      string
		sum, want *Term
	}{
		{"two digits", f.Add(mod(x, 10), mul(10, div(x, 10))), x},
		{"scaled", f.Add(mul(-3, mod(x, 10)), y, mul(-30, div(x, 10))), f.Add(mul(-3, x), y)},
		{"subtracted", f.Sub(f.Sub(x, mul(60, div(x, 60))), mod(x, 60)), n(0)},
		{"three digits", f.Add(mod(x, 60), mul(60, mod(div(x, 60), 60)), mul(3600, div(x, 3600))), x},
		{"four bytes", f.Add(f.Add(mod(x, 256), mul(256, mod(div(x, 256), 256))),
			f.Add(mul(65536, mod(div(x, 65536), 256)), mul(1<<24, div(x, 1<<24)))), x},
		{"of a sum", f.Add(mod(f.Add(x, y), 7), mul(7, div(f.Add(x, y), 7))), f.Add(x, y)},
		{"of a negated remainder", f.Add(mul(60, div(f.Neg(mod(x, 3600)), 60)), mod(f.Neg(mod(x, 3600)), 60)), f.Neg(mod(x, 3600))},
		{"signed byte", f.Add(mod(x, 256), mul(256, top)), f.Add(x, mul(256, f.Ite(b, n(256), n(0))))},
	} {
		if c.sum != c.want {
			t.Errorf("%s: %v, want %v", c.name, c.sum, c.want)
		}
	}
	for _, s := range []*Term{
		f.Add(mod(x, 10), mul(20, div(x, 10))),
		f.Add(mod(x, 10), mul(10, div(y, 10))),
		f.Add(mod(x, 10), mul(10, div(x, 100))),
		f.Add(mod(x, 10), mul(10, f.Ite(b, div(x, 10), y))),
	} {
		if _, cs, _ := Linear(s); len(cs) != 2 {
			t.Errorf("joined to %v", s)
		}
	}
}

// Sums of random digits keep their values.
func TestWholeValues(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	f := NewFactory()
	x, b := f.Var("x", Int), f.Var("b", Bool)
	for range 2000 {
		var parts []*Term
		for range 2 + rnd.Intn(4) {
			k := f.IntConst([]int64{2, 4, -4, 3}[rnd.Intn(4)])
			d := f.Div(x, f.IntConst([]int64{1, 2, 4, -2, 3}[rnd.Intn(5)]))
			switch rnd.Intn(3) {
			case 0:
				d = f.Mod(d, k)
			case 1:
				d = f.Ite(b, f.Add(d, k), d)
			}
			parts = append(parts, f.Mul(f.IntConst([]int64{1, -1, 2, 4, 8, 3}[rnd.Intn(6)]), d))
		}
		sum := f.Add(parts...)
		for v := int64(-13); v < 14; v++ {
			e := f.NewEvaluator(func(s *Term) *Term {
				switch s {
				case x:
					return f.IntConst(v)
				case b:
					return f.BoolConst(v&1 == 0)
				}
				return nil
			})
			got, err := e.Eval(sum)
			if err != nil {
				t.Fatal(err)
			}
			want := f.IntConst(0)
			for _, p := range parts {
				a, err := e.Eval(p)
				if err != nil {
					t.Fatal(err)
				}
				want = f.Add(want, a)
			}
			if got != want {
				t.Fatalf("x = %d: %v is %v, want %v", v, sum, got, want)
			}
		}
	}
}
