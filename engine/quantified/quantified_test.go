package quantified

import (
	"testing"

	"cupel/logic"
	"cupel/rational"
)

// TestFit: equations are found exactly, or not at all.
func TestFit(t *testing.T) {
	for name, c := range map[string]struct {
		rows    [][]int64
		results []int64
		want    []rational.Q
	}{
		"line":            {[][]int64{{0, 1}, {1, 1}, {2, 1}}, []int64{3, 5, 7}, []rational.Q{rational.FromInt(2), rational.FromInt(3)}},
		"half":            {[][]int64{{0, 0, 1}, {1, 1, 1}, {2, 4, 1}, {3, 9, 1}}, []int64{0, 1, 3, 6}, []rational.Q{rational.New(1, 2), rational.New(1, 2), rational.Zero}},
		"none":            {[][]int64{{0, 1}, {1, 1}, {2, 1}}, []int64{3, 5, 8}, nil},
		"underdetermined": {[][]int64{{1, 1}, {1, 1}}, []int64{3, 3}, nil},
		"empty":           {nil, nil, nil},
	} {
		got := fit(c.rows, c.results)
		ok := len(got) == len(c.want)
		for i := range got {
			ok = ok && got[i].Equal(c.want[i])
		}
		if !ok {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestEquation: coefficients become integers.
func TestEquation(t *testing.T) {
	f := logic.NewFactory()
	s, i := f.Var("s", logic.Int), f.Var("i", logic.Int)
	got := equation(f, s, []*logic.Term{i, f.Mul(i, i)}, []rational.Q{rational.New(1, 2), rational.New(1, 2)})
	if want := f.Eq(f.Mul(f.IntConst(2), s), f.Add(i, f.Mul(i, i))); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestLinear: what is known of products is true of them.
func TestLinear(t *testing.T) {
	f := logic.NewFactory()
	x, y := f.Var("x", logic.Int), f.Var("y", logic.Int)
	l := &linear{f: f, seen: map[*logic.Term]bool{}}
	l.of(f.Eq(f.Mul(x, y), f.Mod(x, y)))
	facts := l.take()
	if len(facts) == 0 || len(l.take()) > 0 {
		t.Fatalf("%d facts", len(facts))
	}
	for a := int64(-6); a <= 6; a++ {
		for b := int64(-6); b <= 6; b++ {
			for _, fact := range facts {
				v, err := f.Eval(f.Subst(spelled(f, fact), map[*logic.Term]*logic.Term{x: f.IntConst(a), y: f.IntConst(b)}), func(*logic.Term) *logic.Term { return nil })
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
