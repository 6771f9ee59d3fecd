package evidence

import (
	"errors"
	"testing"

	"cupel/kernel/certify"
)

// TestCheckMachine: claims of a proof over the integers are asked again in machine arithmetic; the answer that they fail there, as they do when the lowering is
// wrong, stays an answer whether fewer or all claims were asked. Without it such a proof would count as checked on the source.
func TestCheckMachine(t *testing.T) {
	copied(t, "loop.c")
	for claim, want := range map[string]bool{"i <= n && s == 2 * i && n <= 1000": true, "i <= n && s == 3 * i && n <= 1000": false} {
		s := explaining(staged(t, "loop.c").proven(t, map[int]string{8: claim}), &Report{})
		ref, err := s.reference(t.Context(), KindIntegers, nil)
		if err != nil {
			t.Fatal(err)
		}
		all, err := certify.New(t.Context(), ref.Program)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range ref.LoopHeads() {
			all.Invariants[l] = said(t, ref.Program, l, claim)
		}
		n := 0
		c := &machineClaims{all: all, p: ref.machine.Program}
		err = s.checkMachine(t.Context(), c, counting(s.tools.Open, &n), &n)
		if want && (err != nil || c.checked == nil || n == 0) {
			t.Errorf("%s: %v, %d questions", claim, err, n)
		}
		if !want && (!errors.Is(err, certify.ErrRefuted) || c.checked != nil) {
			t.Errorf("%s: %v, checked %v", claim, err, c.checked != nil)
		}
	}
}
