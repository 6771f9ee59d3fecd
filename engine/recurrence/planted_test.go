package recurrence_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"cupel/tests/effort"
)

// planted is a loop that goes on for ever since a hidden quantity a stays as it is, in variables x = a + m*b and y = b + l*x, a unimodular map of a and of a counter
// b that wraps. With parity the loop goes on since another counter stays odd; the body is split into branches that do the same.
func planted(r *rand.Rand) string {
	m, l, c := 1+r.IntN(5), 1+r.IntN(4), 1+r.IntN(9)
	a := fmt.Sprintf("%du * x - %du * y", 1+m*l, m)
	start := fmt.Sprintf("unsigned k = __VERIFIER_nondet_uint(), b = %du, x = k + %du * b, y = b + %du * x, z = %du; int w = %d;", r.IntN(50), m, l, 2*r.IntN(9)+1, r.IntN(3))
	guard := a + " == k"
	if r.IntN(2) == 0 {
		guard += " && (z & 1)"
	}
	if r.IntN(3) == 0 {
		guard = "w >= 0 && " + guard
	}
	d := fmt.Sprintf("unsigned d = 2u * (%s) + %du;", a, c)
	body := []string{
		fmt.Sprintf("x += %du * d; y += d + %du * d;", m, l*m),
		fmt.Sprintf("y += d; x = x + d * %du; y += (%du * d) * %du;", m, m, l),
		fmt.Sprintf("unsigned t = x; x = %du * d + x; y = y + d + %du * (x - t);", m, l),
	}
	pick := func() string { return body[r.IntN(len(body))] }
	split := []string{"y & 4", "x < y", "__VERIFIER_nondet_int()", "z % 3 == 1"}[r.IntN(4)]
	return fmt.Sprintf("%s while (%s) { %s z += %du; if (%s) { %s } else { %s } }", start, guard, d, 2*(1+r.IntN(4)), split, pick(), pick())
}

// TestPlanted: disguised sets are found, about three of four of them.
func TestPlanted(t *testing.T) {
	n, found := effort.Programs(6, 15, 400), 0
	for i := range n {
		text := planted(rand.New(rand.NewPCG(effort.Seed(0)+uint64(i), 3)))
		if l := find(t, inlined(t, text), 5, 3, 0, 1); l != nil {
			found++
		} else {
			t.Log(text)
		}
	}
	t.Logf("%d of %d found", found, n)
	if 10*found < 6*n {
		t.Errorf("%d of %d found", found, n)
	}
}
